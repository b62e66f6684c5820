import type { CredentialQuery } from '../store/presentation-request.ts'

type Condition = CredentialQuery['prove'][string]

/** Whether a value compares as asked: a whole number of 32 bits, as in AnonCreds; dates are YYYYMMDD. */
export function isMet({ comparison, bound }: Condition, value: string): boolean {
  if (!/^-?\d{1,10}$/.test(value)) return false
  const number = Number(value)
  if (comparison === '>=') return number >= bound
  if (comparison === '>') return number > bound
  if (comparison === '<=') return number <= bound
  return number < bound
}
