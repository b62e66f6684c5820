import { isSameName } from '../../core/attribute-name.ts'
import { choiceFor } from '../../core/disclosure.ts'
import { HolderError } from '../../core/holder-error.ts'
import type { Chosen, HistoryEntry } from '../../core/snapshot.ts'
import type { CredentialRecord } from '../../formats/anoncreds/credential-record.ts'
import type { Json, PresentedCredential } from '../../formats/anoncreds/cryptography.ts'
import { type Circumstances, confirmedBy, matched } from '../../formats/anoncreds/matching.ts'
import { type AnonCredsRequest, type AskedItem, itemsOf } from '../../formats/anoncreds/proof-request.ts'
import type { Context } from '../context.ts'
import type { Revocations } from './revocations.ts'

/** What answers a request. */
export interface Answers {
  /** Each credential with what it answers. */
  shares: { credential: CredentialRecord; items: AskedItem[] }[]
  /** What the person says, by referent. */
  said: Record<string, string>
}

/** What answers each item. Throws `cannot-prove` when something has no answer. */
export function answersTo(
  request: AnonCredsRequest,
  chosen: Chosen,
  credentials: CredentialRecord[],
  circumstances: Circumstances,
): Answers {
  const shares = new Map<string, Answers['shares'][number]>()
  const said: Record<string, string> = {}
  for (const item of itemsOf(request)) {
    const { fitting, mayBeSaid } = matched(item, credentials, circumstances)
    const choice = choiceFor(chosen, item.referent)
    if (choice && 'said' in choice) {
      if (!mayBeSaid) throw new HolderError('cannot-prove', 'Something has to be proved, not said')
      said[item.referent] = choice.said
      continue
    }
    const id = choice ? fitting.find((each) => each === choice.credentialId) : fitting[0]
    const credential = credentials.find((each) => each.id === id)
    if (!credential) throw new HolderError('cannot-prove', 'No credential fits what is asked')
    const share = shares.get(credential.id) ?? { credential, items: [] }
    share.items.push(item)
    shares.set(credential.id, share)
  }
  return { shares: [...shares.values()], said }
}

/** What the history tells of an answer: names, no values. */
export function toldOf(
  request: AnonCredsRequest,
  { shares }: Answers,
): Required<Pick<HistoryEntry, 'shown' | 'proved' | 'confirmed' | 'unrevoked'>> {
  const items = itemsOf(request)
  const unrevoked = shares.filter(({ credential, items }) => credential.registryId && items.some(isNonRevocationAsked))
  const shown = items.filter(({ condition }) => !condition).flatMap(({ names }) => names)
  const confirmed = shares.flatMap(({ credential, items }) => items.flatMap((item) => confirmedBy(item, credential)))
  const isShown = (name: string) => shown.some((each) => isSameName(each, name))
  return {
    shown,
    confirmed: [...new Set(confirmed.map(({ name }) => name))].filter((name) => !isShown(name)),
    proved: items.flatMap(({ names: [name = ''], condition }) => (condition ? [{ name, ...condition }] : [])),
    unrevoked: unrevoked.flatMap(({ credential }) => credential.kind.name ?? []),
  }
}

const isNonRevocationAsked = ({ nonRevoked }: AskedItem): boolean => nonRevoked !== undefined

/** The AnonCreds presentation. Rejects with `cannot-prove`, `revoked`, `unreachable` or `untrusted`. */
export async function presentationOf(
  request: AnonCredsRequest,
  { shares, said }: Answers,
  { context, revocations }: { context: Context; revocations: Revocations },
): Promise<Json> {
  const { dependencies, objects, vault } = context
  const schemas: Record<string, Json> = {}
  const definitions: Record<string, Json> = {}
  const credentials: PresentedCredential[] = []
  for (const { credential, items } of shares) {
    const { schemaId, definitionId } = credential.kind
    schemas[schemaId] = await objects.schema(schemaId)
    definitions[definitionId] = await objects.definition(definitionId)
    const intervals = items.flatMap(({ nonRevoked }) => nonRevoked ?? [])
    credentials.push({
      credential: credential.credential,
      revealed: items.filter(({ condition }) => !condition).map(({ referent }) => referent),
      unrevealed: [],
      predicates: items.filter(({ condition }) => condition).map(({ referent }) => referent),
      revocation: intervals.length > 0 ? await revocations.proofMaterial(credential, intervals) : undefined,
    })
  }
  const linkSecret = vault.get('wallet', 'wallet')?.linkSecret ?? ''
  try {
    return dependencies.anoncreds.createPresentation({
      request: request as Json,
      linkSecret,
      selfAttested: said,
      schemas,
      definitions,
      credentials,
    })
  } catch (cause) {
    throw new HolderError('cannot-prove', 'The proof could not be made', { cause })
  }
}
