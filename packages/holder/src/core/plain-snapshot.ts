import { plainName } from '@lastmile/contracts/plain-words'
import type { Attribute, CredentialKind, HistoryEntry, Missing, Party, RequestItem, Wanted } from './snapshot.ts'

/*
 * Makes others' names fit to show. Records keep every character, because matching and proofs need it; a snapshot cleans
 * them, so that no view can forget to.
 */

const optionalName = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : plainName(name)

export const plainParty = (party: Party): Party => ({ ...party, label: plainName(party.label) })

export const plainKind = (kind: CredentialKind): CredentialKind => ({ ...kind, name: optionalName(kind.name) })

/** Values are as long as a picture; whoever shows one makes it plain. */
export const plainAttributes = (attributes: readonly Attribute[]): Attribute[] =>
  attributes.map(({ name, value }) => ({ name: plainName(name), value }))

export const plainItem = (item: RequestItem): RequestItem => ({
  ...item,
  names: item.names.map(plainName),
  confirms: item.confirms.map((each) => ({ ...each, name: plainName(each.name) })),
  missing: item.missing && plainMissing(item.missing),
})

function plainMissing(missing: Missing): Missing {
  if ('wanted' in missing) return { ...missing, wanted: missing.wanted.map(plainWanted) }
  return 'attribute' in missing ? { ...missing, attribute: plainName(missing.attribute) } : missing
}

const did = /^did:[a-z0-9]+:[\w.:%-]{1,300}$/

const plainWanted = (wanted: Wanted): Wanted => ({
  ...wanted,
  name: optionalName(wanted.name),
  issuer: wanted.issuer !== undefined && did.test(wanted.issuer) ? wanted.issuer : undefined,
})

export const plainEntry = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  with: plainParty(entry.with),
  name: optionalName(entry.name),
  shown: entry.shown?.map(plainName),
  confirmed: entry.confirmed?.map(plainName),
  proved: entry.proved?.map((fact) => ({ ...fact, name: plainName(fact.name) })),
  unrevoked: entry.unrevoked?.map(plainName),
})
