import type { CredentialToIssue, ProofRequest } from '@lastmile/contracts'
import type { VisitorClient } from './visitor-client.ts'

/** The credential of the test content, with today's visitor's values. */
export const staffCard = (name = 'Bola') => ({
  name: 'Staff Card',
  attributes: [
    { name: 'name', value: name },
    { name: 'expiry_date', value: '20300101' },
  ],
})

/** Asks until the definition is ready, as the pages do. */
export async function readyDefinition(
  visitor: VisitorClient,
  credential: Partial<CredentialToIssue> & Pick<CredentialToIssue, 'name' | 'attributes'> = staffCard(),
  protocol?: 'openid4vc',
): Promise<string> {
  for (;;) {
    const { data, state } = await visitor.call('getOrCreateCredDef', { body: { credential, protocol } })
    if (state === 'ready') return data
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A visitor's connection with a wallet on it, and the socket listening. */
export async function connect(
  visitor: VisitorClient,
  wallet: { receive(link: string): Promise<unknown> },
): Promise<string> {
  const invitation = await visitor.call('createInvite', { body: { my_label: 'Records Office' } })
  await visitor.subscribe({ connectionId: invitation.connection_id })
  await wallet.receive(invitation.invitation_url)
  await visitor.message(
    (message) =>
      message.endpoint === 'connections' &&
      message.connection_id === invitation.connection_id &&
      message.state === 'active',
  )
  return invitation.connection_id
}

export const offerOf = (connectionId: string, definitionId: string, name?: string) => ({
  connection_id: connectionId,
  cred_def_id: definitionId,
  credential_proposal: { attributes: staffCard(name).attributes },
})

/** Offers the staff card and waits until the wallet has it. */
export async function issue(visitor: VisitorClient, connectionId: string, definitionId: string) {
  const { credential_exchange_id: id } = await visitor.call('offerCredential', {
    body: offerOf(connectionId, definitionId),
  })
  await visitor.message(
    (message) =>
      message.endpoint === 'issue_credential' &&
      message.credential_exchange_id === id &&
      message.state === 'credential_issued',
  )
  return visitor.call('getCredential', { id })
}

/** Asks for the name, a validity date and, when wanted, that the card is not revoked. */
export const staffCheck = (
  definitionId: string,
  { validOn = 20260101, nonRevoked = false, name = 'Staff check' } = {},
): Pick<ProofRequest, 'name' | 'requested_attributes' | 'requested_predicates'> => {
  const restrictions = [{ cred_def_id: definitionId }]
  const freshness = nonRevoked ? { non_revoked: {} } : {}
  return {
    name,
    requested_attributes: { card: { names: ['name'], restrictions, ...freshness } },
    requested_predicates: {
      valid: { name: 'expiry_date', p_type: '>=', p_value: validOn, restrictions, ...freshness },
    },
  }
}

/** Waits for the end of a proof, whatever it is. */
export async function proofOutcome(visitor: VisitorClient, proofId: string) {
  await visitor.message(
    (message) =>
      message.endpoint === 'present_proof' &&
      message.presentation_exchange_id === proofId &&
      ['verified', 'done', 'abandoned', 'expired'].includes(message.state),
  )
  return visitor.call('getProof', { id: proofId })
}
