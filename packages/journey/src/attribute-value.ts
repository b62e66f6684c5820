import { holdsDays } from '@lastmile/contracts/condition'
import { plainLine } from '@lastmile/contracts/plain-words'
import { isMeantAsPicture, rasterPicture } from '@lastmile/contracts/raster-picture'

/** How a credential's value is shown (docs/product.md, section 2). An image that must not be drawn has no value. */
export type DisplayValue = { kind: 'text' | 'date' | 'image'; value: string }

/** Characters of a value that a person is shown. */
const longestValue = 2_000

/** How the values that a person chooses for Confirmed Person read, by attribute and value. */
const choices: ReadonlyMap<string, string> = new Map([
  ['gender male', 'Male'],
  ['gender female', 'Female'],
  ['document_type passport', 'Passport'],
  ['document_type national_id', 'National ID card'],
])

const yesOrNo: ReadonlyMap<string, string> = new Map([
  ['true', 'Yes'],
  ['false', 'No'],
])

/** An age that a credential states (`age_equal_or_over`). */
const statedAge = /^age_equal_or_over › (\d{1,3})$/

/** Dates read YYYY-MM-DD, stored so or as 8 digits; picture values become a data URL that an <img> takes. */
export function displayValue(name: string, value: string): DisplayValue {
  const [, year, , month, day] = (holdsDays(name) && /^(\d{4})(-?)(\d\d)\2(\d\d)$/.exec(value)) || []
  if (day) return { kind: 'date', value: `${year}-${month}-${day}` }
  if (isMeantAsPicture(name, value)) return { kind: 'image', value: rasterPicture(value) ?? '' }
  const known = statedAge.test(name) ? yesOrNo.get(value) : choices.get(`${name} ${value}`)
  return { kind: 'text', value: known ?? plainLine(value, longestValue) }
}

/** One thing has one name on every screen, whatever a credential calls it. */
const sameThings: ReadonlyMap<string, string> = new Map([
  ['birth date', 'date of birth'],
  ['birthdate', 'date of birth'],
  ['date of expiry', 'expiry date'],
])

/** 'date_of_birth' reads 'Date of birth', and so does 'birth_date'. */
export function attributeLabel(name: string): string {
  const [, age] = statedAge.exec(name) ?? []
  if (age) return `${age} or older`
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\s-]+/g, ' ')
    .trim()
    .toLowerCase()
  const known = sameThings.get(words) ?? words
  return known.charAt(0).toUpperCase() + known.slice(1)
}

/** As AnonCreds compares the names of attributes. */
export const sameAttribute = (one: string, other: string): boolean => bareName(one) === bareName(other)
export const bareName = (name: string) => name.replaceAll(' ', '').toLowerCase()
