import { type ProtocolMessageKind, protocolMessageKind, protocolMessageLimits } from '@lastmile/contracts'
import { invitationIn, RawSender } from '@lastmile/e2e/raw-messages'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namesIn, redacted } from '../src/didcomm/messages/redact.ts'
import type { RecordedMessage } from '../src/port/exchanges.ts'
import { cardQuestion, connectedWallet, credentialIn, entryOf, proofIn, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

/** Stands nowhere else: finding it means that a value was recorded. */
const canary = 'Canary-Okonkwo-4711'
const birthday = '20010203'
const attributes = [
  { name: 'name', value: canary },
  { name: 'expiry_date', value: birthday },
]

let running: RunningAgent
const recorded: RecordedMessage[] = []

beforeAll(async () => {
  running = await runAgent()
  running.agent.onMessage((message) => recorded.push(message))
})
afterAll(() => running?.stop())

const kindsOf = (messages: RecordedMessage[]) =>
  messages.map(({ direction, type, state }) => [direction, protocolMessageKind(type), state].join(' '))
const seen = (kind: ProtocolMessageKind, count = 1) =>
  expect
    .poll(() => recorded.filter(({ type }) => protocolMessageKind(type) === kind).length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(count)

test('a whole visit is recorded in order, with states, and without a single value, key or address', async () => {
  const { agent } = running
  await registerCard(running, true)
  const { wallet, connectionId } = await connectedWallet(running, { label: `Phone of ${canary}` })
  const offer = { definitionKey: 'Revocable card', attributes, comment: canary }
  const asked = cardQuestion('Revocable card', { until: 20000101, unrevoked: true })
  const question = { ...asked, comment: canary }

  const { credentialId } = await agent.offer(offer, { connectionId })
  const issued = await credentialIn(running, credentialId, 'credential_issued')
  const second = await agent.offer(offer, { connectionId })
  const issuedToo = await credentialIn(running, second.credentialId, 'credential_issued')
  const verified = await agent.ask(question, { connectionId })
  await seen('present-proof/ack')
  const plain = recorded.filter((message) => message.connectionId === connectionId)
  const issuance = [
    'sent issue-credential/offer-credential offer_sent',
    'received issue-credential/request-credential request_received',
    'sent issue-credential/issue-credential request_received',
    'received issue-credential/ack credential_issued',
  ]
  expect(kindsOf(plain)).toEqual([
    'sent out-of-band/invitation invited',
    'received didexchange/request request',
    'sent didexchange/response response',
    'received didexchange/complete active',
    ...issuance,
    ...issuance,
    'sent present-proof/request-presentation request_sent',
    'received present-proof/presentation verified',
    'sent present-proof/ack verified',
  ])
  // The visible part of them.
  const [, , , , offered, , , , , , , , requested, presented] = plain.map(({ message }) => JSON.stringify(message))
  expect(offered).toContain('"name":"name"')
  expect(requested).toContain('"p_type":">="')
  expect(requested).toContain('20000101')
  expect(presented).toContain('"revealed_attr_groups":{"holder"')
  expect(plain.at(-1)?.threadId).toBe(verified.threadId)

  wallet.policies.offers = (offered) => offered.decline(`${canary} declines`).then(() => 'silent' as const)
  await agent.offer(offer, { connectionId })
  await seen('issue-credential/problem-report')
  wallet.policies.proofRequests = (asked) => asked.decline(`${canary} declines`).then(() => 'silent' as const)
  await agent.ask(question, { connectionId })
  await seen('present-proof/problem-report')
  wallet.policies.proofRequests = 'accept'
  const once = await agent.askByInvitation(question, { label: 'Shop', purpose: 'verify' })
  await wallet.receive(once.invitationUrl)
  await proofIn(running, once.proofId, 'verified')
  await seen('present-proof/ack', 2)
  const ofOnce = recorded.filter(({ proofId }) => proofId === once.proofId)
  expect(kindsOf(ofOnce)).toEqual([
    'sent out-of-band/invitation request_sent',
    'received present-proof/presentation verified',
    'sent present-proof/ack verified',
  ])
  // The names of a request that came with its invitation are ours too.
  expect(JSON.stringify(ofOnce[1]?.message)).toContain('"revealed_attr_groups":{"holder"')
  for (const [index, form] of (['current', 'earlier'] as const).entries()) {
    const credential = index === 0 ? issued : issuedToo
    const notice = { connectionId, form, comment: canary, threadId: credential.threadId }
    await agent.revoke(entryOf(credential), { publish: true, notice })
    await seen('revocation_notification/revoke', index + 1)
    expect(recorded.at(-1)).toMatchObject({ direction: 'sent', state: 'credential_revoked' })
    expect(recorded.at(-1)?.type).toContain(form === 'earlier' ? '/1.0/' : '/2.0/')
  }
  await wallet.close()
})

test('handshakes by hand, pings and unknown messages are recorded, and nothing that a wallet chose', async () => {
  const before = recorded.length
  const { agent } = running
  const invited = await agent.createInvitation({ label: 'Office', purpose: 'issue' })
  const sender = new RawSender()
  const send = (message: object) =>
    agent.inbound.receiveHttp(sender.pack(invited.invitationUrl, message), 'application/didcomm-envelope-enc', 'here')
  await send({
    '@type': 'https://didcomm.org/connections/1.0/request',
    '~thread': { pthid: invitationIn(invited.invitationUrl)['@id'] },
    label: canary,
    connection: {
      DID: `did:sov:${canary}`,
      DIDDoc: {
        '@context': 'https://w3id.org/did/v1',
        id: `did:sov:${canary}`,
        publicKey: [{ id: 'k', type: 'Ed25519VerificationKey2018', controller: 'c', publicKeyBase58: sender.key }],
        service: [
          { id: 's', type: 'IndyAgent', recipientKeys: [sender.key], serviceEndpoint: `http://localhost:1/${canary}` },
        ],
      },
    },
    [canary]: canary,
  })
  await seen('connections/request')
  await send({ '@type': 'https://didcomm.org/trust_ping/1.0/ping', comment: canary, response_requested: false })
  await seen('trust_ping/ping')
  await send({ '@id': canary, '@type': `https://didcomm.org/${canary}/1.0/note`, [canary]: { [canary]: canary } })
  await expect.poll(() => recorded.at(-1)?.type, { timeout: 10_000 }).toBe('unknown')
  const shown = JSON.stringify(recorded.slice(before))
  expect(shown).not.toContain(sender.key)
  expect(shown).toContain('one more field')
})

test('nothing of the visits above is a value, a key, an address or a DID', () => {
  const shown = JSON.stringify(recorded)
  for (const secret of ['Canary', 'Okonkwo', birthday, 'localhost', 'z6Mk', 'did:', 'http:'])
    expect(shown.replaceAll('https://didcomm.org', '').includes(secret), secret).toBe(false)
  expect(shown).not.toMatch(/[\w+/=-]{60,}/)
  for (const { message } of recorded) {
    expect(JSON.stringify(message).length).toBeLessThanOrEqual(protocolMessageLimits.bytes)
  }
})

describe('redaction', () => {
  const strings = fc.string({ minLength: 4, maxLength: 40 }).map((text) => `Canary${text}`)

  test('shows no text of a wallet, wherever it stands', () => {
    const leaf = fc.oneof(strings, fc.integer(), fc.boolean())
    const keys = fc.oneof(
      strings,
      fc.constantFrom('@type', '@id', 'thid', 'label', 'name', 'names', 'value', 'code', 'status', 'goal_code'),
      fc.constantFrom(
        'data',
        'json',
        'format',
        'mime-type',
        'p_value',
        'predicate',
        'raw',
        '~thread',
        'requested_proof',
      ),
    )
    const message = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('value'), { maxLength: 4 }), tie('object')),
      object: fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
    })).object as fc.Arbitrary<object>
    fc.assert(
      fc.property(message, fc.boolean(), (value, encode) => {
        const sent = encode ? { data: { base64: Buffer.from(JSON.stringify(value)).toString('base64') } } : value
        const shown = redacted(sent, { own: false, names: new Set(['holder']) })
        expect(JSON.stringify(shown)).not.toContain('Canary')
        expect(JSON.stringify(shown)).not.toMatch(/:\d/)
      }),
      { numRuns: 1_000 },
    )
  })

  test('keeps a message small, whatever its size', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field ${index}`, 'x'.repeat(50)]))
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
    const long = { names: Array(20_000).fill('x'.repeat(40)), a: Array(100).fill(wide) }
    for (const message of [wide, deep, long]) {
      expect(JSON.stringify(redacted(message, { own: true, names: new Set() })).length).toBeLessThan(16 * 1024)
    }
    expect(namesIn(deep)).toEqual(new Set())
  })
})
