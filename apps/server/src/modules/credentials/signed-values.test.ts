import { loadContent } from '@lastmile/content'
import { type CredentialToIssue, confirmedPersonName } from '@lastmile/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/http/errors.ts'
import { CharacterService } from '../characters/service.ts'
import { definitionContent, definitionId } from './definition-id.ts'
import { SignedValues } from './signed-values.ts'

const now = new Date('2026-11-22T12:00:00Z')
const digits = (day: Date) => day.toISOString().slice(0, 10).replaceAll('-', '')
const around = (days: number) => digits(new Date(now.getTime() + days * 86_400_000))

const card = (day: Date): CredentialToIssue => ({
  name: 'Card',
  label: 'A card',
  version: '2.0',
  revocable: true,
  attributes: [
    { name: 'holder', value: 'Amina', label: 'Holder', entry: { kind: 'line', max: 10 } },
    { name: 'born', value: '', entry: { kind: 'date' } },
    { name: 'gender', value: 'male', entry: { kind: 'choice', of: ['male', 'female'] } },
    { name: 'issued', value: digits(day) },
    { name: 'expires', value: digits(new Date(day.getTime() + 86_400_000)) },
    { name: 'office', value: 'Riverbank' },
  ],
})
/** The same definition elsewhere in the content, with another fixed value. */
const elsewhere = (day: Date): CredentialToIssue => ({
  ...card(day),
  attributes: card(day).attributes.map((each) => (each.name === 'office' ? { ...each, value: 'Harbour' } : each)),
})
const values = new SignedValues((day) => [card(day), elsewhere(day)])
const id = definitionId(definitionContent(card(now)))
const good = {
  holder: 'Amina',
  born: '20040517',
  gender: 'female',
  issued: around(0),
  expires: around(1),
  office: 'Riverbank',
}
const listed = (given: object) => Object.entries(given).map(([name, value]) => ({ name, value }))
const sign = (changes: object) => values.signed(id, listed({ ...good, ...changes }), now)

function refusal(sign: () => unknown): ApiError {
  try {
    sign()
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('It was signed')
}

describe('a definition of content', () => {
  it('signs what it gives and what it lets visitors enter, trimmed, and nothing beside', () => {
    expect(values.signed(id, [{ name: 'holder', value: ' Bola ', label: 'x' } as never], now)).toEqual([
      { name: 'holder', value: 'Bola' },
    ])
    expect(sign({})).toEqual(listed(good))
    expect(sign({ office: 'Harbour' })).toContainEqual({ name: 'office', value: 'Harbour' })
  })

  it.each([-2, -1, 0, 1])('signs dates of content as of a page that was read %i days from now', (days) => {
    const signed = sign({ issued: around(days), expires: around(days + 1) })
    expect(signed).toContainEqual({ name: 'issued', value: around(days) })
  })

  it('signs no dates of different days together, of which one could end before the other begins', () => {
    const { message } = refusal(() => sign({ issued: around(1), expires: around(-1) }))
    expect(message).toContain(' expires ')
  })

  it.each([
    ['holder', ''],
    ['holder', 'Canary far too long'],
    ['holder', 'a\u202Eb'],
    ['born', 'yesterday'],
    ['born', '20230229'],
    ['gender', 'Canary'],
    ['issued', around(-3)],
    ['issued', around(2)],
    ['office', 'Canary'],
    ['office', ''],
  ])('does not sign %s %j', (name, value) => {
    const { status, code, message } = refusal(() => sign({ [name]: value }))
    expect({ status, code }).toEqual({ status: 400, code: 'attribute-not-allowed' })
    expect(message).toContain(` ${name} `)
    if (value) expect(message).not.toContain(value)
  })

  it('takes the dates of the new day at midnight', () => {
    const tomorrow = new Date(now.getTime() + 86_400_000)
    expect(values.signed(id, listed({ ...good, issued: around(2), expires: around(3) }), tomorrow)).toHaveLength(6)
    expect(() => values.signed(id, listed({ ...good, issued: around(-2), expires: around(-1) }), tomorrow)).toThrow(
      ApiError,
    )
  })

  it('signs nothing but content and its rules, whatever comes', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(...Object.values(good), '__proto__', 'constructor', '20240229', '99999999'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(good)), anything, (name, value) => {
        let signed: string | undefined
        try {
          signed = values.signed(id, [{ name, value }], now)[0]?.value
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          return
        }
        if (name === 'holder') expect(signed).toMatch(/^\P{Cc}{1,10}$/u)
        if (name === 'born') expect(signed).toMatch(/^(19|20|21)\d{6}$/)
        if (name === 'gender') expect(['male', 'female']).toContain(signed)
        if (name === 'issued') expect([-2, -1, 0, 1].map(around)).toContain(signed)
        if (name === 'office') expect(['Riverbank', 'Harbour']).toContain(signed)
      }),
    )
  })
})

