import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compiledTexts, namesCatalog } from './compile-texts.ts'

it('takes every catalog of the demo', () => {
  const files = readdirSync(`${import.meta.dirname}/app`, { recursive: true, encoding: 'utf8' })
  const catalogs = files.filter((file) => file.endsWith('.en.json'))
  expect(catalogs.length).toBeGreaterThan(20)
  expect(catalogs.filter((file) => !namesCatalog.test(`/${file}`))).toEqual([])
})

it('compiles messages', () => {
  expect(JSON.parse(compiledTexts('{ "hello": "Hello {name}" }'))).toEqual({ hello: ['Hello ', ['name']] })
})

it.each(['{code, select, not-an {A} other {B}}', 'Hello {name'])(
  'ends the build at what would be shown with its braces: %s',
  (message) => expect(() => compiledTexts(JSON.stringify({ hello: message }))).toThrow('“hello” is not an ICU message'),
)
