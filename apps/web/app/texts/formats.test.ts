import { expect, it } from 'vitest'
import { dayText, momentText, timeText, valueText } from './formats.ts'

it('writes days and times in one style', () => {
  const moment = new Date(2026, 10, 26, 18, 31, 5).toISOString()
  expect(dayText(new Date('2026-11-26'))).toBe('26 November 2026')
  expect(momentText(moment)).toBe('26 November 2026, 18:31')
  expect(timeText(moment)).toBe('18:31:05')
})

it.each([
  ['expiry_date', 'date', '2028-11-23', '23 November 2028'],
  ['monthly_sales_in_naira', 'text', '640000', '640,000'],
  ['account_number', 'text', '640000', '640000'],
] as const)('writes a value of %s as people do', (name, kind, value, words) => {
  expect(valueText(name, { kind, value })).toBe(words)
})
