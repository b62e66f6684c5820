import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '../src/protocols/didcomm/records/didcomm-records.ts'
import { Publisher } from './did-publisher.ts'
import { credulous } from './full-wallet.ts'
import { credentialOf, offerOf, requestOf, ScriptedPeer } from './scripted-peer.ts'
import { type Visitor, visit } from './visitor.ts'

const attributes = [{ name: 'name', value: 'Amina Bello' }]

let publisher: Publisher
let peer: ScriptedPeer
let visitor: Visitor
let schemaId: string
let definitionId: string

beforeEach(async () => {
  publisher = await Publisher.create('stranger.example')
  const issuerId = publisher.did
  schemaId = publisher.publish({ name: 'Card', version: '1.0', attrNames: ['name'], issuerId })
  definitionId = publisher.publish({ issuerId, schemaId, type: 'CL', tag: 'a', value: { primary: {} } })
  peer = new ScriptedPeer()
  visitor = await visit({ openSocket: peer.openSocket, fetch: publisher.fetch, anoncreds: credulous })
})

/** Whatever the wallet was sent until now is dealt with. @returns what it said to it */
async function whenIdle(): Promise<Message[]> {
  peer.says('trust_ping/1.0/ping', { response_requested: true })
  await peer.hears('/ping_response')
  return peer.heard.splice(0)
}

async function connected(): Promise<void> {
  await visitor.holder.receive(peer.invitation())
  peer.respond(await peer.hears('/request'))
  await peer.hears('/complete')
  peer.heard.splice(0)
}

const history = () => visitor.holder.snapshot().history.map(({ what }) => what)
const idsOf = (messages: Message[]) => new Set(messages.map(({ '@id': id }) => id))
const typesOf = (messages: Message[]) => messages.map(({ '@type': type }) => type.split('/').at(-1))

/** A message that a peer may repeat: the same each time. */
const message = (type: string, fields: object) => ({ type, fields: { '@id': randomUUID(), ...fields } })
const says = (...messages: ReturnType<typeof message>[]) => {
  for (const { type, fields } of messages) peer.says(type, fields)
}
/** All but the end of its envelope. */
const cut = ({ type, fields }: ReturnType<typeof message>) =>
  peer.saysText(peer.packed({ '@type': `https://didcomm.org/${type}`, ...fields }, peer.key).slice(0, -20))

test.each(['constructor', '__proto__', 'toString'])('a message that is called %s is one like others', async (id) => {
  await connected()
  const offer = message('issue-credential/2.0/offer-credential', offerOf(definitionId, attributes, schemaId))
  const again = message('issue-credential/2.0/offer-credential', {
    ...offer.fields,
    '@id': id,
    '~thread': { thid: offer.fields['@id'] },
  })
  says(offer, again)
  expect(await whenIdle()).toEqual([])
  await visitor.reopens()
  expect(visitor.holder.snapshot()).toMatchObject({ offers: [{ state: 'offered' }], unreadable: 0 })
})

test('a handshake is answered once, however often and however badly its answer comes', async () => {
  await visitor.holder.receive(peer.invitation())
  const request = await peer.hears('/request')
  const response = message('didexchange/1.1/response', peer.response(request))
  cut(response)
  says(message('didexchange/1.1/response', peer.response({ ...request, '@id': randomUUID() })))
  says(message('issue-credential/2.0/issue-credential', { '~thread': { thid: randomUUID() } }))
  expect(visitor.holder.snapshot().connections).toMatchObject([{ state: 'connecting' }])
  says(response, response, message('didexchange/1.1/problem_report', { '~thread': { thid: request['@id'] } }))
  const heard = await whenIdle()
  expect(typesOf(heard)).toEqual(['complete', 'complete'])
  expect(heard.map(({ '~thread': thread }) => thread?.thid)).toEqual([request['@id'], request['@id']])
  expect(visitor.holder.snapshot().connections).toMatchObject([{ state: 'connected' }])
  expect(history()).toEqual(['connected'])
})

