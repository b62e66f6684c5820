import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))

test.each(files)('%s has no word of a protocol, of a credential’s format or of a registry', async (file) => {
  const port = await readFile(new URL(file, import.meta.url), 'utf8')
  const words =
    /anon ?creds|did ?comm|out.of.band|\brfc\b|\bcredo\b|registr(y|ies)|schema|\bdids?\b|webvh|\btails|predicate_|cred_|\w_id\b|referent|restriction/gi
  expect(port.match(words)).toBeNull()
})

/** The addresses of all modules that a new process loads for an import, by a file: a pipe may be full. */
async function loadedFor(specifier: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loaded-'))
  const list = join(folder, 'modules')
  const report = `import { appendFileSync } from 'node:fs'
    export async function resolve(specifier, context, next) {
      const found = await next(specifier, context)
      appendFileSync(${JSON.stringify(list)}, found.url + '\\n')
      return found
    }`
  const program = `import { register } from 'node:module'
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(report)}))
    await import('${specifier}')`
  const options = ['--import', 'tsx', '--input-type=module', '--eval', program]
  try {
    await promisify(execFile)(process.execPath, options, { cwd: import.meta.dirname })
    return await readFile(list, 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the port loads no library of a protocol', async () => {
  const loaded = await loadedFor('@lastmile/agent/port')
  expect(loaded).toContain('/port/errors.ts')
  expect(loaded).not.toContain('@credo-ts')
  expect(await loadedFor('@credo-ts/core')).toContain('node_modules/@credo-ts/core/')
})
