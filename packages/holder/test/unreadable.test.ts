import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fromBase64Url, toBase64Url } from '../src/core/encoding/base64url.ts'
import { memoryStorage } from '../src/core/memory-storage.ts'
import { createEncryptionKey, webCryptoCipher } from '../src/core/web-crypto-cipher.ts'
import { createHolder } from '../src/holder.ts'
import { reencrypted } from '../src/reencryption.ts'
import { fullWallet } from './full-wallet.ts'
import { invitationTo } from './invitations.ts'
import { issuer, Stranger } from './openid4vc-stranger.ts'
import { type Visitor, visit } from './visitor.ts'

/** The cost of the password is not what is looked at here. */
vi.mock('@noble/hashes/scrypt.js', () => ({ scryptAsync: async () => new Uint8Array(32) }))

const password = 'seven unrelated words'
const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const json = (text: Uint8Array) => JSON.parse(new TextDecoder().decode(text))

type Kinds = Record<string, Record<string, unknown>[]>
const inFile = webCryptoCipher(
  await crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, ['encrypt', 'decrypt']),
)

/** The file of a wallet with everything in it, as an attacker with its password has changed it. */
async function changedFile(change: (records: Kinds) => unknown): Promise<Uint8Array> {
  const { sealed, ...file } = json(await (await fullWallet()).holder.export(password))
  const records: Kinds = json(await inFile.decrypt(fromBase64Url(sealed), 'last-mile-wallet 1'))
  const changed = change(records) ?? records
  return bytes({ ...file, sealed: toBase64Url(await inFile.encrypt(bytes(changed), 'last-mile-wallet 1')) })
}

const copies = (records: Kinds[string] = [], length: number) =>
  Array.from({ length }, (_, each) => ({ ...records.at(-1), id: `${each}`, threadId: `${each}`, receivedAt: each }))

let visitor: Visitor
beforeEach(async () => {
  visitor = await visit()
  visitor.network.goDown()
  await visitor.holder.receive(invitationTo('Museum', 'https://museum.example/didcomm'))
})

const museum = { connections: [{ with: { label: 'Museum' } }], waiting: 1 }

describe('a file whose keys are not whole is refused, and changes nothing', () => {
  const peerWith = (change: object) => (records: Kinds) => ({
    ...records,
    peer: records.peer?.map((peer) => ({ ...peer, ...change })),
  })
  const service = (change: object) => ({ endpoint: 'https://e.example', recipientKeys: [], routingKeys: [], ...change })
  test.each<[string, (records: Kinds) => unknown]>([
    ['no wallet', (records) => ({ ...records, wallet: [] })],
    ['two wallets', (records) => ({ ...records, wallet: [...(records.wallet ?? []), ...(records.wallet ?? [])] })],
    ['no link secret', (records) => ({ ...records, wallet: [{ id: 'wallet' }] })],
    ['a link secret of zero', (records) => ({ ...records, wallet: [{ id: 'wallet', linkSecret: '0' }] })],
    ['a link secret that is none', (records) => ({ ...records, wallet: [{ id: 'wallet', linkSecret: 'x' }] })],
    ['a link secret too long', (records) => ({ ...records, wallet: [{ id: 'wallet', linkSecret: '9'.repeat(79) }] })],
    ['a wallet of another name', (records) => ({ ...records, wallet: [{ ...records.wallet?.[0], id: 'other' }] })],
    ['a connection without fields', (records) => ({ ...records, peer: [{ id: 'x' }] })],
    ['a secret that is none', peerWith({ secret: 'short' })],
    ['no address to write to', peerWith({ theirs: service({}) })],
    ['a key that is none', peerWith({ theirs: service({ recipientKeys: ['x'] }) })],
    ['a weak key', peerWith({ theirs: service({ recipientKeys: ['1'.repeat(32)] }) })],
    ['a moment after all calendars', peerWith({ since: 1e300 })],
  ])('%s', async (_, change) => {
    const file = await changedFile(change)
    await expect(visitor.holder.import(file, password)).rejects.toMatchObject({ code: 'damaged-file' })
    expect(visitor.holder.snapshot()).toMatchObject(museum)
    await visitor.reopens()
    expect(visitor.holder.snapshot()).toMatchObject(museum)
  })

  test.each([
    ['text', '"x"'],
    ['a list', '[]'],
    ['no JSON', '{'],
    ['kinds that are no lists', '{"wallet":{}}'],
  ])('a file that holds %s', async (_, content) => {
    const file = bytes({
      ...json(await visitor.holder.export(password)),
      sealed: toBase64Url(await inFile.encrypt(bytes(content), 'last-mile-wallet 1')),
    })
    await expect(visitor.holder.import(file, password)).rejects.toMatchObject({ code: 'unreadable-file' })
    expect(visitor.holder.snapshot()).toMatchObject(museum)
  })
})

