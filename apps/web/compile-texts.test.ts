import { expect, it } from 'vitest'
import { compiledTexts } from './compile-texts.ts'

it('compiles messages', () => {
  expect(JSON.parse(compiledTexts('{ "hello": "Hello {name}" }'))).toEqual({ hello: ['Hello ', ['name']] })
})

it.each(['{code, select, not-an {A} other {B}}', 'Hello {name'])(
  'ends the build at what would be shown with its braces: %s',
  (message) => expect(() => compiledTexts(JSON.stringify({ hello: message }))).toThrow('“hello” is not an ICU message'),
)
