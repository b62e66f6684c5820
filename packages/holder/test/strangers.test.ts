import { beforeEach, expect, test } from 'vitest'
import { fromUtf8 } from '../src/core/encoding/text.ts'
import { plainKind, plainParty } from '../src/core/plain-snapshot.ts'
import { createPeerDid } from '../src/protocols/didcomm/dids/did-peer.ts'
import { attaching } from '../src/protocols/didcomm/messages/message.ts'
import { invitationTo } from './invitations.ts'
import { offerOf, randomKey, requestOf, ScriptedPeer } from './scripted-peer.ts'
import { type Visitor, visit } from './visitor.ts'

let peer: ScriptedPeer
let visitor: Visitor

beforeEach(async () => {
  peer = new ScriptedPeer()
  const fetch = async () => new Response(undefined, { status: 404 })
  visitor = await visit({ openSocket: peer.openSocket, fetch })
})

const definition = 'did:webvh:QmStranger:stranger.example/resources/zQm1'

async function connect(): Promise<void> {
  await visitor.holder.receive(peer.invitation())
  peer.respond(await peer.hears('/request'))
  await peer.hears('/complete')
}

/** The wallet is there, and works on messages in their order. */
async function isAnswered(): Promise<void> {
  peer.says('trust_ping/1.0/ping', { '@id': 'still-there' })
  expect((await peer.hears('/ping_response'))['~thread']).toEqual({ thid: 'still-there' })
}

const asks = (requested_attributes: object) =>
  peer.says(
    'present-proof/2.0/request-presentation',
    attaching('request_presentations~attach', 'anoncreds/proof-request@v1.0', {
      name: 'Check',
      version: '1.0',
      nonce: '1',
      requested_attributes,
    }),
  )

test('only who has invited can answer the handshake', async () => {
  await visitor.holder.receive(peer.invitation())
  const request = await peer.hears('/request')
  const stranger = randomKey()
  const did = createPeerDid(stranger.public)
  peer.respond(request, { signer: stranger, did })
  peer.respond(request, { signer: stranger, did, from: stranger })
  peer.respond(request, { from: stranger })
  peer.respond({ ...request, '@id': 'another' })
  peer.respond(request, { did: 'did:peer:2.Vz6MkOther' })
  peer.says('didexchange/1.1/response', { '~thread': { thid: request['@id'] }, did: 'did:key:z6Mk' })
  peer.says('issue-credential/2.0/offer-credential', offerOf(definition), stranger)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(visitor.holder.snapshot()).toMatchObject({ connections: [{ state: 'connecting' }], offers: [] })
  peer.respond(request)
  const { '~thread': thread } = await peer.hears('/complete')
  expect(thread).toMatchObject({ thid: request['@id'] })
  expect(visitor.holder.snapshot().connections).toMatchObject([
    { state: 'connected', with: { label: 'Stranger', host: 'stranger.example' } },
  ])
  expect(visitor.holder.snapshot().connections[0]?.with.did).toBeUndefined()
})

test('an invitation that names no key to write to is refused', async () => {
  const service = { id: '#inline', type: 'did-communication', serviceEndpoint: 'https://stranger.example/didcomm' }
  const link = peer.invitation({ services: [{ ...service, recipientKeys: [] }] })
  await expect(visitor.holder.receive(link)).rejects.toMatchObject({ code: 'not-an-invitation' })
  expect(visitor.holder.snapshot().connections).toEqual([])
})

test('an invitation that is refused, or comes to nothing, is reported', async () => {
  await visitor.holder.receive(peer.invitation())
  const request = await peer.hears('/request')
  const description = { code: 'request_not_accepted' }
  peer.says('didexchange/1.1/problem_report', { '~thread': { thid: request['@id'] }, description })
  await visitor.sees(({ connections: [first], waiting }) => first?.state === 'abandoned' && waiting === 0)
})

