// @ts-check
// `npm run long -- build-wasm`: builds the holder's Rust, twice the same bytes. Only who changes the crate needs it;
// docs/anoncreds-wasm.md says what has to be installed.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { demand, npm } from './command.mjs'
import { main, phase } from './progress.mjs'
import { crate, hashOf, recordFile, sourcesHash, wasmFile } from './wasm-sources.mjs'

const binaryen = 'binaryen@132.0.0'
/** A task that takes more has gone wrong, and fails alone. */
const mostMemory = 512 << 20

await main(async () => {
  const target = process.env.CARGO_TARGET_DIR ?? join(crate, 'target')
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo')
  await phase('Building the crate', () =>
    demand(
      'cargo',
      ['build', '--locked', '--release', '--lib', '--target', 'wasm32-unknown-unknown'],
      'The crate was not built.',
      {
        cwd: crate,
        env: {
          // Messages of panics name files: without the folders of this machine.
          RUSTFLAGS: [
            `--remap-path-prefix=${crate}=/crate`,
            ...registries(cargoHome).map((folder) => `--remap-path-prefix=${folder}=/registry`),
            `-Clink-arg=--max-memory=${mostMemory}`,
          ].join(' '),
        },
      },
    ),
  )
  mkdirSync(dirname(wasmFile), { recursive: true })
  const built = join(target, 'wasm32-unknown-unknown/release/anoncreds_holder.wasm')
  const features = ['bulk-memory', 'bulk-memory-opt', 'mutable-globals', 'nontrapping-float-to-int', 'sign-ext']
  const options = ['-O3', ...features.map((name) => `--enable-${name}`), built, '-o', wasmFile]
  await phase('Making it small and fast', () =>
    npm(['exec', '--yes', '--package', binaryen, '--', 'wasm-opt', ...options], 'wasm-opt failed.'),
  )
  const bytes = readFileSync(wasmFile)
  writeFileSync(recordFile, `${JSON.stringify({ wasm: hashOf(bytes), sources: sourcesHash() }, null, 2)}\n`)
  console.log(`${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`)
})

/**
 * Where cargo keeps the sources of crates: a folder for each registry, whose name depends on the machine.
 * @param {string} cargoHome
 */
function registries(cargoHome) {
  const sources = join(cargoHome, 'registry/src')
  return existsSync(sources) ? readdirSync(sources).map((name) => join(sources, name)) : []
}
