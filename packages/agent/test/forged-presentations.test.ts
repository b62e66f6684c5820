import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import { Credential, Presentation, PresentationRequest } from '@hyperledger/anoncreds-shared'
import { anonCredsChecks } from '@lastmile/contracts'
import { encodedValue } from '@lastmile/formats/anoncreds-values'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCrypto } from '../src/core/crypto/crypto.ts'
import { Refusal } from '../src/didcomm/verification/refusal.ts'
import { Verifier } from '../src/didcomm/verification/verifier.ts'
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
/** Each test begins with nothing revoked. Lists of one moment are the same in all tests: the workers cache them. */
afterEach(() => {
  for (const { lists } of [issuer, stranger]) lists.splice(1)
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
const zeros = '0'.repeat(64)

type Objects = ReturnType<typeof publishedBy>['objects']

/** Rejects with the refusal, resolves when the presentation is taken for good. */
async function verify(
  asked: Request,
  presentation: unknown,
  { lookedUp = [], others = {} }: { lookedUp?: string[]; others?: Partial<Objects> } = {},
): Promise<void> {
  const published = publishedBy(issuer, stranger)
  await new Verifier(crypto, { ...published.objects, ...others })
    .verify(asked as unknown as AnonCredsProofRequest, presentation)
    .finally(() => lookedUp.push(...published.lookedUp))
}

async function refusal(asked: Request, presentation: unknown, others: Partial<Objects> = {}): Promise<Refusal> {
  const outcome = await verify(asked, presentation, { others }).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(Refusal)
  expect(anonCredsChecks).toContain((outcome as Refusal).check)
  return outcome as Refusal
}

/** The reason of the check that refuses: others would refuse some of these forgeries too. */
const because = async (...forgery: Parameters<typeof refusal>) => (await refusal(...forgery)).message

function nativeVerdict(asked: Request, presentation: Forgeable): boolean {
  return Presentation.fromJson(presentation).verify({
    presentationRequest: PresentationRequest.fromJson(asked as never),
    schemas: { [issuer.schemaId]: issuer.schema },
    credentialDefinitions: { [issuer.definitionId]: issuer.definition },
  })
}

test('an honest presentation is taken, whatever case and spaces its names have', async () => {
  await verify(request(), present(linkSecret, request(), [{ held: passport, ...all }]))
  const shouted = request((asked) => {
    Object.assign(asked.requested_attributes.nationality ?? {}, { name: 'Document NUMBER' })
    Object.assign(asked.requested_predicates.valid ?? {}, { name: 'Expiry_Date' })
  })
  await verify(shouted, present(linkSecret, shouted, [{ held: passport, ...all }]))
})

describe('the native verifier does not bind proven predicates to the requested ones', () => {
  const stricter = () =>
    request((asked) => Object.assign(asked.requested_predicates.valid ?? {}, { p_value: 20300101 }))

  test('a presentation made for a weaker value', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    expect(nativeVerdict(stricter(), forged)).toBe(true)
    expect((await refusal(stricter(), forged)).reason).toBe('predicate-not-met')
  })

  test('a presentation made for a higher value, where at most was asked', async () => {
    const atMost = (p_value: number) =>
      request((asked) => Object.assign(asked.requested_predicates.valid ?? {}, { p_type: '<=', p_value }))
    const forged = present(linkSecret, atMost(20300101), [{ held: passport, ...all }])
    expect(nativeVerdict(atMost(20240101), forged)).toBe(true)
    expect((await refusal(atMost(20240101), forged)).reason).toBe('predicate-not-met')
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
    expect(await because(stricter(), forged)).toBe('the cryptographic proof is not sound')
  })

  test('more predicates than were asked for, each of which takes time', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    const { ge_proofs } = forged.proof.proofs[0].primary_proof
    ge_proofs.push(ge_proofs[0])
    expect(await because(request(), forged)).toBe('more conditions were proved than asked')
  })

  test.each([
    ['that was not requested', { valid: { sub_proof_index: 0 }, more: { sub_proof_index: 0 } }],
    ['under another name', { other: { sub_proof_index: 0 } }],
    ['not at all', {}],
  ])('a predicate claimed %s', async (_, predicates) => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    forged.requested_proof.predicates = predicates
    expect(await because(request(), forged)).toBe('the predicates are not those that were asked for')
  })
})

