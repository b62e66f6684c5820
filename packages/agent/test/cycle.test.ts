import { createHash } from 'node:crypto'
import { TypedArrayEncoder } from '@credo-ts/core'
import { presentationOf, RawSender } from '@lastmile/e2e/raw-messages'
import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RegisteredCredentialDefinition } from '../src/port/index.ts'
import {
  cardAttributes,
  cardQuestion,
  connectedWallet,
  credentialIn,
  entryOf,
  issueCard,
  proofIn,
  registerCard,
} from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
let wallet: Wallet
let connectionId: string
let plain: RegisteredCredentialDefinition

beforeAll(async () => {
  running = await runAgent()
  const [registered, , connected] = await Promise.all([
    registerCard(running, false),
    registerCard(running, true),
    connectedWallet(running),
  ])
  plain = registered
  wallet = connected.wallet
  connectionId = connected.connectionId
})

afterAll(async () => {
  await wallet?.close()
  await running?.stop()
})

/** The states that an exchange was reported in, in order. */
const statesOf = (id: string) =>
  running.events.flatMap((event) => {
    if (event.type === 'connection') return event.connection.connectionId === id ? event.connection.state : []
    if (event.type === 'credential') return event.credential.credentialId === id ? event.credential.state : []
    return event.proof.proofId === id ? event.proof.state : []
  })

describe('states are those of the product, each reported once', () => {
  test('a connection', async () => {
    expect(statesOf(connectionId)).toEqual(['request', 'response', 'active'])
    expect(await running.agent.getConnection(connectionId)).toEqual({ connectionId, state: 'active' })
  })

  test.each([
    ['', undefined],
    ['http://intranet/bank.svg', undefined],
    ['http://localhost:3000/bank.svg', 'http://127.0.0.1:3000/bank.svg'],
    ['http://192.168.1.4:3000/bank.svg', 'http://192.168.1.4:3000/bank.svg'],
    ['https://demo.example.org/bank.svg', 'https://demo.example.org/bank.svg'],
  ])('an invitation with the picture "%s" is one that wallets take', async (imageUrl, expected) => {
    const { invitationUrl } = await running.agent.createInvitation({
      label: 'x',
      purpose: 'issue',
      imageUrl,
    })
    const message = Buffer.from(new URL(invitationUrl).searchParams.get('oob') ?? '', 'base64url').toString()
    expect(JSON.parse(message).imageUrl).toBe(expected)
  })

  test('a connection that no wallet has answered yet', async () => {
    const invitation = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
    const { invitationUrl, invitationId } = invitation
    const message = JSON.stringify(invitationIn(invitationUrl))
    expect(await running.agent.describeInvitation(invitationUrl)).toEqual({ invitationId, label: 'x', message })
    const waiting = { connectionId: invitation.connectionId, state: 'invited' }
    expect(await running.agent.getConnection(invitation.connectionId)).toEqual(waiting)
    const question = cardQuestion('Card')
    const asked = running.agent.ask(question, invitation)
    await expect(asked).rejects.toMatchObject({ code: 'not-connected' })
  })

  test.each([
    'https://demo.example.org/',
    'https://demo.example.org/?oob=',
    'https://demo.example.org/?oob=e30',
    'didcomm://no',
    'no address',
  ])('%s is no invitation', async (address) => {
    expect(await running.agent.describeInvitation(address)).toBeUndefined()
  })

  test('a credential', async () => {
    const credential = await issueCard(running, connectionId, false)
    expect(statesOf(credential.credentialId)).toEqual(['offer_sent', 'request_received', 'credential_issued'])
    expect(credential).toMatchObject({ connectionId, definitionId: plain.definitionId })
    expect(await running.agent.getCredential(credential.credentialId)).toEqual(credential)
  })

  test('a proof', async () => {
    const question = cardQuestion('Card')
    const { proofId } = await running.agent.ask(question, { connectionId })
    expect(await proofIn(running, proofId, 'verified')).not.toHaveProperty('presentation')
    expect(statesOf(proofId)).toEqual(['request_sent', 'presentation_received', 'verified'])
    expect(await running.agent.getProof(proofId)).toMatchObject({
      connectionId,
      verified: true,
      presentation: { attributes: {}, attributeGroups: { holder: { name: 'Amina Bello' } }, predicates: ['valid'] },
    })
  })
})

test('a credential that cannot be revoked is no worse for being asked whether it was', async () => {
  const { proofId } = await running.agent.ask(cardQuestion('Card', { unrevoked: true }), { connectionId })
  expect(await proofIn(running, proofId, 'verified')).toMatchObject({ verified: true })
})

