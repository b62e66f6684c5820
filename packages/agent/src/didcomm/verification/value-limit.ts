/** Objects and lists in each other, as an honest wallet sends them at most, with room. */
const mostDepth = 12

/**
 * Whether a wallet's JSON has at most `most` values, nested no deeper than an honest wallet's.
 * Call it first: checking a million values against a schema blocks the event loop.
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
