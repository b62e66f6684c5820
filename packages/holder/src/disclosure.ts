import { normalName } from './encoding/attribute.ts'
import type { Chosen, Condition, HeldCredential, ProofRequest } from './snapshot.ts'

/** What the other side would learn by an answer, and what not. */
export interface Disclosure {
  /** Values that it would see; without a credential it is what the person says. */
  shared: { name: string; value: string; credentialId?: string }[]
  /** What it would know to be true about values that it does not see. */
  proved: ({ name: string; credentialId: string } & Condition)[]
  /** What else stands in the credentials that are used. */
  kept: { name: string; credentialId: string }[]
}

/** What an answer to a request would disclose; what is not chosen is answered by the first that fits, and what nothing fits is left out. */
export function disclosureOf(request: ProofRequest, credentials: HeldCredential[], chosen: Chosen = {}): Disclosure {
  const disclosure: Disclosure = { shared: [], proved: [], kept: [] }
  const used = new Map<string, { credential: HeldCredential; names: Set<string> }>()
  for (const { referent, names, condition, fitting } of request.items) {
    const choice = chosen[referent] ?? (fitting[0] === undefined ? undefined : { credentialId: fitting[0] })
    if (choice && 'said' in choice) {
      disclosure.shared.push(...names.map((name) => ({ name, value: choice.said })))
      continue
    }
    const credential = credentials.find(({ id }) => id === choice?.credentialId)
    if (!credential) continue
    const use = used.get(credential.id) ?? { credential, names: new Set<string>() }
    used.set(credential.id, use)
    for (const name of names) {
      use.names.add(normalName(name))
      if (condition) disclosure.proved.push({ name, credentialId: credential.id, ...condition })
      else disclosure.shared.push({ name, value: valueIn(credential, name), credentialId: credential.id })
    }
  }
  for (const { credential, names } of used.values()) {
    const others = credential.attributes.filter(({ name }) => !names.has(normalName(name)))
    disclosure.kept.push(...others.map(({ name }) => ({ name, credentialId: credential.id })))
  }
  return disclosure
}

const valueIn = ({ attributes }: HeldCredential, name: string): string =>
  attributes.find((each) => normalName(each.name) === normalName(name))?.value ?? ''
