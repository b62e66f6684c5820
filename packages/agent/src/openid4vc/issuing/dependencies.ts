import type { Encryption } from '../../core/encryption/encryption.ts'
import type { Records } from '../../core/records.ts'
import type { DecryptionKey } from '../keys/decryption-key.ts'
import type { Signer } from '../keys/signer.ts'
import type { MessageRecorder } from '../messages/openid4vc-recorder.ts'
import type { StatusLists } from '../status/status-lists.ts'
import type { Definition } from '../store/definition.ts'
import type { Issuance } from '../store/issuance.ts'
import type { Refill } from '../store/refill.ts'
import type { Nonces } from './nonces.ts'

/** Shared by all that issues. */
export interface IssuingDependencies {
  publicUrl: string
  encryption: Encryption
  definitions: Records<Definition>
  records: Records<Issuance>
  refills: Records<Refill>
  statusLists: StatusLists
  nonces: Nonces
  dpopNonces: Nonces
  recorder: MessageRecorder
  signer(): Signer
  /** The key of wallets' requests. */
  decryption(): DecryptionKey
  now(): number
}
