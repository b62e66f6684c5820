import type { CredentialRefusal } from '@lastmile/contracts'

/** Why an issuance ended without a credential, for people. */
export const credentialRefusalTexts: Record<CredentialRefusal, string> = {
  declined: 'The wallet declined the credential.',
  expired: 'The offer was not answered in time.',
  withdrawn: 'The offer was withdrawn.',
  unreachable: 'The offer did not reach the wallet.',
  'wrong-code': 'Three wrong codes were typed in.',
}
