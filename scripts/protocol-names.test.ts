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

/** Written before there was a table for each question. The list only shrinks. */
const stillComparing = [
  'apps/web/app/api/protocol-field.ts',
  'apps/web/app/exchanges/connecting/connection-thunks.ts',
  'apps/web/app/exchanges/connecting/use-invitation.ts',
  'apps/web/app/exchanges/issuing/credential-offers.tsx',
  'apps/web/app/features/lab/cheat/cheat-bench.tsx',
  'apps/web/app/features/lab/cheat/make-your-own.tsx',
  'apps/web/app/features/lab/registry/showing.ts',
  'apps/web/app/features/secret-menu/use-menu-actions.ts',
  'apps/web/app/features/use-case-player/credential-step.tsx',
  'apps/web/app/features/use-case-player/proof-step.tsx',
  'apps/web/app/visit/receipts/receipt-comparison.tsx',
  'apps/web/app/visit/receipts/receipt-view.tsx',
  'packages/content/src/story-rules.ts',
  'packages/journey/src/onboarding.ts',
  'packages/journey/src/receipt.ts',
  'packages/journey/src/telling.ts',
  'packages/journey/src/use-case.ts',
  'packages/lab/src/exchanges.ts',
]

test('a protocol is looked up in a table over all of them, and compared with no name', () => {
  const comparing = texts.filter(
    ({ path, text }) =>
      /^(apps|packages)\/.*\.tsx?$/.test(path) &&
      !/\.(test|fixture)\.tsx?$|\/test\//.test(path) &&
      !ofOneProtocol.some((place) => place.test(path)) &&
      comparison.test(text),
  )
  expect(comparing.map(({ path }) => path).sort()).toEqual(stillComparing)
})
