import { meaningOf } from '@lastmile/contracts/condition'
import { plainLine, plainName } from '@lastmile/contracts/plain-words'
import { isMeantAsPicture } from '@lastmile/contracts/raster-picture'
import { brand, visitorsIssuer, visitorsNote } from '@lastmile/contracts/site'
import {
  type Attribute,
  type Chosen,
  type Condition,
  type HeldCredential,
  type HistoryEntry,
  HolderError,
  type Offer,
  type Party,
  type ProofRequest,
  type RequestItem,
  type Snapshot,
} from '@lastmile/holder'
import { disclosureOf, hasFewPlaces, isOfSite } from '@lastmile/holder/disclosure'
import { attributeLabel } from '@lastmile/journey'
import { has, type TextId, t } from './texts.ts'

/** Characters of a value or a comment. */
const longestText = 200

const dayText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** '18 or older', '1 January 2030 or later': a condition as the demo's pages say it. */
function conditionText(name: string, { operator, bound }: Condition): string {
  const meaning = meaningOf(name, operator, bound, new Date())
  switch (meaning.kind) {
    case 'age':
      return t('condition-age', { value: meaning.years })
    case 'yearsAgo':
      return t(meaning.years === 1 ? 'condition-a-year-ago' : 'condition-years-ago', { value: meaning.years })
    case 'valid':
      return t('condition-valid')
    case 'date':
      return t(`date-${meaning.operator}`, { value: dayText.format(meaning.date) })
    case 'number':
      return t(`number-${meaning.operator}`, { value: meaning.value })
  }
}

/** A name that others gave, which a snapshot holds as one plain line. */
const quoted = (name: string) => `“${name}”`
const isOfVisitor = ({ label, note }: Party) => label === visitorsIssuer || note === visitorsNote
/** The name that a party claims, or its visitor's. */
const partyName = (party: Party) => quoted(isOfVisitor(party) ? visitorsIssuer : party.label)
const who = ({ from }: { from: Party }) => partyName(from)
const nameOf = ({ kind }: Pick<HeldCredential, 'kind'>) => (kind.name ? quoted(kind.name) : t('unnamed-card'))

/** An attribute's value as a person reads it: dates with dashes, no pictures as text. */
function readableValue(name: string, text: string) {
  if (isMeantAsPicture(name, text)) return t('picture')
  if (/date/i.test(name) && /^\d{8}$/.test(text)) return text.replace(/(....)(..)(..)/, '$1-$2-$3')
  return plainLine(text, longestText)
}

const fact = ({ name, label = attributeLabel(name), value }: Attribute) =>
  t('fact', { name: label, value: readableValue(name, value) })

/** How far the party's own name can be trusted, as the web wallet says it. */
function standingOf(party: Party, siteHost: string): TextId {
  const { label, host, did, isDirect } = party
  const isSure = did !== undefined || isDirect
  if (host !== siteHost) return isSure ? 'party-stranger' : 'party-unsure'
  if (!isSure) return 'party-unchecked'
  if (isOfVisitor(party)) return 'party-visitor'
  return label === brand ? 'party-site' : 'party-played'
}

const quotedComment = (comment: string | undefined) =>
  comment ? [`  ${quoted(plainName(plainLine(comment, longestText)))}`] : []

/** Warnings of how others may recognise the holder of a credential (docs/decisions/0098). */
const unknownIssuer = (credential: Pick<HeldCredential, 'kind'>, siteHost: string) =>
  isOfSite(credential, siteHost) ? [] : [t('unknown-issuer', { card: nameOf(credential) })]
const fewPlaces = (held: HeldCredential) =>
  hasFewPlaces(held) ? [t('few-places', { card: nameOf(held), places: String(held.registrySize) })] : []

/** Facts that a card states of itself to every reader. */
function factsOf(credential: HeldCredential, unrevoked: readonly HeldCredential[]): string[] {
  const { format, stated: { issuedAt, validFrom, expiresAt, status } = {} } = credential
  const dated = (id: TextId, moment: number | undefined) =>
    moment === undefined ? [] : [t(id, { day: dayText.format(moment) })]
  return [
    t('fact-issuer', { issuer: who(credential) }),
    t('fact-kind'),
    ...dated('fact-issued', issuedAt),
    ...dated('fact-from', validFrom),
    ...dated('fact-until', expiresAt),
    ...(status === undefined ? [] : [t('fact-place')]),
    ...(unrevoked.includes(credential) ? [t('fact-list')] : []),
    ...(format === 'sd-jwt' ? [t('fact-key')] : []),
  ]
}

const doubtAbout = (held: HeldCredential) => (held.doubt ? [t(`doubt-${held.doubt}`, { card: nameOf(held) })] : [])

export function describeCredentials(credentials: HeldCredential[]): string {
  if (credentials.length === 0) return t('no-credentials')
  const lines = credentials.flatMap((credential) => [
    `  ${nameOf(credential)}${credential.revokedAt === undefined ? '' : t('revoked-mark')}`,
    ...credential.attributes.map(fact),
    ...doubtAbout(credential),
    ...fewPlaces(credential),
  ])
  return [t('credentials'), ...lines].join('\n')
}

export const describeOffer = (offer: Offer, siteHost: string): string =>
  [
    t('offer', { who: who(offer), card: nameOf(offer) }),
    `  ${t(standingOf(offer.from, siteHost))}`,
    ...quotedComment(offer.from.note),
    ...offer.attributes.map(fact),
    ...(offer.names ?? []).map(({ name, label }) => `    ${label ?? attributeLabel(name)}`),
    ...unknownIssuer(offer, siteHost),
  ].join('\n')

