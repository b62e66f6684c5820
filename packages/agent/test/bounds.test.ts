import { randomUUID } from 'node:crypto'
import { invitationIn, RawSender } from '@lastmile/e2e/raw-messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasBoundedHeader, isBounded } from '../src/didcomm/transport/bounds.ts'
import { connectedWallet } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
beforeAll(async () => {
  running = await runAgent()
})
afterAll(() => running?.stop())

const longKey = 'z'.repeat(200_000)
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const request = (fields: object) => ({ '@type': 'https://didcomm.org/didexchange/1.1/request', label: 'x', ...fields })
const manyFields = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`field ${index}`, 1]))
const deep = JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`)

const unbounded: [string, object][] = [
  ['a DID without end', request({ did: `did:peer:4zQm:${longKey}` })],
  ['a key without end', request({ connection: { DIDDoc: { publicKey: [{ publicKeyBase58: longKey }] } } })],
  [
    'a key without end in a document',
    request({ 'did_doc~attach': { data: { base64: encoded({ keyAgreement: [longKey.slice(0, 9_000)] }) } } }),
  ],
  ['a document without end', request({ 'did_doc~attach': { data: { base64: encoded(manyFields) } } })],
  ['DIDs without end', request({ recipientKeys: Array(300).fill(`did:key:z${longKey.slice(0, 2_900)}`) })],
  ['a header of a signature without end', request({ jws: { protected: encoded({ kid: longKey }) } })],
  ['too many fields', request(manyFields)],
  ['a name of a field without end', request({ [longKey]: 1 })],
  ['too many entries', request({ list: Array(60_000).fill({}) })],
  ['fields without end in each other', request({ a: deep })],
]

/** With them the libraries would be at work for minutes or hours; much slower machines are no failure. */
const soon = 5_000

test.each(unbounded)('a message with %s is refused before libraries work on it', async (_, message) => {
  expect(isBounded(message)).toBe(false)
  const { invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  const pthid = invitationIn(invitationUrl)['@id']
  const body = new RawSender().pack(invitationUrl, { '@id': randomUUID(), '~thread': { pthid }, ...message })
  const began = performance.now()
  const { status } = await running.agent.inbound.receiveHttp(body, 'application/didcomm-envelope-enc', 'here')
  expect(status).toBe(400)
  expect(performance.now() - began).toBeLessThan(soon)
})

test.each([
  ['a key without end', [{ encrypted_key: 'x', header: { kid: longKey } }]],
  ['no key', [{ encrypted_key: 'x', header: {} }]],
  ['a sender without end', [{ encrypted_key: 'x', header: { kid: 'x', sender: longKey.slice(0, 5_000) } }]],
  ['many recipients', Array(9).fill({ encrypted_key: 'x', header: { kid: 'x' } })],
  ['nothing', [null]],
  ['no list', 'recipients'],
])('an envelope whose header has %s is refused before its keys are read', async (_, recipients) => {
  const header = encoded({ enc: 'xchacha20poly1305_ietf', typ: 'JWM/1.0', alg: 'Anoncrypt', recipients })
  expect(hasBoundedHeader({ protected: header })).toBe(false)
  const body = JSON.stringify({ protected: header, iv: 'x', ciphertext: 'x', tag: 'x' })
  const began = performance.now()
  const { status } = await running.agent.inbound.receiveHttp(body, 'application/didcomm-envelope-enc', 'here')
  expect(status).toBe(400)
  expect(performance.now() - began).toBeLessThan(soon)
})

test('honest wallets, long texts and pictures within bounds are taken', async () => {
  const { wallet } = await connectedWallet(running)
  await wallet.close()
  expect(isBounded({ label: 'x', imageUrl: `data:image/png;base64,${'A'.repeat(60_000)}` })).toBe(true)
  expect(isBounded({ 'presentations~attach': [{ data: { base64: 'A'.repeat(900_000) } }] })).toBe(true)
  expect(isBounded({ did: `did:peer:4zQm:z${'A'.repeat(2_000)}` })).toBe(true)
})