describe("a visitor's definition", () => {
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  const bare = (url: string) => url.slice(url.indexOf(',') + 1)
  const own = (name: string, value: string) => values.signed('lmds:1.0:0:Own', [{ name, value }], now)[0]?.value

  it.each([
    ['motto', ' Plain text ', 'Plain text'],
    ['motto', '', ''],
    ['face', pixel, pixel],
    ['photo', bare(pixel), bare(pixel)],
  ])('signs %s', (name, value, signed) => {
    expect(own(name, value)).toBe(signed)
  })

  it.each([
    ['motto', 'two\nlines'],
    ['motto', 'a\u202Eb'],
    ['motto', 'A'.repeat(1_001)],
    ['face', 'data:text/html;base64,PHNjcmlwdD4='.repeat(40)],
    ['face', `data:image/png;base64,${'<script>'.repeat(200)}`],
    ['face', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['photo', 'A'.repeat(50_000)],
  ])('does not sign %s', (name, value) => {
    expect(refusal(() => own(name, value)).code).toBe('attribute-not-allowed')
  })
})

describe('the content that ships', () => {
  const characters = new CharacterService(loadContent())
  const shipped = new SignedValues((day) => characters.credentials(day))
  const today = new Date()
  const yesterday = new Date(today.getTime() - 86_400_000)
  const idOf = (credential: CredentialToIssue) => definitionId(definitionContent(credential))
  const named = (wanted: string) => {
    const credential = characters.credentials().find(({ name }) => name === wanted)
    if (!credential) throw new Error(`There is no ${wanted}`)
    return credential
  }
  const filledIn: Record<string, string> = { line: 'Amina', date: '20040517', choice: 'male' }

  it.each([today, yesterday])('is signed as a page read it on %s, with what visitors enter', (day) => {
    for (const credential of characters.credentials(day)) {
      const attributes = credential.attributes.map(({ name, value, entry }) => ({
        name,
        value: value || (entry?.kind === 'choice' ? (entry.of[0] ?? '') : (filledIn[entry?.kind ?? ''] ?? '')),
      }))
      expect(shipped.signed(idOf(credential), attributes, today), credential.name).toEqual(attributes)
    }
  })

  it('is signed with no other name where nothing is entered', () => {
    const card = named('Student Card')
    for (const { name, entry } of card.attributes) {
      expect(entry, name).toBeUndefined()
      const { code, message } = refusal(() => shipped.signed(idOf(card), [{ name, value: 'Canary Okonkwo' }], today))
      expect(code).toBe('attribute-not-allowed')
      expect(message).toContain(` ${name} `)
      expect(message).not.toContain('Canary')
    }
  })

  it.each([
    ['gender', 'unknown'],
    ['date_of_birth', '20260230'],
    ['family_name', 'Can\u0007ary'],
    ['family_name', 'Can\u202Eary'],
    ['family_name', 'Canary'.repeat(17).slice(0, 101)],
  ])('does not confirm a person whose %s is %j', (name, value) => {
    const person = named(confirmedPersonName)
    expect(person.attributes.map((each) => each.name)).toContain(name)
    const { code, message } = refusal(() => shipped.signed(idOf(person), [{ name, value }], today))
    expect(code).toBe('attribute-not-allowed')
    expect(message).toContain(` ${name} `)
    expect(message).not.toContain(value)
  })
})
