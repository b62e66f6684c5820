import type { Attribute, Chosen, HeldCredential, ProofRequest, RequestItem } from '@lastmile/holder'

/** What a proof tells, by the credentials chosen. */
export interface Disclosure {
  shared: Attribute[]
  proved: { item: RequestItem; name: string }[]
  /** Credentials of which it is shown that they are valid. */
  unrevoked: HeldCredential[]
  kept: Attribute[]
}

/** The credential that answers an item; undefined where the person says it, or nobody can. */
export function credentialFor(
  item: RequestItem,
  chosen: Chosen,
  held: readonly HeldCredential[],
): HeldCredential | undefined {
  const choice = chosen[item.referent]
  const id = choice && 'credentialId' in choice ? choice.credentialId : item.fitting[0]
  return held.find((credential) => credential.id === id)
}

export function disclosureOf({ items }: ProofRequest, chosen: Chosen, held: readonly HeldCredential[]): Disclosure {
  const used = new Map<HeldCredential, RequestItem[]>()
  for (const item of items) {
    const credential = credentialFor(item, chosen, held)
    if (credential) used.set(credential, [...(used.get(credential) ?? []), item])
  }
  const answers = [...used]
  return {
    shared: answers.flatMap(([{ attributes }, answered]) =>
      attributes.filter((attribute) => answered.some((item) => !item.condition && isAsked(item, attribute))),
    ),
    proved: answers.flatMap(([, answered]) =>
      answered.flatMap((item) => (item.condition ? [{ item, name: item.names[0] ?? '' }] : [])),
    ),
    unrevoked: answers.flatMap(([credential, answered]) =>
      answered.some((item) => item.unrevoked) ? [credential] : [],
    ),
    kept: answers.flatMap(([{ attributes }, answered]) =>
      attributes.filter((attribute) => !answered.some((item) => isAsked(item, attribute))),
    ),
  }
}

const isAsked = ({ names }: RequestItem, { name }: Attribute) => names.some((asked) => plain(asked) === plain(name))

/** As AnonCreds compares names. */
const plain = (name: string) => name.replaceAll(' ', '').toLowerCase()
