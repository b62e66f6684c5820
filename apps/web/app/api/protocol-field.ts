import type { Protocol } from '@lastmile/contracts'

/** The field of a call that names the family; the API speaks of DIDComm where it is missing. */
export const protocolField = (protocol: Protocol = 'didcomm') => (protocol === 'openid4vc' ? { protocol } : {})