test.each([
  ['credential', 500],
  ['peer', 500],
  ['history', 5_000],
  // A request of DIDComm, an offer and a request of OpenID4VC wait for a decision as well, where they are not replaced.
  ['offer', 97],
  ['request', 98],
  ['openid-offer', 98],
  ['openid-request', 98],
])('a file with more of a kind than a wallet takes says so, and changes nothing: %s', async (kind, most) => {
  const filledWith = (length: number) =>
    changedFile((records) => {
      const undecided = records[kind]?.map((offer) => ({ ...offer, state: 'offered' }))
      return { ...records, [kind]: copies(kind.endsWith('offer') ? undecided : records[kind], length) }
    })
  await expect(visitor.holder.import(await filledWith(most + 1), password)).rejects.toMatchObject({
    code: 'large-file',
  })
  expect(visitor.holder.snapshot()).toMatchObject(museum)
  await expect(visitor.holder.import(await filledWith(most), password)).resolves.toBeUndefined()
})

const kinds = ['offer', 'request', 'credential', 'history', 'outgoing', 'openid-offer', 'openid-request'] as const

test.each(kinds)('of a file, a record of the kind %s that cannot be read costs itself', async (kind) => {
  const file = await changedFile((records) => ({
    ...records,
    [kind]: [...(records[kind] ?? []), { id: 'x', state: 'asked' }],
  }))
  await visitor.holder.import(file, password)
  const { unreadable, credentials, offers, requests } = visitor.holder.snapshot()
  expect({ unreadable, credentials, offers, requests }).toMatchObject({
    unreadable: 1,
    credentials: [{ format: 'sd-jwt' }, { format: 'anoncreds' }],
    offers: [{}, {}, {}],
    requests: [{}, {}],
  })
  await visitor.reopens()
  expect(visitor.holder.snapshot().unreadable).toBe(1)
  await visitor.holder.removeUnreadable()
  expect(visitor.holder.snapshot().unreadable).toBe(0)
  await visitor.reopens()
  expect(visitor.holder.snapshot()).toMatchObject({ unreadable: 0, credentials: [{}, {}] })
})

test('a credential that was stored before formats had names is one of AnonCreds', async () => {
  const before = await changedFile((records) => {
    const anoncreds = records.credential?.filter(({ format }) => format === 'anoncreds')
    expect(anoncreds).toHaveLength(1)
    return { ...records, credential: anoncreds?.map(({ format: _, ...rest }) => rest) }
  })
  await visitor.holder.import(before, password)
  await visitor.reopens()
  expect(visitor.holder.snapshot()).toMatchObject({ unreadable: 0, credentials: [{ kind: { name: 'Card' } }] })
  const other = await changedFile((records) => ({
    ...records,
    credential: records.credential?.map((credential) => ({ ...credential, format: 'another' })),
  }))
  await visitor.holder.import(other, password)
  expect(visitor.holder.snapshot()).toMatchObject({ unreadable: 2, credentials: [] })
})

test('a wallet takes no more than its file can hold, and says so', async () => {
  const nearlyFull = await changedFile((records) => ({
    ...records,
    credential: copies(records.credential, 498),
    offer: [...(records.offer ?? []), ...copies(records.offer, 1).map((offer) => ({ ...offer, state: 'offered' }))],
  }))
  await visitor.holder.import(nearlyFull, password)
  // Two more are on their way, by either protocol one.
  expect(
    visitor.holder
      .snapshot()
      .offers.map(({ state }) => state)
      .sort(),
  ).toEqual(['accepted', 'accepted', 'offered', 'offered'])
  await expect(visitor.holder.accept('0')).rejects.toMatchObject({ code: 'full' })
  await expect(visitor.holder.import(await visitor.holder.export(password), password)).resolves.toBeUndefined()
})

