// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProvedFact, provedFacts, shownFacts } from './proved-facts.tsx'

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

it('says of a value that is shown what it has to be, and proves nothing of it', () => {
  const predicates = [
    { name: 'Birth Date', type: '<=', value: '20081121' },
    { name: 'expiry_date', type: '>=', value: '20400121' },
  ] as const
  const requirement = { name: 'Card', properties: ['name', 'birthdate'], predicates: [...predicates] }
  expect(shownFacts(requirement)).toEqual([
    { about: 'Name' },
    { about: 'Date of birth', condition: '21 November 2008 or earlier', shown: 'date' },
  ])
  expect(provedFacts(requirement)).toEqual([{ about: 'Expiry date', condition: '21 January 2040 or later' }])
})

it('says of a figure that is shown that it is the figure', () => {
  const predicates = { name: 'monthly_sales', type: '>=', value: 250_000 } as const
  const [fact] = shownFacts({ name: 'Card', properties: ['monthly_sales'], predicates })
  if (!fact) throw new Error('no fact')
  const { container } = render(<ProvedFact fact={fact} />)
  expect(container.textContent).toBe('Monthly sales, the figure itself (needed: at least 250,000)')
})
