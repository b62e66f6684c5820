import { expect, it } from 'vitest'
import { meaningOf, statedAge } from './condition.ts'

const day = new Date('2026-11-25T14:00:00Z')

it.each([
  ['birth_date', '<=', '20081125', { kind: 'age', years: 18 }],
  ['date_of_birth', '<=', 20_081_126, { kind: 'age', years: 18 }],
  ['date_of_birth', '<=', '20081110', { kind: 'date', operator: '<=', date: new Date('2008-11-10') }],
  ['date_of_birth', '<', '20081125', { kind: 'date', operator: '<', date: new Date('2008-11-25') }],
  ['registration_date', '<=', '20241125', { kind: 'yearsAgo', years: 2 }],
  ['expiry_date', '>=', '20261125', { kind: 'valid' }],
  ['expiry_date', '>=', '20261124', { kind: 'valid' }],
  ['document_expiry_date', '>=', '20270101', { kind: 'date', operator: '>=', date: new Date('2027-01-01') }],
  ['expiry_date', '<=', '20261125', { kind: 'date', operator: '<=', date: new Date('2026-11-25') }],
  ['expiry_date', '>=', '20270230', { kind: 'number', operator: '>=', value: 20_270_230 }],
  ['expiry_date', '>=', '20261399', { kind: 'number', operator: '>=', value: 20_261_399 }],
  ['monthly_sales', '>=', '250000', { kind: 'number', operator: '>=', value: 250_000 }],
] as const)('%s %s %s', (name, operator, bound, meaning) => {
  expect(meaningOf(name, operator, bound, day)).toEqual(meaning)
})

it.each([
  ['birth_date', '<=', '20081125', 18],
  ['date_of_birth', '<=', 20_051_124, 21],
  ['birth_date', '<', '20081125', undefined],
  ['birth_date', '<=', '20091125', undefined],
  ['child_birth_date', '<=', '20081125', undefined],
  ['registration_date', '<=', '20081125', undefined],
] as const)('is stated by an issuer: %s %s %s', (name, operator, bound, age) => {
  expect(statedAge(name, operator, bound, day)).toBe(age)
})

it('knows the ages of who was born on a leap day', () => {
  const leapDay = new Date('2028-02-29T00:00:00Z')
  expect(meaningOf('birth_date', '<=', '20100228', leapDay)).toEqual({ kind: 'age', years: 18 })
  expect(meaningOf('birth_date', '<=', '20100301', leapDay)).toEqual({ kind: 'age', years: 18 })
})
