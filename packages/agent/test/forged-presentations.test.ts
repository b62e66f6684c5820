import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import type { AgentContext } from '@credo-ts/core'
import { Credential, Presentation, PresentationRequest } from '@hyperledger/anoncreds-shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCrypto } from '../src/crypto/crypto.ts'
import { Refusal } from '../src/verification/refusal.ts'
import { Verifier } from '../src/verification/verifier.ts'
import {
  type Forgeable,
  type HeldByTest,
  NativeIssuer,
  newLinkSecret,
  present,
  presentNothing,
  publishedBy,
  type Request,
} from './native-parties.ts'

const now = 1_900_000_000
const earlier = now - 1_000
const attributeNames = ['family_name', 'Document Number', 'nationality', 'expiry_date']
const values = { family_name: 'Doe', 'Document Number': 'X1', nationality: 'Nigeria', expiry_date: '20250101' }
const context = {} as AgentContext

const crypto = createCrypto(1)
const linkSecret = newLinkSecret()
let issuer: NativeIssuer
let stranger: NativeIssuer
let passport: HeldByTest
let forgedPassport: HeldByTest

beforeAll(() => {
  crypto.open()
  issuer = new NativeIssuer('issuer', attributeNames, earlier)
  stranger = new NativeIssuer('stranger', attributeNames, earlier)
  passport = issuer.issue(linkSecret, 1, values)
  forgedPassport = stranger.issue(linkSecret, 1, { ...values, expiry_date: '20990101' })
})
afterAll(() => crypto.close())

/** Asks for a group, a single attribute and a predicate that the passport fulfils. */
function request(change: (request: Request) => void = () => undefined): Request {
  const restrictions = [{ cred_def_id: issuer.definitionId }]
  const asked: Request = {
    name: 'Check',
    version: '1.0',
    nonce: '123456789012345678901234',
    requested_attributes: {
      person: { names: ['family_name', 'document number'], restrictions },
      nationality: { name: 'nationality', restrictions },
    },
    requested_predicates: { valid: { name: 'expiry_date', p_type: '>=', p_value: 20240101, restrictions } },
  }
  change(asked)
  return asked
}

const all = { attributes: ['person', 'nationality'], predicates: ['valid'] }

/** Rejects with the refusal, resolves when the presentation is taken for good. */
async function verify(asked: Request, presentation: unknown, lookedUp: string[] = []): Promise<void> {
  const published = publishedBy(issuer, stranger)
  await new Verifier(crypto, published.objects)
    .verify(context, asked as unknown as AnonCredsProofRequest, presentation)
    .finally(() => lookedUp.push(...published.lookedUp))
}

async function refusal(asked: Request, presentation: unknown): Promise<Refusal> {
  const outcome = await verify(asked, presentation).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(Refusal)
  return outcome as Refusal
}

function nativeVerdict(asked: Request, presentation: Forgeable): boolean {
  return Presentation.fromJson(presentation).verify({
    presentationRequest: PresentationRequest.fromJson(asked as never),
    schemas: { [issuer.schemaId]: issuer.schema },
    credentialDefinitions: { [issuer.definitionId]: issuer.definition },
  })
}

test('an honest presentation is taken, whatever case and spaces its names have', async () => {
  await verify(request(), present(linkSecret, request(), [{ held: passport, ...all }]))
})

