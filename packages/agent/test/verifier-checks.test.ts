import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import { Credential } from '@hyperledger/anoncreds-shared'
import { type AnonCredsCheck, anonCredsChecks } from '@lastmile/contracts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createCrypto } from '../src/core/crypto/crypto.ts'
import type { VerifierObjects } from '../src/didcomm/registry/published-objects.ts'
import { checks } from '../src/didcomm/verification/anoncreds-checks.ts'
import { Refusal } from '../src/didcomm/verification/refusal.ts'
import { Verifier } from '../src/didcomm/verification/verifier.ts'
import {
  type Forgeable,
  type HeldByTest,
  NativeIssuer,
  newLinkSecret,
  present,
  publishedBy,
  type Request,
} from './native-parties.ts'

const now = 1_900_000_000
const values = { name: 'Doe', nationality: 'Nigeria', expiry_date: '20250101' }

const crypto = createCrypto(1)
const linkSecret = newLinkSecret()
let issuer: NativeIssuer
let stranger: NativeIssuer
let held: HeldByTest
let other: HeldByTest
let foreign: HeldByTest
let revoked: HeldByTest
let beforeRevocation: NativeIssuer['latest']

beforeAll(() => {
  crypto.open()
  const attributes = Object.keys(values)
  issuer = new NativeIssuer('issuer', attributes, now - 1_000)
  stranger = new NativeIssuer('stranger', attributes, now - 1_000)
  held = issuer.issue(linkSecret, 1, values)
  other = issuer.issue(linkSecret, 2, { ...values, expiry_date: '20990101' })
  revoked = issuer.issue(linkSecret, 3, values)
  foreign = stranger.issue(linkSecret, 1, values)
  beforeRevocation = issuer.latest
  issuer.revoke(3, now - 10)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => crypto.close())

function request(change: (asked: Request) => void = () => undefined): Request {
  const restrictions = [{ cred_def_id: issuer.definitionId }]
  const asked: Request = {
    name: 'Check',
    version: '1.0',
    nonce: '123456789012345678901234',
    requested_attributes: {
      person: { names: ['name'], restrictions },
      nationality: { name: 'nationality', restrictions },
    },
    requested_predicates: { valid: { name: 'expiry_date', p_type: '>=', p_value: 20240101, restrictions } },
  }
  change(asked)
  return asked
}
const stricter = () => request((asked) => Object.assign(asked.requested_predicates.valid ?? {}, { p_value: 20300101 }))
const unrevoked = () => Object.assign(request(), { non_revoked: { from: now, to: now } })
const all = { attributes: ['person', 'nationality'], predicates: ['valid'] }

interface Sent {
  asked: Request
  presentation: Forgeable
  /** In place of what the issuers published. */
  others?: Partial<VerifierObjects>
}

const honest = (asked = request()): Sent => ({ asked, presentation: present(linkSecret, asked, [{ held, ...all }]) })
const onLatestList = (): Sent => ({
  asked: unrevoked(),
  presentation: present(linkSecret, unrevoked(), [{ held, ...all, on: issuer.latest }]),
})

function changed(change: (presentation: Forgeable) => void): Sent {
  const sent = honest()
  change(sent.presentation)
  return sent
}

const underAnotherName = (object: { toJson(): unknown }, change: object) => async (id: string) => {
  const content = { ...(object.toJson() as Forgeable), ...change }
  return { id, content, json: JSON.stringify(content) }
}

/** The library has no such check: with ours turned off it takes the forgery. */
const ours: [AnonCredsCheck, string, () => Sent][] = [
  [
    'form',
    'a presentation with 20,000 members of no use',
    () =>
      changed(({ proof }) => {
        proof.more = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`more ${index}`, 1]))
      }),
  ],
  ['conditions', 'a proof of a weaker condition', () => ({ asked: stricter(), presentation: honest().presentation })],
  [
    'request',
    'a text of the wallet’s own beside those that are signed',
    () =>
      changed(({ requested_proof }) => {
        requested_proof.self_attested_attrs = { nationality: 'Spain' }
      }),
  ],
  [
    'request',
    'a credential beside those that were asked for',
    () => {
      const asked = request((it) => delete it.requested_predicates.valid)
      const more = request((it) => {
        delete it.requested_predicates.valid
        it.requested_attributes.more = { name: 'nationality' }
      })
      const answers = [
        { held, attributes: all.attributes },
        { held: foreign, attributes: ['more'] },
      ]
      const presentation = present(linkSecret, more, answers)
      delete presentation.requested_proof.revealed_attrs.more
      return { asked, presentation }
    },
  ],
  [
    'request',
    'a condition beside those that were asked for',
    () => {
      const more = request((it) => {
        it.requested_predicates.more = { ...it.requested_predicates.valid, p_value: 20200101 }
      })
      const presentation = present(linkSecret, more, [{ held, ...all, predicates: ['valid', 'more'] }])
      delete presentation.requested_proof.predicates.more
      return { asked: request(), presentation }
    },
  ],
  [
    'shown-values',
    'another text over the signed number',
    () => changed(({ requested_proof }) => Object.assign(requested_proof.revealed_attrs.nationality, { raw: 'Spain' })),
  ],
  [
    'shown-values',
    'another text over the signed number, in a group',
    () =>
      changed(({ requested_proof: { revealed_attr_groups } }) =>
        Object.assign(revealed_attr_groups.person.values.name, { raw: 'Roe' }),
      ),
  ],
  [
    'numbers',
    'a condition proved about a number that is in no credential',
    () => {
      const credential = held.credential.toJson() as Forgeable
      credential.values.expiry_date = { raw: '20990101', encoded: '20990101' }
      const withOwn = { ...held, credential: Credential.fromJson(credential) }
      const presentation = present(linkSecret, stricter(), [{ held: withOwn, ...all }])
      const { proofs, aggregated_proof } = presentation.proof
      const { m } = proofs[0].primary_proof.eq_proof
      m.expiry_date = String(BigInt(m.expiry_date) - BigInt(aggregated_proof.c_hash) * (20990101n - 20250101n))
      return { asked: stricter(), presentation }
    },
  ],
  [
    'one-credential',
    'the attributes of one passport with the condition of another',
    () => {
      const answers = [
        { held, attributes: all.attributes },
        { held: other, predicates: all.predicates },
      ]
      return { asked: stricter(), presentation: present(linkSecret, stricter(), answers) }
    },
  ],
  [
    'published',
    'the schema of another definition',
    () => changed(({ identifiers }) => Object.assign(identifiers[0], { schema_id: stranger.schemaId })),
  ],
  [
    'published',
    'a definition under the name of another issuer',
    () => ({
      ...honest(),
      others: { credentialDefinition: underAnotherName(issuer.definition, { issuerId: stranger.did }) },
    }),
  ],
  [
    'published',
    'a registry of another definition',
    () => ({
      ...onLatestList(),
      others: { registry: underAnotherName(issuer.registry, { credDefId: stranger.definitionId }) },
    }),
  ],
  [
    'newest-list',
    'a revoked credential on the list from before',
    () => ({
      asked: unrevoked(),
      presentation: present(linkSecret, unrevoked(), [{ held: revoked, ...all, on: beforeRevocation }]),
    }),
  ],
  [
    'newest-list',
    'the newest list that a verifier knows which has read none since the moment asked for',
    () => ({ ...onLatestList(), others: { knownUntil: async () => now - 1 } }),
  ],
  [
    'proof',
    'the answer to another nonce',
    () => ({ asked: { ...request(), nonce: '999999999999' }, presentation: honest().presentation }),
  ],
  [
    'proof',
    'a revoked credential under the name of the newest list',
    () => {
      const presentation = present(linkSecret, unrevoked(), [{ held: revoked, ...all, on: beforeRevocation }])
      presentation.identifiers[0].timestamp = issuer.latest.timestamp
      return { asked: unrevoked(), presentation }
    },
  ],
]

