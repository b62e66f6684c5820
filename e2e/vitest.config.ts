import { defineConfig } from 'vitest/config'
import { filesAtOnce } from './files-at-once.ts'
import { reportingPool } from './reporting-pool.ts'

/** The files of a process share a server and a browser. They wait for these and for wallets most of the time. */
export default defineConfig({
  test: {
    name: 'browser',
    tags: [{ name: 'repeats', description: 'Repeats another journey, for a further window, family or character.' }],
    include: ['**/*.test.ts'],
    // With 'test' the did:webvh library writes every DID log into the folder that the tests run in.
    env: { NODE_ENV: 'development' },
    pool: reportingPool,
    isolate: false,
    maxWorkers: filesAtOnce,
    // Of a file whose journeys are concurrent: they wait most of the time, beside those of other files.
    maxConcurrency: 2,
    globalSetup: './prepared-data.ts',
    testTimeout: 180_000,
    // As long as the browser's actions may take, beside other journeys.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 180_000,
    retry: 0,
  },
})
