import { agesClaim, isDateOfBirth } from '@lastmile/contracts/condition'
import { isSameName } from '@lastmile/formats/anoncreds-values'
import { disclosuresFor, type Placed, seenBy } from '@lastmile/formats/claim-paths'
import { parseUrl } from './parse-url.ts'
import type {
  Attribute,
  Chosen,
  Condition,
  HeldCredential,
  HistoryEntry,
  ProofRequest,
  RequestItem,
} from './snapshot.ts'

/** The attributes that an answer would disclose, and would not. Each is named once, however often it is requested. */
export interface Disclosure {
  /** Credentials that answer. */
  used: HeldCredential[]
  /** Values that it would see; without a credential it is what the person says. */
  shared: (Attribute & { credential?: HeldCredential })[]
  /** Conditions that it would know to hold for values that it does not see. */
  proved: { referent: string; name: string; condition: Condition; credential: HeldCredential }[]
  /** Attributes that it has named, and would know to be there, or with `value`, to have the one that it named. */
  confirmed: { name: string; value?: string; credential: HeldCredential }[]
  /** Conditions that it would find not to hold for values that it sees. */
  unmet: (NonNullable<RequestItem['unmet']>[number] & { credential: HeldCredential })[]
  /** Credentials that it would know not to be revoked. */
  unrevoked: HeldCredential[]
  /** Attributes that are not asked for, and that every reader of the credential sees. */
  visible: (Attribute & { credential: HeldCredential })[]
  /** The other attributes of the credentials that are used, without ages that follow from what is shown. */
  kept: (Attribute & { credential: HeldCredential })[]
}

/** A referent is the other side's word, and may name something that each JavaScript object has. */
export const choiceFor = (chosen: Chosen, referent: string): Chosen[string] | undefined =>
  Object.hasOwn(chosen, referent) ? chosen[referent] : undefined

/** Whether the person shows a credential though it is revoked. */
export const isEvenRevoked = (choice: Chosen[string] | undefined): boolean =>
  choice !== undefined && 'evenRevoked' in choice && choice.evenRevoked === true

/** The answer that shows what is revoked; undefined where anything else is missing. */
export function evenRevokedOf({ items }: ProofRequest): Chosen | undefined {
  const missing = items.filter((item) => item.missing)
  const chosen = missing.flatMap(({ referent, missing }) =>
    missing?.reason === 'revoked'
      ? [[referent, { credentialId: missing.credentialId, evenRevoked: true }] as const]
      : [],
  )
  return chosen.length > 0 && chosen.length === missing.length ? Object.fromEntries(chosen) : undefined
}

/** The items of each requirement, in the order of the request. */
export const byRequirement = (items: readonly RequestItem[]): RequestItem[][] =>
  [...new Set(items.map(({ requirement }) => requirement))].map((number) =>
    items.filter(({ requirement }) => requirement === number),
  )

/** The credential that answers an item: the chosen one, or the first that fits. Undefined for what the person says. */
export function credentialFor(
  { referent, fitting: [first] }: RequestItem,
  chosen: Chosen,
  held: readonly HeldCredential[],
): HeldCredential | undefined {
  const choice = choiceFor(chosen, referent) ?? (first === undefined ? undefined : { credentialId: first })
  return choice && 'credentialId' in choice ? held.find(({ id }) => id === choice.credentialId) : undefined
}

