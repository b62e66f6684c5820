import { meaningOf } from '@lastmile/contracts/condition'
import { plainLine, plainName } from '@lastmile/contracts/plain-words'
import { isMeantAsPicture } from '@lastmile/contracts/raster-picture'
import { brand } from '@lastmile/contracts/site'
import {
  type Chosen,
  type HeldCredential,
  type HistoryEntry,
  HolderError,
  type HolderErrorCode,
  type Offer,
  type Party,
  type ProofRequest,
  type RequestItem,
} from '@lastmile/holder'
import { disclosureOf, hasFewPlaces, isOfSite } from '@lastmile/holder/disclosure'
import { attributeLabel } from '@lastmile/journey'

export const usage = `A wallet in your terminal, to try the demo without a browser's or a phone's.

  npm run wallet -- "<invitation link>"          connect, then ask before everything
  npm run wallet -- "<invitation link>" --yes    accept every offer and request
  npm run wallet                                 open the wallet again and wait

The link is on the demo's page, below the QR code.`

/** Characters of a value or a comment. */
const longestText = 200

const ofDates = {
  '>=': (day: string) => `${day} or later`,
  '>': (day: string) => `after ${day}`,
  '<=': (day: string) => `${day} or earlier`,
  '<': (day: string) => `before ${day}`,
}
const ofNumbers = { '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' }

const dayText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** '18 or older', '1 January 2030 or later': a condition as the demo's pages say it. */
function conditionText(name: string, { operator, bound }: NonNullable<RequestItem['condition']>): string {
  const meaning = meaningOf(name, operator, bound, new Date())
  switch (meaning.kind) {
    case 'age':
      return `${meaning.years} or older`
    case 'yearsAgo':
      return meaning.years === 1 ? 'at least a year ago' : `at least ${meaning.years} years ago`
    case 'valid':
      return 'still valid today'
    case 'date':
      return ofDates[meaning.operator](dayText.format(meaning.date))
    case 'number':
      return `${ofNumbers[meaning.operator]} ${meaning.value}`
  }
}

/** A name that others gave, which a snapshot holds as one plain line. */
export const quoted = (name: string) => `“${name}”`

/** An attribute's value as a person reads it: dates with dashes, no pictures as text. */
function readableValue(name: string, text: string) {
  if (isMeantAsPicture(name, text)) return '(a picture that is not shown)'
  if (/date/i.test(name) && /^\d{8}$/.test(text)) return text.replace(/(....)(..)(..)/, '$1-$2-$3')
  return plainLine(text, longestText)
}

/** How far the party's own name can be trusted, as the web wallet says it. */
function standingOf({ label, host, did, isDirect }: Party, siteHost: string): string {
  const isSure = did !== undefined || isDirect
  if (host === siteHost && !isSure) return 'It is not checked yet who this is.'
  if (host === siteHost) return `${label === brand ? 'This site itself' : 'Played by this site'}, identity checked.`
  return isSure ? 'A stranger to this site.' : 'Nobody vouches for this name.'
}

const quotedComment = (comment: string | undefined) =>
  comment ? [`  “${plainName(plainLine(comment, longestText))}”`] : []

const nameOf = ({ kind }: Pick<HeldCredential, 'kind'>) =>
  kind.name ? quoted(kind.name) : 'a credential without a name'

/** Warnings of how others may recognise the holder of a credential (docs/decisions/0098). */
const marked =
  'A dishonest issuer can mark a credential, so that every proof from it is recognised as yours, even where no name is shown.'
const unknownIssuer = (credential: Pick<HeldCredential, 'kind'>, siteHost: string) =>
  isOfSite(credential, siteHost) ? [] : [`  This wallet does not know the issuer of ${nameOf(credential)}. ${marked}`]

