import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../e2e/free-port.ts'
import { at } from '../workspace.mjs'
import { leftOf, NpmProcess } from './npm-process.ts'

/** A stop is in order within this time. Milliseconds. */
const longestStop = 10_000
/** Time for a command to be ready to be stopped; the first start builds. */
const longestStart = 120_000

let port: number
let dataDir: string
beforeAll(async () => {
  port = await freePort()
  dataDir = await mkdtemp(join(tmpdir(), 'stopping-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const started = (script: string, settings = {}) =>
  new NpmProcess(script, {
    PORT: String(port),
    DATA_DIR: dataDir,
    METRICS_PORT: '0',
    CONTENT_DIR: at('apps/server/test/content'),
    ...settings,
  })

/** Runs a command, stops it once its output matches, and returns npm's exit code when nothing of it is left. */
async function stopped(script: string, output: RegExp, stop: (npm: NpmProcess) => void, settings = {}) {
  const npm = started(script, settings)
  let family: number[] = []
  try {
    await expect.poll(() => npm.output, { timeout: longestStart }).toMatch(output)
    family = npm.family()
    expect(family.length).toBeGreaterThan(1)
    stop(npm)
    expect(await leftOf(family, longestStop), npm.output).toEqual([])
    return await npm.ended()
  } finally {
    npm.clear(family)
  }
}

const toNpm = (signal: NodeJS.Signals) => (npm: NpmProcess) => process.kill(npm.pid, signal)
const toGroup = (signal: NodeJS.Signals) => (npm: NpmProcess) => process.kill(-npm.pid, signal)

test.each([
  ['SIGTERM to npm alone', toNpm('SIGTERM'), 0],
  ['SIGHUP to npm alone', toNpm('SIGHUP'), null],
  ['SIGINT to its group, as Ctrl-C sends it', toGroup('SIGINT'), 0],
])('npm start stops in order on %s', async (_what, stop, code) => {
  expect(await stopped('start', /Ready/, stop)).toBe(code)
  // SQLite merges its log into the database when it is closed, and only then.
  expect(existsSync(join(dataDir, 'last-mile.sqlite'))).toBe(true)
  expect(existsSync(join(dataDir, 'last-mile.sqlite-wal'))).toBe(false)
})

test.each([
  ['SIGHUP to npm alone', toNpm('SIGHUP')],
  ['SIGINT to its group, as Ctrl-C sends it', toGroup('SIGINT')],
])('npm run dev ends with all its parts on %s', async (_what, stop) => {
  await stopped('dev', /Ready/, stop)
})

test('npm run dev starts the server again when a source changes', async () => {
  const npm = started('dev')
  try {
    await expect.poll(() => npm.output, { timeout: longestStart }).toMatch(/Ready/)
    const now = new Date()
    await utimes(at('apps/server/src/main.ts'), now, now)
    await expect.poll(() => npm.output, { timeout: longestStart }).toMatch(/Ready.*Ready/s)
  } finally {
    npm.clear([])
  }
})

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('what installs and builds ends on %s with the programs that it runs', async (signal, code) => {
  const program = `
    import { demand } from ${JSON.stringify(at('scripts/command.mjs'))}
    import { main } from ${JSON.stringify(at('scripts/progress.mjs'))}
    await main(() => demand(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => {}, 1e6)'], '', { print: true }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const builder = Number(line)
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([code, null])
  expect(await leftOf([builder], longestStop)).toEqual([])
})
