import type { CredentialRecord } from '@lastmile/contracts'
import type { CredentialExchangeRow } from '../../platform/database-schema.ts'
import { credentialRefusalTexts } from './refusals.ts'

/** The exchange as the API names it (specification, sections 3 and 7). */
export const credentialRecordOf = (exchange: CredentialExchangeRow): CredentialRecord => ({
  credential_exchange_id: exchange.id,
  connection_id: exchange.connectionId,
  state: exchange.state,
  credential_definition_id: exchange.definitionId,
  revoc_reg_id: exchange.revocationRegistryId,
  revocation_id: exchange.revocationIndex,
  thread_id: exchange.threadId,
  revoked: exchange.state === 'credential_revoked',
  ...refusalOf(exchange),
  created_at: exchange.createdAt,
  updated_at: exchange.updatedAt,
})

/** Why it ended without a credential, for people and for programs. */
export const refusalOf = ({ refusal }: CredentialExchangeRow) => ({
  reason: refusal && credentialRefusalTexts[refusal],
  refusal,
})
