import { describe, expect, it } from 'vitest'
import { attributeLabel, displayValue } from './attribute-value.ts'
import { sameCredential, startCase } from './credential-name.ts'

describe('credential names', () => {
  it.each([
    ['student_card', 'Student Card'],
    ['studentCard', 'Student Card'],
    ['ConfirmedPerson', 'Confirmed Person'],
    ['Student Card', 'Student Card'],
    ['  student--card ', 'Student Card'],
    ['NINSlip', 'NIN Slip'],
    ['ìwé_ẹ̀rí', 'Ìwé Ẹ̀rí'],
    ['', ''],
  ])('%s reads %s', (name, expected) => {
    expect(startCase(name)).toBe(expected.normalize('NFC'))
  })

  it('are the same in any spelling', () => {
    expect(sameCredential('ConfirmedPerson', 'confirmed_person')).toBe(true)
    expect(sameCredential('Student Card', 'Student Record')).toBe(false)
  })
})

describe('values', () => {
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  const bare = pixel.slice(pixel.indexOf(',') + 1)
  it.each([
    ['expiry_date', '20300930', 'date', '2030-09-30'],
    ['dateOfBirth', '19990102', 'date', '1999-01-02'],
    ['date_of_birth', '1999-01-02', 'date', '1999-01-02'],
    ['date_of_birth', '1999-0102', 'text', '1999-0102'],
    ['age_equal_or_over › 18', 'true', 'text', 'Yes'],
    ['age_equal_or_over › 18', 'maybe', 'text', 'maybe'],
    ['document_number', '20300930', 'text', '20300930'],
    ['expiry_date', '120300930', 'text', '120300930'],
    ['expiry_date', '203009301', 'text', '203009301'],
    ['photo', bare, 'image', pixel],
    ['anything', pixel, 'image', pixel],
    ['anything', pixel.replace('gif', 'svg+xml'), 'image', pixel],
    ['note', bare, 'text', bare],
    ['photo', 'none', 'text', 'none'],
    ['photo', 'A'.repeat(40), 'image', ''],
    ['anything', 'data:image/png;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=', 'image', ''],
    ['anything', 'data:image/avif;base64,AAAA', 'image', ''],
    ['anything', 'data:image/svg+xml,%3Csvg/%3E', 'image', ''],
    ['anything', 'data:image/svg+xml;utf8,<svg/>', 'image', ''],
    ['anything', 'data:text/html;base64,AAAA', 'text', 'data:text/html;base64,AAAA'],
    ['anything', 'see data:image/png;base64,AAAA', 'text', 'see data:image/png;base64,AAAA'],
    ['anything', 'One\nline\u202e of \u200btext', 'text', 'One line of text'],
    ['anything', 'x'.repeat(5_000), 'text', `${'x'.repeat(1_999)}…`],
  ])('%s = %s is shown as %s', (name, value, kind, shown) => {
    expect(displayValue(name, value)).toEqual({ kind, value: shown })
  })

  it.each([
    ['gender', 'female', 'Female'],
    ['document_type', 'national_id', 'National ID card'],
    ['nickname', 'female', 'female'],
    ['constructor', 'name', 'name'],
  ])('read as words where a person chose them: %s %s', (name, value, shown) => {
    expect(displayValue(name, value)).toEqual({ kind: 'text', value: shown })
  })

  it('have readable labels', () => {
    expect(attributeLabel('date_of_birth')).toBe('Date of birth')
    expect(attributeLabel('familyName')).toBe('Family name')
    expect(attributeLabel('age_equal_or_over › 18')).toBe('18 or older')
  })

  it.each(['birth_date', 'birthdate', 'date_of_birth'])('call one thing by one name: %s', (name) => {
    expect(attributeLabel(name)).toBe('Date of birth')
  })
})
