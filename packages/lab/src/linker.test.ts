import { base64url } from 'jose'
import { expect, it } from 'vitest'
import { Linker, type Match, type PresentationRecord, scoreOf } from './linker.ts'

const holders = 200
const encoded = (value: unknown) => base64url.encode(JSON.stringify(value))
let seed = 1
/** The same in each run. */
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed
}

/** A presentation of SD-JWT VC as to its form; nothing in it repeats. */
function sdJwt({ x = `${random()}`, idx = random(), iat = 1_000, salt = `${random()}`, value = 'yes' } = {}): string {
  const payload = { iat, vct: 'card', cnf: { jwk: { x } }, status: { status_list: { idx, uri: 'list' } }, _sd: [] }
  const binding = [encoded({ typ: 'kb+jwt' }), encoded({ nonce: `${random()}`, aud: 'verifier' }), `${random()}`]
  const issued = [encoded({ x5c: ['certificate'] }), encoded(payload), `${random()}`]
  return [issued.join('.'), encoded([salt, 'adult', value]), binding.join('.')].join('~')
}

/** Likewise of AnonCreds. */
const anonCreds = ({ raw = 'yes', m2 = `${random()}`, commitment = [random(), random()], registry = 'r' } = {}) => ({
  proof: {
    proofs: [
      { primary_proof: { eq_proof: { m2, a_prime: `${random()}` }, ge_proofs: [{ predicate: { value: 18 } }] } },
    ],
    aggregated_proof: { c_list: [commitment, [random(), random()]] },
  },
  requested_proof: { revealed_attrs: { who: { sub_proof_index: 0, raw } } },
  identifiers: [{ cred_def_id: 'card', rev_reg_id: registry, timestamp: 1_000 }],
})

const received = (presentation: PresentationRecord['presentation'], at?: number): PresentationRecord => ({
  presentation,
  receivedAt: at ?? 1_700_000_000_000 + random(),
})

/** A pair among many others. */
function matchesOf(one: PresentationRecord, other: PresentationRecord): Match[] {
  const others = Array.from({ length: holders }, () => [received(sdJwt()), received(anonCreds())]).flat()
  return new Linker([one, ...others, other]).compare(one, other)
}

it.each([
  ['the holder’s key', () => sdJwt({ x: 'k' }), 'key'],
  ['a salt', () => sdJwt({ salt: 's' }), 'signature'],
  ['a place in a status list', () => sdJwt({ idx: 77 }), 'status'],
  ['the time of issuance', () => sdJwt({ iat: 12_345 }), 'time'],
  ['a rare value shown by SD-JWT', () => sdJwt({ value: 'Okoro' }), 'value'],
  ['a rare value shown by AnonCreds', () => anonCreds({ raw: 'Okoro' }), 'value'],
  ['a number of the proof', () => anonCreds({ m2: '99' }), 'proof'],
  ['a commitment', () => anonCreds({ commitment: [3, 7] }), 'proof'],
  ['a registry made for one', () => anonCreds({ registry: 'mine' }), 'registry'],
] as const)('finds a planted link: %s', (_, presentation, kind) => {
  const matches = matchesOf(received(presentation()), received(presentation()))
  expect(matches.map((match) => match.kind)).toEqual([kind])
  expect(matches[0]?.weight).toBeCloseTo(Math.log((holders + 2) / 2))
})

it('finds places in a status list that lie side by side', () => {
  const [one, other] = [received(sdJwt({ idx: 1_000 })), received(sdJwt({ idx: 1_001 }))]
  expect(matchesOf(one, other)).toMatchObject([{ kind: 'status', name: 'idx' }])
})

it('finds answers of the same moment', () => {
  expect(matchesOf(received(anonCreds(), 5), received(anonCreds(), 6))).toMatchObject([{ name: 'receivedAt' }])
})

it('says next to nothing of what all have in common', () => {
  expect(scoreOf(matchesOf(received(anonCreds()), received(anonCreds())))).toBeLessThan(1)
  expect(scoreOf(matchesOf(received(sdJwt()), received(sdJwt())))).toBeLessThan(1)
})

it('finds with the issuer which copies were one credential', () => {
  const batches = Array.from({ length: holders }, () => [sdJwt(), sdJwt()])
  const records = batches.flat().map((each) => received(each))
  const linker = new Linker(records, batches)
  const [first, second, another] = records
  if (!first || !second || !another) throw new Error('There are none.')
  expect(linker.compare(first, second)).toMatchObject([{ kind: 'issuer' }])
  expect(linker.compare(first, another)).toEqual([])
  expect(new Linker(records).compare(first, second)).toEqual([])
})

it('takes what cannot be read as it is', () => {
  expect(() => matchesOf(received('~~~'), received('a.b.c~!~'))).not.toThrow()
  expect(matchesOf(received('nonsense'), received('nonsense'))).not.toEqual([])
})
