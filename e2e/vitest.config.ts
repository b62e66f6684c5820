import { defineConfig } from 'vitest/config'

/** Each journey has a server, a browser and a wallet of its own; two cores carry one at a time. */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['**/*.test.ts'],
    // With 'test' the did:webvh library writes every DID log into the folder that the tests run in.
    env: { NODE_ENV: 'development' },
    pool: 'forks',
    fileParallelism: false,
    globalSetup: './prepared-data.ts',
    testTimeout: 90_000,
    hookTimeout: 90_000,
    retry: 0,
  },
})
