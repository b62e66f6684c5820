// @ts-check
// The sources of the holder's WebAssembly: a test fails when the crate was changed and not built again.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { at } from './workspace.mjs'

export const crate = at('packages/anoncreds-wasm/crate')
export const wasmFile = at('packages/anoncreds-wasm/wasm/holder.wasm')
/** `{ wasm, sources }`: SHA-256 of the file, and of what it was built from. */
export const recordFile = at('packages/anoncreds-wasm/wasm/holder.json')

/** @param {string | Uint8Array} data */
export const hashOf = (data) => createHash('sha256').update(data).digest('hex')

/** Everything that decides what is built, the way of building included. */
export function sourcesHash() {
  const files = readdirSync(join(crate, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs'))
    .map((name) => `src/${name.split(sep).join('/')}`)
  const names = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', ...files].sort()
  const lines = names.map((name) => `${hashOf(readFileSync(join(crate, name)))} ${name}\n`)
  const script = `${hashOf(readFileSync(at('scripts/build-wasm.mjs')))} build-wasm.mjs\n`
  return hashOf(lines.join('') + script)
}
