/**
 * Three-way merge of two tabs' data against their last common state: objects by field, lists by entry. A deletion
 * wins over a change; of two changes to the same value, `mine` wins.
 */
export const merge = <Data>(base: Data, mine: Data, theirs: Data): Data => agree(base, mine, theirs, both) as Data

type Merge = (was: unknown, here: unknown, there: unknown) => unknown

/** Undefined means absent; a deletion by either side stands. */
function agree(was: unknown, here: unknown, there: unknown, conflict: Merge): unknown {
  if (isSame(here, was)) return there
  if (isSame(there, was)) return here
  return there === undefined ? undefined : conflict(was, here, there)
}

/** Both sides changed it. */
function both(was: unknown, here: unknown, there: unknown): unknown {
  const all = [was, here, there]
  if (all.every(Array.isArray)) return Object.values(agreeOnEach(all.map(byKey), (_, entry) => entry))
  if (!isObject(was) || !isObject(here) || !isObject(there)) return here
  // Records of different ids are never mixed: the new one stands whole.
  if (here.id !== there.id) return here.id === was.id ? there : here
  return agreeOnEach([was, here, there], both)
}

type Entries = Record<string, unknown>

function agreeOnEach([was = {}, here = {}, there = {}]: Entries[], conflict: Merge): Entries {
  const keys = [...new Set([...Object.keys(there), ...Object.keys(here)])]
  const entries = keys.map((key) => [key, agree(was[key], here[key], there[key], conflict)] as const)
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined))
}

/** List entries are keyed by their name if they have one; plain strings by themselves. */
const byKey = (list: readonly unknown[]): Entries =>
  Object.fromEntries(list.map((entry) => [isObject(entry) ? String(entry.name) : String(entry), entry]))

const isObject = (value: unknown): value is Entries => typeof value === 'object' && value !== null

/**
 * Compares serialised text, because tabs exchange text. Only slices with a new identity get here, a few kilobytes each,
 * once per task: that takes well under a millisecond.
 */
export const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)