test('a message from another key, or an anonymous one, is not of the connection', async () => {
  await connect()
  peer.says('issue-credential/2.0/offer-credential', offerOf(definition), randomKey())
  peer.saysText(
    peer.packed(
      { '@type': 'https://didcomm.org/issue-credential/2.0/offer-credential', '@id': '1', ...offerOf(definition) },
      undefined,
    ),
  )
  await isAnswered()
  expect(visitor.holder.snapshot().offers).toEqual([])
  peer.says('issue-credential/2.0/offer-credential', offerOf(definition))
  await visitor.sees(({ offers }) => offers.length === 1)
})

test('no message breaks the wallet', async () => {
  await connect()
  for (const data of [
    '',
    '{',
    'null',
    new ArrayBuffer(3),
    undefined,
    5,
    '{"protected":"e30","iv":"","ciphertext":"","tag":""}',
  ])
    peer.saysText(data)
  for (const message of [
    null,
    [],
    'text',
    {},
    { '@type': 5 },
    { '@id': '', '@type': 'x' },
    { '@id': 'a'.repeat(300), '@type': 'x' },
  ])
    peer.saysText(peer.packed(message as object, peer.key))
  const types = [
    'issue-credential/2.0/offer-credential',
    'issue-credential/2.0/issue-credential',
    'present-proof/2.0/request-presentation',
    'present-proof/2.0/ack',
    'didexchange/1.1/response',
    'revocation_notification/2.0/revoke',
    'revocation_notification/1.0/revoke',
    'messagepickup/2.0/delivery',
    'discover-features/2.0/queries',
    'trust_ping/1.0/ping',
    'unknown/1.0/message',
  ]
  const nested = JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`)
  for (const type of types) {
    for (const fields of [
      {},
      { formats: nested },
      { formats: [null], 'offers~attach': [{}] },
      { queries: 'x', '~attach': [5] },
    ])
      peer.says(type, { ...fields, response_requested: 'yes' })
  }
  await isAnswered()
  const { offers, requests, credentials } = visitor.holder.snapshot()
  expect([offers, requests, credentials]).toEqual([[], [], []])
})

test('what waited within what waited is not looked into', async () => {
  await connect()
  const waiting = (message: { '@id': string; '@type': string }) => ({
    '@id': message['@id'],
    '@type': 'https://didcomm.org/messagepickup/2.0/delivery',
    '~attach': [{ '@id': `of ${message['@id']}`, data: { json: JSON.parse(peer.packed(message, peer.key)) } }],
  })
  const ping = { '@id': 'hidden', '@type': 'https://didcomm.org/trust_ping/1.0/ping' }
  const { '@type': _, ...once } = waiting(ping)
  peer.says('messagepickup/2.0/delivery', once)
  expect((await peer.hears('/ping_response'))['~thread']).toEqual({ thid: 'hidden' })
  const { '@type': __, ...twice } = waiting(waiting({ ...ping, '@id': 'hidden deeper' }))
  peer.says('messagepickup/2.0/delivery', twice)
  await isAnswered()
  expect(peer.heard.map((message) => message.message_id_list)).toEqual([['of hidden'], ['of hidden deeper']])
})

test('what asks for nothing is no request', async () => {
  await connect()
  asks({})
  await isAnswered()
  expect(visitor.holder.snapshot().requests).toEqual([])
  asks({ name: { name: 'name' } })
  await visitor.sees(({ requests }) => requests.length === 1)
})

test('a request with a name that the parser would drop is none, and other names that objects have are like any', async () => {
  await connect()
  asks(JSON.parse('{ "a": { "name": "name" }, "__proto__": { "name": "secret" } }'))
  asks({ a: { name: 'name', restrictions: [JSON.parse('{ "__proto__": "x" }')] } })
  await isAnswered()
  expect(visitor.holder.snapshot().requests).toEqual([])
  asks({ constructor: { name: 'toString' }, valueOf: { name: 'b', restrictions: [{ hasOwnProperty: 'x' }] } })
  const { items, possible } = await visitor.sees(({ requests: [first] }) => first)
  expect(items).toMatchObject([
    { referent: 'constructor', names: ['toString'], mayBeSaid: true },
    { referent: 'valueOf', names: ['b'], missing: { reason: 'missing-credential' } },
  ])
  expect(possible).toBe(false)
})

test('names are one line of what is seen, and close no quotation', async () => {
  const odd = `Check\u202egnp.exe\u200b” is\nsafe. “${'x'.repeat(200)}`
  const plain = `Checkgnp.exe’ is safe. ’${'x'.repeat(75)}…`
  await visitor.holder.receive(peer.invitation({ label: odd }))
  peer.respond(await peer.hears('/request'))
  await peer.hears('/complete')
  peer.says('issue-credential/2.0/offer-credential', {
    ...offerOf(definition, [{ name: odd, value: 'Amina Bello' }]),
    comment: 'One\r\nline\u2066',
  })
  const asked = (attribute: object) => ({
    name: odd,
    version: '1.0',
    nonce: '1',
    requested_attributes: { a: attribute },
  })
  for (const attribute of [
    { names: [odd, 'name'], restrictions: [{ schema_name: odd, issuer_id: 'your bank, call +49 1' }] },
    { name: odd, restrictions: [{ issuer_id: 'did:webvh:QmStranger:stranger.example' }] },
  ])
    peer.says(
      'present-proof/2.0/request-presentation',
      attaching('request_presentations~attach', 'anoncreds/proof-request@v1.0', asked(attribute)),
    )
  await visitor.sees(({ offers, requests }) => offers.length === 1 && requests.length === 2)
  const { connections, offers, requests, history } = visitor.holder.snapshot()
  expect(connections).toMatchObject([{ with: { label: plain } }])
  expect(offers).toMatchObject([{ from: { label: plain, note: 'One line' }, attributes: [{ name: plain }] }])
  expect(requests.find(({ items: [item] }) => item?.names.length === 2)).toMatchObject({
    name: plain,
    items: [{ names: [plain, 'name'], missing: { wanted: [{ name: plain, issuer: undefined }] } }],
  })
  expect(requests.find(({ items: [item] }) => item?.names.length === 1)).toMatchObject({
    items: [{ missing: { wanted: [{ issuer: 'did:webvh:QmStranger:stranger.example' }] } }],
  })
  expect(history).toMatchObject([{ what: 'connected', with: { label: plain } }])
})

test('a host or DID is shown only in the form of one', async () => {
  const host = 'Your-wallet-was-locked!Call(+49)123456;This-site'
  for (const endpoint of [`x://${host}/`, 'x://stranger.example/'])
    await visitor.holder.receive(invitationTo('', endpoint, { key: randomKey().public }))
  const { connections } = visitor.holder.snapshot()
  expect(connections.map(({ with: party }) => party.host)).toEqual([undefined, undefined])

  const long = `did:web:${'x'.repeat(400)}`
  expect(plainParty({ label: '', host: 'safe\u202egnp.example', did: 'did:web:a\u202eb' })).toEqual({ label: '' })
  expect(plainParty({ label: '', host: '[::1]:3000', did: long })).toEqual({ label: '', host: '[::1]:3000' })
  const kind = { name: 'Card', schemaId: 's', definitionId: 'd' }
  expect(plainKind({ ...kind, issuer: 'your bank, call +49 1' })).toEqual({ ...kind, issuer: '' })
})

