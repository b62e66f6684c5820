import { protocols } from '@lastmile/contracts'
import { expect, test } from 'vitest'
import { texts } from './test/texts.ts'

const names = protocols.join('|')

/** Adapters, the routes of one protocol's wallets, and the composition of them. */
const ofOneProtocol = [
  new RegExp(`^packages/agent/src/(${names})/`),
  new RegExp(`^packages/holder/src/protocols/(${names})/`),
  /^apps\/server\/src\/(modules\/protocols\/|context\.ts|http-server\.ts|server\.ts)/,
]

const name = `['"](${names})['"]`
const comparison = new RegExp(`[!=]== ?${name}|${name} ?[!=]==|case ${name}|\\bagents\\.(${names})\\b`)

test('a protocol is looked up in a table over all of them, and compared with no name', () => {
  const comparing = texts.filter(
    ({ path, text }) =>
      /^(apps|packages)\/.*\.tsx?$/.test(path) &&
      !/\.(test|fixture)\.tsx?$|\/test\//.test(path) &&
      !ofOneProtocol.some((place) => place.test(path)) &&
      comparison.test(text),
  )
  expect(comparing.map(({ path }) => path).sort()).toEqual([])
})

test('no text tells one protocol from all others, which would be told its words', () => {
  const telling = texts.filter(
    ({ path, text }) =>
      /^(apps|packages)\/.*\.json$/.test(path) && new RegExp(`select, *(${names}) [^}]*\\} *other `).test(text),
  )
  expect(telling.map(({ path }) => path).sort()).toEqual([])
})
