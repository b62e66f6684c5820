import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod/mini'
import { fromBase58 } from '../../../core/encoding/base58.ts'
import { concat, toUtf8 } from '../../../core/encoding/text.ts'
import { canonicalJson } from './canonical-json.ts'

/** A Data Integrity proof of the suite eddsa-jcs-2022; whatever else stands in it is signed with it. */
export const proofSchema = z.looseObject({
  type: z.literal('DataIntegrityProof'),
  cryptosuite: z.literal('eddsa-jcs-2022'),
  verificationMethod: z.string().check(z.maxLength(1_000)),
  proofPurpose: z.string(),
  proofValue: z.string().check(z.maxLength(200)),
})

export type Proof = z.infer<typeof proofSchema>

/** Whether a document's proof is of this key (Data Integrity EdDSA Cryptosuites 1.0, 3.3). @param key Ed25519 */
export function isSignedBy(key: Uint8Array, document: object, { proofValue, ...configuration }: Proof): boolean {
  if (!proofValue.startsWith('z')) return false
  const hash = (value: object) => sha256(toUtf8(canonicalJson(value)))
  try {
    // Strict as RFC 8032, so that a signature is of one key and text alone.
    return ed25519.verify(fromBase58(proofValue.slice(1)), concat(hash(configuration), hash(document)), key, {
      zip215: false,
    })
  } catch {
    return false
  }
}