test.each([
  ['https://gate.example:8443/gate.png', 'https://gate.example:8443/gate.png'],
  ['https://gate.example/gate.png', undefined],
  ['https://spy.example/gate.png', undefined],
  ['https://gate.example:8443@spy.example/gate.png', undefined],
  ['https://me@gate.example:8443/gate.png', undefined],
  ['javascript://gate.example:8443/%0aalert(1)', undefined],
  ['gate.png', undefined],
])('the picture %s of a peer at gate.example:8443 is shown as %s', (picture, shown) => {
  const party = { label: 'Gate', host: 'gate.example:8443', picture }
  expect(plainParty({ ...party, did: 'did:webvh:Qm1:gate.example%3A8443' }).picture).toBe(shown)
  expect(plainParty(party).picture).toBeUndefined()
})

test.each([
  ['localhost:3000', 'http://127.0.0.1:3000/gate.png', 'http://localhost:3000/gate.png'],
  ['localhost', 'http://127.0.0.1/gate.png', 'http://localhost/gate.png'],
  ['localhost:3000', 'http://127.0.0.1:4000/gate.png', undefined],
  ['localhost.example', 'http://127.0.0.1/gate.png', undefined],
  ['gate.example', 'http://127.0.0.1/gate.png', undefined],
])('a peer at %s has the picture %s on its own computer alone: %s', (host, picture, shown) => {
  expect(plainParty({ label: 'Gate', host, picture, did: 'did:webvh:Qm1:localhost' }).picture).toBe(shown)
})

