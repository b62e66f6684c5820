import { randomUUID } from 'node:crypto'
import { CredentialDefinition, CredentialOffer } from '@hyperledger/anoncreds-shared'
import { invitationIn, RawSender, RawWallet, type Received, type Send } from '@lastmile/e2e/raw-messages'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { IssuerProtocol } from '../src/didcomm/protocols/issuer-protocol.ts'
import { newLinkSecret, requestFor } from './native-parties.ts'
import { cardAttributes, cardQuestion, connectedWallet, credentialIn, proofIn, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
let wallet: RawWallet
let connectionId: string
let definitionId: string

const post: Send = (envelope) =>
  running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'a network')

beforeAll(async () => {
  running = await runAgent()
  definitionId = (await registerCard(running, false)).definitionId
  const invitation = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  connectionId = invitation.connectionId
  wallet = await RawWallet.connect(invitation.invitationUrl, post)
})
afterAll(() => running?.stop())

type Thread = NonNullable<Received['~thread']>
/** The wallet's message, and its thread. */
type Said = [type: string, fields?: object, thread?: (received: Received) => Thread]

const threadOf = ({ '@id': id, '~thread': thread }: Received) => thread?.thid ?? id
const itsThread = (received: Received): Thread => ({ thid: threadOf(received) })
const say = (received: Received, [type, fields, thread = itsThread]: Said) =>
  wallet.send({ '@type': `https://didcomm.org/${type}`, '~thread': thread(received), ...fields })

/** Problem reports as RFC 0035 allows them, in the versions that it had, and as wallets get them wrong. */
const reports: Said[] = [
  ['notification/1.0/problem-report', { description: { code: 'declined', en: 'No' } }],
  ['notification/1.0/problem-report', { description: { en: 'No' } }, ({ '@id': pthid }) => ({ pthid })],
  ['report-problem/1.0/problem-report', {}, ({ '@id': pthid }) => ({ thid: randomUUID(), pthid })],
]
const ofProtocol = (protocol: string): Said[] => [
  ...['1.0', '2.0'].map((version): Said => [`${protocol}/${version}/problem-report`]),
  [`${protocol}/2.0/problem-report`, { description: 'No' }],
  [`${protocol}/2.0/problem-report`, { description: null, comment: 'No' }],
  [`${protocol}/2.0/problem-report`, { 'explain-ltxt': 'No', 'problem-code': 'declined' }],
  [
    `${protocol}/2.0/problem-report`,
    { description: { code: 'x' }, who_retries: 'none', impact: 'thread', where: 'you' },
  ],
]

async function next(name: string): Promise<Received> {
  const found = (await wallet.fetchWaiting()).find(({ '@type': type }) => type.endsWith(name))
  if (!found) throw new Error(`No ${name} waits for the wallet`)
  return found
}

async function offered() {
  const options = { definitionKey: 'Card', attributes: cardAttributes }
  const { credentialId } = await running.agent.offer(options, { connectionId })
  return { credentialId, offer: await next('/offer-credential') }
}

/** A credential that was sent to the wallet, which has said nothing of it. */
async function issued() {
  const { credentialId, offer } = await offered()
  const resource = await running.agent.publicFiles.resource(definitionId.split('/').at(-1) ?? '')
  const definition = CredentialDefinition.fromJson(JSON.parse(resource ?? '').content)
  const credentialOffer = CredentialOffer.fromJson(attachmentOf(offer, 'offers~attach'))
  const request = requestFor({ definition }, credentialOffer, newLinkSecret()).credentialRequest
  const { answer: credential } = await say(offer, [
    'issue-credential/2.0/request-credential',
    {
      formats: [{ attach_id: 'a', format: 'anoncreds/credential-request@v1.0' }],
      'requests~attach': [{ '@id': 'a', data: { json: request.toJson() } }],
    },
  ])
  expect(await running.agent.getCredential(credentialId)).toMatchObject({ state: 'request_received' })
  if (!credential) throw new Error('No credential came')
  return { credentialId, credential }
}