describe('revealed attributes', () => {
  const tampered = async (change: (forged: Forgeable) => void, asked = request()) => {
    const forged = present(linkSecret, asked, [{ held: passport, ...all }])
    change(forged.requested_proof)
    return because(asked, forged)
  }
  const spain = encodedValue('Spain')

  test('an altered text over the signed number', async () => {
    const reason = 'an attribute is not what was signed'
    expect(await tampered((proof) => Object.assign(proof.revealed_attrs.nationality, { raw: 'Spain' }))).toBe(reason)
    expect(
      await tampered((proof) => Object.assign(proof.revealed_attr_groups.person.values.family_name, { raw: 'Roe' })),
    ).toBe(reason)
  })

  test('an altered text with the number that belongs to it', async () => {
    const altered = { raw: 'Spain', encoded: spain }
    const reason = 'an attribute is not in the proof'
    expect(await tampered((proof) => Object.assign(proof.revealed_attrs.nationality, altered))).toBe(reason)
    expect(
      await tampered((proof) => Object.assign(proof.revealed_attr_groups.person.values.family_name, altered)),
    ).toBe(reason)
  })

  test('an attribute that the proof has under another name only', async () => {
    expect(
      await tampered((proof) => {
        proof.revealed_attrs.nationality = {
          ...proof.revealed_attr_groups.person.values.family_name,
          sub_proof_index: 0,
        }
      }),
    ).toBe('an attribute is not in the proof')
  })

  test('a group that leaves one out, or adds one', async () => {
    const reason = 'a group reveals other attributes than asked'
    expect(await tampered((proof) => delete proof.revealed_attr_groups.person.values.family_name)).toBe(reason)
    expect(
      await tampered((proof) => {
        proof.revealed_attr_groups.person.values.nationality = proof.revealed_attrs.nationality
      }),
    ).toBe(reason)
  })

  test('a group that has another attribute instead', async () => {
    expect(
      await tampered(({ revealed_attr_groups: { person }, revealed_attrs }) => {
        delete person.values.family_name
        person.values.nationality = revealed_attrs.nationality
      }),
    ).toBe('an attribute that was asked for is missing')
  })

  test('a group that reveals one attribute twice, once with a text of its own', async () => {
    const asked = request((it) => Object.assign(it.requested_attributes.person ?? {}, { names: ['family_name'] }))
    expect(
      await tampered(({ revealed_attr_groups: { person } }) => {
        person.values = { Family_Name: { raw: 'Roe', encoded: spain }, ...person.values }
      }, asked),
    ).toBe('a group reveals other attributes than asked')
  })

  test('a referent that is missing, has another name, or was not asked for', async () => {
    const attributes = 'the attributes are not those that were asked for'
    expect(await tampered((proof) => delete proof.revealed_attrs.nationality)).toBe(attributes)
    expect(
      await tampered((proof) => {
        proof.revealed_attrs = { other: proof.revealed_attrs.nationality }
      }),
    ).toBe(attributes)
    expect(
      await tampered((proof) => {
        proof.revealed_attrs.more = proof.revealed_attrs.nationality
      }),
    ).toBe(attributes)
    const groups = 'the attribute groups are not those that were asked for'
    expect(await tampered((proof) => delete proof.revealed_attr_groups.person)).toBe(groups)
    expect(
      await tampered((proof) => {
        proof.revealed_attr_groups.more = proof.revealed_attr_groups.person
      }),
    ).toBe(groups)
  })

  test('a self-attested value, instead of a signed one or beside all of them', async () => {
    const reason = 'the self-attested attributes are not those that were asked for'
    const asked = request((it) => delete it.requested_predicates.valid)
    const forged = present(linkSecret, asked, [{ held: passport, attributes: ['person', 'nationality'] }])
    forged.requested_proof.self_attested_attrs = { nationality: 'Spain' }
    expect(await because(asked, forged)).toBe(reason)
    delete forged.requested_proof.revealed_attrs.nationality
    expect(await because(asked, forged)).toBe(reason)
  })

  test('an attribute that stays hidden, or is claimed to beside the one that is shown', async () => {
    const reason = 'the hidden attributes are not those that were asked for'
    const forged = present(linkSecret, request(), [
      { held: passport, attributes: ['person'], hidden: ['nationality'], predicates: ['valid'] },
    ])
    expect(await because(request(), forged)).toBe(reason)
    expect(
      await tampered((proof) => {
        proof.unrevealed_attrs = { more: { sub_proof_index: 0 } }
      }),
    ).toBe(reason)
  })

  test('an index that points nowhere', async () => {
    const reason = 'a claim points to no proof'
    expect(await tampered((proof) => Object.assign(proof.revealed_attrs.nationality, { sub_proof_index: 7 }))).toBe(
      reason,
    )
    expect(await tampered((proof) => Object.assign(proof.predicates.valid, { sub_proof_index: 1 }))).toBe(reason)
    expect(await tampered((proof) => Object.assign(proof.revealed_attr_groups.person, { sub_proof_index: 1 }))).toBe(
      reason,
    )
  })

  test('another nonce', async () => {
    const old = request((asked) => Object.assign(asked, { nonce: '999999999999' }))
    const forged = present(linkSecret, old, [{ held: passport, ...all }])
    expect(await because(request(), forged)).toBe('the cryptographic proof is not sound')
  })
})

