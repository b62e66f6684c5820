import { compares } from '@lastmile/contracts/condition'
import { attributeKey, int32, isSameName } from '@lastmile/formats/anoncreds-values'
import { bestFirst } from '../../core/credential-format.ts'
import { memoized } from '../../core/memoized.ts'
import { publisherOf } from '../../core/publisher.ts'
import type { Condition, Confirmed, Missing, RequestItem, Wanted } from '../../core/snapshot.ts'
import type { AnonCredsCredential } from './anoncreds-credential.ts'
import type { Item, Restriction } from './proof-request.ts'

/** Schema names of requested definitions, as far as they are known. */
type NameOf = (definitionId: string) => string | undefined

/** The context for saying why nothing fits. */
export interface Circumstances {
  nameOf: NameOf
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Finds which credentials answer an item of a request, and if none does, why. Those of one requirement answer all of
 * its items; if none does, the reasons are those of the credential that is nearest to it.
 */
export function matcher(
  items: Item[],
  credentials: AnonCredsCredential[],
  circumstances: Circumstances,
): (item: Item) => RequestItem {
  const inOrder = bestFirst(credentials)
  const keyOf = new Map(items.map((item) => [item, requirementKey(item)]))
  const keys = [...new Set(keyOf.values())]
  const itemsOf = (key: string) => items.filter((item) => keyOf.get(item) === key)
  const usable = keys.map((key) => answering(itemsOf(key), inOrder))
  return (item) => {
    const requirement = keys.indexOf(keyOf.get(item) ?? '')
    return { ...matched(item, usable[requirement] ?? [], circumstances), requirement }
  }
}

/** Items with equal conditions on one kind of credential are one requirement; any other is one by itself. */
const requirementKey = ({ restrictions, nonRevoked, referent, condition }: Item): string =>
  restrictions.length > 0 && restrictions.every((each) => 'cred_def_id' in each || 'schema_id' in each)
    ? JSON.stringify([restrictions, nonRevoked])
    : JSON.stringify([referent, condition])

/** Those that fit all items; or else the one that meets most of them, revoked or not; or else all. */
function answering(items: Item[], credentials: AnonCredsCredential[]): AnonCredsCredential[] {
  const fitting = credentials.filter((credential) => items.every((item) => isFitting(credential, item)))
  if (fitting.length > 0) return fitting
  const met = (credential: AnonCredsCredential) => items.filter((item) => isMeeting(credential, item)).length
  const [nearest] = credentials
    .map((credential) => ({ credential, count: met(credential) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
  return nearest ? [nearest.credential] : credentials
}

function matched(
  item: Item,
  credentials: AnonCredsCredential[],
  circumstances: Circumstances,
): Omit<RequestItem, 'requirement'> {
  const fitting = credentials.filter((credential) => isFitting(credential, item))
  const mayBeSaid = !item.condition && item.restrictions.length === 0 && item.names.length === 1
  return {
    referent: item.referent,
    names: item.names,
    condition: item.condition,
    unrevoked: item.nonRevoked !== undefined,
    fitting: fitting.map(({ id }) => id),
    confirms: fitting.flatMap((credential) => confirmedBy(item, credential)),
    mayBeSaid,
    missing: fitting.length > 0 || mayBeSaid ? undefined : missing(item, credentials, circumstances),
  }
}

const isFitting = (credential: AnonCredsCredential, item: Item): boolean =>
  isMeeting(credential, item) && (item.nonRevoked === undefined || credential.revokedAt === undefined)

const isMeeting = (credential: AnonCredsCredential, item: Item): boolean =>
  isOfKind(credential, item) && unmet(credential, item) === undefined

const isOfKind = (credential: AnonCredsCredential, item: Item): boolean =>
  hasAll(credential, item.names) && isAllowed(credential, item)

/** Every request asks for all its names in each credential. */
const valuesByName = memoized(
  (attributes: AnonCredsCredential['attributes']) =>
    new Map(attributes.map(({ name, value }) => [attributeKey(name), value])),
)

/** The text of an attribute. */
const valueIn = ({ attributes }: Pick<AnonCredsCredential, 'attributes'>, name: string): string | undefined =>
  valuesByName(attributes).get(attributeKey(name))

const hasAll = (credential: AnonCredsCredential, names: string[]): boolean =>
  names.every((name) => valueIn(credential, name) !== undefined)

/** Alternatives, one of which has to hold as a whole. */
const isAllowed = (credential: AnonCredsCredential, { restrictions }: Item): boolean => {
  const facts = factsOf(credential)
  return restrictions.length === 0 || restrictions.some((restriction) => holds(restriction, credential, facts))
}

/**
 * The values named by the verifier that an answer confirms. If another alternative would also fit and names no value,
 * the verifier learns nothing.
 */
export function confirmedBy({ restrictions }: Item, credential: AnonCredsCredential): Confirmed[] {
  const facts = factsOf(credential)
  const holding = restrictions.filter((restriction) => holds(restriction, credential, facts))
  const named = holding.map((restriction) => Object.keys(restriction).flatMap((name) => attributeNamed(name) ?? []))
  if (named.some(({ length }) => length === 0)) return []
  const confirmed = new Map<string, Confirmed>()
  for (const { attribute, what } of named.flat()) {
    const held = credential.attributes.find(({ name }) => isSameName(name, attribute))
    if (held && (what === 'value' || !confirmed.has(held.name)))
      confirmed.set(held.name, { credentialId: credential.id, name: held.name, what })
  }
  return [...confirmed.values()]
}

/** The attribute that a condition of a restriction is about. */
function attributeNamed(condition: string): { attribute: string; what: Confirmed['what'] } | undefined {
  const [, attribute, what] = /^attr::(.+)::(marker|value)$/.exec(condition) ?? []
  return attribute === undefined ? undefined : { attribute, what: what === 'value' ? 'value' : 'presence' }
}

type Facts = Record<string, string | undefined>

function factsOf({ kind, schemaVersion }: AnonCredsCredential): Facts {
  return {
    schema_id: kind.schemaId,
    schema_name: kind.name,
    schema_version: schemaVersion,
    schema_issuer_id: publisherOf(kind.schemaId),
    schema_issuer_did: publisherOf(kind.schemaId),
    cred_def_id: kind.definitionId,
    issuer_id: kind.issuer,
    issuer_did: kind.issuer,
  }
}

const holds = (restriction: Restriction, credential: AnonCredsCredential, facts: Facts): boolean =>
  Object.entries(restriction).every(([name, wanted]) => {
    const named = attributeNamed(name)
    if (!named) return Object.hasOwn(facts, name) && facts[name] === wanted
    const value = valueIn(credential, named.attribute)
    return value !== undefined && (named.what === 'presence' || value === wanted)
  })

type Named = Condition & { name: string }

/** The first condition that a credential does not meet: one to prove, or one on what it shows. */
function unmet(credential: AnonCredsCredential, { names: [name = ''], condition, compared = [] }: Item) {
  const conditions: Named[] = condition ? [{ name, ...condition }] : compared
  return conditions.find((each) => {
    const value = int32(valueIn(credential, each.name) ?? '')
    return value === undefined || !compares(value, each.operator, each.bound)
  })
}

/** The reason that is nearest to fitting, of credentials in the order of preference. */
function missing(item: Item, credentials: AnonCredsCredential[], { nameOf, now }: Circumstances): Missing {
  const revoked = credentials.find((credential) => isMeeting(credential, item))
  const failing = credentials.find((credential) => isOfKind(credential, item))
  const failed = failing && unmet(failing, item)
  if (revoked) return { reason: 'revoked', credentialId: revoked.id }
  if (failing && failed) {
    const { name: attribute, operator, bound } = failed
    const about = { credentialId: failing.id, attribute }
    if (isOver(failing, failed, now)) return { reason: 'expired', ...about }
    return { reason: 'false-predicate', ...about, condition: { operator, bound } }
  }
  const wanted = someWanted(item.restrictions.map((restriction) => wantedBy(restriction, nameOf)))
  const foreign = credentials.find((credential) => hasAll(credential, item.names) && isNamedAs(credential, wanted))
  if (foreign) return { reason: 'wrong-issuer', credentialId: foreign.id, wanted }
  return { reason: 'missing-credential', wanted }
}

/** Whether it fails because an end date has passed; credentials hold dates as numbers such as 20301231. */
function isOver(credential: AnonCredsCredential, { name, operator }: Named, now: number): boolean {
  const value = valueIn(credential, name) ?? ''
  const today = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  return (
    (operator === '>=' || operator === '>') &&
    /expir|valid.?(until|thru|to)/i.test(name) &&
    /^\d{8}$/.test(value) &&
    value < today
  )
}

/** Each once: a person reads no more than a few. */
const someWanted = (all: Wanted[]): Wanted[] =>
  [...new Map(all.map((wanted) => [JSON.stringify(wanted), wanted])).values()].slice(0, mostWanted)
const mostWanted = 10

const wantedBy = (restriction: Restriction, nameOf: NameOf): Wanted => {
  const { schema_name, schema_id, cred_def_id, issuer_id, issuer_did } = restriction
  return {
    name: schema_name ?? (cred_def_id === undefined ? undefined : nameOf(cred_def_id)),
    schemaId: schema_id,
    definitionId: cred_def_id,
    issuer: issuer_id ?? issuer_did ?? (cred_def_id === undefined ? undefined : publisherOf(cred_def_id)),
  }
}

/** A credential of the requested name, from another issuer. */
const isNamedAs = ({ kind }: AnonCredsCredential, wanted: Wanted[]): boolean =>
  wanted.some(({ name, issuer }) => name !== undefined && name === kind.name && issuer !== kind.issuer)
