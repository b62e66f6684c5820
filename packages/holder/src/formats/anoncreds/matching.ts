import { isSameName } from '../../core/attribute-name.ts'
import { publisherOf } from '../../core/publisher.ts'
import type { Condition, Confirmed, Missing, RequestItem, Wanted } from '../../core/snapshot.ts'
import type { AnonCredsCredential } from './credential-record.ts'
import { int32 } from './encoded-value.ts'
import type { Requirement, Restriction } from './proof-request.ts'

/** Schema names of requested definitions, as far as they are known. */
type NameOf = (definitionId: string) => string | undefined

/** The context for saying why nothing fits. */
export interface Circumstances {
  nameOf: NameOf
  /** Milliseconds since 1970. */
  now: number
}

/** Which credentials answer something that is asked, and if none does, why. */
export function matched(
  item: Requirement,
  credentials: AnonCredsCredential[],
  circumstances: Circumstances,
): RequestItem {
  const newestFirst = [...credentials].sort((one, other) => other.receivedAt - one.receivedAt)
  const ofKind = newestFirst.filter((credential) => hasAll(credential, item.names) && isAllowed(credential, item))
  const meeting = ofKind.filter((credential) => meets(credential, item))
  const fitting = meeting.filter(({ revokedAt }) => !item.nonRevoked || revokedAt === undefined)
  const unrevokedFirst = fitting.sort((one, other) => Number(!!one.revokedAt) - Number(!!other.revokedAt))
  const mayBeSaid = !item.condition && item.restrictions.length === 0 && item.names.length === 1
  return {
    referent: item.referent,
    names: item.names,
    condition: item.condition,
    unrevoked: item.nonRevoked !== undefined,
    fitting: unrevokedFirst.map(({ id }) => id),
    confirms: fitting.flatMap((credential) => confirmedBy(item, credential)),
    mayBeSaid,
    missing:
      fitting.length > 0 || mayBeSaid ? undefined : missing(item, { newestFirst, ofKind, meeting }, circumstances),
  }
}

/** The text of an attribute. */
const valueIn = ({ attributes }: Pick<AnonCredsCredential, 'attributes'>, name: string): string | undefined =>
  attributes.find((each) => isSameName(each.name, name))?.value

const hasAll = (credential: AnonCredsCredential, names: string[]): boolean =>
  names.every((name) => valueIn(credential, name) !== undefined)

/** Alternatives, one of which has to hold as a whole. */
const isAllowed = (credential: AnonCredsCredential, { restrictions }: Requirement): boolean => {
  const facts = factsOf(credential)
  return restrictions.length === 0 || restrictions.some((restriction) => holds(restriction, credential, facts))
}

/**
 * The values named by the verifier that an answer confirms. If another alternative would also fit and names no value,
 * the verifier learns nothing.
 */
export function confirmedBy({ restrictions }: Requirement, credential: AnonCredsCredential): Confirmed[] {
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

const comparisons: Record<Condition['operator'], (value: number, bound: number) => boolean> = {
  '>=': (value, bound) => value >= bound,
  '>': (value, bound) => value > bound,
  '<=': (value, bound) => value <= bound,
  '<': (value, bound) => value < bound,
}

function meets(credential: AnonCredsCredential, { names: [name = ''], condition }: Requirement): boolean {
  if (!condition) return true
  const value = int32(valueIn(credential, name) ?? '')
  return value !== undefined && comparisons[condition.operator](value, condition.bound)
}

/** The reason that is nearest to fitting. */
function missing(
  item: Requirement,
  found: Record<'newestFirst' | 'ofKind' | 'meeting', AnonCredsCredential[]>,
  { nameOf, now }: Circumstances,
): Missing {
  const [revoked] = found.meeting
  const failing = found.ofKind.find(({ revokedAt }) => revokedAt === undefined) ?? found.ofKind[0]
  const [attribute = ''] = item.names
  if (revoked) return { reason: 'revoked', credentialId: revoked.id }
  if (failing) {
    const reason = isOver(failing, item, now) ? 'expired' : 'false-predicate'
    return { reason, credentialId: failing.id, attribute }
  }
  const wanted = someWanted(item.restrictions.map((restriction) => wantedBy(restriction, nameOf)))
  const foreign = found.newestFirst.find(
    (credential) => hasAll(credential, item.names) && isNamedAs(credential, wanted),
  )
  if (foreign) return { reason: 'wrong-issuer', credentialId: foreign.id, wanted }
  return { reason: 'missing-credential', wanted }
}

/** Whether it fails because an end date has passed; credentials hold dates as numbers such as 20301231. */
function isOver(credential: AnonCredsCredential, { names: [name = ''], condition }: Requirement, now: number): boolean {
  const value = valueIn(credential, name) ?? ''
  const today = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  return (
    (condition?.operator === '>=' || condition?.operator === '>') &&
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