export const describeRequest = (request: ProofRequest, siteHost: string): string =>
  [
    t(request.name ? 'titled-request' : 'request', { who: who(request), title: quoted(request.name) }),
    `  ${t(standingOf(request.from, siteHost))}`,
    ...quotedComment(request.comment),
  ].join('\n')

export function describeWhatLeaves(
  request: ProofRequest,
  credentials: HeldCredential[],
  siteHost: string,
  chosen: Chosen = {},
): string {
  const { used, shared, proved, confirmed, unmet, unrevoked, visible } = disclosureOf(request, chosen, credentials)
  const source = (credential?: HeldCredential) => (credential ? t('source', { card: nameOf(credential) }) : '')
  const seen = shared.map((attribute) => fact(attribute) + source(attribute.credential))
  const known = [
    ...proved.map(
      ({ name, condition, credential }) =>
        t('fact', { name: attributeLabel(name), value: conditionText(name, condition) }) + source(credential),
    ),
    ...confirmed.map(
      ({ name, value, credential }) =>
        t(value === undefined ? 'confirmed-there' : 'confirmed', {
          name: attributeLabel(name),
          value: readableValue(name, value ?? ''),
        }) + source(credential),
    ),
    ...unrevoked.map((credential) => t('unrevoked', { card: nameOf(credential) })),
  ]
  return [
    ...(seen.length ? [t('seen'), ...seen] : []),
    ...(known.length ? [t('known'), ...known] : []),
    ...used.flatMap((credential) => [
      t('everybody', { card: nameOf(credential), facts: factsOf(credential, unrevoked).join(', ') }),
      ...visible.filter((each) => each.credential === credential).map(fact),
      ...doubtAbout(credential),
    ]),
    t('nothing-else'),
    ...unmet.map((each) => t('refused', { reason: falseText(each, credentials) })),
    ...used.flatMap((credential) => [...unknownIssuer(credential, siteHost), ...fewPlaces(credential)]),
  ].join('\n')
}

const quotedLabel = (name: string) => quoted(attributeLabel(name))

function reasonText({ missing }: RequestItem, held: readonly HeldCredential[]): string | undefined {
  switch (missing?.reason) {
    case undefined:
      return undefined
    case 'missing-credential': {
      const names = new Set(missing.wanted.flatMap(({ name }) => (name ? [quoted(name)] : [])))
      return t(names.size > 0 ? 'missing-named' : 'missing-credential', { names: [...names].join(t('or')) })
    }
    case 'missing-claim':
      return t('missing-claim', { names: missing.names.map(quotedLabel).join(', ') })
    case 'wrong-issuer':
    case 'revoked':
      return t(`missing-${missing.reason}`)
    case 'expired':
      return t('missing-expired', { name: quotedLabel(missing.attribute) })
    case 'false-predicate':
      return t('missing-false-predicate', { reason: falseText(missing, held) })
  }
}

type Unmet = NonNullable<RequestItem['unmet']>[number]

function falseText({ credentialId, attribute, condition }: Unmet, held: readonly HeldCredential[]): string {
  const credential = held.find(({ id }) => id === credentialId)
  const name = quotedLabel(attribute)
  const claim = condition ? t('claim', { name, condition: conditionText(attribute, condition) }) : name
  return t('not-true', { card: credential ? nameOf(credential) : t('card-of-reason'), claim })
}

/** Why a request can't be answered, in a sentence for each reason. */
export function describeWhatIsMissing({ items }: ProofRequest, held: readonly HeldCredential[]): string {
  const sentences = items.flatMap((item) => (item.fitting.length === 0 ? (reasonText(item, held) ?? []) : []))
  return sentences.length > 0 ? [...new Set(sentences)].join(' ') : t('missing-word')
}

export const describeAnyway = (request: ProofRequest): string => t('anyway', { who: who(request) })

/** Names all that the wallet waits for; undefined where it is nothing. */
export function describeWaiting({ offers, requests }: Pick<Snapshot, 'offers' | 'requests'>): string | undefined {
  const lines = [
    ...offers.map((offer) =>
      t(offer.isDeferred ? 'waiting-deferred' : 'waiting-card', { card: nameOf(offer), who: who(offer) }),
    ),
    ...requests.map((request) => t('waiting-answer', { who: who(request) })),
  ]
  return lines.length > 0 ? [t('waiting'), ...lines, t('waiting-end', { words: t('give-up') })].join('\n') : undefined
}

/** An event of the history in words; undefined for the others. Requests by OpenID4VC have no title. */
export function describeEvent({ what, why, name, with: party }: HistoryEntry): string | undefined {
  // By DIDComm, the verifier's own word about the proof follows.
  if (what === 'shared' && name) return undefined
  const id = what === 'offer-failed' && why ? (`offer-failed-${why}` satisfies TextId) : `event-${what}`
  const values = {
    who: partyName(party),
    card: name ? quoted(name) : t('card'),
    title: name ? `: ${quoted(name)}` : '',
  }
  return has(id) ? t(id, values) : undefined
}

/** @param link what the person gave, if that is what failed */
export function describeFailure(error: unknown, link?: string): string {
  if (!(error instanceof HolderError)) throw error
  const host = link && URL.canParse(link) ? new URL(link).host : t('other-side')
  const id = `failure-${error.code}`
  return t(has(id) ? id : 'failure-other', { host })
}
