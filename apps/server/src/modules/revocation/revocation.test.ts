import type { CredentialRecord } from '@lastmile/contracts'
import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import { connect, issue, offerOf, proofOutcome, readyDefinition, staffCheck } from '../../../test/showcase.ts'
import type { VisitorClient } from '../../../test/visitor-client.ts'

let server: TestServer
let wallet: Wallet
let visitor: VisitorClient
let connectionId: string
let definitionId: string
let credential: CredentialRecord

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([TestServer.start(), createWallet()])
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor)
  connectionId = await connect(visitor, wallet)
  credential = await issue(visitor, connectionId, definitionId)
})
afterAll(async () => {
  visitor.disconnect()
  await wallet.close()
  await server.stop()
})

const revocationOf = (record: CredentialRecord) => ({
  comment: 'The card was lost.',
  connection_id: record.connection_id,
  cred_rev_id: record.revocation_id ?? '',
  rev_reg_id: record.revoc_reg_id ?? '',
  thread_id: record.thread_id,
  notify: true,
  notify_version: 'v2_0' as const,
  publish: true,
})

it('does not revoke what belongs to another visitor or connection', async () => {
  const stranger = server.visitor()
  expect((await stranger.send('revoke', { body: revocationOf(credential) })).status).toBe(404)
  const other = await visitor.call('createInvite', { body: { my_label: 'Office' } })
  const elsewhere = { ...revocationOf(credential), connection_id: other.connection_id }
  expect((await visitor.send('revoke', { body: elsewhere })).status).toBe(404)
  const next = { ...revocationOf(credential), cred_rev_id: '999' }
  expect((await visitor.send('revoke', { body: next })).status).toBe(404)
  expect((await visitor.call('getCredential', { id: credential.credential_exchange_id })).revoked).toBe(false)
})

it('does not revoke what is only offered', async () => {
  wallet.policies.offers = 'silent'
  const open = await visitor.call('offerCredential', { body: offerOf(connectionId, definitionId) })
  const answer = await visitor.send('revoke', { body: revocationOf(open) })
  expect(answer.status).toBe(409)
  expect(answer.body.error.code).toBe('not-issued')
  const ofAnother = { ...revocationOf(credential), thread_id: open.thread_id }
  expect((await visitor.send('revoke', { body: ofAnother })).status).toBe(404)
  expect((await visitor.call('getCredential', { id: credential.credential_exchange_id })).revoked).toBe(false)
  await visitor.send('deleteCredential', { id: open.credential_exchange_id })
})

it('records a revocation that is not to be published yet, and publishes it when that is asked for', async () => {
  wallet.policies.offers = 'accept'
  const other = await issue(visitor, connectionId, definitionId)
  const agent = server.context.agents.didcomm
  const revoke = vi.spyOn(agent, 'revoke')
  const quietly = { ...revocationOf(other), notify: false, publish: false }
  expect(await visitor.call('revoke', { body: quietly })).toMatchObject({ revoked: true })
  expect(await visitor.call('revoke', { body: quietly })).toMatchObject({ revoked: true })
  expect(await visitor.call('revoke', { body: { ...quietly, publish: true } })).toMatchObject({ revoked: true })
  expect(revoke.mock.calls.map(([, { publish }]) => publish)).toEqual([false, true])
  revoke.mockRestore()
})

it('revokes a credential that was offered without a connection, and sends no notice', async () => {
  const { agents, ledger } = server.context
  const agent = agents.didcomm
  const { version, forgotten, dueAt, deletedAt, createdAt, updatedAt, ...entry } =
    (await ledger.find('credential', credential.credential_exchange_id)) ?? expect.unreachable()
  await ledger.add<'credential'>({ ...entry, id: 'invited', connectionId: null, statusIndex: '500' })
  const revoke = vi.spyOn(agent, 'revoke').mockResolvedValue()
  const body = { ...revocationOf(credential), connection_id: null, cred_rev_id: '500' }
  expect(await visitor.call('revoke', { body })).toMatchObject({
    credential_exchange_id: 'invited',
    connection_id: null,
    revoked: true,
  })
  expect(revoke.mock.calls).toEqual([[{ list: credential.revoc_reg_id, index: 500 }, { publish: true }]])
  revoke.mockRestore()
})

it('revokes once when asked ten times, notifies the wallet once, and the verifier then refuses', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => visitor.call('revoke', { body: revocationOf(credential) })),
  )
  expect(answers.every((answer) => answer.revoked && answer.state === 'credential_revoked')).toBe(true)
  await visitor.message((message) => message.endpoint === 'issue_credential' && message.state === 'credential_revoked')
  const notice = await wallet.notifications.next()
  expect(notice).toMatchObject({ revocationIndex: credential.revocation_id, comment: 'The card was lost.' })
  expect(wallet.notifications.received).toHaveLength(1)

  wallet.policies.proofRequests = (request) => request.accept({ allowRevoked: true }).then(() => 'silent' as const)
  const { presentation_exchange_id: id } = await visitor.call('requestProof', {
    body: { connection_id: connectionId, proof_request: staffCheck(definitionId, { nonRevoked: true }) },
  })
  const proof = await proofOutcome(visitor, id)
  expect(proof).toMatchObject({ verified: false, presentation: null })
  expect(proof.reason).toMatch(/revoked/)
})