describe('what is no presentation', () => {
  test('something else', async () => {
    for (const forged of [null, 'text', [], {}, { proof: { proofs: [] }, requested_proof: {}, identifiers: [] }])
      expect(await because(request(), forged)).toBe('not a presentation')
  })

  test('one without a field that it must have, or with an endless number in any place', async () => {
    const honest = present(linkSecret, request(), [{ held: passport, ...all }])
    const numbers = placesOf(honest.proof, (value) => typeof value === 'string' && /^-?\d+$/.test(value))
    expect(numbers.length).toBeGreaterThan(25)
    for (const path of numbers) {
      for (const number of ['9'.repeat(1_001), `1e${'9'.repeat(9)}`, '0x10', ' 1', '1 ']) {
        const forged = structuredClone(honest)
        Object.assign(placeIn(forged.proof, path.slice(0, -1)), { [path.at(-1) ?? '']: number })
        expect(await because(request(), forged), `${path.join('.')} ${number.slice(0, 9)}`).toBe('not a presentation')
      }
    }
    for (const path of [['proof'], ['requested_proof'], ['identifiers'], ['proof', 'aggregated_proof', 'c_list']]) {
      const forged = structuredClone(honest)
      delete placeIn(forged, path.slice(0, -1))[path.at(-1) ?? '']
      expect(await because(request(), forged), path.join('.')).toBe('not a presentation')
    }
  })

  test('one of more values than any honest one', async () => {
    const many = present(linkSecret, request(), [{ held: passport, ...all }])
    many.proof.aggregated_proof.c_list = Array(20_000).fill([1])
    const deep = present(linkSecret, request(), [{ held: passport, ...all }])
    deep.proof.more = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    const named = present(linkSecret, request(), [{ held: passport, ...all }])
    named.proof.more = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`more ${index}`, 1]))
    for (const forged of [many, deep, named])
      expect(await because(request(), forged)).toBe('larger than any honest presentation')
  })

  test('bytes that are none, though their lowest eight bits are right, or more of them than any number has', async () => {
    const forge = async (change: (bytes: number[]) => void) => {
      const forged = present(linkSecret, request(), [{ held: passport, ...all }])
      change(forged.proof.aggregated_proof.c_list[0])
      return because(request(), forged)
    }
    for (const wrong of [256, -256, 0.5])
      expect(await forge((bytes) => bytes.splice(0, 1, (bytes[0] ?? 0) + wrong)), `${wrong}`).toBe('not a presentation')
    expect(await forge((bytes) => bytes.push(...Array(512).fill(1)))).toBe('not a presentation')
  })

  test('names that the native library knows besides reach it no more than unknown ones', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    const [{ primary_proof }] = forged.proof.proofs
    primary_proof.ne_proofs = primary_proof.ge_proofs
    delete primary_proof.ge_proofs
    expect(await because(request(), forged)).toBe('another condition was proved than asked')
    const more = present(linkSecret, request(), [{ held: passport, ...all }])
    more.proof.proofs[0].primary_proof.ne_proofs = []
    await verify(request(), more)
  })
})

/** The ways to every value that fits. */
function placesOf(content: Forgeable, fits: (value: unknown) => boolean): string[][] {
  return Object.entries(content).flatMap(([key, value]) => {
    if (fits(value)) return [[key]]
    return typeof value === 'object' && value !== null ? placesOf(value, fits).map((path) => [key, ...path]) : []
  })
}

