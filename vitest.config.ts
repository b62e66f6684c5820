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
  'packages/agent/test/openid4vc-expiry.test.ts',
  'packages/holder/test/{keys,mutated-files,unreadable}.test.ts',
]

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
          testTimeout: 20_000,
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['apps/web/patient-tests.ts'],
        },
      },
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
