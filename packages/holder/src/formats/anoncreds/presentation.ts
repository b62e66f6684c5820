import { isSameName } from '@lastmile/formats/anoncreds-values'
import * as z from 'zod/mini'
import type { Disclosed } from '../../core/credential-format.ts'
import { choiceFor, isEvenRevoked } from '../../core/disclosure.ts'
import { HolderError } from '../../core/holder-error.ts'
import type { Chosen } from '../../core/snapshot.ts'
import type { AnonCredsCredential } from './anoncreds-credential.ts'
import type { Json } from './cryptography.ts'
import { type Circumstances, confirmedBy, matcher } from './matching.ts'
import { type AnonCredsRequest, type Item, itemsOf } from './proof-request.ts'

/** The answers to a request. */
export interface Answers {
  /** Each credential with the requirements that it meets; one that is revoked only where the person wants that. */
  answers: { credential: AnonCredsCredential; items: Item[]; evenRevoked: boolean }[]
  /** Self-attested values, by referent. */
  said: ReadonlyMap<string, string>
}

/** Finds the answer to each item. Throws `cannot-prove` when one has none, or when a requirement would have two. */
export function answersTo(
  request: AnonCredsRequest,
  chosen: Chosen,
  credentials: AnonCredsCredential[],
  circumstances: Circumstances,
): Answers {
  const answers = new Map<string, Answers['answers'][number]>()
  const said = new Map<string, string>()
  const answeredBy = new Map<number, string>()
  const items = itemsOf(request)
  const match = matcher(items, credentials, circumstances)
  for (const item of items) {
    const { requirement, fitting, mayBeSaid, missing } = match(item)
    const choice = choiceFor(chosen, item.referent)
    const evenRevoked = isEvenRevoked(choice) && missing?.reason === 'revoked'
    const usable = evenRevoked ? [missing.credentialId] : fitting
    if (choice && 'said' in choice) {
      if (!mayBeSaid) throw new HolderError('cannot-prove', 'Something has to be proved, not said')
      said.set(item.referent, choice.said)
      continue
    }
    const id = choice ? usable.find((each) => each === choice.credentialId) : usable[0]
    const credential = credentials.find((each) => each.id === id)
    if (!credential) throw new HolderError('cannot-prove', 'No credential fits what is asked')
    if ((answeredBy.get(requirement) ?? credential.id) !== credential.id)
      throw new HolderError('cannot-prove', 'One requirement cannot be answered from two credentials')
    answeredBy.set(requirement, credential.id)
    const answer = answers.get(credential.id) ?? { credential, items: [], evenRevoked }
    answer.items.push(item)
    answers.set(credential.id, answer)
  }
  return { answers: [...answers.values()], said }
}

const members = z.catch(z.record(z.string(), z.unknown()), {})

/** Of a presentation of any form, because the lab's may have been edited. */
const sentSchema = z.object({
  requested_proof: z.pipe(
    members,
    z.object({
      revealed_attrs: members,
      revealed_attr_groups: z.catch(z.record(z.string(), z.object({ values: members })), {}),
      self_attested_attrs: members,
      predicates: members,
    }),
  ),
})

/** Values that a verifier sees in a presentation that answers a request (AnonCreds specification, "Presentation"). */
export function disclosedBy({ answers }: Answers, items: Item[], presentation: Json): Disclosed {
  const { revealed_attrs, revealed_attr_groups, self_attested_attrs, predicates } =
    sentSchema.parse(presentation).requested_proof
  const unrevoked = answers.filter(
    ({ credential, items, evenRevoked }) =>
      credential.registryId && !evenRevoked && items.some(({ nonRevoked }) => nonRevoked),
  )
  const alone = { ...revealed_attrs, ...self_attested_attrs }
  const shown = items.flatMap(({ referent, names }) =>
    Object.hasOwn(alone, referent)
      ? names
      : // In the order of the request, which the library does not keep.
        Object.keys(revealed_attr_groups[referent]?.values ?? {}).sort((a, b) => names.indexOf(a) - names.indexOf(b)),
  )
  const confirmed = answers.flatMap(({ credential, items }) => items.flatMap((item) => confirmedBy(item, credential)))
  const isShown = (name: string) => shown.some((each) => isSameName(each, name))
  return {
    shown,
    confirmed: [...new Set(confirmed.map(({ name }) => name))].filter((name) => !isShown(name)),
    proved: items.flatMap(({ referent, names: [name = ''], condition }) =>
      condition && Object.hasOwn(predicates, referent) ? [{ name, ...condition }] : [],
    ),
    unrevoked: unrevoked.flatMap(({ credential }) => credential.kind.name ?? []),
  }
}
