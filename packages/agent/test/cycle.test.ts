import { createHash } from 'node:crypto'
import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RegisteredCredentialDefinition } from '../src/index.ts'
import {
  cardAttributes,
  cardRequest,
  connectedWallet,
  credentialIn,
  issueCard,
  proofIn,
  registerCard,
} from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
let wallet: Wallet
let connectionId: string
let plain: RegisteredCredentialDefinition
let revocable: RegisteredCredentialDefinition

beforeAll(async () => {
  running = await runAgent()
  const [first, second, connected] = await Promise.all([
    registerCard(running, false),
    registerCard(running, true),
    connectedWallet(running),
  ])
  plain = first
  revocable = second
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

describe('pitfall 9: states are those of the specification, each reported once', () => {
  test('a connection', async () => {
    expect(statesOf(connectionId)).toEqual(['request', 'response', 'active'])
    expect(await running.agent.getConnection(connectionId)).toEqual({ connectionId, state: 'active' })
  })

  test.each([
    ['', undefined],
    ['http://localhost:3000/bank.svg', undefined],
    ['https://demo.example.org/bank.svg', 'https://demo.example.org/bank.svg'],
  ])('an invitation with the picture "%s" is one that wallets take', async (imageUrl, expected) => {
    const { invitationUrl } = await running.agent.createInvitation({
      label: 'x',
      goalCode: 'aries.vc.issue',
      goal: 'y',
      imageUrl,
    })
    const message = Buffer.from(new URL(invitationUrl).searchParams.get('oob') ?? '', 'base64url').toString()
    expect(JSON.parse(message).imageUrl).toBe(expected)
  })

  test('a connection that no wallet has answered yet', async () => {
    const invitation = await running.agent.createInvitation({ label: 'x', goalCode: 'aries.vc.issue', goal: 'y' })
    const waiting = { connectionId: invitation.connectionId, state: 'invited' }
    expect(await running.agent.getConnection(invitation.connectionId)).toEqual(waiting)
    const request = cardRequest(plain.credentialDefinitionId)
    const asked = running.agent.requestProof({ connectionId: invitation.connectionId, request })
    await expect(asked).rejects.toMatchObject({ code: 'not-connected' })
  })

  test('a credential', async () => {
    const credential = await issueCard(running, connectionId, false)
    expect(statesOf(credential.credentialId)).toEqual(['offer_sent', 'request_received', 'credential_issued'])
    expect(credential).toMatchObject({ connectionId, credentialDefinitionId: plain.credentialDefinitionId })
    expect(await running.agent.getCredential(credential.credentialId)).toEqual(credential)
  })

  test('a proof', async () => {
    const request = cardRequest(plain.credentialDefinitionId)
    const { proofId } = await running.agent.requestProof({ connectionId, request })
    expect(await proofIn(running, proofId, 'verified')).not.toHaveProperty('presentation')
    expect(statesOf(proofId)).toEqual(['request_sent', 'presentation_received', 'verified'])
    expect(await running.agent.getProof(proofId)).toMatchObject({
      connectionId,
      verified: true,
      presentation: { attributes: {}, attributeGroups: { holder: { name: 'Amina Bello' } }, predicates: ['valid'] },
    })
  })
})

describe('pitfall 10: what a wallet does not give is told', () => {
  test('a declined offer', async () => {
    wallet.policies.offers = 'decline'
    const offer = { connectionId, definitionKey: 'Card', attributes: cardAttributes }
    const { credentialId } = await running.agent.offerCredential(offer)
    const { refusal } = await credentialIn(running, credentialId, 'abandoned')
    expect(refusal).toBe('declined')
    wallet.policies.offers = 'accept'
  })

  test('a declined request', async () => {
    wallet.policies.proofRequests = 'decline'
    const request = cardRequest(plain.credentialDefinitionId)
    const { proofId } = await running.agent.requestProof({ connectionId, request })
    expect(await proofIn(running, proofId, 'abandoned')).toMatchObject({ verified: false, refusal: 'declined' })
    wallet.policies.proofRequests = 'accept'
  })

  test('a condition that the credential does not meet', async () => {
    const request = cardRequest(plain.credentialDefinitionId, { until: 20990101 })
    const { proofId } = await running.agent.requestProof({ connectionId, request })
    expect(await proofIn(running, proofId, 'abandoned')).toMatchObject({ verified: false })
  })

  test('a wallet that cannot be reached; nothing of the try remains', async () => {
    await wallet.goOffline('unreachable')
    const before = running.events.length
    const offer = { connectionId, definitionKey: 'Card', attributes: cardAttributes }
    await expect(running.agent.offerCredential(offer)).rejects.toMatchObject({ code: 'unreachable' })
    const begun = running.events.slice(before).flatMap((event) => (event.type === 'credential' ? event.credential : []))
    for (const { credentialId } of begun) expect(await running.agent.getCredential(credentialId)).toBeUndefined()
    await wallet.comeBack()
  })
})

describe('unknown things and wrong input', () => {
  test.each([
    ['an unknown connection', { connectionId: 'none', definitionKey: 'Card', attributes: cardAttributes }, 'not-found'],
    ['an unknown definition', { definitionKey: 'None', attributes: cardAttributes }, 'invalid'],
    ['other attributes', { definitionKey: 'Card', attributes: cardAttributes.slice(1) }, 'invalid'],
  ])('%s', async (_what, offer, code) => {
    await expect(running.agent.offerCredential({ connectionId, ...offer })).rejects.toMatchObject({ code })
  })

  test('things that do not exist', async () => {
    expect(await running.agent.getConnection('none')).toBeUndefined()
    expect(await running.agent.getCredential('none')).toBeUndefined()
    expect(await running.agent.getProof('none')).toBeUndefined()
    await expect(running.agent.deleteCredential('none')).rejects.toMatchObject({ code: 'not-found' })
    await expect(running.agent.deleteProof('none')).rejects.toMatchObject({ code: 'not-found' })
    for (const revocationRegistryId of ['none', `${running.agent.did}/resources/none`])
      await expect(
        running.agent.revokeCredential({ revocationRegistryId, revocationIndex: '1', publish: true }),
      ).rejects.toMatchObject({ code: 'not-found' })
  })

  test('the same definition again, at once and later, is the one that is there', async () => {
    const again = await Promise.all([registerCard(running, false), registerCard(running, false)])
    expect(again).toEqual([plain, plain])
  })
})

describe('a revocable credential', () => {
  test('is proved unrevoked, then revoked and told, then refused', async () => {
    const { revocationRegistryId = '', revocationIndex = '' } = await issueCard(running, connectionId, true)
    const request = cardRequest(revocable.credentialDefinitionId, { nonRevoked: true })
    const before = await running.agent.requestProof({ connectionId, request })
    await proofIn(running, before.proofId, 'verified')

    await running.agent.revokeCredential({
      revocationRegistryId,
      revocationIndex,
      publish: true,
      notification: { connectionId, version: 'v2_0', comment: 'Lost' },
    })
    const notice = await wallet.notifications.next()
    expect(notice).toMatchObject({ revocationRegistryId, revocationIndex, comment: 'Lost' })

    wallet.policies.proofRequests = (asked) => asked.accept({ allowRevoked: true }).then(() => 'silent')
    const after = await running.agent.requestProof({ connectionId, request })
    expect(await proofIn(running, after.proofId, 'abandoned')).toMatchObject({ verified: false, refusal: 'revoked' })
    wallet.policies.proofRequests = 'accept'
  })

  test('pitfall 3: its registry links status lists by their moment', async () => {
    const { revocationRegistryId = '' } = await issueCard(running, connectionId, true)
    const registry = await published(revocationRegistryId)
    const lists = await Promise.all(registry.links.map(({ id }: { id: string }) => published(id)))
    expect(lists.length).toBeGreaterThanOrEqual(2)
    for (const [index, list] of lists.entries()) expect(list.content.timestamp).toBe(registry.links[index].timestamp)
    const moments = lists.map(({ content }) => content.timestamp)
    expect(moments).toEqual([...new Set(moments)].sort())
  })

  test('pitfall 5: its tails file is public under its digest', async () => {
    const { revocationRegistryId = '' } = await issueCard(running, connectionId, true)
    const { tailsLocation, tailsHash } = (await published(revocationRegistryId)).content.value
    expect(tailsLocation).toBe(`${running.publicUrl}/tails/${tailsHash}`)
    const content = Buffer.from(await (await fetch(tailsLocation)).arrayBuffer())
    expect(base58(createHash('sha256').update(content).digest())).toBe(tailsHash)
    expect(await running.agent.publicFiles.tailsFile('../../wallet.sqlite')).toBeUndefined()
  })
})

test('pitfall 4: everything published is served by our own server and hashes to its name', async () => {
  for (const id of [plain.schemaId, plain.credentialDefinitionId]) {
    const resource = await published(id)
    expect(resource.id).toBe(id)
    expect(resource.proof.verificationMethod).toContain(running.agent.did)
  }
  const log = await (await fetch(`${running.publicUrl}/.well-known/did.jsonl`)).text()
  expect(JSON.parse(log.split('\n')[0] ?? '').state.id).toBe(running.agent.did)
})

describe('without a connection', () => {
  const invite = () =>
    running.agent.createProofInvitation({
      label: 'Test verifier',
      goalCode: 'aries.vc.verify.once',
      goal: 'Check',
      request: cardRequest(plain.credentialDefinitionId),
    })

  test('pitfall 15: the request travels in the invitation', async () => {
    const { proof, invitationUrl } = await invite()
    expect(proof).toMatchObject({ state: 'request_sent', connectionId: undefined })
    await wallet.receive(invitationUrl)
    await proofIn(running, proof.proofId, 'verified')
    expect(await running.agent.getProof(proof.proofId)).toMatchObject({
      presentation: { attributeGroups: { holder: { name: 'Amina Bello' } } },
    })
  })

  test('pitfall 11: the request names the invitation as its parent thread', async () => {
    const { invitationUrl } = await invite()
    const invitation = invitationIn(invitationUrl)
    const [attached] = invitation['requests~attach']
    const request = attached.data.json ?? JSON.parse(Buffer.from(attached.data.base64, 'base64').toString())
    expect(request['~thread'].pthid).toBe(invitation['@id'])
  })

  test('a wallet without the credential declines', async () => {
    const other = await createWallet()
    const { proof, invitationUrl } = await invite()
    await other.receive(invitationUrl)
    expect(await proofIn(running, proof.proofId, 'abandoned')).toMatchObject({ refusal: 'declined' })
    await other.close()
  })
})

test('pitfall 15, interoperability: one address, a goal with its code, no empty picture, about 1 KB', async () => {
  const { invitationUrl } = await running.agent.createInvitation({
    label: 'University',
    imageUrl: '',
    goalCode: 'aries.vc.issue',
    goal: 'Issue a card',
  })
  const invitation = invitationIn(invitationUrl)
  expect(invitation.services).toHaveLength(1)
  expect(invitation.services[0].serviceEndpoint).toBe(`${running.publicUrl}/didcomm`)
  expect(invitation).toMatchObject({ goal: 'Issue a card', goal_code: 'aries.vc.issue' })
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

function base58(bytes: Buffer): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n)
    text = alphabet[Number(rest % 58n)] + text
  return text
}
