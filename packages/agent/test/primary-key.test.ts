import { CredentialDefinition, CredentialOffer, Presentation, PresentationRequest } from '@hyperledger/anoncreds-shared'
import { beforeAll, expect, test } from 'vitest'
import { findSafePrimes, type SafePrimes, withPrimaryKey } from '../src/core/crypto/primary-key.ts'
import type { MadeDefinition } from '../src/core/crypto/tasks.ts'
import { type Forgeable, NativeIssuer, newLinkSecret, present, type Request, requestFor } from './native-parties.ts'

const now = 1_900_000_000
const attributeNames = ['family_name', 'nationality', 'expiry_date']
const values = { family_name: 'Doe', nationality: 'Nigeria', expiry_date: '20250101' }
const linkSecret = newLinkSecret()
let issuer: NativeIssuer

beforeAll(async () => {
  issuer = new NativeIssuer('issuer', attributeNames, now, await findSafePrimes())
})

const modulusBits = (definition: Forgeable) => BigInt(definition.value.primary.n).toString(2).length

const asking: Request = {
  name: 'Check',
  version: '1.0',
  nonce: '123456789012345678901234',
  requested_attributes: { person: { names: ['family_name', 'nationality'] } },
  requested_predicates: { valid: { name: 'expiry_date', p_type: '>=', p_value: 20240101 } },
  non_revoked: { from: now, to: now },
}

/** The verdict of the library alone on what its holder presents. */
function verdict(request: Request): boolean {
  const held = issuer.issue(linkSecret, 1, values)
  const answer = { held, attributes: ['person'], predicates: ['valid'], on: issuer.latest }
  return Presentation.fromJson(present(linkSecret, asking, [answer])).verify({
    presentationRequest: PresentationRequest.fromJson(request as never),
    schemas: { [issuer.schemaId]: issuer.schema },
    credentialDefinitions: { [issuer.definitionId]: issuer.definition },
    revocationRegistryDefinitions: { [issuer.registryId]: issuer.registry },
    revocationStatusLists: [issuer.latest.list],
  })
}

test('the library issues, proves with predicate and non-revocation, and verifies with a modulus of 2,048 bits', () => {
  expect(modulusBits(issuer.definition.toJson())).toBe(2048)
  expect(verdict(asking)).toBe(true)
  expect(verdict({ ...asking, nonce: '1' })).toBe(false)
})

test("the library's own definitions still have more: if not, ours are no longer needed", () => {
  const { schemaId, schema, did: issuerId } = issuer
  const { credentialDefinition } = CredentialDefinition.create({
    schemaId,
    schema,
    issuerId,
    tag: 'own',
    signatureType: 'CL',
  })
  expect(modulusBits(credentialDefinition.toJson())).toBe(2050)
})

test('the answers of the key correctness proof are reduced: none is longer than the modulus', () => {
  const { c, xz_cap, xr_cap } = issuer.offer().toJson().key_correctness_proof as Forgeable
  const answers = [xz_cap, ...xr_cap.map(([, answer]: [string, string]) => answer)]
  expect(answers).toHaveLength(attributeNames.length + 2)
  for (const answer of answers) expect(BigInt(answer).toString(2).length).toBeLessThan(2048)
  expect(BigInt(c).toString(2).length).toBeGreaterThan(200)
})

test.each<[string, (proof: Forgeable) => void]>([
  ['another challenge', (proof) => Object.assign(proof, { c: String(BigInt(proof.c) + 1n) })],
  ['another answer for z', (proof) => Object.assign(proof, { xz_cap: String(BigInt(proof.xz_cap) + 1n) })],
  [
    'another answer for an attribute',
    ({ xr_cap }) => Object.assign(xr_cap[1], { 1: String(BigInt(xr_cap[1][1]) + 1n) }),
  ],
  ['another order', ({ xr_cap }) => xr_cap.reverse()],
])('a holder takes the key correctness proof, and refuses it with %s', (_what, tamper) => {
  const offer = issuer.offer().toJson() as Forgeable
  expect(() => requestFor(issuer, CredentialOffer.fromJson(offer), linkSecret)).not.toThrow()
  tamper(offer.key_correctness_proof)
  expect(() => requestFor(issuer, CredentialOffer.fromJson(offer), linkSecret)).toThrow(/correctness proof/)
})

test('primes that make another modulus are refused', () => {
  const made: MadeDefinition = {
    credentialDefinition: issuer.definition.toJson() as Forgeable,
    privateKey: { value: {} },
    keyCorrectnessProof: {},
  }
  const attempt = (...primes: SafePrimes) => withPrimaryKey(made, primes)
  expect(() => attempt(2n ** 1023n + 1n, 2n ** 1023n + 3n)).toThrow('2047')
  expect(() => attempt(2n ** 1024n + 1n, 2n ** 1024n + 3n)).toThrow('2049')
  expect(() => attempt(2n ** 1024n - 105n, 2n ** 1024n - 105n)).toThrow('differ')
})
