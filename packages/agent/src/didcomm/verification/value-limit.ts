/** Objects and lists in each other, as an honest wallet sends them at most, with room. */
const mostDepth = 12

/**
 * Whether there are no more than `most` values in something that a wallet sent, nested no deeper than an honest wallet does.
 * To be asked before anything else looks at it: checking a million values by a schema holds everybody up.
 */
export function isWithinValueLimit(content: unknown, most: number): boolean {
  let left = most
  const fits = (value: unknown, depth: number): boolean => {
    if (--left < 0 || depth > mostDepth) return false
    if (typeof value !== 'object' || value === null) return true
    if (Array.isArray(value) && value.length > left) return false
    for (const key in value) if (!fits((value as Record<string, unknown>)[key], depth + 1)) return false
    return true
  }
  return fits(content, 0)
}