describe('what a wallet does not give is reported', () => {
  test('a declined offer', async () => {
    wallet.policies.offers = 'decline'
    const offer = { definitionKey: 'Card', attributes: cardAttributes }
    const { credentialId } = await running.agent.offer(offer, { connectionId })
    const { refusal } = await credentialIn(running, credentialId, 'abandoned')
    expect(refusal).toBe('declined')
    wallet.policies.offers = 'accept'
  })

  test('a declined request', async () => {
    wallet.policies.proofRequests = 'decline'
    const question = cardQuestion('Card')
    const { proofId } = await running.agent.ask(question, { connectionId })
    expect(await proofIn(running, proofId, 'abandoned')).toMatchObject({ verified: false, refusal: 'declined' })
    wallet.policies.proofRequests = 'accept'
  })

  test('a condition that the credential does not meet', async () => {
    const question = cardQuestion('Card', { until: 20990101 })
    const { proofId } = await running.agent.ask(question, { connectionId })
    expect(await proofIn(running, proofId, 'abandoned')).toMatchObject({ verified: false })
  })

  test('a wallet that cannot be reached; nothing of the try remains', async () => {
    await wallet.goOffline('unreachable')
    const before = running.events.length
    const offer = { definitionKey: 'Card', attributes: cardAttributes }
    await expect(running.agent.offer(offer, { connectionId })).rejects.toMatchObject({ code: 'unreachable' })
    const begun = running.events.slice(before).flatMap((event) => (event.type === 'credential' ? event.credential : []))
    for (const { credentialId } of begun) expect(await running.agent.getCredential(credentialId)).toBeUndefined()
    await wallet.comeBack()
  })
})

describe('unknown things and wrong input', () => {
  test.each([
    ['an unknown connection', { connectionId: 'none' }, 'not-found'],
    ['an unknown definition', { definitionKey: 'None' }, 'invalid'],
    ['other attributes', { attributes: cardAttributes.slice(1) }, 'invalid'],
  ])('%s', async (_what, wrong, code) => {
    const offer = { connectionId, definitionKey: 'Card', attributes: cardAttributes, ...wrong }
    await expect(running.agent.offer(offer, offer)).rejects.toMatchObject({ code })
  })

  test('things that do not exist', async () => {
    expect(await running.agent.getConnection('none')).toBeUndefined()
    expect(await running.agent.getCredential('none')).toBeUndefined()
    expect(await running.agent.getProof('none')).toBeUndefined()
    await expect(running.agent.deleteCredential('none')).rejects.toMatchObject({ code: 'not-found' })
    await expect(running.agent.deleteProof('none')).rejects.toMatchObject({ code: 'not-found' })
    for (const list of ['none', `${running.agent.issuer}/resources/none`])
      await expect(running.agent.revoke({ list, index: 1 }, { publish: true })).rejects.toMatchObject({
        code: 'not-found',
      })
  })

  test('the same definition again, at once and later, is the one that is there', async () => {
    const again = await Promise.all([registerCard(running, false), registerCard(running, false)])
    expect(again).toEqual([plain, plain])
    expect(await running.agent.getCredentialDefinition(plain.key)).toEqual(plain)
    expect(await running.agent.getCredentialDefinition('None')).toBeUndefined()
  })
})

describe('a revocable credential', () => {
  test('is proved unrevoked, then revoked and notified, then refused', async () => {
    const { list, index } = entryOf(await issueCard(running, connectionId, true))
    const question = cardQuestion('Revocable card', { unrevoked: true })
    const before = await running.agent.ask(question, { connectionId })
    await proofIn(running, before.proofId, 'verified')

    for (const beyond of [0, 10, 1.5])
      await expect(running.agent.revoke({ list, index: beyond }, { publish: true })).rejects.toMatchObject({
        code: 'not-found',
      })
    const notice = { connectionId, form: 'current', comment: 'Lost' } as const
    await running.agent.revoke({ list, index }, { publish: true, notice })
    const received = await wallet.notifications.next()
    expect(received).toMatchObject({ revocationRegistryId: list, revocationIndex: String(index), comment: 'Lost' })

    wallet.policies.proofRequests = (asked) => asked.accept({ allowRevoked: true }).then(() => 'silent')
    const after = await running.agent.ask(question, { connectionId })
    expect(await proofIn(running, after.proofId, 'abandoned')).toMatchObject({ verified: false, refusal: 'revoked' })
    wallet.policies.proofRequests = 'accept'
  })

  test('its registry links status lists by their moment', async () => {
    const { list } = entryOf(await issueCard(running, connectionId, true))
    const registry = await published(list)
    const lists = await Promise.all(registry.links.map(({ id }: { id: string }) => published(id)))
    expect(lists.length).toBeGreaterThanOrEqual(2)
    for (const [index, list] of lists.entries()) expect(list.content.timestamp).toBe(registry.links[index].timestamp)
    const moments = lists.map(({ content }) => content.timestamp)
    expect(moments).toEqual([...new Set(moments)].sort())
  })

  test('its tails file is public under its digest', async () => {
    const { list } = entryOf(await issueCard(running, connectionId, true))
    const { tailsLocation, tailsHash } = (await published(list)).content.value
    expect(tailsLocation).toBe(`${running.publicUrl}/tails/${tailsHash}`)
    const content = Buffer.from(await (await fetch(tailsLocation)).arrayBuffer())
    expect(TypedArrayEncoder.toBase58(createHash('sha256').update(content).digest())).toBe(tailsHash)
    expect(await running.agent.publicFiles.tailsFile('../../wallet.sqlite')).toBeUndefined()
  })
})

