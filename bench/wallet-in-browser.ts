import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { AnonCreds } from '@lastmile/anoncreds-wasm'
import { launchBrowser } from '@lastmile/e2e/browser'
import { build } from 'esbuild'
import type { Loose } from '../packages/anoncreds-wasm/test/native-issuer.ts'

export type Call = keyof Pick<AnonCreds, 'createCredentialRequest' | 'processCredential' | 'createPresentation'>

export interface BrowserTask {
  name: string
  call: Call
  task: Loose
  /** A tails file, in Base64. */
  tails?: string
}

/** Milliseconds on the clock. */
export interface BrowserTimes {
  name: string
  /** In an instance of its own; code that earlier tasks had compiled is there. */
  first: number
  sorted: number[]
}

/** Runs tasks in a module worker of Chromium, on a page with the policy that pages of the wallet have. */
export async function timesInBrowser(wasm: string, tasks: BrowserTask[], rounds: number): Promise<BrowserTimes[]> {
  const worker = await build({
    entryPoints: [join(import.meta.dirname, 'browser-worker.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  })
  const files: Record<string, [type: string, body: string | Uint8Array]> = {
    '/': ['text/html', '<!doctype html><title>bench</title>'],
    '/worker.js': ['text/javascript', worker.outputFiles[0]?.contents ?? ''],
    '/holder.wasm': ['application/wasm', readFileSync(wasm)],
    '/tasks.json': ['application/json', JSON.stringify(tasks)],
  }
  const server = createServer(({ url = '/' }, response) => {
    const [type, body] = files[url] ?? []
    response.writeHead(type ? 200 : 404, {
      'Content-Type': type ?? 'text/plain',
      'Content-Security-Policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return await page.evaluate(
      (rounds) =>
        new Promise<BrowserTimes[]>((resolve, reject) => {
          const worker = new Worker('/worker.js', { type: 'module' })
          worker.onmessage = ({ data }) => resolve(data)
          worker.onerror = ({ message }) => reject(new Error(message))
          worker.postMessage(rounds)
        }),
      rounds,
    )
  } finally {
    await browser.close()
    server.close()
  }
}
