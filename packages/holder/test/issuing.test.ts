import { encodedValue } from '@lastmile/formats/anoncreds-values'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fromUtf8 } from '../src/core/encoding/text.ts'
import { systemClock } from '../src/core/system-clock.ts'
import { HolderError } from '../src/holder.ts'
import { Publisher } from './did-publisher.ts'
import { credulous } from './full-wallet.ts'
import { credentialOf, offerOf, requestOf, ScriptedPeer } from './scripted-peer.ts'
import { type Visitor, visit } from './visitor.ts'

const attributes = [
  { name: 'name', value: 'Amina Bello' },
  { name: 'age', value: '17' },
]

afterEach(() => void vi.restoreAllMocks())

let publisher: Publisher
let peer: ScriptedPeer
let visitor: Visitor
let schemaId: string
let isReachable: boolean
/** Addresses that the wallet has asked. */
let fetched: string[]
/** Until then nothing that is published is answered. */
let held: Promise<void> | undefined

beforeEach(async () => {
  publisher = await Publisher.create('stranger.example')
  schemaId = publisher.publish({ name: 'Card', version: '1.0', attrNames: ['name', 'age'], issuerId: publisher.did })
  isReachable = true
  fetched = []
  held = undefined
  peer = new ScriptedPeer()
  const fetch: typeof globalThis.fetch = async (...call) => {
    fetched.push(String(call[0]))
    if (!isReachable) throw new TypeError('fetch failed')
    await held
    return publisher.fetch(...call)
  }
  visitor = await visit({ openSocket: peer.openSocket, fetch, anoncreds: credulous })
  await visitor.holder.receive(peer.invitation())
  peer.respond(await peer.hears('/request'))
  await peer.hears('/complete')
})

const definition = (more: object = {}) =>
  publisher.publish({ issuerId: publisher.did, schemaId, type: 'CL', tag: 'a', value: { primary: {}, ...more } })

/** An accepted offer. @returns its thread */
async function accepted(definitionId: string): Promise<{ thid: string }> {
  peer.says('issue-credential/2.0/offer-credential', offerOf(definitionId, attributes, schemaId))
  // Named, so that nothing more of it is written.
  const offer = await visitor.sees(({ offers: [first] }) => (first?.kind.name ? first : undefined))
  await visitor.holder.accept(offer.id)
  const { '~thread': thread } = await peer.hears('/request-credential')
  return { thid: thread?.thid ?? '' }
}

test('what was declined before its name was known is recorded by its name, once that is', async () => {
  let answer: () => void = () => undefined
  held = new Promise((resolve) => {
    answer = resolve
  })
  peer.says('issue-credential/2.0/offer-credential', offerOf(definition(), attributes, schemaId))
  const offer = await visitor.sees(({ offers: [first] }) => first)
  await visitor.holder.decline(offer.id)
  const [declined] = visitor.holder.snapshot().history
  expect(declined).toMatchObject({ what: 'offer-declined', name: undefined })
  answer()
  const named = await visitor.sees(({ history: [first] }) => (first?.name ? first : undefined))
  expect(named).toEqual({ ...declined, name: 'Card' })
})

test('a name that a full storage does not take is read again when the wallet wakes', async () => {
  let answer: () => void = () => undefined
  held = new Promise((resolve) => {
    answer = resolve
  })
  peer.says('issue-credential/2.0/offer-credential', offerOf(definition(), attributes, schemaId))
  await visitor.sees(({ offers: [first] }) => first)
  const { storage } = visitor.dependencies
  const write = storage.write.bind(storage)
  let refused = 0
  vi.spyOn(storage, 'write').mockImplementation(async (changes) => {
    if (refused === 0 && changes.some(({ kind }) => kind === 'offer')) {
      refused++
      throw new Error('No room is left')
    }
    return write(changes)
  })
  answer()
  await vi.waitFor(() => expect(refused).toBe(1))
  expect(visitor.holder.snapshot().offers[0]?.kind.name).toBeUndefined()
  visitor.holder.wake()
  expect(await visitor.sees(({ offers: [first] }) => first?.kind.name)).toBe('Card')
})

