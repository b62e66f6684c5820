import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { options, plugins } from './build.mjs'

const folder = mkdtempSync(join(tmpdir(), 'left-out-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Credo and class-validator, bundled as the server is. */
let bundled: Record<string, new (options: object) => unknown> & {
  isPhoneNumber: (text: string, region: string) => boolean
}

beforeAll(async () => {
  const source = `export * from '@credo-ts/core'; export { isPhoneNumber } from 'class-validator'`
  const outfile = join(folder, 'bundled.mjs')
  const stdin = { contents: source, resolveDir: join(import.meta.dirname, '../../packages/agent') }
  await build({ ...options, stdin, outfile, plugins })
  bundled = await import(outfile)
})

test.each([
  ['@animo-id/pex: PEX', () => new bundled.DifPresentationExchangeService()],
  ['@animo-id/mdoc: DateOnly', () => new bundled.DateOnly()],
  ['@digitalcredentials/jsonld-signatures: suites.LinkedDataSignature', () => new bundled.Ed25519Signature2018({})],
  ['web-did-resolver: getResolver', () => new bundled.WebDidResolver()],
])('%s throws when it is used, and names itself', (name, use) => {
  const shown = vi.spyOn(console, 'error').mockReturnValue()
  expect(use).toThrow(`${name} is not part of this build.`)
  expect(shown).toHaveBeenCalledOnce()
  shown.mockRestore()
})

test('it is seen where a library catches the error', () => {
  const shown = vi.spyOn(console, 'error').mockReturnValue()
  expect(bundled.isPhoneNumber('+49 30 123456', 'DE')).toBe(false)
  expect(shown.mock.calls).toMatchObject([[{ message: expect.stringMatching(/^libphonenumber-js.* is not part of/) }]])
  shown.mockRestore()
})

test('the built server is smaller than ten megabytes', () => {
  const dist = join(import.meta.dirname, 'dist')
  const scripts = readdirSync(dist).filter((file) => file.endsWith('.js'))
  const sizes = scripts.map((file) => statSync(join(dist, file)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10e6)
})
