import type { PresentationTask } from '@lastmile/holder'
import { invert, pow } from '@noble/curves/abstract/modular.js'
import { bytesToNumberBE, numberToVarBytesBE } from '@noble/curves/utils.js'
import type { Json } from '../lab-wallet.ts'

interface PublicKey {
  n: string
  s: string
  z: string
  rctxt: string
  r: Record<string, string>
}

/**
 * A presentation computed from an issuer's public key alone. The native library takes it: it neither bounds the
 * exponent nor looks whether the challenge covers `a_prime`, which is therefore chosen last: the equation is then true.
 * @param asked one attribute, without a word of revocation
 * @param task of an honest answer, for the issuer's key and names
 */
export async function withoutCard(asked: Json, { definitions }: PresentationTask, raw: string): Promise<Json> {
  const [[referent = '', { name }] = ['', { name: '' }]] = Object.entries(
    asked.requested_attributes as Record<string, { name: string }>,
  )
  const [[definitionId, definition] = ['', {}]] = Object.entries(definitions)
  const { schemaId, value } = definition as { schemaId: string; value: { primary: PublicKey } }
  const { s, z, rctxt, r } = value.primary
  const n = BigInt(value.primary.n)
  const power = (base: string, exponent: bigint) => pow(BigInt(base), exponent, n)
  const encoded = await hash(new TextEncoder().encode(raw))
  const hidden = Object.entries(r).filter(([each]) => each !== name)
  const m = Object.fromEntries(hidden.map(([each]) => [each, random(592)]))
  const commitment = power(s, random(2048))
  const challenge = await hash(
    Uint8Array.from([commitment, BigInt(String(asked.nonce))].flatMap((each) => [...numberToVarBytesBE(each)])),
  )
  const [v, m2] = [random(3056), random(592)]
  const product = [
    power(s, v),
    power(rctxt, m2),
    power(r[name] ?? '', challenge * encoded),
    ...hidden.map(([each, base]) => power(base, m[each] ?? 0n)),
  ].reduce((all, factor) => (all * factor) % n)
  const aPrime = (commitment * power(z, challenge) * invert(product, n)) % n
  const eq_proof = {
    revealed_attrs: { [name]: String(encoded) },
    a_prime: String(aPrime),
    v: String(v),
    m2: String(m2),
    e: String(1n - challenge * (1n << 596n)),
    m: Object.fromEntries(Object.entries(m).map(([each, response]) => [each, String(response)])),
  }
  const revealed_attrs = { [referent]: { sub_proof_index: 0, raw, encoded: String(encoded) } }
  return {
    proof: {
      proofs: [{ primary_proof: { eq_proof, ge_proofs: [] }, non_revoc_proof: null }],
      aggregated_proof: { c_hash: String(challenge), c_list: [] },
    },
    requested_proof: { revealed_attrs, self_attested_attrs: {}, unrevealed_attrs: {}, predicates: {} },
    identifiers: [{ schema_id: schemaId, cred_def_id: definitionId }],
  }
}

/** SHA-256 as a number, big-endian. */
const hash = async (data: Uint8Array<ArrayBuffer>): Promise<bigint> =>
  bytesToNumberBE(new Uint8Array(await crypto.subtle.digest('SHA-256', data)))
const random = (bits: number): bigint => bytesToNumberBE(crypto.getRandomValues(new Uint8Array(bits / 8)))
