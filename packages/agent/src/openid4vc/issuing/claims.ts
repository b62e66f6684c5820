import type { CredentialAttribute } from '@lastmile/contracts'
import { agesClaim, dayOf, holdsDays, isDateOfBirth, statedAges } from '@lastmile/contracts/condition'
import { wordsIn } from '../../core/messages/blanked.ts'
import type { Batch } from '../store/batch.ts'

/** How attributes, which are text, stand in SD-JWT VC, and how they are read from it. */

/** Names of claims in the EU's identification data that mean the same as an attribute of content. */
const sharedNames = new Map([
  ['birth_date', 'birthdate'],
  ['date_of_birth', 'birthdate'],
  ['expiry_date', 'date_of_expiry'],
])

/** Claims that say something of the credential itself (SD-JWT VC, 3.2.2; RFC 7519, 4.1; RFC 9901), or are made here. */
const reserved = wordsIn(`
  iss sub aud exp nbf iat jti cnf vct vct#integrity status nonce _sd _sd_alg ... __proto__
`).add(agesClaim)

/** The claim that an attribute becomes. */
export const claimName = (attribute: string): string =>
  sharedNames.get(attribute) ?? (reserved.has(attribute) ? `${attribute}_` : attribute)

/** Whether each attribute has a claim of its own. */
export const haveOwnClaims = (attributes: readonly string[]): boolean =>
  new Set(attributes.map(claimName)).size === attributes.length

export interface DescribedClaim {
  path: string[]
  label: string
}

/** Every claim of a credential with these attributes. @param labels of the attributes, for people */
export const claimsOfType = (attributes: readonly string[], labels: readonly string[] = []): DescribedClaim[] => [
  ...attributes.map((name, index) => ({ path: [claimName(name)], label: labels[index] ?? name })),
  ...(attributes.some(isDateOfBirth) ? statedAges : []).map((age) => ({
    path: [agesClaim, String(age)],
    label: `${age} or older`,
  })),
]

/** Values to sign, by claim; each member of an object is shown or kept by itself. */
type Claims = Batch['claims']

/** @param now milliseconds since 1970: the day on which ages are stated */
export function claimsFrom(attributes: readonly CredentialAttribute[], now: number): Claims {
  const claims: Claims = Object.fromEntries(
    attributes.map(({ name, value }) => [claimName(name), written(name, value)]),
  )
  const born = attributes.find(({ name }) => isDateOfBirth(name))
  const birthday = born && dayOf(born.value)
  return birthday ? { ...claims, [agesClaim]: agesOn(new Date(now), birthday) } : claims
}

const agesOn = (day: Date, birthday: Date): Record<string, boolean> =>
  Object.fromEntries(
    statedAges.map((age) => {
      const latest = Date.UTC(day.getUTCFullYear() - age, day.getUTCMonth(), day.getUTCDate())
      return [age, birthday.getTime() <= latest]
    }),
  )

/** Days as ISO 8601 has them. */
const written = (name: string, value: string): string =>
  (holdsDays(name) && dayOf(value)?.toISOString().slice(0, 10)) || value

/** An attribute's value as content has it; undefined when its claim was not shown. */
export function attributeValue(name: string, claims: Readonly<Record<string, unknown>>): string | undefined {
  const value = memberOf(claims, claimName(name))
  if (typeof value !== 'string') return undefined
  return holdsDays(name) ? value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3') : value
}

/** Whether the holder is of a stated age; undefined when that was not shown. */
export function hasAge(age: number, claims: Readonly<Record<string, unknown>>): boolean | undefined {
  const value = memberOf(memberOf(claims, agesClaim), String(age))
  return typeof value === 'boolean' ? value : undefined
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}
