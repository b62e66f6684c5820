import { defineConfig } from 'vitest/config'

/** A project for each stage of `npm test`; `npx vitest run --project module apps/server` runs a part of one. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 20_000,
          include: [
            'packages/{contracts,journey,content,tracking}/**/*.test.ts',
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
        },
      },
      {
        test: {
          name: 'module',
          include: ['apps/server/**/*.test.ts', 'packages/agent/**/*.test.ts'],
          // With 'test' the did:webvh library writes every DID log into the folder that the tests run in.
          env: { NODE_ENV: 'development' },
          // Real databases, real cryptography: native libraries want a process of their own.
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      './e2e/vitest.config.ts',
    ],
  },
})
