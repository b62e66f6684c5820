import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnonCreds, AnonCredsError, type AnonCredsErrorCode, loadAnonCreds } from '../src/anoncreds.ts'
import { forgedSignature } from './forged-signature.ts'
import {
  type Answer,
  type Held,
  loadForTests,
  predicate,
  present,
  proofRequest,
  received,
  requested,
} from './holding.ts'
import { type Loose, NativeIssuer } from './native-issuer.ts'

let anoncreds: AnonCreds
let linkSecret: string
const issuer = new NativeIssuer(2048)

beforeAll(async () => {
  anoncreds = await loadForTests()
  linkSecret = anoncreds.createLinkSecret()
})
afterAll(() => issuer.end())

function codeOf(work: () => unknown): AnonCredsErrorCode | undefined {
  try {
    work()
  } catch (error) {
    if (error instanceof AnonCredsError) return error.code
    throw error
  }
  return undefined
}

/** The code with which a task ends that was changed. */
function codeAfter<Task>(task: Task, change: (task: Task) => void, work: (task: Task) => unknown) {
  const changed = structuredClone(task)
  change(changed)
  return codeOf(() => work(changed))
}

describe('a request for a credential', () => {
  const task = (): Loose => ({
    offer: issuer.offer(),
    definition: issuer.definition.toJson(),
    linkSecret,
    entropy: 'test',
  })
  const changed = (change: (task: Loose) => void) => codeAfter(task(), change, anoncreds.createCredentialRequest)

  test('is not made for a key that is not proved right', () => {
    expect(codeOf(() => anoncreds.createCredentialRequest(task()))).toBeUndefined()
    const forgeries: ((task: Loose) => void)[] = [
      ({ offer }) => {
        offer.key_correctness_proof.xz_cap = '1'
      },
      ({ offer }) => {
        offer.key_correctness_proof.xr_cap[1][1] = '1'
      },
      ({ offer }) => {
        offer.key_correctness_proof.xr_cap.pop()
      },
      ({ offer }) => {
        offer.key_correctness_proof.xr_cap[1] = offer.key_correctness_proof.xr_cap[0]
      },
      ({ definition }) => {
        definition.value.primary.z = definition.value.primary.r.age
      },
    ]
    const codes = forgeries.map(changed)
    expect(new Set(codes)).toEqual(new Set(['bad-offer']))
  })

  test('is not made for a key that hides nothing', () => {
    const weak: ((key: Loose) => void)[] = [
      ({ primary }) => {
        primary.s = '1'
      },
      ({ primary }) => {
        primary.s = String(BigInt(primary.n) - 1n)
      },
      ({ primary }) => {
        primary.n = String(2n ** 1024n - 1n)
      },
      ({ primary }) => {
        primary.n = String(BigInt(primary.n) - 1n)
      },
      ({ revocation }) => {
        revocation.htilde = infinity(3)
      },
      ({ revocation }) => {
        revocation.h_cap = infinity(6)
      },
      ({ revocation }) => {
        revocation.h_cap = pointOfAnotherOrder
      },
    ]
    for (const change of weak) expect(changed(({ definition }) => change(definition.value))).toBe('bad-definition')
  })
})

