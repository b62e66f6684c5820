import { describe, expect, it } from 'vitest'
import { attributeValue, claimName, claimsFrom, claimsOfType, hasAge, haveOwnClaims } from './claims.ts'

const day = Date.parse('2026-11-25T14:00:00Z')
const born = (value: string) => claimsFrom([{ name: 'birth_date', value }], day)

describe('claims', () => {
  it('have names that the EU’s data share, and none that says something of the credential', () => {
    const attributes = ['birth_date', 'expiry_date', 'family_name', 'exp', 'age_equal_or_over', '__proto__']
    expect(attributes.map(claimName)).toEqual([
      ...['birthdate', 'date_of_expiry', 'family_name', 'exp_', 'age_equal_or_over_', '__proto___'],
    ])
  })

  it.each([
    [['birth_date', 'name'], true],
    [['birth_date', 'date_of_birth'], false],
    [['birth_date', 'birthdate'], false],
    [['exp', 'exp_'], false],
  ])('of %s are apart: %s', (attributes, areApart) => {
    expect(haveOwnClaims(attributes)).toBe(areApart)
  })

  it.each([
    ['issue_date', '20261125', '2026-11-25'],
    ['issue_date', '20261399', '20261399'],
    ['issue_date', '20260230', '20260230'],
    ['issue_date', 'next year', 'next year'],
    ['student_number', '20261125', '20261125'],
    ['name', '', ''],
  ])('say of %s %s: %s, and lead back', (name, value, written) => {
    const claims = claimsFrom([{ name, value }], day)
    expect(claims).toEqual({ [claimName(name)]: written })
    expect(attributeValue(name, claims)).toBe(value)
  })

  it.each([
    ['20081125', { 16: true, 18: true, 21: false, 60: false }],
    ['20081126', { 16: true, 18: false, 21: false, 60: false }],
    ['19661125', { 16: true, 18: true, 21: true, 60: true }],
  ])('state the ages of a person born on %s', (value, ages) => {
    expect(born(value)).toMatchObject({ age_equal_or_over: ages })
    expect(hasAge(18, born(value))).toBe(ages[18])
  })

  it('state that of a person born on a leap day from the day after', () => {
    const leapling = [{ name: 'date_of_birth', value: '20080229' }]
    expect(hasAge(18, claimsFrom(leapling, Date.parse('2026-02-28')))).toBe(false)
    expect(hasAge(18, claimsFrom(leapling, Date.parse('2026-03-01')))).toBe(true)
  })

  it('state no age without a day of birth', () => {
    expect(born('unknown')).toEqual({ birthdate: 'unknown' })
    expect(hasAge(18, born('unknown'))).toBeUndefined()
    expect(claimsOfType(['name'])).toEqual([{ path: ['name'], label: 'name' }])
    expect(claimsOfType(['birth_date']).map(({ path }) => path.join('.'))).toEqual([
      ...['birthdate', 'age_equal_or_over.16', 'age_equal_or_over.18', 'age_equal_or_over.21', 'age_equal_or_over.60'],
    ])
  })

  it.each([
    [{}],
    [{ age_equal_or_over: true }],
    [{ age_equal_or_over: { 18: 'true' } }],
    [{ age_equal_or_over: { 21: true } }],
    [{ 18: true }],
  ])('of others say no age: %j', (claims) => {
    expect(hasAge(18, claims)).toBeUndefined()
  })
})
