import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const source = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

test.each(['index.ts', 'credo/agent.ts'])(
  'pitfall 1: %s imports the native wrappers before anything else',
  async (file) => {
    const [first] = (await readFile(source(file), 'utf8')).match(/^(import|export) .*$/m) ?? []
    expect(first).toMatch(/native\.ts'$/)
  },
)

test('pitfall 1: a process that imports only this package can make keys with Credo', async () => {
  const script = `
    const { createCredo } = await import(${JSON.stringify(source('credo/agent.ts'))})
    const { Key } = await import('@openwallet-foundation/askar-shared')
    const { AskarModule } = await import('@credo-ts/askar')
    if (typeof createCredo !== 'function' || typeof AskarModule !== 'function') throw new Error('not loaded')
    console.log(Key.generate('ed25519').publicBytes.length)`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    script,
  ])
  expect(stdout.trim()).toBe('32')
})
