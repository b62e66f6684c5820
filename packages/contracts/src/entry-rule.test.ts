import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { credentialToIssue } from './credential.ts'
import { type EntryRule, enteredValue } from './entry-rule.ts'

const line: EntryRule = { kind: 'line', max: 40 }
const date: EntryRule = { kind: 'date' }
const choice: EntryRule = { kind: 'choice', of: ['male', 'female'] }

describe('what a visitor may enter', () => {
  it.each([
    [line, ' Ọ̀ṣun-Bello ', 'Ọ̀ṣun-Bello'],
    [line, 'x'.repeat(40), 'x'.repeat(40)],
    [date, '20240229', '20240229'],
    [date, '19000101', '19000101'],
    [date, '21001231', '21001231'],
    [choice, 'female', 'female'],
  ])('%j takes %j', (rule, value, signed) => {
    expect(enteredValue(rule, value)).toBe(signed)
  })

  it.each([
    [line, ''],
    [line, ' \t'],
    [line, 'x'.repeat(41)],
    [line, 'two\nlines'],
    [line, 'Bell\u202Eo'],
    [date, ''],
    [date, '2024-02-29'],
    [date, '20230229'],
    [date, '20241301'],
    [date, '20240100'],
    [date, '18991231'],
    [date, '21010101'],
    [date, '٢٠٢٤٠١٠١'],
    [choice, 'Female'],
    [choice, ''],
    [choice, 'constructor'],
  ])('%j refuses %j', (rule, value) => {
    expect(enteredValue(rule, value)).toBeUndefined()
  })

  it('of dates is every day that a calendar has, and nothing else', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (day) => {
        const text = day.toISOString().slice(0, 10).replaceAll('-', '')
        expect(enteredValue(date, text)).toBe(text)
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (number) => {
        const text = String(number).padStart(8, '0')
        const iso = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
        const real =
          iso >= '1900' &&
          iso < '2101' &&
          !Number.isNaN(Date.parse(iso)) &&
          new Date(iso).toISOString().slice(0, 10) === iso
        expect(enteredValue(date, text)).toBe(real ? text : undefined)
      }),
    )
  })

  it('of lines is never more than one visible line within bounds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (value) => {
        const signed = enteredValue(line, value)
        if (signed === undefined) return
        expect(signed).toBe(value.trim())
        expect(signed.length).toBeGreaterThan(0)
        expect(signed.length).toBeLessThanOrEqual(40)
        expect(signed).not.toMatch(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u)
      }),
    )
  })
})

describe('content', () => {
  const credential = (attribute: object) => ({ name: 'Card', attributes: [{ name: 'a', value: '', ...attribute }] })

  it.each([[line], [date], [choice]])('may say %j', (entry) => {
    const parsed = credentialToIssue.parse({ ...credential({ label: 'A', entry }), label: 'A card' })
    expect(parsed).toMatchObject({ label: 'A card', attributes: [{ label: 'A', entry }] })
  })

  it.each([
    [{ kind: 'line' }],
    [{ kind: 'line', max: 0 }],
    [{ kind: 'line', max: 5_000 }],
    [{ kind: 'date', max: 8 }],
    [{ kind: 'choice', of: [] }],
    [{ kind: 'anything' }],
  ])('may not say %j', (entry) => {
    expect(credentialToIssue.safeParse(credential({ entry })).success).toBe(false)
  })
})
