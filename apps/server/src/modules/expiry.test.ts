import { SdJwtWallet } from '@lastmile/e2e/sd-jwt-wallet'
import { openWillingWallet, type WillingWallet } from '@lastmile/e2e/willing-wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../test/running-server.ts'
import { connect, issue, offerOf, proofOutcome, readyDefinition, staffCard, staffCheck } from '../../test/showcase.ts'
import type { VisitorClient } from '../../test/visitor-client.ts'

let server: TestServer
let wallet: WillingWallet
let visitor: VisitorClient
let connectionId: string
let definitionId: string

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([TestServer.start(), openWillingWallet()])
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor)
  connectionId = await connect(visitor, wallet)
  await issue(visitor, connectionId, definitionId)
})
afterAll(async () => {
  visitor.disconnect()
  await wallet.close()
  await server.stop()
})

const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)
const ask = () => ({ connection_id: connectionId, proof_request: staffCheck(definitionId) })

it('forgets what a proof revealed an hour after it, and still knows that it was verified', async () => {
  const { presentation_exchange_id: id } = await visitor.call('requestProof', { body: ask() })
  expect((await proofOutcome(visitor, id)).presentation).not.toBeNull()
  await server.context.proofs.entries.sweep(inHours(0.9))
  expect((await visitor.call('getProof', { id })).presentation).not.toBeNull()
  await server.context.proofs.entries.sweep(inHours(1.1))
  expect(await visitor.call('getProof', { id })).toMatchObject({
    state: 'verified',
    verified: true,
    presentation: null,
  })
  expect(await server.context.agents.didcomm.getProof(id)).toBeUndefined()
})

it('ends requests and offers that went unanswered for a day', async () => {
  wallet.policies.offers = 'silent'
  wallet.policies.proofRequests = 'silent'
  const { presentation_exchange_id: proofId } = await visitor.call('requestProof', { body: ask() })
  const { credential_exchange_id: credentialId } = await visitor.call('offerCredential', {
    body: offerOf(connectionId, definitionId),
  })
  await server.context.proofs.entries.sweep(inHours(25))
  await server.context.credentials.entries.sweep(inHours(25))
  expect(await visitor.call('getProof', { id: proofId })).toMatchObject({ state: 'expired', verified: false })
  const credential = await visitor.call('getCredential', { id: credentialId })
  expect(credential.state).toBe('abandoned')
  expect(credential.reason).toContain('in time')
  expect(await server.context.agents.didcomm.getCredential(credentialId)).toBeUndefined()
  await visitor.message((message) => message.endpoint === 'present_proof' && message.state === 'expired')
})

it('ends offers by OpenID4VC that no wallet took for a day, and tells the page', async () => {
  const id = await readyDefinition(visitor, staffCard(), 'openid4vc')
  const { credential_exchange_id: credentialId, ...addresses } = await visitor.call('offerCredential', {
    body: { protocol: 'openid4vc', cred_def_id: id, credential_proposal: { attributes: staffCard().attributes } },
  })
  await visitor.subscribe({ credentialId })
  const { other_device: elsewhere, invitation_url: here = '' } = addresses
  const offered = () => fetch(new URL(elsewhere?.invitation_url ?? '').searchParams.get('credential_offer_uri') ?? '')
  await server.context.credentials.entries.sweep(inHours(23))
  expect((await offered()).status).toBe(200)
  await server.context.credentials.entries.sweep(inHours(25))
  expect(await visitor.call('getCredential', { id: credentialId })).toMatchObject({
    state: 'abandoned',
    refusal: 'expired',
  })
  await visitor.message(
    (message) =>
      message.endpoint === 'issue_credential' &&
      message.credential_exchange_id === credentialId &&
      message.state === 'abandoned',
  )
  expect((await offered()).status).toBe(404)
  expect(await (await new SdJwtWallet(here).token()).json()).toMatchObject({ error: 'invalid_grant' })
})

it('forgets the others when one cannot be forgotten', async () => {
  const ids: string[] = []
  for (const name of ['First', 'Second']) {
    const proof_request = staffCheck(definitionId, { name })
    const { presentation_exchange_id: id } = await visitor.call('requestProof', {
      body: { connection_id: connectionId, proof_request },
    })
    ids.push(id)
  }
  const { agents, proofs } = server.context
  const agent = agents.didcomm
  const deleteProof = agent.deleteProof
  agent.deleteProof = async (id) => {
    if (id === ids[0]) throw new Error('No such luck')
    await deleteProof(id)
  }
  await expect(proofs.entries.sweep(inHours(25))).rejects.toThrow('No such luck')
  agent.deleteProof = deleteProof
  expect(await agent.getProof(ids[0] ?? '')).toBeDefined()
  expect(await agent.getProof(ids[1] ?? '')).toBeUndefined()
  await proofs.entries.sweep(inHours(27))
  expect(await agent.getProof(ids[0] ?? '')).toBeUndefined()
})

it('ends invitations that no wallet took within a day, and no others', async () => {
  const { agents, connections } = server.context
  const agent = agents.didcomm
  const invitation = await visitor.call('createInvite', { body: { my_label: 'Office' } })
  const state = async () => (await visitor.call('getConnectionByInvitation', { id: invitation.invi_msg_id })).state
  await connections.entries.sweep(inHours(23))
  expect(await state()).toBe('invited')
  expect(await agent.getConnection(invitation.connection_id)).toBeDefined()
  await connections.entries.sweep(inHours(25))
  expect(await state()).toBe('abandoned')
  expect(await agent.getConnection(invitation.connection_id)).toBeUndefined()
  expect(await agent.getConnection(connectionId)).toMatchObject({ state: 'active' })
})

it('makes a new issuer when the public address changes, and has every visitor begin again', async () => {
  const before = await visitor.call('getLastReset')
  const publishedId = (await server.context.definitions.require(definitionId)).publishedId
  await server.pause()
  server.config.publicUrl = `http://moved.localhost:${server.config.port}`
  await server.resume()
  const after = await visitor.call('getLastReset')
  expect(Date.parse(after.lastServerReset)).toBeGreaterThan(Date.parse(before.lastServerReset))
  expect(await readyDefinition(visitor)).toBe(definitionId)
  expect((await server.context.definitions.require(definitionId)).publishedId).not.toBe(publishedId)
  expect(await visitor.send('offerCredential', { body: offerOf(connectionId, definitionId) })).toMatchObject({
    status: 409,
  })
})

it('forgets the other invitations when one cannot be forgotten, and deletes their rows long after', async () => {
  const { agents, connections } = server.context
  const agent = agents.didcomm
  const invite = async () => (await visitor.call('createInvite', { body: { my_label: 'Office' } })).connection_id
  const [stubborn, other] = [await invite(), await invite()]
  const forgetConnection = agent.forgetConnection
  agent.forgetConnection = async (id) => {
    if (id === stubborn) throw new Error('No such luck')
    await forgetConnection(id)
  }
  await expect(connections.entries.sweep(inHours(25))).rejects.toThrow('No such luck')
  agent.forgetConnection = forgetConnection
  expect(await agent.getConnection(other)).toBeUndefined()
  expect(await agent.getConnection(stubborn)).toBeDefined()
  await connections.entries.sweep(inHours(25))
  expect(await agent.getConnection(stubborn)).toBeUndefined()
  await connections.entries.sweep(inHours(24 * 400))
  expect(await connections.entries.find(stubborn)).toMatchObject({ state: 'abandoned', forgotten: 1 })
  await connections.entries.sweep(inHours(24 * 402))
  expect(await connections.entries.find(stubborn)).toBeUndefined()
})