const placeIn = (content: Forgeable, path: string[]): Forgeable => path.reduce((place, key) => place[key], content)

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
    expect(await because(asked, forged)).toBe('a condition was proved about a number that is not in the credential')
  })

  test('a presentation without any credential', async () => {
    const asked = request((it) => {
      delete it.requested_predicates.valid
      delete it.requested_attributes.person
    })
    const forged = presentNothing(asked, issuer, { nationality: 'Spain' })
    expect(nativeVerdict(asked, forged)).toBe(true)
    // Its exponent is below zero.
    expect(await because(asked, forged)).toBe('the exponent of a signature is out of range')
  })

  // A forger who knows the order of the issuer's group can add it to any exponent; others find such numbers without it.
  test('an exponent of the signature that is longer than an honest one', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    const { eq_proof } = forged.proof.proofs[0].primary_proof
    eq_proof.e = String(BigInt(eq_proof.e) + issuer.order)
    expect(nativeVerdict(request(), forged)).toBe(true)
    expect(await because(request(), forged)).toBe('the exponent of a signature is out of range')
    eq_proof.e = String(1n << 457n)
    expect(await because(request(), forged)).toBe('the exponent of a signature is out of range')
  })

  test('a hidden attribute, as the link secret, that is longer than an honest one', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    const { m } = forged.proof.proofs[0].primary_proof.eq_proof
    m.master_secret = String(BigInt(m.master_secret) + issuer.order)
    expect(nativeVerdict(request(), forged)).toBe(true)
    expect(await because(request(), forged)).toBe('a hidden attribute is out of range')
    m.master_secret = String(1n << 593n)
    expect(await because(request(), forged)).toBe('a hidden attribute is out of range')
  })

  test('the older name of the link secret, which the library would prefer', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    forged.proof.proofs[0].primary_proof.eq_proof.m1 = '1'
    expect(await because(request(), forged)).toBe('not a presentation')
  })

  test('a challenge over other values than those of the proof', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    const { c_list } = forged.proof.aggregated_proof
    const withList = (list: number[][]) => {
      const other = structuredClone(forged)
      other.proof.aggregated_proof.c_list = list
      return because(request(), other)
    }
    for (const list of [[], c_list.slice(1), c_list.slice(0, -1), [[1], ...c_list.slice(1)]])
      expect(await withList(list)).toBe('the challenge does not cover the proof')
    expect(await withList([...c_list, [1]])).toBe('the challenge covers more than the proof')
  })
})