test('strangers do not fill the wallet', async () => {
  await connect()
  for (let count = 0; count < 40; count++) peer.says('issue-credential/2.0/offer-credential', offerOf(definition))
  await isAnswered()
  expect(visitor.holder.snapshot().offers).toHaveLength(20)
  const [first] = visitor.holder.snapshot().offers
  await visitor.holder.decline(first?.id ?? '')
  peer.says('issue-credential/2.0/offer-credential', { ...offerOf(definition), comment: 'x'.repeat(100_000) })
  await isAnswered()
  expect(visitor.holder.snapshot().offers[0]?.from.note).toHaveLength(2_000)
  const many = Array.from({ length: 201 }, (_, index) => ({ name: `${index}`, value: '' }))
  await visitor.holder.decline(visitor.holder.snapshot().offers[0]?.id ?? '')
  peer.says('issue-credential/2.0/offer-credential', offerOf(definition, many))
  await isAnswered()
  expect(visitor.holder.snapshot().offers).toHaveLength(19)
})

test('strangers do not fill the wallet together, so that its file still holds it', async () => {
  for (let connection = 0; connection < 6; connection++) {
    await connect()
    for (let count = 0; count < 20; count++) peer.says('issue-credential/2.0/offer-credential', offerOf(definition))
    await isAnswered()
  }
  expect(visitor.holder.snapshot().offers).toHaveLength(100)
  await expect(visitor.holder.export('a password')).resolves.toBeInstanceOf(Uint8Array)
})

test('what an offer names has to be published, and out of reach is something else than missing', async () => {
  await connect()
  peer.says('issue-credential/2.0/offer-credential', offerOf(definition))
  const offer = await visitor.sees(({ offers: [first] }) => first)
  expect(offer.kind.name).toBeUndefined()
  await expect(visitor.holder.accept(offer.id)).rejects.toMatchObject({ code: 'untrusted' })
  visitor.dependencies.fetch = () => Promise.reject(new TypeError('fetch failed'))
  await visitor.reopens()
  await expect(visitor.holder.accept(offer.id)).rejects.toMatchObject({ code: 'unreachable' })
  expect(visitor.holder.snapshot().offers).toMatchObject([{ state: 'offered' }])
})

test('agents learn what the wallet speaks', async () => {
  await connect()
  peer.says('discover-features/1.0/query', { query: 'https://didcomm.org/issue-credential/*' })
  expect((await peer.hears('/disclose')).protocols).toEqual([
    { pid: 'https://didcomm.org/issue-credential/2.0', roles: ['holder'] },
  ])
  const queries = [
    { 'feature-type': 'protocol', match: 'https://didcomm.org/trust_ping/1.0' },
    { 'feature-type': 'goal-code', match: '*' },
  ]
  peer.says('discover-features/2.0/queries', { queries })
  expect((await peer.hears('/disclosures')).disclosures).toEqual([
    { 'feature-type': 'protocol', id: 'https://didcomm.org/trust_ping/1.0', roles: ['receiver'] },
  ])
  peer.says('trust_ping/1.0/ping', { response_requested: false })
  await isAnswered()
  expect(peer.heard.filter((message) => message['@type'].endsWith('/ping_response'))).toEqual([])
})

