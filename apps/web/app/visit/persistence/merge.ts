/**
 * Brings together what two tabs made of the same data since they last agreed on it: what only one has changed is taken
 * from there, objects field by field and lists entry by entry; what one has deleted is gone. Where both have changed the
 * same, `mine` stays.
 */
export function merge<Data>(base: Data, mine: Data, theirs: Data): Data {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base) || isSame(mine, theirs)) return mine
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    return Object.values(mergeEntries(byKey(base), byKey(mine), byKey(theirs), (_, entry) => entry)) as Data
  }
  if (isObject(base) && isObject(mine) && isObject(theirs)) return mergeEntries(base, mine, theirs, merge) as Data
  return mine
}

type Entries = Record<string, unknown>

function mergeEntries(base: Entries, mine: Entries, theirs: Entries, both: typeof merge<unknown>): Entries {
  const merged: Entries = {}
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, here, there] = [base[key], mine[key], theirs[key]]
    if (was !== undefined && (here === undefined || there === undefined)) continue
    if (here === undefined || there === undefined) merged[key] = here ?? there
    else merged[key] = isSame(here, was) ? there : isSame(there, was) ? here : both(was, here, there)
  }
  return merged
}

/** Entries of a list are told apart by their name, where they have one; plain words by themselves. */
const byKey = (list: readonly unknown[]): Entries =>
  Object.fromEntries(list.map((entry) => [isObject(entry) ? String(entry.name) : String(entry), entry]))

const isObject = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * By what is written, since that is what tabs exchange. Only slices that are another object than before come here, a few
 * kilobytes each, once per task: well below a millisecond, so no comparison of our own is worth its code.
 */
export const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)
