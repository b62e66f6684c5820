import { createHash } from 'node:crypto'
import type { Json } from '@lastmile/holder'
import type { Loose, NativeIssuer } from './native-issuer.ts'

/**
 * A valid signature with another exponent: only the exponent shows that the issuer broke the rules.
 * @param nonce of the credential request
 */
export function forgedSignature(issuer: NativeIssuer, credential: Loose, nonce: string, exponent: bigint): Json {
  const { p, q } = issuer.privateKey.value.p_key
  const order = BigInt(p) * BigInt(q)
  const n = BigInt((issuer.definition.toJson() as Loose).value.primary.n)
  const issued = credential.signature.p_credential
  const inverse = inverseOf(exponent, order)
  const signed = power(BigInt(issued.a), BigInt(issued.e), n)
  const a = power(signed, inverse, n)
  const blinding = 2n ** 2000n + 12345n
  const hash = createHash('sha256')
  for (const number of [signed, a, power(signed, blinding, n), BigInt(nonce)]) hash.update(toBytes(number))
  const c = BigInt(`0x${hash.digest('hex')}`)
  const se = (((blinding - c * inverse) % order) + order) % order
  return {
    signature: { ...credential.signature, p_credential: { ...issued, a: String(a), e: String(exponent) } },
    signature_correctness_proof: { se: String(se), c: String(c) },
  }
}

function toBytes(number: bigint): Buffer {
  const hex = number.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

function inverseOf(number: bigint, modulus: bigint): bigint {
  let [r, next, t, following] = [modulus, number, 0n, 1n]
  while (next !== 0n) {
    const quotient = r / next
    ;[r, next] = [next, r - quotient * next]
    ;[t, following] = [following, t - quotient * following]
  }
  return ((t % modulus) + modulus) % modulus
}
