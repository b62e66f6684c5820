/** Characters of the longest number that an honest wallet sends (3,060 bits), with room. */
const longest = 2_000

/**
 * Whether there is a text anywhere that is longer than any number of the protocol. Numbers become exponents for the
 * native library, which bounds none: one of 700,000 digits keeps a worker busy for more than ten seconds.
 */
export function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > longest
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText)
}