test('a credential that does not come is given up, which its issuer learns', async () => {
  const { thid } = await accepted(definition())
  const [offer] = visitor.holder.snapshot().offers
  await visitor.holder.giveUp(offer?.id ?? '')
  expect((await peer.hears('issue-credential/2.0/problem-report'))['~thread']?.thid).toBe(thid)
  expect(visitor.holder.snapshot().offers).toEqual([])
  expect(visitor.holder.snapshot().history[0]).toMatchObject({ what: 'offer-failed', why: 'given-up' })
  await expect(visitor.holder.giveUp(offer?.id ?? '')).rejects.toMatchObject({ code: 'not-open' })
})

test('what an issuer says beside its offer stays with the card, in a file too, and with its history', async () => {
  const definitionId = definition()
  const offer = offerOf(definitionId, attributes, schemaId)
  peer.says('issue-credential/2.0/offer-credential', { ...offer, comment: 'A visitor wrote this.' })
  const { id, from } = await visitor.sees(({ offers: [first] }) => first)
  await visitor.holder.accept(id)
  const { '~thread': thread } = await peer.hears('/request-credential')
  issue({ thid: thread?.thid ?? '' }, definitionId)
  const { id: held } = await visitor.sees(({ credentials: [first] }) => first)
  await visitor.holder.import(await visitor.holder.export('a password'), 'a password')
  const { credentials, history } = visitor.holder.snapshot()
  expect(from.note).toBe('A visitor wrote this.')
  expect([credentials[0]?.from, history[0]?.with]).toMatchObject([{ note: from.note }, { note: from.note }])
  await visitor.holder.remove(held)
  expect(visitor.holder.snapshot().history[0]).toMatchObject({ what: 'removed', with: { note: from.note } })
})

test('an answer that no word comes back for is given up', async () => {
  const { holder } = visitor
  peer.says('present-proof/2.0/request-presentation', { ...requestOf(), will_confirm: true })
  const request = await visitor.sees(({ requests: [first] }) => first)
  await holder.answer(request.id, { word: { said: 'Ami' } })
  await peer.hears('/presentation')
  await holder.giveUp(request.id)
  await peer.hears('present-proof/2.0/problem-report')
  expect(holder.snapshot()).toMatchObject({ requests: [], history: [{ what: 'not-sent', why: 'given-up' }, {}, {}] })
})

test('what no word comes back for in a week ends by itself, after one more try', async () => {
  await accepted(definition())
  peer.says('present-proof/2.0/request-presentation', { ...requestOf(), will_confirm: true })
  const request = await visitor.sees(({ requests: [first] }) => first)
  await visitor.holder.answer(request.id, { word: { said: 'Ami' } })
  await peer.hears('/presentation')
  const later: (() => void)[] = []
  visitor.dependencies.clock = {
    now: () => Date.now() + 7 * 24 * 60 * 60_000,
    after(time, call) {
      if (time < 60_000) return systemClock.after(time, call)
      later.push(call)
      return () => undefined
    },
  }
  await visitor.reopens()
  await peer.hears('/request-credential')
  await peer.hears('/presentation')
  expect(visitor.holder.snapshot()).toMatchObject({ offers: [{}], requests: [{}] })
  for (const call of later.splice(0)) call()
  await visitor.sees(({ offers, requests }) => offers.length + requests.length === 0)
  const ends = visitor.holder.snapshot().history.slice(0, 2)
  expect(ends.map(({ what, why }) => [what, why]).sort()).toEqual([
    ['not-sent', 'late'],
    ['offer-failed', 'late'],
  ])
  await visitor.sees(({ waiting }) => waiting === 0)
})

test('without its cryptography a wallet opens, and says at the offer what is missing', async () => {
  const prepare = vi.fn(() => Promise.reject(new HolderError('no-webassembly', 'None')))
  visitor.dependencies.anoncreds = { ...credulous, prepare }
  await visitor.reopens()
  expect(prepare).not.toHaveBeenCalled()
  peer.says('issue-credential/2.0/offer-credential', offerOf(definition(), attributes, schemaId))
  const offer = await visitor.sees(({ offers: [first] }) => first)
  await expect(visitor.holder.accept(offer.id)).rejects.toMatchObject({ code: 'no-webassembly' })
  expect(visitor.holder.snapshot().offers).toMatchObject([{ id: offer.id, state: 'offered' }])
  prepare.mockResolvedValue(undefined as never)
  await visitor.holder.accept(offer.id)
  expect(visitor.holder.snapshot().offers).toMatchObject([{ state: 'accepted' }])
})

