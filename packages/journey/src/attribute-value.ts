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

/** Dates stored as 8 digits read YYYY-MM-DD; picture values become a data URL that an <img> takes. */
export function displayValue(name: string, value: string): DisplayValue {
  if (/date/i.test(name) && /^\d{8}$/.test(value)) {
    return { kind: 'date', value: `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}` }
  }
  if (isMeantAsPicture(name, value)) return { kind: 'image', value: rasterPicture(value) ?? '' }
  return { kind: 'text', value: choices.get(`${name} ${value}`) ?? plainLine(value, longestValue) }
}

/** 'date_of_birth' reads 'Date of birth', and so does 'birth_date': one thing has one name on every screen. */
export function attributeLabel(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\s-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words === 'birth date' ? 'Date of birth' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** As AnonCreds compares the names of attributes. */
export const sameAttribute = (one: string, other: string): boolean => bareName(one) === bareName(other)
const bareName = (name: string) => name.replaceAll(' ', '').toLowerCase()
