import { describe, expect, it } from 'vitest'
import { dateText, resolveDates } from './relative-date.ts'

const now = new Date('2028-02-29T22:30:00Z')

describe('a relative date', () => {
  it('counts from the day it is read', () => {
    expect(dateText({ $dateInt: {} }, now)).toBe('20280229')
    expect(dateText({ $dateInt: { years: 4, days: 1 } }, now)).toBe('20320301')
    expect(dateText({ $dateInt: { months: -14 } }, now)).toBe('20261229')
  })

  it('becomes the last day of a month that has no such day', () => {
    expect(dateText({ $dateInt: { years: 1 } }, now)).toBe('20290228')
    expect(dateText({ $dateInt: { months: 1 } }, new Date('2026-01-31T00:00:00Z'))).toBe('20260228')
  })

  it('is put in the place of its marker, and only there', () => {
    const content = { screens: [{ value: { $dateInt: { years: -18 } }, title: 'Eighteen' }], value: 'plain' }
    expect(resolveDates(content, now)).toEqual({ screens: [{ value: '20100228', title: 'Eighteen' }], value: 'plain' })
    expect(content.screens[0]?.value).toEqual({ $dateInt: { years: -18 } })
  })

  it('leaves a misspelt marker for the schema to refuse', () => {
    const misspelt = { value: { $dateInt: { year: 4 } } }
    expect(resolveDates(misspelt, now)).toEqual(misspelt)
  })
})