test('everything published is served by our own server and hashes to its name', async () => {
  for (const id of [plain.typeId, plain.definitionId]) {
    const resource = await published(id)
    expect(resource.id).toBe(id)
    expect(resource.proof.verificationMethod).toContain(running.agent.issuer)
  }
  const log = await (await fetch(`${running.publicUrl}/.well-known/did.jsonl`)).text()
  expect(JSON.parse(log.split('\n')[0] ?? '').state.id).toBe(running.agent.issuer)
})

describe('without a connection', () => {
  const invite = () =>
    running.agent.askByInvitation(cardQuestion('Card'), { label: 'Test verifier', purpose: 'verify' })

  test('the request travels in the invitation', async () => {
    const { invitationUrl, invitationId, ...proof } = await invite()
    expect(proof).toMatchObject({ state: 'request_sent', connectionId: undefined })
    const { message, ...said } = (await running.agent.describeInvitation(invitationUrl)) ?? { message: '' }
    expect(said).toEqual({ invitationId, label: 'Test verifier', wants: ['name', 'expiry_date'] })
    expect(JSON.parse(message)).toEqual(invitationIn(invitationUrl))
    await wallet.receive(invitationUrl)
    await proofIn(running, proof.proofId, 'verified')
    expect(await running.agent.getProof(proof.proofId)).toMatchObject({
      presentation: { attributeGroups: { holder: { name: 'Amina Bello' } } },
    })
    // Another wallet that comes later gets a report.
    const second = new RawSender()
    const late = second.pack(invitationUrl, presentationOf(invitationUrl, second))
    const { status, body } = await running.agent.inbound.receiveHttp(late, 'application/didcomm-envelope-enc', 'here')
    expect(status).toBe(200)
    expect(second.unpack(body ?? '')).toMatchObject({
      '@type': 'https://didcomm.org/present-proof/2.0/problem-report',
      '~thread': { thid: proof.threadId, pthid: invitationId },
      description: { code: 'abandoned', en: expect.stringContaining('used before') },
    })
    expect(await running.agent.getProof(proof.proofId)).toMatchObject({ state: 'verified' })
  })

  test('a wallet whose proof is refused gets a report', async () => {
    const { proofId, threadId, invitationUrl, invitationId } = await invite()
    const sender = new RawSender()
    const envelope = sender.pack(invitationUrl, presentationOf(invitationUrl, sender))
    const { body } = await running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here')
    expect(await proofIn(running, proofId, 'abandoned')).toMatchObject({ refusal: 'not-verifiable' })
    expect(sender.unpack(body ?? '')).toMatchObject({
      '@type': 'https://didcomm.org/present-proof/2.0/problem-report',
      '~thread': { thid: threadId, pthid: invitationId },
      description: { code: 'abandoned' },
    })
  })

  test('the request names the invitation as its parent thread', async () => {
    const { invitationUrl } = await invite()
    const invitation = invitationIn(invitationUrl)
    const [attached] = invitation['requests~attach']
    const request = attached.data.json ?? JSON.parse(Buffer.from(attached.data.base64, 'base64').toString())
    expect(request['~thread'].pthid).toBe(invitation['@id'])
  })

  test('a wallet without the credential declines', async () => {
    const other = await createWallet()
    const { proofId, invitationUrl } = await invite()
    await other.receive(invitationUrl)
    expect(await proofIn(running, proofId, 'abandoned')).toMatchObject({ refusal: 'declined' })
    await other.close()
  })
})

test('one address, a goal with its code, no empty picture, about 1 KB', async () => {
  const { invitationUrl } = await running.agent.createInvitation({
    label: 'University',
    imageUrl: '',
    purpose: 'issue',
  })
  const invitation = invitationIn(invitationUrl)
  expect(invitation.services).toHaveLength(1)
  expect(invitation.services[0].serviceEndpoint).toBe(`${running.publicUrl}/didcomm`)
  expect(invitation).toMatchObject({ goal: 'To issue credentials', goal_code: 'aries.vc.issue' })
  expect(invitation).not.toHaveProperty('imageUrl')
  expect(invitation.handshake_protocols.join()).toMatch(/didexchange\/1\.\d.*connections\/1\.0/)
  expect(invitationUrl.length).toBeLessThan(1_200)
})

async function published(id: string) {
  const response = await fetch(`${running.publicUrl}/resources/${id.split('/').at(-1)}`)
  return response.json() as Promise<ReturnType<typeof JSON.parse>>
}

function invitationIn(url: string): ReturnType<typeof JSON.parse> {
  return JSON.parse(Buffer.from(new URL(url).searchParams.get('oob') ?? '', 'base64url').toString())
}