/** A credential as an issuer sends it. */
function issue(
  thread: { thid: string },
  definitionId: string,
  more: Record<string, unknown> = {},
  id = 'issued',
): void {
  peer.says('issue-credential/2.0/issue-credential', {
    '@id': id,
    '~thread': thread,
    ...credentialOf(definitionId, attributes, schemaId, more),
  })
}

test('what was offered is stored, and the same message gets the same answer', async () => {
  const definitionId = definition()
  const thread = await accepted(definitionId)
  issue(thread, definitionId)
  const ack = await peer.hears('issue-credential/2.0/ack')
  issue(thread, definitionId)
  expect(await peer.hears('issue-credential/2.0/ack')).toEqual(ack)
  expect(visitor.holder.snapshot()).toMatchObject({ offers: [], credentials: [{ attributes, kind: { name: 'Card' } }] })
})

describe('a credential that is not the one offered is refused, and both sides know', () => {
  const value = (raw: string, encoded = encodedValue(raw)) => ({ raw, encoded })
  const name = value('Amina Bello')
  test.each([
    ['another value', { values: { name, age: value('18') } }],
    ['a number that stands for another value', { values: { name, age: value('17', '18') } }],
    ['a value less', { values: { name } }],
    ['a value more', { values: { name, age: value('17'), height: value('180') } }],
    ['another schema', { schema_id: 'did:webvh:QmOther:other.example/resources/zQm1' }],
    ['another definition', { cred_def_id: 'did:webvh:QmOther:other.example/resources/zQm1' }],
    ['an unknown registry', { rev_reg_id: 'did:webvh:QmOther:other.example/resources/zQm1' }],
    ['no values', { values: 'none' }],
  ])('%s', async (_, change) => {
    const definitionId = definition()
    const thread = await accepted(definitionId)
    issue(thread, definitionId, change)
    await peer.hears('issue-credential/2.0/problem-report')
    expect(visitor.holder.snapshot()).toMatchObject({
      offers: [],
      credentials: [],
      history: [{ what: 'offer-failed' }, {}],
    })
    issue(thread, definitionId, {}, 'another')
    peer.says('trust_ping/1.0/ping')
    await peer.hears('/ping_response')
    expect(visitor.holder.snapshot().credentials).toEqual([])
  })

  test.each<[number, boolean]>([
    [1_000, true],
    [1_001, false],
  ])('an identifier of %i characters', async (length, isRead) => {
    const definitionId = definition()
    const id = `${publisher.did}/resources/`.padEnd(length, 'x')
    issue(await accepted(definitionId), definitionId, { rev_reg_id: id })
    await peer.hears('issue-credential/2.0/problem-report')
    expect(fetched.some((url) => url.endsWith('xxx'))).toBe(isRead)
  })

  test('one that can be revoked, without a registry', async () => {
    const definitionId = definition({ revocation: {} })
    issue(await accepted(definitionId), definitionId)
    await peer.hears('issue-credential/2.0/problem-report')
  })
})

test.each<[string, (visitor: Visitor) => void]>([
  [
    'the storage is full',
    ({ dependencies }) => vi.spyOn(dependencies.storage, 'write').mockRejectedValueOnce(new Error('No room is left')),
  ],
  ...[new TypeError('x is not a function'), Object.assign(new Error(), { code: 'internal' })].map(
    (error): [string, (visitor: Visitor) => void] => [
      `the cryptography breaks by ${error.name} ${error.message}`,
      ({ dependencies }) => {
        vi.spyOn(dependencies.anoncreds, 'processCredential').mockImplementationOnce(() => {
          throw error
        })
      },
    ],
  ),
])('a fault of ours does not cost the credential: %s', async (_, breakOnce) => {
  const definitionId = definition()
  const thread = await accepted(definitionId)
  breakOnce(visitor)
  issue(thread, definitionId)
  peer.says('trust_ping/1.0/ping')
  await peer.hears('/ping_response')
  expect(visitor.holder.snapshot()).toMatchObject({ offers: [{ state: 'accepted' }], credentials: [] })
  visitor.holder.wake()
  await peer.hears('issue-credential/2.0/ack')
  expect(visitor.holder.snapshot()).toMatchObject({ offers: [], credentials: [{ attributes }] })
})

