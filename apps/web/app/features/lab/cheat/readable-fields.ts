import type { Protocol } from '@lastmile/contracts'

/** A value of an answer that can be edited without the JSON around it. */
export interface ReadableField {
  /** From the answer down to the value. */
  path: readonly string[]
  /** The detail, as the answer names it. */
  name: string
  value: string
  /** The value is the bound of a condition, and not shown by the card. */
  isBound: boolean
}

type Node = Record<string, unknown>

/** Where an answer has what a verifier reads, and the name of it. */
const readable: Record<Protocol, { at: RegExp; nameOf(parent: Node, path: readonly string[]): unknown }> = {
  didcomm: {
    at: /^requested_proof\/revealed_attrs\/[^/]+\/raw$|\/ge_proofs\/\d+\/predicate\/value$/,
    nameOf: (parent, path) => parent.attr_name ?? path.at(-2),
  },
  // A disclosure is a salt, a name and a value.
  openid4vc: { at: /^disclosures\/\d+\/2$/, nameOf: (parent) => parent[1] },
}

/** Takes whatever a visitor made of the answer. */
export function fieldsOf(protocol: Protocol, answer: unknown): ReadableField[] {
  const { at, nameOf } = readable[protocol]
  return [...leavesOf(answer, [])]
    .filter(({ path }) => at.test(path.join('/')))
    .map(({ path, value, parent }) => ({
      path,
      name: String(nameOf(parent, path)),
      value: String(value),
      isBound: parent.attr_name !== undefined,
    }))
    .sort((one, other) => Number(one.isBound) - Number(other.isBound))
}

/** @param text as typed: a name stays text, a condition’s bound and a yes or no get their type back */
export function withField(answer: unknown, { path, isBound }: ReadableField, text: string): unknown {
  const changed = structuredClone(answer)
  const parent = path.slice(0, -1).reduce((node, key) => node[key] as Node, changed as Node)
  const isTyped = isBound ? /^\d+$/.test(text) : path.at(-1) !== 'raw' && /^(true|false)$/.test(text)
  parent[String(path.at(-1))] = isTyped ? JSON.parse(text) : text
  return changed
}

type Leaf = Pick<ReadableField, 'path'> & { value: unknown; parent: Node }

function* leavesOf(node: unknown, path: readonly string[]): Generator<Leaf> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    const below = [...path, key]
    if (typeof value === 'object') yield* leavesOf(value, below)
    else yield { path: below, value, parent: node as Node }
  }
}