describe('an issued credential', () => {
  const ok = { status: 'OK' }
  test.each<Said>([
    ['issue-credential/2.0/ack', ok],
    ['issue-credential/1.0/ack', ok],
    ['notification/1.0/ack', ok],
    ['notification/1.0/ack', ok, ({ '@id': pthid }) => ({ pthid })],
    ['issue-credential/2.0/ack', {}],
  ])('is confirmed by %s %j', async (...said) => {
    const { credentialId, credential } = await issued()
    await say(credential, said)
    expect(await running.agent.getCredential(credentialId)).toMatchObject({ state: 'credential_issued' })
  })

  test('is not confirmed by an acknowledgement that another will follow, and refused by one of a failure', async () => {
    const { credentialId, credential } = await issued()
    await say(credential, ['issue-credential/2.0/ack', { status: 'PENDING' }])
    expect(await running.agent.getCredential(credentialId)).toMatchObject({ state: 'request_received' })
    await say(credential, ['issue-credential/2.0/ack', { status: 'FAIL' }])
    expect(await running.agent.getCredential(credentialId)).toMatchObject({ state: 'abandoned', refusal: 'declined' })
  })

  test('is confirmed by a proof from it', async () => {
    const lost = vi.spyOn(IssuerProtocol.prototype, 'close').mockResolvedValue()
    const holder = await connectedWallet(running)
    const { credentialId } = await running.agent.offer({ definitionKey: 'Card', attributes: cardAttributes }, holder)
    await vi.waitUntil(() => lost.mock.calls.length > 0, { timeout: 20_000 })
    expect(await running.agent.getCredential(credentialId)).toMatchObject({ state: 'request_received' })
    const { proofId } = await running.agent.ask(cardQuestion('Card'), holder)
    await proofIn(running, proofId, 'verified')
    await credentialIn(running, credentialId, 'credential_issued')
    lost.mockRestore()
    await holder.wallet.close()
  })
})

describe('an offer', () => {
  const declined = { state: 'abandoned', refusal: 'declined' }

  test.each([...reports, ...ofProtocol('issue-credential')])('is declined by %s %j', async (...said) => {
    const { credentialId, offer } = await offered()
    expect(await say(offer, said as Said)).toEqual({ status: 202 })
    expect(await running.agent.getCredential(credentialId)).toMatchObject(declined)
  })

  test('is declined by a proposal of another credential, which gets an answer', async () => {
    const { credentialId, offer } = await offered()
    const { answer } = await say(offer, [
      'issue-credential/2.0/propose-credential',
      { formats: [], 'filters~attach': [] },
    ])
    expect(answer).toMatchObject({
      '@type': 'https://didcomm.org/issue-credential/2.0/problem-report',
      '~thread': { thid: threadOf(offer) },
      description: { code: 'issuance-abandoned' },
    })
    expect(await running.agent.getCredential(credentialId)).toMatchObject(declined)
  })
})

describe('a proof request', () => {
  const asked = async () => {
    const { proofId } = await running.agent.ask(cardQuestion('Card'), { connectionId })
    return { proofId, request: await next('/request-presentation') }
  }
  const declined = { state: 'abandoned', verified: false, refusal: 'declined' }

  test.each([...reports, ...ofProtocol('present-proof')])('is declined by %s %j', async (...said) => {
    const { proofId, request } = await asked()
    expect(await say(request, said as Said)).toEqual({ status: 202 })
    expect(await running.agent.getProof(proofId)).toMatchObject(declined)
  })

  test('is declined by a proposal of another presentation, which gets an answer', async () => {
    const { proofId, request } = await asked()
    const proposal: Said = ['present-proof/2.0/propose-presentation', { formats: [], 'proposals~attach': [] }]
    const { answer } = await say(request, proposal)
    expect(answer).toMatchObject({
      '@type': 'https://didcomm.org/present-proof/2.0/problem-report',
      '~thread': { thid: threadOf(request) },
      description: { code: 'abandoned' },
    })
    expect(await running.agent.getProof(proofId)).toMatchObject(declined)
  })

  test.each<Said>([
    ['notification/1.0/problem-report', {}],
    ['present-proof/2.0/problem-report', {}],
    ['notification/1.0/problem-report', {}, ({ '~thread': thread }) => ({ pthid: thread?.pthid })],
    [
      'present-proof/2.0/problem-report',
      {},
      (request) => ({ ...itsThread(request), pthid: request['~thread']?.pthid }),
    ],
  ])('in an invitation is declined by %s %j', async (...said) => {
    const { proofId, invitationUrl } = await running.agent.askByInvitation(cardQuestion('Card'), {
      label: 'x',
      purpose: 'verify',
    })
    const [type, fields, thread = itsThread] = said
    const sender = new RawSender()
    const report = {
      '@type': `https://didcomm.org/${type}`,
      '~thread': thread(requestIn(invitationUrl)),
      ...fields,
    }
    // A wallet that knows the thread alone was not asked.
    const { invitationUrl: another } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
    await post(sender.pack(another, report))
    expect(await running.agent.getProof(proofId)).toMatchObject({ state: 'request_sent' })
    expect((await post(sender.pack(invitationUrl, report))).status).toBe(202)
    expect(await running.agent.getProof(proofId)).toMatchObject(declined)
  })
})

const requestIn = (invitationUrl: string) =>
  attachmentOf(invitationIn(invitationUrl) as object as Received, 'requests~attach') as object as Received

function attachmentOf(message: Received, name: string): Record<string, unknown> {
  const [{ data }] = message[name] as [{ data: { base64: string } }]
  return JSON.parse(Buffer.from(data.base64, 'base64url').toString())
}