describe('restrictions', () => {
  const foreign = 'a credential is not of the kind or issuer that was asked for'
  /** The same restrictions for everything that is asked. */
  const restricted = (...restrictions: Record<string, string>[]) =>
    request((it) => {
      for (const referent of [...Object.values(it.requested_attributes), ...Object.values(it.requested_predicates)])
        referent.restrictions = restrictions
    })

  test('a credential of another issuer is refused before anything of it is looked up', async () => {
    const lookedUp: string[] = []
    const forged = present(linkSecret, request(), [{ held: forgedPassport, ...all }])
    await expect(verify(request(), forged, { lookedUp })).rejects.toThrow(foreign)
    expect(lookedUp).toEqual([])
  })

  test('a credential of another issuer under the name of the right one', async () => {
    const forged = present(linkSecret, request(), [{ held: forgedPassport, ...all }])
    forged.identifiers[0] = { schema_id: issuer.schemaId, cred_def_id: issuer.definitionId }
    expect(await because(request(), forged)).toBe('the cryptographic proof is not sound')
  })

  test.each([
    ['issuer_id', () => issuer.did],
    ['schema_id', () => issuer.schemaId],
    ['cred_def_id', () => issuer.definitionId],
  ])('by %s', async (key, value) => {
    const asked = restricted({ [key]: value() })
    await verify(asked, present(linkSecret, asked, [{ held: passport, ...all }]))
    expect(await because(asked, present(linkSecret, asked, [{ held: forgedPassport, ...all }]))).toBe(foreign)
  })

  test.each(['person', 'nationality', 'valid'])('of one referent alone, %s', async (referent) => {
    const asked = restricted({ cred_def_id: issuer.definitionId }, { cred_def_id: stranger.definitionId })
    await verify(asked, present(linkSecret, asked, [{ held: forgedPassport, ...all }]))
    Object.assign(asked.requested_attributes[referent] ?? asked.requested_predicates[referent] ?? {}, {
      restrictions: [{ cred_def_id: issuer.definitionId }],
    })
    expect(await because(asked, present(linkSecret, asked, [{ held: forgedPassport, ...all }]))).toBe(foreign)
  })

  test.each(['schema_name', 'schema_version'])('by %s', async (key) => {
    const asked = (value: string) => restricted({ issuer_id: issuer.did, [key]: value })
    const right = asked(key === 'schema_name' ? 'Passport' : '1.0')
    await verify(right, present(linkSecret, right, [{ held: passport, ...all }]))
    expect(await because(asked('2.0'), present(linkSecret, asked('2.0'), [{ held: passport, ...all }]))).toBe(
      'a credential has another schema than asked for',
    )
  })

  test('of alternatives one is enough, and everything in it must hold', async () => {
    const asked = restricted(
      { cred_def_id: stranger.definitionId },
      { issuer_id: issuer.did, schema_name: 'Licence' },
      { issuer_id: issuer.did, schema_name: 'Passport' },
    )
    await verify(asked, present(linkSecret, asked, [{ held: passport, ...all }]))
    const mixed = restricted({ issuer_id: issuer.did, cred_def_id: stranger.definitionId })
    expect(await because(mixed, present(linkSecret, mixed, [{ held: passport, ...all }]))).toBe(foreign)
    const none = restricted({ issuer_id: stranger.did }, { issuer_id: issuer.did, schema_name: 'Licence' })
    expect(await because(none, present(linkSecret, none, [{ held: passport, ...all }]))).toBe(
      'a credential has another schema than asked for',
    )
  })

  test('a credential of a definition that is not ours, or of another schema than its definition’s', async () => {
    const ofSchema = restricted({ schema_id: issuer.schemaId })
    const unknown = present(linkSecret, ofSchema, [{ held: passport, ...all }])
    unknown.identifiers[0].cred_def_id = 'did:webvh:QmNobody:nobody.example/resources/definition'
    expect(await because(ofSchema, unknown)).toBe('a credential names something that is not ours')
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    forged.identifiers[0].schema_id = stranger.schemaId
    expect(await because(request(), forged)).toBe('a credential definition belongs to another schema or issuer')
  })

  test('a definition that is published under the name of another issuer', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    const content = { ...(issuer.definition.toJson() as Forgeable), issuerId: stranger.did }
    const credentialDefinition = async (id: string) => ({ id, content, json: JSON.stringify(content) })
    expect(await because(request(), forged, { credentialDefinition })).toBe(
      'a credential definition belongs to another schema or issuer',
    )
  })

  test('one referent answered by the right credential, another by a foreign one', async () => {
    const forged = present(linkSecret, request(), [
      { held: passport, attributes: ['person', 'nationality'] },
      { held: forgedPassport, predicates: ['valid'] },
    ])
    expect(await because(request(), forged)).toBe(foreign)
  })

  test('a credential beside those that were asked for', async () => {
    const asked = request((it) => delete it.requested_predicates.valid)
    const two = request((it) => {
      delete it.requested_predicates.valid
      it.requested_attributes.more = { name: 'nationality' }
    })
    const forged = present(linkSecret, two, [
      { held: passport, attributes: ['person', 'nationality'] },
      { held: forgedPassport, attributes: ['more'] },
    ])
    delete forged.requested_proof.revealed_attrs.more
    expect(await because(asked, forged)).toBe('a credential was presented that nothing was asked of')
  })

  test('a credential without a proof', async () => {
    const forged = present(linkSecret, request(), [{ held: passport, ...all }])
    forged.identifiers.push(forged.identifiers[0])
    expect(await because(request(), forged)).toBe('proofs and credentials differ in number')
  })
})