const listed = 'Whoever you show it to can tell by that, together with its issuer, that it is you.'
const fewPlaces = (held: HeldCredential) =>
  hasFewPlaces(held) ? [`  In its issuer's list, ${nameOf(held)} is one of only ${held.registrySize}. ${listed}`] : []

const valuesOf = ({ attributes }: Pick<Offer, 'attributes'>) =>
  attributes.map(({ name, value }) => `    ${attributeLabel(name)}: ${readableValue(name, value)}`)

export function describeCredentials(credentials: HeldCredential[]): string {
  if (credentials.length === 0) return 'No credentials yet.'
  const lines = credentials.flatMap((credential) => [
    `  ${nameOf(credential)}${credential.revokedAt === undefined ? '' : '   (revoked by its issuer)'}`,
    ...valuesOf(credential),
    ...fewPlaces(credential),
  ])
  return ['Your credentials:', ...lines].join('\n')
}

export const describeOffer = (offer: Offer, siteHost: string): string =>
  [
    `${quoted(offer.from.label)} offers you a credential: ${nameOf(offer)}`,
    `  ${standingOf(offer.from, siteHost)}`,
    ...quotedComment(offer.comment),
    ...valuesOf(offer),
    ...(offer.names ?? []).map((name) => `    ${attributeLabel(name)}`),
    ...unknownIssuer(offer, siteHost),
  ].join('\n')

export const describeRequest = ({ from, name, comment }: ProofRequest, siteHost: string): string =>
  [
    `${quoted(from.label)} asks for a proof${name ? `: ${quoted(name)}` : '.'}`,
    `  ${standingOf(from, siteHost)}`,
    ...quotedComment(comment),
  ].join('\n')

export function describeWhatLeaves(
  request: ProofRequest,
  credentials: HeldCredential[],
  siteHost: string,
  chosen: Chosen = {},
): string {
  const { used, shared, proved, confirmed, unrevoked } = disclosureOf(request, chosen, credentials)
  const source = (credential: HeldCredential | undefined) => (credential ? `   from ${nameOf(credential)}` : '')
  const seen = shared.map(
    ({ name, value, credential }) => `    ${attributeLabel(name)}: ${readableValue(name, value)}${source(credential)}`,
  )
  const known = [
    ...proved.map(
      ({ name, condition, credential }) =>
        `    ${attributeLabel(name)}: ${conditionText(name, condition)}${source(credential)}`,
    ),
    ...confirmed.map(
      ({ name, value, credential }) =>
        `    ${attributeLabel(name)} ${value === undefined ? 'is there' : `is ${readableValue(name, value)}`}${source(credential)}`,
    ),
    ...unrevoked.map((credential) => `    ${nameOf(credential)} is not revoked`),
  ]
  return [
    ...(seen.length ? ['  They will see:', ...seen] : []),
    ...(known.length ? ['  They will learn, without seeing the value, that:', ...known] : []),
    '  Nothing else leaves this wallet.',
    ...used.flatMap((credential) => [...unknownIssuer(credential, siteHost), ...fewPlaces(credential)]),
  ].join('\n')
}

function reasonText({ condition, missing }: RequestItem, held: readonly HeldCredential[]): string | undefined {
  switch (missing?.reason) {
    case undefined:
      return undefined
    case 'missing-credential': {
      const names = [...new Set(missing.wanted.flatMap(({ name }) => (name ? [quoted(name)] : [])))]
      return names.length > 0
        ? `You do not hold the credential that is asked for: ${names.join(' or ')}.`
        : 'You hold no credential with what is asked for.'
    }
    case 'wrong-issuer':
      return 'Your credential comes from another issuer than is asked for.'
    case 'revoked':
      return 'Your credential was revoked by its issuer.'
    case 'expired':
      return `Your credential has expired (${quoted(attributeLabel(missing.attribute))}).`
    case 'false-predicate': {
      const { attribute, credentialId } = missing
      const credential = held.find(({ id }) => id === credentialId)
      const by = credential ? nameOf(credential) : 'credential'
      const words = condition ? ` ${conditionText(attribute, condition)}` : ''
      return `By your ${by} it is not true: ${quoted(attributeLabel(attribute))}${words}. ${honestNo}`
    }
  }
}