describe('pitfall 12: the native verifier does not bind proven predicates to the requested ones', () => {
  const stricter = () =>
    request((asked) => Object.assign(asked.requested_predicates.valid ?? {}, { p_value: 20300101 }))

  test('a presentation made for a weaker value', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    expect(nativeVerdict(stricter(), forged)).toBe(true)
    expect((await refusal(stricter(), forged)).reason).toBe('predicate-not-met')
  })

  test('a presentation made for the opposite operator', async () => {
    const flipped = request((asked) =>
      Object.assign(asked.requested_predicates.valid ?? {}, { p_type: '<=', p_value: 20300101 }),
    )
    const forged = present(linkSecret, flipped, [{ held: passport, ...all }])
    expect(nativeVerdict(stricter(), forged)).toBe(true)
    expect((await refusal(stricter(), forged)).reason).toBe('predicate-not-met')
  })

  test('a presentation made for another attribute', async () => {
    const asked = request((it) => Object.assign(it.requested_predicates.valid ?? {}, { name: 'family_name' }))
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    expect((await refusal(asked, forged)).reason).toBe('predicate-not-met')
  })

  test('a predicate that is claimed and not proved', async () => {
    const without = request((asked) => delete asked.requested_predicates.valid)
    const forged = present(linkSecret, without, [{ held: passport, attributes: ['person', 'nationality'] }])
    forged.requested_proof.predicates = { valid: { sub_proof_index: 0 } }
    expect(nativeVerdict(stricter(), forged)).toBe(true)
    expect((await refusal(stricter(), forged)).reason).toBe('predicate-not-met')
  })

  test('a predicate proved by another credential than the one that answers', async () => {
    const anyIssuer = request((asked) => {
      for (const referent of Object.values(asked.requested_attributes)) referent.restrictions = []
      Object.assign(asked.requested_predicates.valid ?? {}, { restrictions: [], p_value: 20300101 })
    })
    const forged = present(linkSecret, anyIssuer, [
      { held: passport, attributes: ['person', 'nationality'] },
      { held: forgedPassport, predicates: ['valid'] },
    ])
    forged.requested_proof.predicates.valid.sub_proof_index = 0
    expect((await refusal(stricter(), forged)).reason).toBe('predicate-not-met')
  })

  test('a predicate that the proof names but does not prove', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    forged.proof.proofs[0].primary_proof.ge_proofs[0].predicate.value = 20300101
    expect((await refusal(stricter(), forged)).reason).toBe('not-verifiable')
  })
})

describe('pitfall 12: revealed attributes', () => {
  const tampered = async (change: (forged: Forgeable) => void) => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    change(forged.requested_proof)
    return (await refusal(request(), forged)).reason
  }
  const spain = '24001783318106298803178126143082118213103436012735498158498037362866583213231'

  test('an altered text over the signed number', async () => {
    expect(await tampered((proof) => Object.assign(proof.revealed_attrs.nationality, { raw: 'Spain' }))).toBe(
      'not-verifiable',
    )
    expect(
      await tampered((proof) => Object.assign(proof.revealed_attr_groups.person.values.family_name, { raw: 'Roe' })),
    ).toBe('not-verifiable')
  })

  test('an altered text with the number that belongs to it', async () => {
    expect(
      await tampered((proof) => Object.assign(proof.revealed_attrs.nationality, { raw: 'Spain', encoded: spain })),
    ).toBe('not-verifiable')
  })

  test('a group that leaves one out, or adds one', async () => {
    expect(await tampered((proof) => delete proof.revealed_attr_groups.person.values.family_name)).toBe(
      'not-verifiable',
    )
    expect(
      await tampered((proof) => {
        proof.revealed_attr_groups.person.values.nationality = proof.revealed_attrs.nationality
      }),
    ).toBe('not-verifiable')
  })

  test('a referent that is missing, or was not asked for', async () => {
    expect(await tampered((proof) => delete proof.revealed_attrs.nationality)).toBe('not-verifiable')
    expect(
      await tampered((proof) => {
        proof.revealed_attrs.more = proof.revealed_attrs.nationality
      }),
    ).toBe('not-verifiable')
  })

  test('a self-attested value instead of a signed one', async () => {
    const asked = request((it) => delete it.requested_predicates.valid)
    const forged = present(linkSecret, asked, [{ held: passport, attributes: ['person', 'nationality'] }])
    forged.requested_proof.self_attested_attrs = { nationality: 'Spain' }
    delete forged.requested_proof.revealed_attrs.nationality
    expect((await refusal(asked, forged)).reason).toBe('not-verifiable')
  })

  test('an attribute that stays hidden', async () => {
    const forged = present(linkSecret, request(), [
      { held: passport, attributes: ['person'], hidden: ['nationality'], predicates: ['valid'] },
    ])
    expect((await refusal(request(), forged)).reason).toBe('not-verifiable')
  })

  test('an index that points nowhere', async () => {
    expect(await tampered((proof) => Object.assign(proof.revealed_attrs.nationality, { sub_proof_index: 7 }))).toBe(
      'not-verifiable',
    )
  })

  test('another nonce', async () => {
    const old = request((asked) => Object.assign(asked, { nonce: '999999999999' }))
    const forged = present(linkSecret, old, [{ held: passport, ...all }])
    expect((await refusal(request(), forged)).reason).toBe('not-verifiable')
  })

  test('something that is not a presentation', async () => {
    for (const forged of [null, 'text', [], {}, { proof: { proofs: [] }, requested_proof: {}, identifiers: [] }])
      expect((await refusal(request(), forged)).reason).toBe('not-verifiable')
  })
})

