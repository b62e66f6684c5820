import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answers, startProcess, waitUntil } from '../processes.ts'

/** A certified verifier, as PyPI has it. */
export const polarisRelease = { name: 'polaris-oid4vp', version: '1.0.0', pythons: ['3.13', '3.12', '3.11'] }

export interface PolarisOptions {
  python: string
  /** Where its keys and its log go. */
  folder: string
  port: number
  /** PEM file of the root of the issuers that it takes. */
  issuerRoot: string
  /** The type of credential that it asks for. */
  type: string
  claim: string
}

/** A running verifier with one request. */
export interface Polaris {
  /** The request, as a wallet opens it. */
  readonly link: string
  /** Its judgement of the answer of that number, when it has come. */
  verdict(number: number): Promise<string>
  stop(): Promise<void>
}

/** Its keys: those of its requests, and a root of its own. */
export async function makePolarisKeys(python: string, folder: string): Promise<{ root: string }> {
  await mkdir(folder, { recursive: true })
  await promisify(execFile)(python, ['-m', 'polaris_oid4vp.cli', 'keygen', '--out', folder, '--host', 'localhost'])
  return { root: join(folder, 'anchor.pem') }
}

/** Over http, which wallets take on this machine alone. */
export async function startPolaris(options: PolarisOptions): Promise<Polaris> {
  const { python, folder, port, issuerRoot, type, claim } = options
  const origin = `http://localhost:${port}`
  const logFile = join(folder, 'polaris.log')
  const said = async (pattern: RegExp) => [...(await readFile(logFile, 'utf8')).matchAll(pattern)]
  const { stop } = await startProcess({
    name: 'polaris-oid4vp',
    command: python,
    args: [
      ...['-m', 'polaris_oid4vp.cli', 'serve', '--once', '--pki', folder, '--bind', '127.0.0.1', '--port', `${port}`],
      ...['--no-local-tls', '--public-base-url', origin, '--issuer-trust-anchor', issuerRoot],
      ...['--vct', type, '--claim', claim],
    ],
    env: { ...process.env, PYTHONUNBUFFERED: '1' },
    logFile,
    isReady: () => answers(`${origin}/done`),
  })
  return {
    link: await waitUntil('the request of polaris-oid4vp', async () => (await said(/openid4vp:\/\/\S+/g))[0]?.[0]),
    verdict: (number) =>
      waitUntil('polaris-oid4vp to judge', async () => (await said(/<- (\d+ .*)/g))[number - 1]?.[1]),
    stop,
  }
}
