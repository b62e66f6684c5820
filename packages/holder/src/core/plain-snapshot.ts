import { plainLine, plainName } from '@lastmile/contracts/plain-words'
import { parseUrl } from './parse-url.ts'
import type {
  Attribute,
  CredentialKind,
  HistoryEntry,
  Missing,
  Offer,
  Party,
  ProofRequest,
  RequestItem,
  Wanted,
} from './snapshot.ts'

/*
 * Makes others' names fit to show. Records keep every character, because matching and proofs need it; a snapshot cleans
 * them, so that no view can forget to.
 */

/** Characters of others' comments. */
const longestComment = 2_000

const optionalName = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : plainName(name)

const hostForm = /^(\[[0-9a-f:]+\]|[a-z0-9.-]{1,253})(:\d{1,5})?$/
const didForm = /^did:[a-z0-9]+:[\w.:%-]{1,300}$/
const addressForm = /^https?:\/\/[\w.:%/-]{1,300}$/
const ifOf = (form: RegExp, text: string | undefined) => (text !== undefined && form.test(text) ? text : undefined)

export const plainParty = ({ label, host, did, isDirect, note, picture }: Party): Party => ({
  label: plainName(label),
  note: note && plainLine(note, longestComment),
  host: ifOf(hostForm, host),
  did: ifOf(didForm, did),
  isDirect,
  picture: did === undefined && !isDirect ? undefined : ownPicture(picture, host),
})

/**
 * Showing a picture tells its server who looks, so only that of the peer itself passes. A server on `localhost` names
 * its picture's host by the address: some wallets refuse the name.
 */
function ownPicture(picture: string | undefined, host = ''): string | undefined {
  const url = parseUrl(picture ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') return undefined
  if (url.hostname === '127.0.0.1' && /^localhost(:|$)/.test(host)) url.hostname = 'localhost'
  return url.host === host ? url.href : undefined
}

export const plainKind = (kind: CredentialKind): CredentialKind => ({
  ...kind,
  name: optionalName(kind.name),
  issuer: ifOf(didForm, kind.issuer) ?? ifOf(addressForm, kind.issuer) ?? '',
})

/** Values are as long as a picture; the view that shows one makes it plain. */
export const plainAttribute = <Named extends Pick<Attribute, 'name' | 'label'>>(attribute: Named): Named => ({
  ...attribute,
  name: plainName(attribute.name),
  label: plainName(attribute.label ?? '') || undefined,
})

export const plainOffer = (offer: Offer): Offer => ({
  ...offer,
  from: plainParty(offer.from),
  kind: plainKind(offer.kind),
  attributes: offer.attributes.map(plainAttribute),
  names: offer.names?.map(plainAttribute),
})

export const plainRequest = (request: ProofRequest): ProofRequest => ({
  ...request,
  from: plainParty(request.from),
  name: plainName(request.name),
  comment: request.comment && plainLine(request.comment, longestComment),
  items: request.items.map(plainItem),
})

const plainItem = (item: RequestItem): RequestItem => ({
  ...item,
  names: item.names.map(plainName),
  confirms: item.confirms.map((each) => ({ ...each, name: plainName(each.name) })),
  unmet: item.unmet?.map((each) => ({ ...each, attribute: plainName(each.attribute) })),
  missing: item.missing && plainMissing(item.missing),
})

function plainMissing(missing: Missing): Missing {
  if ('names' in missing) return { ...missing, names: missing.names.map(plainName) }
  if ('wanted' in missing) return { ...missing, wanted: missing.wanted.map(plainWanted) }
  return 'attribute' in missing ? { ...missing, attribute: plainName(missing.attribute) } : missing
}

const plainWanted = (wanted: Wanted): Wanted => ({
  ...wanted,
  name: optionalName(wanted.name),
  issuer: ifOf(didForm, wanted.issuer),
})

export const plainEntry = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  with: plainParty(entry.with),
  name: optionalName(entry.name),
  shown: entry.shown?.map(plainName),
  visible: entry.visible?.map(plainName),
  confirmed: entry.confirmed?.map(plainName),
  proved: entry.proved?.map((fact) => ({ ...fact, name: plainName(fact.name) })),
  unrevoked: entry.unrevoked?.map(plainName),
  unread: entry.unread?.map(plainName),
})
