import { execFile } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { answers, startProcess } from '../processes.ts'

/** Its packages, which the tests' own do not include. */
const packages = fileURLToPath(new URL('./credo', import.meta.url))

/** Credo with its OpenID4VC module, in a process of its own. */
export interface Credo {
  /** A call of `credo/credo-process.mjs`. Rejects with what Credo throws. */
  call<Answer>(name: string, body: object): Promise<Answer>
  stop(): Promise<void>
}

export async function startCredo(options: { logFile: string; port: number; trustedRoots: string[] }): Promise<Credo> {
  await install()
  const { logFile, port, trustedRoots } = options
  const control = `http://localhost:${port}/control`
  const { stop } = await startProcess({
    name: 'Credo',
    command: process.execPath,
    args: [join(packages, 'credo-process.mjs')],
    env: { ...process.env, CREDO_OPTIONS: JSON.stringify({ port, trustedRoots }) },
    logFile,
    isReady: () => answers(`${control}/ready`),
  })
  return {
    async call(name, body) {
      const answer = await fetch(`${control}/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      })
      const content = await answer.json()
      if (!answer.ok) throw new Error(`Credo: ${(content as { message: string }).message}`)
      return content as never
    },
    stop,
  }
}

/** Installs what its lock file names, once. Askar's native library is that of the tests' wallet. */
async function install(): Promise<void> {
  const lockFile = join(packages, 'package-lock.json')
  const installed = join(packages, 'node_modules', 'installed-lock.json')
  if ((await readFile(lockFile, 'utf8')) === (await readFile(installed, 'utf8').catch(() => undefined))) return
  console.log('Installing Credo with its OpenID4VC module, once')
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['ci', ...flags], { cwd: packages, timeout: 300_000 })
  await copyFile(lockFile, installed)
}