/** The disclosure of an answer to a request; items without a fitting credential are left out. */
export function disclosureOf({ items }: ProofRequest, chosen: Chosen, held: readonly HeldCredential[]): Disclosure {
  const disclosure: Disclosure = {
    used: [],
    shared: [],
    proved: [],
    confirmed: [],
    unmet: [],
    unrevoked: [],
    visible: [],
    kept: [],
  }
  const answeredBy = new Map<HeldCredential, RequestItem[]>()
  for (const item of items) {
    const credential = credentialFor(item, chosen, held)
    const choice = choiceFor(chosen, item.referent)
    if (credential) answeredBy.set(credential, [...(answeredBy.get(credential) ?? []), item])
    else if (choice && 'said' in choice)
      disclosure.shared.push(...item.names.map((name) => ({ name, value: choice.said })))
  }
  for (const [credential, answered] of answeredBy) {
    disclosure.used.push(credential)
    if (credential.format === 'sd-jwt') {
      addSeen(disclosure, credential, answered)
      continue
    }
    for (const attribute of credential.attributes) {
      const asking = answered.filter(({ names }) => names.some((name) => isSameName(name, attribute.name)))
      const isShown = asking.some(({ condition }) => !condition)
      const confirmed = answered
        .flatMap(({ confirms }) => confirms)
        .filter(({ credentialId, name }) => credentialId === credential.id && name === attribute.name)
      if (isShown) disclosure.shared.push({ ...attribute, credential })
      else if (confirmed.some(({ what }) => what === 'value')) disclosure.confirmed.push({ ...attribute, credential })
      else if (confirmed.length > 0) disclosure.confirmed.push({ name: attribute.name, credential })
      else if (asking.length === 0) disclosure.kept.push({ ...attribute, credential })
    }
    for (const { referent, names, condition } of answered)
      if (condition) disclosure.proved.push(...names.map((name) => ({ referent, name, condition, credential })))
    const isRevoked = answered.some(({ referent }) => isEvenRevoked(choiceFor(chosen, referent)))
    if (credential.revocable && !isRevoked && answered.some(({ unrevoked }) => unrevoked))
      disclosure.unrevoked.push(credential)
  }
  return disclosure
}

/** Of an SD-JWT VC, which is presented once for each item. */
function addSeen(disclosure: Disclosure, credential: HeldCredential, answered: readonly RequestItem[]): void {
  const values = credential.attributes.map((each) => ({ path: [each.name], behind: [], ...each, credential }))
  const seen = answered.map(({ shows = [] }) => {
    const paths = shows.find(({ credentialId }) => credentialId === credential.id)?.paths ?? []
    return seenBy(values, disclosuresFor(values, paths), paths)
  })
  for (const each of answered.flatMap(({ unmet = [] }) => unmet))
    if (each.credentialId === credential.id) disclosure.unmet.push({ ...each, credential })
  const shown = new Set(seen.flatMap((each) => each.shown))
  const visible = new Set(seen.flatMap((each) => each.visible.filter((value) => !shown.has(value))))
  disclosure.shared = [...disclosure.shared, ...shown]
  disclosure.visible = [...disclosure.visible, ...visible]
  const all = [...shown, ...visible]
  disclosure.kept.push(
    ...values.filter((value) => !all.includes(value) && !all.some((each) => followsFrom(value, each))),
  )
}

/** Whether an age that the credential states follows from a value beside it: a date of birth, or another age. */
function followsFrom({ path: [claim, age] }: Placed, { path: [name = '', other], value }: Placed & Attribute): boolean {
  if (claim !== agesClaim) return false
  if (name !== agesClaim) return isDateOfBirth(String(name))
  return value === 'true' ? Number(age) <= Number(other) : Number(age) >= Number(other)
}

/** Whether an entry was written before it was noted what every reader sees, and may list too little as shown. */
export const mayHaveShownMore = ({ what, with: { isDirect }, visible }: HistoryEntry): boolean =>
  what === 'shared' && isDirect === true && visible === undefined

/** Membership in a smaller revocation registry nearly identifies its holder. */
const enough = 100

export const hasFewPlaces = ({ registrySize = enough }: HeldCredential): boolean => registrySize < enough

/** Whether the wallet's own site issues it. Other issuers' keys might make proofs linkable. */
export const isOfSite = ({ kind }: Pick<HeldCredential, 'kind'>, siteHost: string): boolean =>
  hostOf(kind.issuer) === siteHost

/** Host and port of an issuer's address, or that publish its DID's document; undefined where the DID names no host. */
export function hostOf(issuer: string): string | undefined {
  if (/^https?:/.test(issuer)) return parseUrl(issuer)?.host
  const [, encoded] = /^did:web(?:vh:[^:]+)?:([^:]+)/.exec(issuer) ?? []
  return encoded && parseUrl(`https://${encoded.replace(/%3A/i, ':')}`)?.host
}
