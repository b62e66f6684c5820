import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { answers, startProcess } from './processes.ts'

export type Json = Record<string, unknown>

/** A running ACA-Py that holds credentials; a person's taps are calls of its admin API. */
export interface AcaPy {
  /** Calls the admin API; throws with its answer when it is not a success. */
  call<Answer = Json>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: Json): Promise<Answer>
  /** The first webhook of the topic, sent or to come, for which `matches` holds. */
  event(topic: string, matches: (body: Json) => boolean, timeout?: number): Promise<Json>
  stop(): Promise<void>
}

export interface AcaPyOptions {
  python: string
  /** Where its wallet, its tails files and its log go. */
  folder: string
  /** Three ports from here on: DIDComm, admin API, webhooks. */
  firstPort: number
}

const host = '127.0.0.1'

/** Starts it with an empty wallet; throws when a port is taken or it does not come up. */
export async function startAcaPy(options: AcaPyOptions): Promise<AcaPy> {
  const [didcommPort, adminPort, webhookPort] = [0, 1, 2].map((offset) => String(options.firstPort + offset))
  const admin = `http://${host}:${adminPort}`
  const webhooks = await listenForWebhooks(Number(webhookPort))
  try {
    const wallet = await startProcess({
      name: 'ACA-Py',
      command: options.python,
      args: [
        ...['-m', 'acapy_agent', 'start'],
        ...['--label', 'Phone', '--endpoint', `http://${host}:${didcommPort}`],
        ...['--inbound-transport', 'http', host, `${didcommPort}`, '--outbound-transport', 'http'],
        ...['--admin', host, `${adminPort}`, '--admin-insecure-mode'],
        ...['--webhook-url', `http://${host}:${webhookPort}`],
        ...['--wallet-type', 'askar-anoncreds', '--wallet-name', 'phone', '--auto-provision', '--no-ledger'],
        ...['--wallet-key', randomBytes(24).toString('hex')],
        ...['--auto-accept-invites', '--auto-accept-requests', '--auto-ping-connection', '--auto-store-credential'],
        ...['--preserve-exchange-records', '--monitor-revocation-notification', '--log-level', 'info'],
        ...['--plugin', 'webvh_plugin'],
      ],
      // HOME: ACA-Py keeps wallet and tails files below it. PYTHONPATH: where the plugin is.
      env: {
        ...process.env,
        HOME: options.folder,
        PYTHONPATH: fileURLToPath(new URL('.', import.meta.url)),
        PYTHONDONTWRITEBYTECODE: '1',
      },
      logFile: `${options.folder}/aca-py.log`,
      isReady: () => answers(`${admin}/status/ready`),
    })
    return {
      call: (method, path, body) => callAdmin(admin, method, path, body),
      event: webhooks.next,
      async stop() {
        await wallet.stop()
        await webhooks.close()
      },
    }
  } catch (error) {
    await webhooks.close()
    throw error
  }
}

async function callAdmin<Answer>(admin: string, method: string, path: string, body?: Json): Promise<Answer> {
  const answer = await fetch(admin + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const content = await answer.text()
  if (!answer.ok) throw new Error(`ACA-Py answers ${answer.status} to ${method} ${path}: ${content}`)
  return JSON.parse(content)
}

interface Webhook {
  topic: string
  body: Json
}

/** Keeps every webhook, so that a step may wait for what has happened already. */
async function listenForWebhooks(port: number) {
  const received: Webhook[] = []
  let arrived: () => void = () => {}
  const server = createServer(async (request, response) => {
    const topic = /^\/topic\/(.+?)\/?$/.exec(request.url ?? '')?.[1] ?? ''
    received.push({ topic, body: JSON.parse(await text(request)) })
    response.end()
    arrived()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))

  return {
    async next(topic: string, matches: (body: Json) => boolean, timeout = 30_000): Promise<Json> {
      const deadline = Date.now() + timeout
      for (;;) {
        const found = received.find((webhook) => webhook.topic === topic && matches(webhook.body))
        if (found) return found.body
        const left = deadline - Date.now()
        if (left <= 0) throw new Error(`the wallet reported nothing fitting of ${topic} within ${timeout} ms`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left)
          arrived = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