describe('what the native library leaves unchecked', () => {
  test('a condition proved about a value of the forger’s own', async () => {
    const credential = passport.credential.toJson() as Forgeable
    credential.values.expiry_date = { raw: '20990101', encoded: '20990101' }
    const asked = request((it) => Object.assign(it.requested_predicates.valid ?? {}, { p_value: 20300101 }))
    const held = { ...passport, credential: Credential.fromJson(credential) }
    const forged = present(linkSecret, asked, [{ held, ...all }])
    const { m } = forged.proof.proofs[0].primary_proof.eq_proof
    const challenge = BigInt(forged.proof.aggregated_proof.c_hash)
    m.expiry_date = String(BigInt(m.expiry_date) - challenge * (20990101n - 20250101n))
    expect(nativeVerdict(asked, forged)).toBe(true)
    expect((await refusal(asked, forged)).reason).toBe('not-verifiable')
  })

  test('a presentation without any credential', async () => {
    const asked = request((it) => {
      delete it.requested_predicates.valid
      delete it.requested_attributes.person
    })
    const forged = presentNothing(asked, issuer, { nationality: 'Spain' })
    expect(nativeVerdict(asked, forged)).toBe(true)
    expect((await refusal(asked, forged)).reason).toBe('not-verifiable')
  })

  test.each([
    ['a signature’s exponent', (proof: Forgeable) => (proof.primary_proof.eq_proof.e = String(1n << 457n))],
    ['a hidden attribute', (proof: Forgeable) => (proof.primary_proof.eq_proof.m.master_secret = String(1n << 593n))],
    ['any other number', (proof: Forgeable) => (proof.primary_proof.eq_proof.v = '9'.repeat(700_000))],
    ['the older name of the link secret', (proof: Forgeable) => (proof.primary_proof.eq_proof.m1 = '1')],
  ])('%s beyond its range', async (_what, change) => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    change(forged.proof.proofs[0])
    expect((await refusal(request(), forged)).reason).toBe('not-verifiable')
  })

  test('a challenge over other values than those of the proof', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    const { c_list } = forged.proof.aggregated_proof
    for (const list of [[], c_list.slice(1), [...c_list, [1]], [[1], ...c_list.slice(1)]]) {
      const other = structuredClone(forged)
      other.proof.aggregated_proof.c_list = list
      await expect(verify(request(), other)).rejects.toThrow(/challenge/)
    }
  })
})

