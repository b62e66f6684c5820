import {
  Credential,
  CredentialRequestMetadata,
  CredentialRevocationState,
  Presentation,
} from '@hyperledger/anoncreds-shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnonCreds } from '../src/anoncreds.ts'
import { type Held, loadForTests, predicate, present, proofRequest, received, requested } from './holding.ts'
import { attributes, type Loose, NativeIssuer, verifiesNatively } from './native-issuer.ts'

let anoncreds: AnonCreds
let linkSecret: string

beforeAll(async () => {
  anoncreds = await loadForTests()
  linkSecret = anoncreds.createLinkSecret()
})

const bits = (decimal: string) => BigInt(decimal).toString(2).length

describe.each([2048, 2050] as const)('with a modulus of %i bits, the native library takes', (modulusBits) => {
  let issuer: NativeIssuer
  let held: Held

  beforeAll(() => {
    issuer = new NativeIssuer(modulusBits)
    held = received(anoncreds, issuer, linkSecret, 3)
  })
  afterAll(() => issuer.end())

  test('single attributes, a group, what is not shown and what the holder says', () => {
    const request = proofRequest({
      attributes: {
        one: { name: 'given names' },
        group: { names: ['family_name', 'balance'] },
        kept: { name: 'age' },
        said: { name: 'nickname' },
      },
    })
    const presentation = present(
      anoncreds,
      linkSecret,
      request,
      [{ held, revealed: ['one', 'group'], unrevealed: ['kept'] }],
      { said: 'Countess' },
    )
    expect(presentation.requested_proof).toEqual({
      revealed_attrs: { one: { sub_proof_index: 0, ...attributes['Given Names'] } },
      revealed_attr_groups: {
        group: { sub_proof_index: 0, values: { family_name: attributes.family_name, balance: attributes.balance } },
      },
      unrevealed_attrs: { kept: { sub_proof_index: 0 } },
      self_attested_attrs: { said: 'Countess' },
      predicates: {},
    })
    expect(verifiesNatively(presentation, request, issuer)).toBe(true)
  })

  test('all four kinds of predicates at their limits, of positive and negative numbers', () => {
    const request = proofRequest({
      predicates: {
        atLeast: predicate('age', '>=', 36),
        more: predicate('age', '>', 35),
        atMost: predicate('age', '<=', 36),
        less: predicate('age', '<', 37),
        far: predicate('age', '>', -2_147_483_648),
        negative: predicate('Balance', '<', -249),
      },
    })
    const presentation = present(anoncreds, linkSecret, request, [
      { held, predicates: Object.keys(request.requested_predicates) },
    ])
    expect(verifiesNatively(presentation, request, issuer)).toBe(true)
  })

  test('that a credential is not revoked of which nothing is shown', () => {
    const request = proofRequest({ attributes: { kept: { name: 'age', non_revoked: { to: 2_000_000_000 } } } })
    const answer = { held, unrevealed: ['kept'], revocation: issuer.revocation() }
    const presentation = present(anoncreds, linkSecret, request, [answer])
    expect(presentation.proof.proofs[0].non_revoc_proof).not.toBeNull()
    expect(verifiesNatively(presentation, request, issuer)).toBe(true)
  })

  test('that a credential is not revoked, before and after others are', () => {
    const request = proofRequest({ attributes: { who: { name: 'family_name' } }, nonRevoked: true })
    const prove = () =>
      present(anoncreds, linkSecret, request, [{ held, revealed: ['who'], revocation: issuer.revocation() }])
    const before = prove()
    expect(before.identifiers).toEqual([
      {
        schema_id: issuer.schemaId,
        cred_def_id: issuer.definitionId,
        rev_reg_id: issuer.registryId,
        timestamp: issuer.timestamp,
      },
    ])
    expect(verifiesNatively(before, request, issuer)).toBe(true)
    issuer.revoke(1, 2, 20)
    expect(verifiesNatively(before, request, issuer)).toBe(false)
    expect(verifiesNatively(prove(), request, issuer)).toBe(true)
  })
})

describe('with several credentials', () => {
  const first = new NativeIssuer(2048)
  const second = new NativeIssuer(2050)
  afterAll(() => {
    first.end()
    second.end()
  })

  test('one presentation proves things of each, with one holder', () => {
    const [passport, licence] = [received(anoncreds, first, linkSecret, 1), received(anoncreds, second, linkSecret)]
    const request = proofRequest({
      attributes: { who: { name: 'family_name', non_revoked: { to: 2_000_000_000 } }, again: { name: 'family_name' } },
      predicates: { adult: predicate('age', '>=', 18) },
    })
    const presentation = present(anoncreds, linkSecret, request, [
      { held: passport, revealed: ['who'], revocation: first.revocation() },
      { held: licence, revealed: ['again'], predicates: ['adult'] },
    ])
    const [one, other] = presentation.proof.proofs.map((proof: Loose) => proof.primary_proof.eq_proof.m.master_secret)
    expect(one).toBe(other)
    expect(verifiesNatively(presentation, request, first, second)).toBe(true)
  })
})