describe('one requirement is answered by one credential', () => {
  let other: HeldByTest
  /** Names and nationality of one passport, the condition of the other. */
  const mixed = (asked: Request, lists: Partial<Record<'first' | 'second', NativeIssuer['latest']>> = {}) =>
    present(linkSecret, asked, [
      { held: passport, attributes: ['person', 'nationality'], on: lists.first },
      { held: other, predicates: ['valid'], on: lists.second },
    ])
  const unrevoked = () =>
    request((asked) => {
      asked.non_revoked = { from: now, to: now }
    })

  beforeAll(() => {
    other = issuer.issue(linkSecret, 2, { ...values, family_name: 'Roe', expiry_date: '20990101' })
  })

  test('mixed from two that fit, which the native verifier takes', async () => {
    expect(nativeVerdict(request(), mixed(request()))).toBe(true)
    expect((await refusal(request(), mixed(request()))).reason).toBe('mixed-credentials')
  })

  test('one attribute of each', async () => {
    const forged = present(linkSecret, request(), [
      { held: passport, attributes: ['person'], predicates: ['valid'] },
      { held: other, attributes: ['nationality'] },
    ])
    expect((await refusal(request(), forged)).reason).toBe('mixed-credentials')
  })

  test('mixed, and both proved to be unrevoked', async () => {
    const forged = mixed(unrevoked(), { first: issuer.latest, second: issuer.latest })
    expect((await refusal(unrevoked(), forged)).reason).toBe('mixed-credentials')
  })

  test('whatever else a restriction says, and in each of several kinds', async () => {
    for (const restrictions of [
      [{ schema_id: issuer.schemaId, issuer_id: issuer.did }],
      [{ cred_def_id: issuer.definitionId }, { schema_id: stranger.schemaId }],
    ]) {
      const asked = request((it) => {
        for (const referent of [...Object.values(it.requested_attributes), ...Object.values(it.requested_predicates)])
          referent.restrictions = restrictions
      })
      expect((await refusal(asked, mixed(asked))).reason).toBe('mixed-credentials')
    }
  })

  test('different requirements may be answered by different credentials of one kind', async () => {
    const two = request((it) =>
      Object.assign(it.requested_predicates.valid ?? {}, {
        restrictions: [{ cred_def_id: issuer.definitionId, issuer_id: issuer.did }],
      }),
    )
    await verify(two, mixed(two))
    const both = { ...two, non_revoked: { from: now, to: now } }
    await verify(both, mixed(both, { first: issuer.latest, second: issuer.latest }))
  })

  test('an issuer alone names no kind, so each answer may come from another credential', async () => {
    const asked = request((it) => {
      for (const referent of [...Object.values(it.requested_attributes), ...Object.values(it.requested_predicates)])
        referent.restrictions = [{ issuer_id: issuer.did }]
    })
    await verify(asked, mixed(asked))
  })
})