/** The library looks as well, and has the last word when ours is turned off. */
const alsoTheLibrarys: typeof ours = [
  [
    'kind',
    'a credential of another issuer',
    () => ({ asked: request(), presentation: present(linkSecret, request(), [{ held: foreign, ...all }]) }),
  ],
  [
    'kind',
    'a credential of another schema',
    () => {
      const asked = request((it) => {
        for (const referent of [...Object.values(it.requested_attributes), ...Object.values(it.requested_predicates)])
          referent.restrictions = [{ schema_name: 'Licence' }]
      })
      return honest(asked)
    },
  ],
  ['non-revocation', 'no proof of non-revocation', () => ({ asked: unrevoked(), presentation: honest().presentation })],
]

function verify({ asked, presentation, others }: Sent): Promise<void> {
  const objects = { ...publishedBy(issuer, stranger).objects, ...others }
  return new Verifier(crypto, objects).verify(asked as unknown as AnonCredsProofRequest, presentation)
}

/** The check that refuses it; undefined where it is taken. */
const refusedBy = (sent: Sent) =>
  verify(sent).then(
    () => undefined,
    (error: unknown) => {
      expect(error).toBeInstanceOf(Refusal)
      return (error as Refusal).check
    },
  )

const turnOff = (check: AnonCredsCheck) => vi.spyOn(checks, check).mockImplementation(() => undefined)

/** Forging takes longer than refusing: each is made once. */
const made = new Map<() => Sent, Sent>()
function sentBy(forge: () => Sent): Sent {
  const sent = made.get(forge) ?? forge()
  made.set(forge, sent)
  return sent
}

test.each([...ours, ...alsoTheLibrarys])('%s refuses %s', async (check, _, forge) => {
  expect(await refusedBy(sentBy(forge))).toBe(check)
})

test.each(anonCredsChecks)(
  'without %s alone, its forgeries are taken and no others, and honest answers are',
  async (off) => {
    turnOff(off)
    for (const [check, name, forge] of ours)
      expect(await refusedBy(sentBy(forge)), name).toBe(check === off ? undefined : check)
    for (const [check, name, forge] of alsoTheLibrarys)
      expect(await refusedBy(sentBy(forge)), name).toBe(check === off ? 'proof' : check)
    for (const answer of [honest, onLatestList]) expect(await refusedBy(sentBy(answer))).toBeUndefined()
  },
)

test('what the library looks at as well is taken without both', async () => {
  for (const [check, name, forge] of alsoTheLibrarys) {
    turnOff(check)
    turnOff('proof')
    expect(await refusedBy(sentBy(forge)), name).toBeUndefined()
    vi.restoreAllMocks()
  }
})
