/**
 * 'student_card', 'studentCard' and 'Student Card' are one credential: wallets and issuers spell names differently, so
 * both sides of every comparison go through this (docs/product.md, section 3).
 */
export function startCase(name: string): string {
  return name
    .normalize('NFC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

export function sameCredential(one: string, other: string): boolean {
  return startCase(one).toLowerCase() === startCase(other).toLowerCase()
}

export function includesCredential(names: readonly string[], name: string): boolean {
  return names.some((candidate) => sameCredential(candidate, name))
}
