import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A package of PyPI as its authors publish it, and the Pythons that this version runs on, the best first. */
export interface PythonRelease {
  name: string
  version: string
  pythons: readonly string[]
}

const cacheFolder = () =>
  process.env.XDG_CACHE_HOME ??
  (process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache'))

/**
 * An interpreter of that version: named by `PYTHON313` (for 3.13), on PATH, or among pyenv's versions. Undefined
 * when there is none.
 */
async function findPython(version: string): Promise<string | undefined> {
  const named = process.env[`PYTHON${version.replace('.', '')}`]
  for (const candidate of named ? [named] : [`python${version}`, 'python3', ...(await pyenvPythons(version))]) {
    const found = await run(candidate, [
      '-c',
      'import sys; print("%d.%d" % sys.version_info[:2], sys.executable)',
    ]).then(
      ({ stdout }) => stdout.trim().split(' '),
      () => undefined,
    )
    if (found?.[0] === version) return found.slice(1).join(' ')
  }
  return undefined
}

async function pyenvPythons(version: string): Promise<string[]> {
  const root = process.env.PYENV_ROOT ?? join(homedir(), '.pyenv')
  const installed = await readdir(join(root, 'versions')).catch(() => [])
  return installed
    .filter((name) => name.startsWith(`${version}.`))
    .map((name) => join(root, 'versions', name, 'bin', 'python'))
}

/**
 * The Python of a virtual environment that holds this release, made on first use in the user's cache folder. Undefined
 * when the machine has no fitting Python; throws when pip fails.
 */
export async function preparePython({ name, version, pythons }: PythonRelease): Promise<string | undefined> {
  const folder = join(cacheFolder(), 'last-mile-interop', `${name}-${version}`)
  const python = join(folder, 'bin', 'python')
  const complete = join(folder, 'complete')
  if (existsSync(complete) && (await works(python))) return python

  const found = await Promise.all(pythons.map(findPython))
  const base = found.find((each) => each !== undefined)
  if (!base) return undefined
  console.log(`Installing ${name} ${version} in ${folder}, once`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await run(base, ['-m', 'venv', folder])
  await run(python, ['-m', 'pip', 'install', '--quiet', `${name}==${version}`], {
    maxBuffer: 16 * 1024 * 1024,
  })
  await writeFile(complete, '')
  return python
}

/** False too when the interpreter that the environment was made from is gone. */
const works = (python: string) =>
  run(python, ['--version']).then(
    () => true,
    () => false,
  )
