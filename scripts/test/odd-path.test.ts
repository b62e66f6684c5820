import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at } from '../workspace.mjs'

const madeByBuilds = new Set(['build', 'dist', 'target', '.cache', 'node_modules'])

test('the pages are built in a folder whose path means something in an address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'a#b?c%20d e-'))
  try {
    for (const name of ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.base.json'])
      cpSync(at(name), join(folder, name), {
        recursive: true,
        filter: (path) => !madeByBuilds.has(path.split('/').at(-1) ?? ''),
      })
    symlinkSync(at('node_modules'), join(folder, 'node_modules'))
    const program = `
      import { execFileSync } from 'node:child_process'
      import { pathToFileURL } from 'node:url'
      const { viteOnPages } = await import(pathToFileURL(process.argv[1]).href)
      const { program, env } = viteOnPages(['build'], ['--app'])
      execFileSync(process.execPath, program, { cwd: process.argv[2], env: { ...process.env, ...env }, stdio: 'inherit' })`
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', program, join(folder, 'scripts/vite.mjs'), join(folder, 'apps/web')],
      { env: { ...process.env, NODE_ENV: 'production' }, stdio: 'pipe' },
    )
    expect(existsSync(join(folder, 'apps/web/build/client/index.html'))).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