test('decisions of both protocols count together', async () => {
  const undecided = await changedFile((records) => ({ ...records, request: copies(records.request, 98) }))
  await visitor.holder.import(undecided, password)
  const offered = visitor.holder.receive(new Stranger().offers())
  await expect(offered).rejects.toMatchObject({ code: 'full' })
})

test('what waits for others, and cannot be declined, keeps no wallet from being saved', async () => {
  const sent = await changedFile((records) => ({
    ...records,
    request: copies(records.request, 200).map((request) => ({ ...request, state: 'answered' })),
  }))
  await visitor.holder.import(sent, password)
  await expect(visitor.holder.import(await visitor.holder.export(password), password)).resolves.toBeUndefined()
})

test('a wallet that its file could not hold is not saved as one, and says so', async () => {
  const { storage, cipher } = visitor.dependencies
  await visitor.holder.import(await changedFile(() => undefined), password)
  const [request] = await storage.list('request')
  const record = json(await cipher.decrypt(request?.encrypted ?? bytes(''), `request ${request?.id}`))
  for (const each of copies([record], 100))
    await storage.write([
      { kind: 'request', id: each.id, encrypted: await cipher.encrypt(bytes(each), `request ${each.id}`) },
    ])
  await visitor.reopens()
  await expect(visitor.holder.export(password)).rejects.toMatchObject({ code: 'full' })
  for (const id of ['1', '2', '3', '4']) await visitor.holder.decline(id)
  await expect(visitor.holder.export(password)).resolves.toBeInstanceOf(Uint8Array)
})

test('whose address it is, a file does not say: it is looked up anew', async () => {
  const forged = { hostDid: 'did:webvh:QmBank:bank.example' }
  const file = await changedFile((records) => ({
    ...records,
    peer: records.peer?.map((peer) => ({ ...peer, ...forged })),
  }))
  await visitor.holder.import(file, password)
  expect(visitor.holder.snapshot().connections.map(({ with: { did } }) => did)).toEqual([undefined])
})

test('a file of another issuer’s name, or of unsigned values, shows no such credential', async () => {
  for (const change of [
    {
      kind: { schemaId: 's', definitionId: 'did:webvh:QmEvil:evil.example/d', issuer: 'did:webvh:QmBank:bank.example' },
    },
    { attributes: [{ name: 'name', value: 'Somebody Else' }] },
  ]) {
    const file = await changedFile((records) => ({
      ...records,
      credential: records.credential?.map((credential) => ({ ...credential, ...change })),
    }))
    await visitor.holder.import(file, password)
    expect(visitor.holder.snapshot()).toMatchObject({ unreadable: 2, credentials: [] })
  }
})

