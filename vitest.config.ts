import { defineConfig } from 'vitest/config'
import { LongFirst } from './e2e/long-first.ts'
import { reportingPool } from './e2e/reporting-pool.ts'

const moduleTests = [
  'apps/server/**/*.test.ts',
  'packages/{agent,anoncreds-wasm,holder}/**/*.test.ts',
  'scripts/test/*.test.ts',
]

/** They put others in the place of modules, so they share none. Credo alone takes two seconds to load. */
const replacingModules = [
  'apps/server/src/modules/contact/service.test.ts',
  'packages/agent/test/openid4vc-{expiry,tokens}.test.ts',
  'apps/server/test/third-protocol/third-protocol.test.ts',
  'packages/holder/test/{keys,mutated-files,unreadable}.test.ts',
]

/** The same of the pages; some load theirs anew. */
const webReplacing = [
  'apps/web/app/{exchanges/connecting/give-to-wallet,features/secret-menu/secret-menu,ui/confetti-canvas}.test.tsx',
  'apps/web/app/texts/pseudo-locale{,-*}.test.tsx',
  'apps/web/app/features/dashboard/day-sum.test.tsx',
  'apps/web/app/tracking/tracking.test.ts',
  'apps/web/app/wallet/views/{erasing,invitation-form,wallet-dock,wallet-panel}.test.tsx',
  'apps/web/app/wallet/worker/tab-lock.test.ts',
  'apps/web/prerender/documents.test.tsx',
]

const webOptions = {
  // The first test of a file loads the pages that it shows: on a busy machine that takes half of this.
  testTimeout: 60_000,
  environment: 'happy-dom',
  setupFiles: ['apps/web/test-setup.ts'],
}

const moduleOptions = {
  // With 'test' the did:webvh library writes every DID log into the folder that the tests run in.
  env: { NODE_ENV: 'development' },
  // Real databases, real cryptography: native libraries want a process of their own.
  pool: reportingPool,
  // Half of each waits for wallets and time-outs.
  maxWorkers: 3,
  // Keys of definitions are made at the lowest priority: on a busy machine they take a minute or two.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 10_000 } },
}

/** A project for each stage of `npm test`; `npx vitest run --project module apps/server` runs a part of one. */
export default defineConfig({
  test: {
    // By default one core is left idle.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 20_000,
          include: [
            'packages/{contracts,formats,journey,content,lab}/**/*.test.ts',
            'apps/terminal-wallet/**/*.test.ts',
            'scripts/*.test.ts',
            'measure/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...webReplacing],
          isolate: false,
          ...webOptions,
        },
      },
      { test: { name: 'web-alone', include: webReplacing, ...webOptions } },
      {
        test: {
          name: 'module',
          include: moduleTests,
          exclude: ['**/node_modules/**', ...replacingModules],
          isolate: false,
          ...moduleOptions,
        },
      },
      { test: { name: 'module-alone', include: replacingModules, ...moduleOptions } },
      './e2e/vitest.config.ts',
    ],
  },
})
