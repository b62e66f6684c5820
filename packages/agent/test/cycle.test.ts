import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
let wallet: Wallet

beforeAll(async () => {
  running = await runAgent()
  wallet = await createWallet()
}, 60_000)

afterAll(async () => {
  await wallet.close()
  await running.stop()
})

test('a wallet connects, receives a credential, proves it, and is refused after revocation', async () => {
  const { agent, event } = running
  const definition = await agent.registerCredentialDefinition({
    key: 'Student',
    name: 'Student',
    version: '2.0',
    attributeNames: ['name', 'expiry_date'],
    revocable: true,
  })
  const invitation = await agent.createInvitation({ label: 'University', goalCode: 'aries.vc.issue', goal: 'Issue' })
  await wallet.receive(invitation.invitationUrl)
  const { connectionId } = invitation
  await event((e) => e.type === 'connection' && e.connection.state === 'active')

  const { credentialId } = await agent.offerCredential({
    connectionId,
    definitionKey: 'Student',
    attributes: [
      { name: 'name', value: 'Amina' },
      { name: 'expiry_date', value: '20320101' },
    ],
  })
  await event(
    (e) =>
      e.type === 'credential' &&
      e.credential.credentialId === credentialId &&
      e.credential.state === 'credential_issued',
  )
  const restrictions = [{ cred_def_id: definition.credentialDefinitionId }]
  const request = {
    name: 'Check',
    version: '1.0.0',
    requested_attributes: { name: { names: ['name'], restrictions, non_revoked: {} } },
    requested_predicates: {
      expiry: { name: 'expiry_date', p_type: '>=' as const, p_value: 20300101, restrictions, non_revoked: {} },
    },
  }
  const { proofId } = await agent.requestProof({ connectionId, request })
  await event((e) => e.type === 'proof' && e.proof.proofId === proofId && e.proof.state === 'verified')
  expect((await agent.getProof(proofId))?.presentation).toEqual({
    attributes: {},
    attributeGroups: { name: { name: 'Amina' } },
    predicates: ['expiry'],
  })
}, 60_000)
