/**
 * The primary key of a credential definition with a modulus of exactly 2,048 bits. The library's own has 2,050, which
 * makes every computation with it about twice as slow, for us and for every wallet (record 0064). What is computed
 * here, and from which ranges, is `Issuer::_new_credential_primary_keys` and `_new_credential_key_correctness_proof` of
 * anoncreds-clsignatures 0.3.2, but that answers are reduced.
 */
import { createDiffieHellman, createHash, generatePrime, randomBytes } from 'node:crypto'
import { fromBytes, toBytes } from './big-endian.ts'
import type { MadeDefinition } from './tasks.ts'

const modulusBits = 2048

/** Two different safe primes; their product is the modulus, and knowing them is enough to sign. */
export type SafePrimes = [bigint, bigint]

/** Takes a second to some, on threads of its own. */
export function findSafePrimes(): Promise<SafePrimes> {
  const find = () =>
    new Promise<bigint>((resolve, reject) =>
      generatePrime(modulusBits / 2, { safe: true, bigint: true }, (error, prime) =>
        error ? reject(error) : resolve(prime),
      ),
    )
  return Promise.all([find(), find()])
}

/**
 * The definition with another primary key, for the same attributes; the part for revocation stays.
 * @throws when the modulus would not have exactly 2,048 bits, or the primes are the same
 */
export function withPrimaryKey(made: MadeDefinition, primes: SafePrimes): MadeDefinition {
  const { value, ...definition } = made.credentialDefinition as { value: { primary: { r: object } } }
  const { value: privateValue, ...privateKey } = made.privateKey as { value: object }
  const key = primaryKey(Object.keys(value.primary.r), primes)
  return {
    credentialDefinition: { ...definition, value: { ...value, primary: key.public } },
    privateKey: { ...privateKey, value: { ...privateValue, p_key: key.private } },
    keyCorrectnessProof: key.correctnessProof,
  }
}

function primaryKey(attributes: string[], [first, second]: SafePrimes) {
  const n = first * second
  const bits = n.toString(2).length
  if (bits !== modulusBits) throw new Error(`The modulus of a definition must have ${modulusBits} bits, not ${bits}`)
  if (first === second) throw new Error('The primes of a definition must differ')
  const [p, q] = [first >> 1n, second >> 1n]
  const order = p * q
  const power = generator(n, p, q)
  const drawn = () => {
    const exponent = randomBelow(order - 3n) + 2n
    return { exponent, power: power.of(exponent) }
  }
  // Each power with another one that blinds its exponent in the proof.
  const blinded = () => ({ own: drawn(), blind: drawn() })
  const z = blinded()
  const r = attributes.map((name) => ({ name, ...blinded() }))

  const hash = createHash('sha256')
  for (const { power } of [z.own, ...r.map(({ own }) => own), z.blind, ...r.map(({ blind }) => blind)])
    hash.update(toBytes(power))
  const c = fromBytes(hash.digest())
  // Reduced it is uniform, and 256 bits shorter than the library's, which saves wallets a tenth of the check.
  const answer = ({ own, blind }: typeof z) => String((c * own.exponent + blind.exponent) % order)
  return {
    public: {
      n: String(n),
      s: String(power.base),
      r: Object.fromEntries(r.map(({ name, own }) => [name, String(own.power)])),
      rctxt: String(drawn().power),
      z: String(z.own.power),
    },
    private: { p: String(p), q: String(q) },
    correctnessProof: { c: String(c), xz_cap: answer(z), xr_cap: r.map((one) => [one.name, answer(one)]) },
  }
}

/** The powers of a random square that generates all squares, `p * q` of them. */
function generator(n: bigint, p: bigint, q: bigint): Powers {
  for (;;) {
    const root = randomBelow(n)
    if (root % (2n * p + 1n) === 0n || root % (2n * q + 1n) === 0n) continue
    const powers = powersOf(root ** 2n % n, n)
    if (powers.of(p) !== 1n && powers.of(q) !== 1n) return powers
  }
}

interface Powers {
  base: bigint
  of(exponent: bigint): bigint
}

/** OpenSSL's modular power, which takes the same time for every exponent, is what a Diffie-Hellman public key is. */
function powersOf(base: bigint, modulus: bigint): Powers {
  const diffieHellman = createDiffieHellman(toBytes(modulus), toBytes(base))
  return {
    base,
    of: (exponent) => {
      diffieHellman.setPrivateKey(toBytes(exponent))
      diffieHellman.generateKeys()
      return fromBytes(diffieHellman.getPublicKey())
    },
  }
}

/** Uniform: what lies beyond the bound is drawn again rather than folded back. */
function randomBelow(bound: bigint): bigint {
  const bits = bound.toString(2).length
  for (;;) {
    const drawn = BigInt.asUintN(bits, fromBytes(randomBytes(Math.ceil(bits / 8))))
    if (drawn < bound) return drawn
  }
}
