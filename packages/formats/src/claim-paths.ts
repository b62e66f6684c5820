/** The name of an object's member, or a place in an array. */
export type Step = string | number

/** Claims, from the outside in; `null` stands for all of an array (OpenID4VP 1.0, section 7). */
export type ClaimPath = readonly (Step | null)[]

/** Of a value that is shown or kept as a whole. */
export interface Placed {
  path: readonly Step[]
  /** Places of the disclosures that show it, all together. Without any, every reader of the card sees it. */
  behind: readonly number[]
}

/** Places of the disclosures that paths need: those of all that they name, and of all around it. */
export function disclosuresFor(values: readonly Placed[], paths: readonly ClaimPath[]): Set<number> {
  const named = values.filter(({ path }) => paths.some((each) => isOnOneWay(each, path)))
  return new Set(named.flatMap(({ behind }) => behind))
}

/** @param sent places of disclosures. @param paths of what was asked for */
export function seenBy<Value extends Placed>(
  values: readonly Value[],
  sent: ReadonlySet<number>,
  paths: readonly ClaimPath[],
) {
  const seen: Record<'shown' | 'visible' | 'kept', Value[]> = { shown: [], visible: [], kept: [] }
  for (const value of values) {
    const isNamed = paths.some((each) => isOnOneWay(each, value.path))
    if (!value.behind.every((place) => sent.has(place))) seen.kept.push(value)
    else seen[value.behind.length > 0 || isNamed ? 'shown' : 'visible'].push(value)
  }
  return seen
}

/** Whether a claim's path leads to a value, around it, or into it. */
const isOnOneWay = (claim: ClaimPath, path: readonly Step[]): boolean =>
  path.every((step, index) => {
    const wanted = claim[index]
    return index >= claim.length || wanted === step || (wanted === null && typeof step === 'number')
  })