test.each(['declined', 'withdrawn', 'done'])('of a request that is %s nothing long is kept', async (how) => {
  await connect()
  const request = { '@id': 'request', ...requestOf() }
  peer.says('present-proof/2.0/request-presentation', request)
  const { id } = await visitor.sees(({ requests: [first] }) => first)
  if (how === 'declined') await visitor.holder.decline(id)
  if (how === 'done') await visitor.holder.answer(id, { word: { said: 'yes' } })
  if (how === 'withdrawn') peer.says('present-proof/2.0/problem-report', { '~thread': { thid: 'request' } })
  await visitor.sees(({ requests }) => requests.length === 0)
  const { storage, cipher } = visitor.dependencies
  const [kept] = await storage.list('request')
  const record = JSON.parse(fromUtf8(await cipher.decrypt(kept?.encrypted ?? new Uint8Array(), `request ${id}`)))
  expect(record).toMatchObject({ id, threadId: 'request' })
  expect(record).not.toHaveProperty('request')
  await visitor.reopens()
  expect(visitor.holder.snapshot()).toMatchObject({ requests: [], unreadable: 0 })
})

test('links that are no invitations, or of what is not spoken, are refused in words of their own', async () => {
  const { holder } = visitor
  const code = (link: string) =>
    holder.receive(link).then(
      () => 'taken',
      (error) => error.code,
    )
  const encoded = (json: unknown) =>
    `https://inviter.example/?oob=${Buffer.from(JSON.stringify(json)).toString('base64url')}`
  expect(await code('hello')).toBe('not-an-invitation')
  expect(await code('https://inviter.example/?oob=%%%')).toBe('not-an-invitation')
  expect(await code(encoded({ '@type': 'https://didcomm.org/out-of-band/1.1/invitation' }))).toBe('not-an-invitation')
  expect(await code('https://inviter.example/nothing-here')).toBe('not-an-invitation')
  expect(await code('mailto:someone@inviter.example')).toBe('not-an-invitation')
  expect(await code('https://inviter.example/?c_i=e30')).toBe('unsupported-invitation')
  const old = { handshake_protocols: ['https://didcomm.org/connections/1.0'] }
  expect(await code(invitationTo('Old', 'https://old.example', { fields: old }))).toBe('unsupported-invitation')
  visitor.dependencies.fetch = () => Promise.reject(new TypeError('fetch failed'))
  await visitor.reopens()
  expect(await visitor.holder.receive('https://inviter.example/i/1').catch((error) => error.code)).toBe('unreachable')
  expect(visitor.holder.snapshot().connections).toEqual([])
})

test('an invitation with a key that is none, or weak, is none', async () => {
  for (const key of [new Uint8Array(32), new Uint8Array(32).fill(0xff), Uint8Array.of(1, ...new Uint8Array(31))]) {
    const link = invitationTo('Weak', 'https://weak.example/didcomm', { key })
    await expect(visitor.holder.receive(link)).rejects.toMatchObject({ code: 'not-an-invitation' })
  }
})

test('an invitation is taken once, and its name alone is not the invitation', async () => {
  const link = peer.invitation({ '@id': 'the-same' })
  const first = await visitor.holder.receive(link)
  expect(await visitor.holder.receive(link)).toEqual(first)
  const other = invitationTo('Other', 'https://other.example/didcomm', { fields: { '@id': 'the-same' } })
  expect(await visitor.holder.receive(other)).not.toEqual(first)
})