describe('a credential', () => {
  let task: ReturnType<typeof requested>
  beforeAll(() => {
    task = requested(anoncreds, issuer, linkSecret, 2)
  })
  const changed = (change: (task: Loose) => void) => codeAfter(task, change, anoncreds.processCredential)

  test('is taken as it was issued, and not with anything changed', () => {
    expect(codeOf(() => anoncreds.processCredential(task))).toBeUndefined()
    const forgeries: ((credential: Loose) => void)[] = [
      ({ values }) => {
        values.age.encoded = '37'
      },
      ({ values }) => {
        delete values.age
      },
      ({ signature_correctness_proof }) => {
        signature_correctness_proof.se = '1'
      },
      ({ signature }) => {
        signature.p_credential.e = String(BigInt(signature.p_credential.e) + 2n)
      },
      ({ signature }) => {
        signature.r_credential.m2 = signature.r_credential.c
      },
      ({ signature }) => {
        signature.r_credential.witness_signature.u_i = signature.r_credential.witness_signature.sigma_i
      },
      ({ signature }) => {
        signature.r_credential.sigma = signature.r_credential.g_i
      },
      ({ signature }) => {
        signature.r_credential.i = 21
      },
      ({ rev_reg, witness }) => {
        rev_reg.accum = witness.omega
      },
      ({ rev_reg, witness }) => {
        witness.omega = rev_reg.accum
      },
      ({ witness }) => {
        witness.omega = pointOfAnotherOrder
      },
      (credential) => {
        credential.witness = null
      },
      (credential) => {
        credential.rev_reg_id = null
      },
      (credential) => {
        credential.signature.r_credential = null
      },
    ]
    for (const change of forgeries) expect(changed(({ credential }) => change(credential))).toBe('bad-credential')
  })

  test('is not taken for another link secret, another request or with the registry of another', () => {
    const other = requested(anoncreds, issuer, linkSecret, 3)
    expect(changed((task) => Object.assign(task, { linkSecret: anoncreds.createLinkSecret() }))).toBe('bad-credential')
    expect(changed((task) => Object.assign(task, { metadata: other.metadata }))).toBe('bad-credential')
    const stranger = new NativeIssuer(2048)
    stranger.end()
    expect(changed((task) => Object.assign(task, { registry: stranger.registry.toJson() }))).toBe('bad-credential')
  })

  test('that is revocable is not taken without its registry', () => {
    expect(changed((task) => delete task.registry)).toBe('no-registry')
  })

  test('with an exponent that is not prime, or out of its range, is not taken though the signature fits', () => {
    const plain = requested(anoncreds, issuer, linkSecret)
    const forged = (exponent: bigint) => {
      const credential = structuredClone(plain.credential)
      Object.assign(credential, forgedSignature(issuer, plain.credential, plain.metadata.nonce, exponent))
      return codeOf(() => anoncreds.processCredential({ ...plain, credential }))
    }
    const prime = BigInt(plain.credential.signature.p_credential.e)
    expect(forged(prime)).toBeUndefined()
    // Odd, and divided by three; a number beside a prime may be one itself.
    expect(forged(prime - (prime % 3n === 2n ? 2n : 4n))).toBe('bad-credential')
    expect(forged(1n)).toBe('bad-credential')
    expect(forged(2n ** 521n - 1n)).toBe('bad-credential')
  })
})