describe('non-revocation', () => {
  let held: HeldByTest
  const ask = () =>
    request((asked) => {
      asked.non_revoked = { from: now, to: now }
    })
  const onLatest = () => present(linkSecret, ask(), [{ held, ...all, on: issuer.latest }])

  beforeAll(() => {
    held = issuer.issue(linkSecret, 3, values)
  })

  test('proved on the list in force, which is older than the moment asked for', async () => {
    await verify(ask(), onLatest())
  })

  test('not proved at all, or with a part of what it takes', async () => {
    const reason = 'non-revocation was asked for and not proved'
    const plain = ask()
    delete plain.non_revoked
    expect(await because(ask(), present(linkSecret, plain, [{ held, ...all }]))).toBe(reason)
    for (const key of ['rev_reg_id', 'timestamp']) {
      const forged = onLatest()
      delete forged.identifiers[0][key]
      expect(await because(ask(), forged), key).toBe(reason)
    }
    const unproved = present(linkSecret, plain, [{ held, ...all }])
    Object.assign(unproved.identifiers[0], { rev_reg_id: issuer.registryId, timestamp: issuer.latest.timestamp })
    expect(await because(ask(), unproved)).toBe(reason)
  })

  test('asked of one referent alone', async () => {
    const asked = request((it) =>
      Object.assign(it.requested_predicates.valid ?? {}, { non_revoked: { from: now, to: now } }),
    )
    const plain = present(linkSecret, request(), [{ held, ...all }])
    expect(await because(asked, plain)).toBe('non-revocation was asked for and not proved')
  })

  test('proved on a list that exists nowhere', async () => {
    const forged = onLatest()
    forged.identifiers[0].timestamp = now - 5
    expect(await because(ask(), forged)).toBe('there is no such status list')
  })

  test('proved in the registry of another issuer, or of another definition', async () => {
    const forged = onLatest()
    forged.identifiers[0].rev_reg_id = stranger.registryId
    expect(await because(ask(), forged)).toBe('a registry has another issuer')
    const content = { ...(issuer.registry.toJson() as Forgeable), credDefId: stranger.definitionId }
    const registry = async (id: string) => ({ id, content, json: JSON.stringify(content) })
    expect(await because(ask(), onLatest(), { registry })).toBe('a registry is of another definition')
  })

  test('a proof that is not sound, where nothing on the list is revoked', async () => {
    const old = { ...ask(), nonce: '999999999999' }
    const forged = present(linkSecret, old, [{ held, ...all, on: issuer.latest }])
    expect((await refusal(ask(), forged)).reason).toBe('not-verifiable')
  })

  test('a proof that is not sound, of a credential that cannot be revoked', async () => {
    const { revocation: _, ...value } = (issuer.definition.toJson() as Forgeable).value
    const content = { ...(issuer.definition.toJson() as Forgeable), value }
    const credentialDefinition = async (id: string) => ({ id: `${id} alone`, content, json: JSON.stringify(content) })
    const forged = present(linkSecret, request(), [{ held, ...all }])
    const asked = { ...ask(), nonce: '999999999999' }
    expect((await refusal(asked, forged, { credentialDefinition })).reason).toBe('not-verifiable')
  })

  test('after revocation: on the outdated list, on the new one, and on the outdated one under the new name', async () => {
    const outdated = issuer.latest
    issuer.revoke(3, now - 10)
    const onOutdated = present(linkSecret, ask(), [{ held, ...all, on: outdated }])
    expect(await refusal(ask(), onOutdated)).toMatchObject({
      reason: 'revoked',
      message: 'the credential is proved unrevoked on an outdated list only',
    })
    const unproved = { reason: 'revoked', message: 'the credential is not proved to be unrevoked' }
    expect(await refusal(ask(), onLatest())).toMatchObject(unproved)
    const renamed = structuredClone(onOutdated)
    renamed.identifiers[0].timestamp = issuer.latest.timestamp
    expect(await refusal(ask(), renamed)).toMatchObject({ reason: 'not-verifiable', check: 'proof' })
  })

  test('after revocation of one credential of two, and of others’ after it', async () => {
    const other = stranger.issue(linkSecret, 6, values)
    stranger.revoke(7, now - 9)
    issuer.revoke(3, now - 10)
    issuer.revoke(7, now - 9)
    const asked = request((it) => {
      it.non_revoked = { from: now, to: now }
      Object.assign(it.requested_predicates.valid ?? {}, { restrictions: [{ cred_def_id: stranger.definitionId }] })
    })
    const both = present(linkSecret, asked, [
      { held, attributes: all.attributes, on: issuer.latest },
      { held: other, predicates: all.predicates, on: stranger.latest },
    ])
    expect(await refusal(asked, both)).toMatchObject({ reason: 'revoked', check: 'proof' })
  })

  test.each<[string, (forged: Forgeable) => void]>([
    ['of an earlier request', () => undefined],
    ['with a number changed', ({ proof }) => Object.assign(proof.proofs[0].primary_proof.eq_proof, { m2: '1' })],
    ['with a witness of nothing', ({ proof }) => Object.assign(proof.proofs[0].non_revoc_proof.x_list, { r: zeros })],
  ])('a proof %s, in a registry where others’ cards are revoked', async (forgery, forge) => {
    const unrevoked = issuer.issue(linkSecret, 8, values)
    issuer.revoke(3, now - 10)
    const outdated = issuer.latest
    issuer.revoke(9, now - 8)
    const presented = forgery === 'of an earlier request' ? { ...ask(), nonce: '999999999999' } : ask()
    for (const on of [issuer.latest, outdated])
      for (const each of [unrevoked, held]) {
        const forged = present(linkSecret, presented, [{ held: each, ...all, on }])
        forge(forged)
        expect(await refusal(ask(), forged)).toMatchObject({ reason: 'not-verifiable', check: 'proof' })
      }
  })

  test('a proof that the library cannot read, where something on the list is revoked', async () => {
    const other = issuer.issue(linkSecret, 4, values)
    issuer.revoke(3, now - 10)
    const forged = present(linkSecret, ask(), [{ held: other, ...all, on: issuer.latest }])
    forged.proof.proofs[0].non_revoc_proof.x_list = {}
    expect((await refusal(ask(), forged)).reason).toBe('not-verifiable')
  })
})