describe('between this holder and the native one', () => {
  const issuer = new NativeIssuer(2048)
  afterAll(() => issuer.end())
  const request = proofRequest({
    attributes: { who: { name: 'family_name' } },
    predicates: { adult: predicate('age', '>=', 18) },
    nonRevoked: true,
  })

  test('each goes on with what the other has', () => {
    const task = requested(anoncreds, issuer, linkSecret, 5)
    const native = Credential.fromJson(task.credential)
    native.process({
      credentialRequestMetadata: CredentialRequestMetadata.fromJson(task.metadata),
      linkSecret,
      credentialDefinition: issuer.definition,
      revocationRegistryDefinition: issuer.registry,
    })
    const own: Loose = anoncreds.processCredential(task)
    expect(own).toEqual(native.toJson())

    const revocationState = CredentialRevocationState.create({
      revocationRegistryDefinition: issuer.registry,
      revocationStatusList: issuer.list,
      revocationRegistryIndex: 5,
      tailsPath: issuer.tailsPath,
    })
    const natively = Presentation.create({
      presentationRequest: request as Loose,
      credentials: [{ credential: Credential.fromJson(own), timestamp: issuer.timestamp, revocationState }],
      credentialsProve: [
        { entryIndex: 0, referent: 'who', isPredicate: false, reveal: true },
        { entryIndex: 0, referent: 'adult', isPredicate: true, reveal: true },
      ],
      selfAttest: {},
      linkSecret,
      schemas: { [issuer.schemaId]: issuer.schema },
      credentialDefinitions: { [issuer.definitionId]: issuer.definition },
    })
    expect(verifiesNatively(natively.toJson(), request, issuer)).toBe(true)
    const credential = native.toJson()
    const answer = { held: { issuer, credential }, revealed: ['who'], predicates: ['adult'] }
    const ours = present(anoncreds, linkSecret, request, [{ ...answer, revocation: issuer.revocation() }])
    expect(verifiesNatively(ours, request, issuer)).toBe(true)
  })

  test('what is blinded is as long as it has to be, and responses that verifiers bound are no longer', () => {
    const held = received(anoncreds, issuer, linkSecret, 6)
    const answer = { held, revealed: ['who'], predicates: ['adult'], revocation: issuer.revocation() }
    const { eq_proof, ge_proofs } = present(anoncreds, linkSecret, request, [answer]).proof.proofs[0].primary_proof
    for (const response of [eq_proof.m2, ...Object.values<string>(eq_proof.m)]) expect(bits(response)).toBeLessThan(594)
    expect(bits(eq_proof.e)).toBeLessThan(458)
    for (const response of Object.values<string>(ge_proofs[0].r)) expect(bits(response)).toBeGreaterThan(2440)
    const { definition } = requested(anoncreds, issuer, linkSecret)
    const task = { offer: issuer.offer(), definition, linkSecret, entropy: 'test' }
    const { blinded_ms_correctness_proof }: Loose = anoncreds.createCredentialRequest(task).request
    expect(bits(blinded_ms_correctness_proof.v_dash_cap)).toBeGreaterThan(2440)
  })

  test('a changed presentation is not taken', () => {
    const held = received(anoncreds, issuer, linkSecret, 7)
    const answer = { held, revealed: ['who'], predicates: ['adult'], revocation: issuer.revocation() }
    const honest = present(anoncreds, linkSecret, request, [answer])
    expect(verifiesNatively(honest, request, issuer)).toBe(true)
    const changes: ((presentation: Loose) => void)[] = [
      ({ proof, requested_proof }) => {
        requested_proof.revealed_attrs.who.encoded = '1'
        proof.proofs[0].primary_proof.eq_proof.revealed_attrs.family_name = '1'
      },
      ({ proof }) => {
        proof.proofs[0].primary_proof.eq_proof.m.age = '1'
      },
      ({ proof }) => {
        proof.proofs[0].primary_proof.ge_proofs[0].alpha = '1'
      },
      ({ proof }) => {
        const { x_list } = proof.proofs[0].non_revoc_proof
        x_list.rho = x_list.o
      },
    ]
    for (const change of changes) {
      const changed = structuredClone(honest)
      change(changed)
      expect(verifiesNatively(changed, request, issuer)).toBe(false)
    }
    expect(verifiesNatively(honest, { ...request, nonce: '1' }, issuer)).toBe(false)
  })
})
