import { expect, it } from 'vitest'
import { predicateWords } from './predicate-words.ts'

it.each([
  [{ name: 'expiry_date', type: '>=', value: '20261121' }, 'Expiry date on or after 2026-11-21'],
  [{ name: 'date_of_birth', type: '<', value: 20081121 }, 'Date of birth before 2008-11-21'],
  [{ name: 'years_in_business', type: '>=', value: 2 }, 'Years in business at least 2'],
  [{ name: 'fines', type: '<', value: '1' }, 'Fines less than 1'],
] as const)('%j reads “%s”', (predicate, words) => {
  expect(predicateWords(predicate)).toBe(words)
})
