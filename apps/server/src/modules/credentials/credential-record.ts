import type { CredentialRecord, CredentialRefusal } from '@lastmile/contracts'
import type { CredentialEntry } from '../../platform/database/schema.ts'
import { unreadableTexts } from '../ledger/unreadable-texts.ts'

/** The exchange as the API names it (docs/product.md, sections 3 and 7). */
export const credentialRecordOf = (credential: CredentialEntry): CredentialRecord => ({
  credential_exchange_id: credential.id,
  protocol: credential.protocol,
  connection_id: credential.connectionId,
  state: credential.state,
  credential_definition_id: credential.definitionId,
  revoc_reg_id: credential.statusList,
  revocation_id: credential.statusIndex,
  thread_id: credential.threadId,
  revoked: credential.state === 'credential_revoked',
  reason: credential.refusal && credentialRefusalTexts[credential.refusal],
  refusal: credential.refusal,
  created_at: credential.createdAt,
  updated_at: credential.updatedAt,
})

/** Why an issuance ended without a credential, for people. */
const credentialRefusalTexts: Record<CredentialRefusal, string> = {
  declined: 'The wallet declined the credential.',
  expired: 'The offer was not answered in time.',
  withdrawn: 'The offer was withdrawn.',
  unreachable: 'The offer did not reach the wallet.',
  ...unreadableTexts,
  'wrong-code': 'Three wrong codes were typed in.',
}
