import { isSameName } from '../../core/attribute-name.ts'
import type { Disclosed } from '../../core/credential-format.ts'
import { choiceFor } from '../../core/disclosure.ts'
import { HolderError } from '../../core/holder-error.ts'
import type { Chosen } from '../../core/snapshot.ts'
import type { AnonCredsCredential } from './credential-record.ts'
import { type Circumstances, confirmedBy, matched } from './matching.ts'
import { type AnonCredsRequest, type AskedItem, itemsOf } from './proof-request.ts'

/** What answers a request. */
export interface Answers {
  /** Each credential with what it answers. */
  shares: { credential: AnonCredsCredential; items: AskedItem[] }[]
  /** What the person says, by referent. */
  said: ReadonlyMap<string, string>
}

/** What answers each item. Throws `cannot-prove` when something has no answer. */
export function answersTo(
  request: AnonCredsRequest,
  chosen: Chosen,
  credentials: AnonCredsCredential[],
  circumstances: Circumstances,
): Answers {
  const shares = new Map<string, Answers['shares'][number]>()
  const said = new Map<string, string>()
  for (const item of itemsOf(request)) {
    const { fitting, mayBeSaid } = matched(item, credentials, circumstances)
    const choice = choiceFor(chosen, item.referent)
    if (choice && 'said' in choice) {
      if (!mayBeSaid) throw new HolderError('cannot-prove', 'Something has to be proved, not said')
      said.set(item.referent, choice.said)
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

/** What the answers disclose. */
export function disclosedBy({ shares }: Answers, items: AskedItem[]): Disclosed {
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
