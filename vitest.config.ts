import { defineConfig } from 'vitest/config'

/** A project for each stage of `npm test`; `npx vitest run --project module apps/server` runs a part of one. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/{contracts,journey,content,tracking}/**/*.test.ts', 'scripts/*.test.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        test: {
          name: 'module',
          include: ['apps/server/**/*.test.ts', 'packages/agent/**/*.test.ts'],
          // Real databases, real cryptography: native libraries want a process of their own.
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // Each journey has a server, a browser and a wallet of its own; two cores carry one at a time.
          fileParallelism: false,
        },
      },
    ],
  },
})
