import { expect, test } from 'vitest'
import { texts } from './test/texts.ts'

/** Adapters, the routes of one protocol's wallets, and the composition of them. */
const ofOneProtocol = [
  /^packages\/agent\/src\/(didcomm|openid4vc)\//,
  /^packages\/holder\/src\/(protocols\/)?(didcomm|openid4vc)\//,
  /^apps\/server\/src\/(modules\/protocols\/|context\.ts|http-server\.ts|server\.ts)/,
]

const name = `['"](didcomm|openid4vc)['"]`
const comparison = new RegExp(`[!=]== ?${name}|${name} ?[!=]==|case ${name}|\\bagents\\.(didcomm|openid4vc)\\b`)

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