const honestNo = 'The honest answer is no, so there is nothing to share.'

/** Why a request can't be answered, in a sentence for each reason. */
export function describeWhatIsMissing({ items }: ProofRequest, held: readonly HeldCredential[]): string {
  const sentences = items.flatMap((item) => (item.fitting.length === 0 ? (reasonText(item, held) ?? []) : []))
  const words = sentences.length > 0 ? sentences : ['It asks for what only a person could say.']
  return [...new Set(words)].join(' ')
}

export const describeAnyway = ({ from }: ProofRequest): string =>
  `${quoted(from.label)} asks for one that is not revoked, and will refuse this one.`

/** The events of the history that are shown. */
export const events: { [What in HistoryEntry['what']]?: (who: string, entry: HistoryEntry) => string | undefined } = {
  connected: (who) => `Connected with ${who}.`,
  received: (_who, entry) => `You now hold: ${credentialIn(entry)}.`,
  'offer-declined': (_who, entry) => `You declined: ${credentialIn(entry)}.`,
  'offer-withdrawn': (who, entry) => `${who} took back its offer of ${credentialIn(entry)}.`,
  'offer-failed': (who, entry) =>
    `What ${who} sent as ${credentialIn(entry)} is not sound, or not what was offered. It was not kept.`,
  // By OpenID4VC no word of the verifier comes to the wallet.
  shared: (who, { name }) => (name ? undefined : `${who} has your proof. Its page says what came of it.`),
  'request-declined': (_who, entry) => `You gave no proof${titleIn(entry)}.`,
  'request-withdrawn': (who, entry) => `${who} took back its request${titleIn(entry)}.`,
  accepted: (who, entry) => `${who} has verified your proof${titleIn(entry)}.`,
  'not-accepted': (who, entry) => `${who} did not accept the proof${titleIn(entry)}.`,
  revoked: (_who, entry) => `Your credential was revoked by its issuer: ${credentialIn(entry)}.`,
}

const credentialIn = ({ name }: HistoryEntry) => (name ? quoted(name) : 'a credential')

/** Requests by OpenID4VC have no title. */
const titleIn = ({ name }: HistoryEntry) => (name ? `: ${quoted(name)}` : '')

const failures: { [Code in HolderErrorCode]?: string } = {
  'not-an-invitation':
    'There is no open invitation behind this link. Copy the whole link below the QR code, or ask for a new one.',
  'unsupported-invitation':
    'This invitation is of a kind that this wallet does not know. Ask for one for DIDComm v1 or OpenID4VC 1.0.',
  'not-open': 'This is not open any more.',
  'wrong-code': 'The issuer does not take this code. After three wrong ones the offer is over.',
  untrusted: 'What the issuer publishes is missing or not as it should be, so the wallet does not trust it.',
  'wrong-clock':
    'By the clock of this computer, what the issuer signed is from the future. Set its date and time and try again.',
  'cannot-prove': 'Nothing in the wallet fits what is asked.',
  revoked: 'The credential was revoked by its issuer.',
  full: 'The wallet is full. Remove the folder that it lies in to begin anew.',
  'unreadable-storage':
    'The key of this wallet is not the one that it was closed with. Remove its folder to begin anew.',
}

/** @param link what the person gave, if that is what failed */
export function describeFailure(error: unknown, link?: string): string {
  if (!(error instanceof HolderError)) throw error
  if (error.code === 'unreachable') {
    const host = link && URL.canParse(link) ? new URL(link).host : 'The other side'
    return `${host} cannot be reached. Check that the demo is running and that the link is complete.`
  }
  return failures[error.code] ?? 'The wallet could not do this. Try again.'
}