test('a credential that the cryptography refuses is refused', async () => {
  const definitionId = definition()
  const thread = await accepted(definitionId)
  vi.spyOn(visitor.dependencies.anoncreds, 'processCredential').mockImplementationOnce(() => {
    throw Object.assign(new Error('The signature is wrong'), { code: 'bad-credential' })
  })
  issue(thread, definitionId)
  await peer.hears('issue-credential/2.0/problem-report')
  expect(visitor.holder.snapshot()).toMatchObject({ offers: [], history: [{ what: 'offer-failed' }, {}] })
})

test('of a credential that was removed no value is left', async () => {
  const definitionId = definition()
  issue(await accepted(definitionId), definitionId)
  const { id } = await visitor.sees(({ credentials: [first] }) => first)
  expect(await keptValues()).toBe(true)
  await visitor.holder.remove(id)
  expect(await keptValues()).toBe(false)
})

/** Whether the name that is in the credential lies anywhere in the storage. */
async function keptValues(): Promise<boolean> {
  const { storage, cipher } = visitor.dependencies
  const kinds = ['peer', 'offer', 'request', 'credential', 'history', 'outgoing']
  const records = await Promise.all(kinds.map(async (kind) => ({ kind, all: await storage.list(kind) })))
  const texts = records.flatMap(({ kind, all }) =>
    all.map(async ({ id, encrypted }) => fromUtf8(await cipher.decrypt(encrypted, `${kind} ${id}`))),
  )
  return (await Promise.all(texts)).some((text) => text.includes('Amina Bello'))
}

test('a credential that was not requested is not taken', async () => {
  const definitionId = definition()
  peer.says('issue-credential/2.0/offer-credential', { '@id': 'offer', ...offerOf(definitionId, attributes, schemaId) })
  await visitor.sees(({ offers: [first] }) => first)
  issue({ thid: 'offer' }, definitionId)
  issue({ thid: 'nothing' }, definitionId, {}, 'another')
  peer.says('trust_ping/1.0/ping')
  await peer.hears('/ping_response')
  expect(visitor.holder.snapshot()).toMatchObject({ offers: [{ state: 'offered' }], credentials: [] })
})

test('a credential whose registry is out of reach is kept until it can be checked', async () => {
  const definitionId = definition({ revocation: {} })
  const value = { maxCredNum: 3, ...publisher.publishTails(Uint8Array.from([1])) }
  const registryId = publisher.publish({ issuerId: publisher.did, credDefId: definitionId, tag: '0', value })
  const thread = await accepted(definitionId)
  isReachable = false
  issue(thread, definitionId, { rev_reg_id: registryId, signature: { r_credential: { i: 2 } } })
  peer.says('trust_ping/1.0/ping')
  await peer.hears('/ping_response')
  expect(visitor.holder.snapshot()).toMatchObject({ offers: [{ state: 'accepted' }], credentials: [] })
  await visitor.reopens()
  isReachable = true
  visitor.holder.wake()
  await visitor.sees(({ credentials: [first] }) => first?.revocable)
  await peer.hears('issue-credential/2.0/ack')

  peer.says('revocation_notification/2.0/revoke', {
    revocation_format: 'indy-anoncreds',
    credential_id: `${registryId}::1`,
  })
  peer.says('revocation_notification/1.0/revoke', { thread_id: `indy::${registryId}::2` })
  await visitor.sees(({ credentials: [first], history: [last] }) => first?.revokedAt && last?.what === 'revoked')
})

test('a peer without a mediator is known by the DID that its host publishes', async () => {
  await visitor.sees(({ connections: [first] }) => first?.with.did === publisher.did)
  const between = new ScriptedPeer()
  const service = { type: 'did-communication', serviceEndpoint: 'https://stranger.example/didcomm' }
  const keys = { recipientKeys: [peer.didKey], routingKeys: [between.didKey] }
  const link = peer.invitation({ label: 'Behind', services: [{ id: '#inline', ...service, ...keys }] })
  await visitor.holder.receive(link)
  const [behind] = visitor.holder.snapshot().connections
  expect(behind?.with).toEqual({ label: 'Behind' })
})
