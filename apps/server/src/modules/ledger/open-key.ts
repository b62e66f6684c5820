import { createHash } from 'node:crypto'

/**
 * A key that is equal for two requests that mean the same, whatever the order of their fields. A second request with
 * the key of an open exchange is that exchange (docs/product.md, section 4).
 */
export function openKeyOf(...parts: unknown[]): string {
  return createHash('sha256').update(canonicalJson(parts)).digest('base64url')
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
