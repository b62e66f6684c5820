import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSettings } from './workspace.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  for (const name of Object.keys(process.env)) if (name.startsWith('TRIED_')) delete process.env[name]
})

function load(content: string | Uint8Array) {
  const file = join(folder, '.env')
  writeFileSync(file, content)
  loadSettings(file)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('TRIED_')))
}

const text = '# A comment\r\nTRIED_FIRST=é # said\r\n\r\nexport TRIED_SECOND="two\nlines"\nTRIED_EMPTY=\n'
const settings = { TRIED_FIRST: 'é', TRIED_SECOND: 'two\nlines', TRIED_EMPTY: '' }

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16, little end first', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16, big end first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('settings are read as their editor wrote them: %s', (_what, bytes) => {
  expect(load(bytes)).toEqual(settings)
})

test('the first line counts behind a byte order mark, and what the environment says wins', () => {
  process.env.TRIED_SECOND = 'set before'
  expect(load('\uFEFFTRIED_FIRST=1\nTRIED_SECOND=2')).toEqual({ TRIED_FIRST: '1', TRIED_SECOND: 'set before' })
})

test('no file is no settings', () => {
  loadSettings(join(folder, 'absent'))
})

test.each([
  ['UTF-16 without a mark', Buffer.from('TRIED_FIRST=1\n', 'utf16le'), /is not text in UTF-8/],
  ['another encoding', Buffer.from('TRIED_FIRST=\xe9\n', 'latin1'), /is not text in UTF-8/],
  ['a line without =', 'TRIED_FIRST=1\nTRIED_SECOND 2\n', /^Line 2 of \.env is no setting/],
  ['a quotation that does not end', 'TRIED_FIRST=1\n\nTRIED_SECOND="2\nTRIED_THIRD\n', /^Line 4 of \.env/],
])('nothing is lost in silence: %s is refused in one sentence', (_what, content, sentence) => {
  expect(() => load(content)).toThrow(sentence)
  expect(process.env.TRIED_FIRST).toBeUndefined()
})
