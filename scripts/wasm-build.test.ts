import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { hashOf, recordFile, sourcesHash, wasmFile } from './wasm-sources.mjs'

const record: { wasm: string; sources: string } = JSON.parse(readFileSync(recordFile, 'utf8'))

test("the holder's WebAssembly is the file that was built", () => {
  expect(hashOf(readFileSync(wasmFile))).toBe(record.wasm)
})

test('it was built from the crate as it is; run `npm run long -- build-wasm` after a change', () => {
  expect(sourcesHash()).toBe(record.sources)
})

test('visitors download no more of it than 350 KB', () => {
  expect(gzipSync(readFileSync(wasmFile), { level: 9 }).length).toBeLessThan(350_000)
})