const printer = 'http://localhost:631/print'
/** The fields of a record of OpenID4VC that are changed. */
interface Stored {
  from: object
  kind: object
  endpoints: object
  copies: [{ text: string; key: object }, { text: string; key: object }]
  refill: { endpoints: object }
}
test.each<[string, string, (record: Stored) => object]>([
  ['an offer in another name', 'openid-offer', ({ from }) => ({ from: { ...from, host: 'bank.example' } })],
  ['an offer with a DID', 'openid-offer', ({ from }) => ({ from: { ...from, did: 'did:webvh:QmBank:bank.example' } })],
  ['an offer of another issuer', 'openid-offer', ({ kind }) => ({ kind: { ...kind, issuer: 'https://bank.example' } })],
  ['a token of this machine', 'openid-offer', ({ endpoints }) => ({ endpoints: { ...endpoints, token: printer } })],
  ['a request in another name', 'openid-request', ({ from }) => ({ from: { ...from, host: 'bank.example' } })],
  ['an answer to this machine', 'openid-request', () => ({ responseUri: printer })],
  ['a card of another issuer', 'credential', ({ kind }) => ({ kind: { ...kind, issuer: 'https://bank.example' } })],
  [
    'a card of another issuer, in its name',
    'credential',
    ({ kind, from }) => ({
      kind: { ...kind, issuer: 'https://bank.example' },
      from: { ...from, host: 'bank.example' },
      refill: undefined,
    }),
  ],
  ['a card of another type', 'credential', ({ kind }) => ({ kind: { ...kind, definitionId: `${issuer}/other` } })],
  ['another value', 'credential', () => ({ attributes: [{ name: 'name', value: 'Somebody Else' }] })],
  ['a value that is hidden', 'credential', () => ({ attributes: [] })],
  ['a copy with a value that is hidden', 'credential', ({ copies: [one, two] }) => ({ copies: [one, cut(two)] })],
  ['keys of other copies', 'credential', ({ copies: [one, two] }) => ({ copies: [{ ...one, key: two.key }, two] })],
  ['copies from this machine', 'credential', ({ refill }) => ({ refill: { ...refill, issuer: 'http://localhost' } })],
  [
    'a token for copies of this machine',
    'credential',
    ({ refill }) => ({ refill: { ...refill, endpoints: { ...refill.endpoints, token: printer } } }),
  ],
])('of a file, %s costs its record alone', async (_, kind, change) => {
  const file = await changedFile((records) => ({
    ...records,
    [kind]: records[kind]?.map((each) =>
      each.format === 'anoncreds' ? each : { ...each, ...change(each as unknown as Stored) },
    ),
  }))
  const called = vi.spyOn(visitor.dependencies, 'fetch')
  await visitor.reopens()
  await visitor.holder.import(file, password)
  const { unreadable, offers, requests, credentials } = visitor.holder.snapshot()
  const lost = { 'openid-offer': 3, 'openid-request': 1, credential: 1 }[kind]
  expect({ unreadable, offers: offers.length, requests: requests.length, credentials: credentials.length }).toEqual({
    unreadable: lost,
    offers: kind === 'openid-offer' ? 1 : 3,
    requests: kind === 'openid-request' ? 1 : 2,
    credentials: kind === 'credential' ? 1 : 2,
  })
  expect(called.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('localhost'))).toEqual([])
})

/** A copy of a credential without its last disclosure. */
const cut = (copy: { text: string }) => ({ ...copy, text: `${copy.text.split('~').slice(0, -2).join('~')}~` })

test('a storage that does not take the file keeps the wallet as it was, and the wallet goes on', async () => {
  const file = await changedFile((records) => records)
  const { storage } = visitor.dependencies
  vi.spyOn(storage, 'replace').mockRejectedValueOnce(new Error('No room is left'))
  await expect(visitor.holder.import(file, password)).rejects.toThrow('No room')
  expect(visitor.holder.snapshot()).toMatchObject(museum)
  expect(visitor.holder.snapshot().network).not.toBe('online')
})

describe('what is stored and cannot be read', () => {
  const garbage = (id: string) => ['{', '""', '[]', '{}', JSON.stringify({ id }), JSON.stringify({ id: 'other' })]

  test.each(['peer', ...kinds])('costs itself: %s', async (kind) => {
    const { storage, cipher } = visitor.dependencies
    for (const [index, text] of garbage('x').entries()) {
      const id = `${index}`
      await storage.write([{ kind, id, encrypted: await cipher.encrypt(bytes(text), `${kind} ${id}`) }])
    }
    await storage.write([{ kind, id: 'cut', encrypted: new Uint8Array(5) }])
    await visitor.reopens()
    expect(visitor.holder.snapshot()).toMatchObject({ ...museum, unreadable: 7 })
    expect((await visitor.holder.export(password)).length).toBeGreaterThan(0)

    const next = webCryptoCipher(await createEncryptionKey())
    const moved = memoryStorage()
    await moved.replace(await reencrypted(storage, cipher, next))
    const other = await createHolder({ ...visitor.dependencies, storage: moved, cipher: next })
    expect(other.snapshot()).toMatchObject(museum)
    await other.close()

    await visitor.holder.erase()
    expect(visitor.holder.snapshot()).toMatchObject({ connections: [], unreadable: 0 })
    await visitor.reopens()
    expect(visitor.holder.snapshot().unreadable).toBe(0)
  })

  test('costs everything when it is the link secret, and says so', async () => {
    const { storage, cipher } = visitor.dependencies
    await visitor.holder.close()
    await storage.write([
      { kind: 'wallet', id: 'wallet', encrypted: await cipher.encrypt(bytes('{}'), 'wallet wallet') },
    ])
    await expect(createHolder(visitor.dependencies)).rejects.toMatchObject({ code: 'damaged-storage' })
  })
})