describe('pitfall 14: restrictions', () => {
  test('a credential of another issuer is refused before anything of it is looked up', async () => {
    const lookedUp: string[] = []
    const forged = present(linkSecret, request(), [{ held: forgedPassport, ...all }])
    await expect(verify(request(), forged, lookedUp)).rejects.toThrow(Refusal)
    expect(lookedUp).toEqual([])
  })

  test('a credential of another issuer under the name of the right one', async () => {
    const forged = present(linkSecret, request(), [{ held: forgedPassport, ...all }])
    forged.identifiers[0] = { schema_id: issuer.schemaId, cred_def_id: issuer.definitionId }
    expect((await refusal(request(), forged)).reason).toBe('not-verifiable')
  })

  test.each([
    ['issuer_id', () => issuer.did],
    ['schema_id', () => issuer.schemaId],
  ])('by %s', async (key, value) => {
    const asked = request((it) => {
      for (const referent of [...Object.values(it.requested_attributes), ...Object.values(it.requested_predicates)])
        referent.restrictions = [{ [key]: value() }]
    })
    await verify(asked, present(linkSecret, asked, [{ held: passport, ...all }]))
    await refusal(asked, present(linkSecret, asked, [{ held: forgedPassport, ...all }]))
  })

  test('a schema of the right name and issuer, in another version', async () => {
    const asked = (schema_version: string) =>
      request((it) => {
        for (const referent of [...Object.values(it.requested_attributes), ...Object.values(it.requested_predicates)])
          referent.restrictions = [{ issuer_id: issuer.did, schema_name: 'Passport', schema_version }]
      })
    await verify(asked('1.0'), present(linkSecret, asked('1.0'), [{ held: passport, ...all }]))
    await refusal(asked('2.0'), present(linkSecret, asked('2.0'), [{ held: passport, ...all }]))
  })

  test('one referent answered by the right credential, another by a foreign one', async () => {
    const forged = present(linkSecret, request(), [
      { held: passport, attributes: ['person', 'nationality'] },
      { held: forgedPassport, predicates: ['valid'] },
    ])
    expect((await refusal(request(), forged)).reason).toBe('not-verifiable')
  })

  test('a credential beside those that were asked for', async () => {
    const asked = request((it) => delete it.requested_predicates.valid)
    const two = request((it) => Object.assign(it.requested_predicates.valid ?? {}, { restrictions: [] }))
    const forged = present(linkSecret, two, [
      { held: passport, attributes: ['person', 'nationality'] },
      { held: forgedPassport, predicates: ['valid'] },
    ])
    forged.requested_proof.predicates = {}
    expect((await refusal(asked, forged)).reason).toBe('not-verifiable')
  })
})

describe('pitfall 13: non-revocation', () => {
  let held: HeldByTest
  const ask = () =>
    request((asked) => {
      asked.non_revoked = { from: now, to: now }
    })
  const verdict = (presentation: unknown) =>
    verify(ask(), presentation).then(
      () => 'taken',
      (error: Refusal) => error.reason,
    )

  beforeAll(() => {
    held = issuer.issue(linkSecret, 3, values)
  })

  test('proved on the list in force, which is older than the moment asked for', async () => {
    expect(await verdict(present(linkSecret, ask(), [{ held, ...all, on: issuer.latest }]))).toBe('taken')
  })

  test('not proved at all', async () => {
    const plain = ask()
    delete plain.non_revoked
    expect(await verdict(present(linkSecret, plain, [{ held, ...all }]))).toBe('not-verifiable')
  })

  test('proved on a list that exists nowhere', async () => {
    const forged = present(linkSecret, ask(), [{ held, ...all, on: issuer.latest }])
    forged.identifiers[0].timestamp = now - 5
    expect(await verdict(forged)).toBe('not-verifiable')
  })

  test('proved in the registry of another definition', async () => {
    const forged = present(linkSecret, ask(), [{ held, ...all, on: issuer.latest }])
    forged.identifiers[0].rev_reg_id = stranger.registryId
    expect(await verdict(forged)).toBe('not-verifiable')
  })

  test('after revocation: on the outdated list, on the new one, and on the outdated one under the new name', async () => {
    const outdated = issuer.latest
    issuer.revoke(3, now - 10)
    expect(await verdict(present(linkSecret, ask(), [{ held, ...all, on: outdated }]))).toBe('revoked')
    expect(await verdict(present(linkSecret, ask(), [{ held, ...all, on: issuer.latest }]))).toBe('revoked')
    const renamed = present(linkSecret, ask(), [{ held, ...all, on: outdated }])
    renamed.identifiers[0].timestamp = issuer.latest.timestamp
    expect(await verdict(renamed)).toBe('revoked')
  })
})