describe('a credential', () => {
  let offer: ReturnType<typeof message>
  let thread: { thid: string }
  let credential: ReturnType<typeof message>
  let problem: ReturnType<typeof message>

  beforeEach(async () => {
    await connected()
    offer = message('issue-credential/2.0/offer-credential', offerOf(definitionId, attributes, schemaId))
    thread = { thid: offer.fields['@id'] }
    const issued = credentialOf(definitionId, attributes, schemaId)
    credential = message('issue-credential/2.0/issue-credential', { '~thread': thread, ...issued })
    problem = message('issue-credential/2.0/problem-report', { '~thread': thread, description: { code: 'x', en: 'x' } })
  })

  const firstOffer = () => visitor.sees(({ offers: [first] }) => first)

  test('is offered once, requested once and stored once', async () => {
    cut(offer)
    says(credential, offer, offer, credential)
    const { id } = await firstOffer()
    expect(await whenIdle()).toEqual([])
    expect(visitor.holder.snapshot()).toMatchObject({ offers: [{ id, state: 'offered' }], credentials: [] })
    await visitor.holder.accept(id)
    says(offer)
    expect(typesOf(await whenIdle())).toEqual(['request-credential'])
    cut(credential)
    says(credential, offer, credential, problem)
    const heard = await whenIdle()
    expect(new Set(typesOf(heard))).toEqual(new Set(['ack']))
    expect(idsOf(heard).size).toBe(1)
    expect(visitor.holder.snapshot()).toMatchObject({ offers: [], credentials: [{ attributes }] })
    expect(history()).toEqual(['received', 'connected'])
    await expect(visitor.holder.accept(id)).rejects.toMatchObject({ code: 'not-open' })
  })

  test('that is offered again after it was declined is declined by the same message', async () => {
    says(offer)
    const { id } = await firstOffer()
    await visitor.holder.decline(id)
    says(offer, credential, offer)
    const heard = await whenIdle()
    expect(typesOf(heard)).toEqual(['problem-report', 'problem-report', 'problem-report'])
    expect(idsOf(heard).size).toBe(1)
    expect(visitor.holder.snapshot()).toMatchObject({ offers: [], credentials: [] })
    expect(history()).toEqual(['offer-declined', 'connected'])
  })

  test('that was taken back before it came is not stored', async () => {
    says(problem, offer)
    const { id } = await firstOffer()
    await visitor.holder.accept(id)
    says(problem, credential, problem, offer)
    expect(typesOf(await whenIdle())).toEqual(['request-credential'])
    expect(visitor.holder.snapshot()).toMatchObject({ offers: [], credentials: [] })
    expect(history()).toEqual(['offer-withdrawn', 'connected'])
  })
})

describe('a proof', () => {
  let request: ReturnType<typeof message>
  let ack: ReturnType<typeof message>
  let problem: ReturnType<typeof message>

  beforeEach(async () => {
    await connected()
    request = message('present-proof/2.0/request-presentation', { will_confirm: true, ...requestOf() })
    const thread = { thid: request.fields['@id'] }
    ack = message('present-proof/2.0/ack', { '~thread': thread, status: 'OK' })
    problem = message('present-proof/2.0/problem-report', { '~thread': thread, description: { code: 'x', en: 'x' } })
  })

  const firstRequest = () => visitor.sees(({ requests: [first] }) => first)

  test('is asked for once, given once and confirmed once', async () => {
    cut(request)
    says(ack, request, ack, request)
    const { id } = await firstRequest()
    expect(await whenIdle()).toEqual([])
    expect(visitor.holder.snapshot().requests).toMatchObject([{ id, state: 'asked' }])
    await visitor.holder.answer(id, { word: { said: 'Yes' } })
    says(request)
    expect(typesOf(await whenIdle())).toEqual(['presentation'])
    cut(ack)
    expect(visitor.holder.snapshot().requests).toMatchObject([{ id, state: 'answered' }])
    says(ack, ack, problem, request)
    expect(await whenIdle()).toEqual([])
    expect(visitor.holder.snapshot().requests).toEqual([])
    expect(history()).toEqual(['accepted', 'shared', 'connected'])
  })

  test('that is asked for again after it was declined is declined by the same message', async () => {
    says(request)
    await visitor.holder.decline((await firstRequest()).id)
    says(request, ack, request)
    const heard = await whenIdle()
    expect(typesOf(heard)).toEqual(['problem-report', 'problem-report', 'problem-report'])
    expect(idsOf(heard).size).toBe(1)
    expect(history()).toEqual(['request-declined', 'connected'])
  })

  test('that was not accepted stays so', async () => {
    says(request)
    await visitor.holder.answer((await firstRequest()).id, { word: { said: 'Yes' } })
    says(problem, ack, request)
    expect(typesOf(await whenIdle())).toEqual(['presentation'])
    expect(history()).toEqual(['not-accepted', 'shared', 'connected'])
  })
})

test('of what waited each message counts by itself: cut, twice, or in another order', async () => {
  await connected()
  const offer = message('issue-credential/2.0/offer-credential', offerOf(definitionId, attributes, schemaId))
  const problem = message('issue-credential/2.0/problem-report', { '~thread': { thid: offer.fields['@id'] } })
  const request = message('present-proof/2.0/request-presentation', requestOf())
  const envelope = ({ type, fields }: ReturnType<typeof message>) =>
    JSON.parse(peer.packed({ '@type': `https://didcomm.org/${type}`, ...fields }, peer.key))
  const whole = [problem, request, offer, request, offer].map((each) => ({
    '@id': randomUUID(),
    data: { json: envelope(each) },
  }))
  const [first] = whole
  const broken = { '@id': randomUUID(), data: { json: { ...first?.data.json, ciphertext: '' } } }
  const delivery = message('messagepickup/2.0/delivery', { '~attach': [broken, ...whole] })
  cut(delivery)
  says(delivery, delivery)
  const heard = await whenIdle()
  expect(typesOf(heard)).toEqual(['messages-received', 'messages-received'])
  const all = [broken, ...whole].map(({ '@id': id }) => id)
  expect(heard.map(({ message_id_list: list }) => list)).toEqual([all, all])
  // The second time, there is an offer that the report can take back.
  expect(visitor.holder.snapshot()).toMatchObject({ offers: [], requests: [{}] })
  expect(history()).toEqual(['offer-withdrawn', 'connected'])
})
