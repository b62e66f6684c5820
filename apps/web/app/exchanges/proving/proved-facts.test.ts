import { expect, it } from 'vitest'
import { provedFacts } from './proved-facts.ts'

it.each([
  [{ name: 'expiry_date', type: '>=', value: '20400121' }, 'Expiry date', '21 January 2040 or later'],
  [{ name: 'date_of_birth', type: '<', value: 20081121 }, 'Date of birth', 'before 21 November 2008'],
  [{ name: 'years_in_business', type: '>=', value: 2 }, 'Years in business', 'at least 2'],
  [{ name: 'monthly_sales', type: '>=', value: '250000' }, 'Monthly sales', 'at least 250,000'],
  [{ name: 'founded', type: '<', value: 2020 }, 'Founded', 'less than 2020'],
] as const)('%j says of “%s” that it is “%s”', (predicates, about, condition) => {
  expect(provedFacts({ name: 'Card', predicates })).toEqual([{ about, condition }])
})

it('counts what is not revoked among the facts', () => {
  expect(provedFacts({ name: 'Card', properties: ['name'], nonRevoked: true })).toEqual([{ about: 'Not revoked' }])
})