describe('a presentation', () => {
  let held: Held
  const request = proofRequest({
    attributes: { who: { name: 'family_name' } },
    predicates: { adult: predicate('age', '>=', 18) },
    nonRevoked: true,
  })
  const answer = (): Answer => ({ held, revealed: ['who'], predicates: ['adult'], revocation: issuer.revocation() })
  const presenting = (given: Loose, changes: Partial<Answer> = {}) =>
    codeOf(() => present(anoncreds, linkSecret, given, [{ ...answer(), ...changes }]))
  beforeAll(() => {
    held = received(anoncreds, issuer, linkSecret, 4)
  })

  test('says why it cannot be made', () => {
    expect(presenting(request)).toBeUndefined()
    expect(presenting(request, { revocation: undefined })).toBe('no-registry')
    expect(presenting(request, { predicates: [] })).toBe('bad-selection')
    expect(presenting(request, { revealed: ['who', 'who'] })).toBe('bad-selection')
    expect(codeOf(() => present(anoncreds, linkSecret, request, [answer(), { held }]))).toBe('bad-selection')
    expect(presenting(request, { revealed: ['who', 'adult'] })).toBe('bad-selection')
    const foreign = anoncreds.createLinkSecret()
    expect(codeOf(() => present(anoncreds, foreign, request, [answer()]))).toBe('bad-credential')
    const stranger = new NativeIssuer(2048)
    stranger.end()
    expect(presenting(request, { revocation: stranger.revocation() })).toBe('bad-registry')
    const tails = new Uint8Array([...issuer.tails]).fill(7, 2)
    issuer.revoke(15)
    expect(presenting(request, { revocation: { ...issuer.revocation(), tails } })).toBe('bad-registry')
    expect(presenting(request, { revocation: { ...issuer.revocation(), tails: issuer.tails.subarray(0, 500) } })).toBe(
      'bad-registry',
    )
  })

  test('is not made of a predicate that is not true', () => {
    const wrong: [string, number][] = [
      ['>=', 37],
      ['>', 36],
      ['<=', 35],
      ['<', 36],
    ]
    for (const [type, value] of wrong) {
      const asked = proofRequest({ predicates: { adult: predicate('age', type, value) } })
      expect(presenting(asked, { revealed: [] })).toBe('false-predicate')
    }
    const ofText = proofRequest({ predicates: { adult: predicate('family_name', '>=', 1) } })
    expect(presenting(ofText, { revealed: [] })).toBe('false-predicate')
  })

  test('is not made of a credential that is revoked or changed', () => {
    const credential = structuredClone(held.credential)
    credential.values.age.encoded = '37'
    expect(presenting(request, { held: { issuer, credential } })).toBe('bad-credential')
    const revoked = received(anoncreds, issuer, linkSecret, 9)
    issuer.revoke(9)
    expect(presenting(request, { held: revoked })).toBe('revoked')
  })

  test('is not made for a request that is unreadable or asks for too much', () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`p${i}`, predicate('age', '>=', i - 99)]))
    const bad: Loose[] = [
      { ...request, nonce: 'x' },
      proofRequest({ nonRevoked: true }),
      { ...request, nonce: '9'.repeat(100) },
      { ...request, requested_predicates: { adult: predicate('age', '=', 1) } },
      { ...request, requested_predicates: { adult: predicate('age', '>=', 2 ** 31) } },
      { ...request, requested_attributes: { who: {} } },
      { ...request, requested_attributes: { who: { name: 'age', names: ['age'] } } },
      { ...request, requested_predicates: many },
    ]
    for (const given of bad) expect(presenting(given)).toBe('bad-request')
  })
})

test('warming up takes definitions, and says which it cannot read', () => {
  expect(codeOf(() => anoncreds.warmUp())).toBeUndefined()
  expect(codeOf(() => anoncreds.warmUp([issuer.definition.toJson() as Loose]))).toBeUndefined()
  expect(codeOf(() => anoncreds.warmUp([{}]))).toBe('bad-definition')
})

test('a module that fails is replaced', async () => {
  // `run` of this one is `unreachable`; everything else is there.
  const failing = await loadAnonCreds(
    new Uint8Array(
      Buffer.from(
        '0061736d01000000' + // WebAssembly, version 1
          '0110' +
          '03' +
          '60017f017f' +
          '60027f7f017f' +
          '6000017f' + // the types of three functions
          '0304' +
          '03' +
          '000102' +
          '0503' +
          '010001' + // a page of memory
          '0723' +
          '04' +
          '066d656d6f72790200' +
          '07707265706172650000' +
          '0372756e0001' +
          '06616e737765720002' +
          '0a0f' +
          '03' +
          '040041000b' +
          '0300000b' +
          '040041000b', // 0, unreachable, 0
        'hex',
      ),
    ),
  )
  expect(codeOf(() => failing.createLinkSecret())).toBe('internal')
  expect(codeOf(() => failing.createLinkSecret())).toBe('internal')
})

const infinity = (coordinates: number) => Array.from({ length: coordinates }, () => `1 ${'0'.repeat(64)}`).join(' ')

/** On the twist of the curve, but not in the group that pairings are made of. */
const pointOfAnotherOrder = [
  '2 12BC8BBBE82FA0BF621267FF8C7A8E8A916FFFFEF111005E0FFFFFFEFA0F5150',
  '1 0000000000000000000000000000000000000000000000000000000000000000',
  '1 0E3A3DCCA58E18C9370F624A89248F2C1FF2467F90F21A87780CC69288DBBEE1',
  '2 0BF9E079BBFD191EA38E0161AF9F6421938A5DF1985318063DE6D419E2A8ECB6',
  '2 095E45DDF417D05FB10933FFC63D474548B7FFFF7888802F07FFFFFF7D07A8A8',
  '1 0000000000000000000000000000000000000000000000000000000000000000',
].join(' ')
