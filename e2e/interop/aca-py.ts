import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { delimiter } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { answers, startProcess } from './processes.ts'

export type Json = Record<string, unknown>

/** A running ACA-Py; what its person or its operator does are calls of its admin API. */
export interface AcaPy {
  readonly pid: number
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
  ports: { didcomm: number; admin: number; webhooks: number }
  /**
   * `socket`: like a phone it is reached over sockets alone, which it opens; the address that it names leads nowhere.
   * `open-socket`: others open sockets to it, and those who have no address themselves are reached over these.
   */
  transport?: 'http' | 'socket' | 'open-socket'
  /** Its label for others. */
  label: string
  /** Python modules. */
  plugins: string[]
  /** The folders that hold them, where that is not this one. */
  pluginFolders?: string[]
  /** More options of `aca-py start`. */
  flags: string[]
  environment?: Record<string, string>
}

/** As a wallet: connects by itself; offers and requests wait for the person. Tells when a credential is revoked. */
export const holderFlags = [
  ...['--auto-accept-invites', '--auto-accept-requests', '--auto-ping-connection', '--auto-store-credential'],
  ...['--preserve-exchange-records', '--monitor-revocation-notification', '--log-level', 'info'],
]

/** As issuer and verifier: goes on by itself once its operator has begun. */
export const issuerFlags = [
  ...['--auto-accept-requests', '--auto-respond-credential-request', '--auto-verify-presentation'],
  ...['--notify-revocation', '--preserve-exchange-records', '--log-level', 'info'],
]

const host = '127.0.0.1'
/** The port of a service that is no longer run anywhere (discard, RFC 863). */
const nowhere = `http://${host}:9`

const transports: Record<NonNullable<AcaPyOptions['transport']>, (port: string) => string[]> = {
  http: (port) => [
    ...['--inbound-transport', 'http', host, port, '--endpoint', `http://${host}:${port}`],
    ...['--outbound-transport', 'http'],
  ],
  socket: (port) => [
    ...['--inbound-transport', 'http', host, port, '--endpoint', nowhere],
    ...['--outbound-transport', 'return_route.kept_socket'],
  ],
  // Sockets that are silent for longer are closed.
  'open-socket': (port) => [
    ...['--inbound-transport', 'ws', host, port, '--endpoint', `ws://${host}:${port}`, '--ws-timeout-interval', '600'],
    ...['--outbound-transport', 'http', '--outbound-transport', 'return_route.open_sessions'],
  ],
}

const here = fileURLToPath(new URL('.', import.meta.url))

/** Starts it with an empty wallet; throws when a port is taken or it does not come up. */
export async function startAcaPy(options: AcaPyOptions): Promise<AcaPy> {
  const { ports, plugins, pluginFolders = [] } = options
  const admin = `http://${host}:${ports.admin}`
  const webhooks = await listenForWebhooks(ports.webhooks)
  try {
    const started = await startProcess({
      name: 'ACA-Py',
      command: options.python,
      args: [
        ...['-m', 'acapy_agent', 'start'],
        ...['--label', options.label, ...transports[options.transport ?? 'http'](`${ports.didcomm}`)],
        ...['--admin', host, `${ports.admin}`, '--admin-insecure-mode'],
        ...['--webhook-url', `http://${host}:${ports.webhooks}`],
        ...['--wallet-type', 'askar-anoncreds', '--wallet-name', 'store', '--auto-provision', '--no-ledger'],
        ...['--wallet-key', randomBytes(24).toString('hex')],
        ...plugins.flatMap((plugin) => ['--plugin', plugin]),
        ...options.flags,
      ],
      // HOME: ACA-Py keeps wallet and tails files below it. PYTHONPATH: where the plugins are.
      env: {
        ...process.env,
        HOME: options.folder,
        PYTHONPATH: [here, ...pluginFolders].join(delimiter),
        PYTHONDONTWRITEBYTECODE: '1',
        ...options.environment,
      },
      logFile: `${options.folder}/aca-py.log`,
      isReady: () => answers(`${admin}/status/ready`),
    })
    return {
      pid: started.pid,
      call: (method, path, body) => callAdmin(admin, method, path, body),
      event: webhooks.next,
      async stop() {
        await started.stop()
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
  const waiting = new Set<(webhook: Webhook) => void>()
  const server = createServer(async (request, response) => {
    const topic = /^\/topic\/(.+?)\/?$/.exec(request.url ?? '')?.[1]
    // Another client still looks for a server that once had this port.
    if (request.method !== 'POST' || topic === undefined) return void response.writeHead(404).end()
    const webhook = { topic, body: JSON.parse(await text(request)) }
    response.end()
    received.push(webhook)
    for (const look of waiting) look(webhook)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))

  return {
    next(topic: string, matches: (body: Json) => boolean, timeout = 30_000): Promise<Json> {
      const fits = (webhook: Webhook) => webhook.topic === topic && matches(webhook.body)
      const found = received.find(fits)
      if (found) return Promise.resolve(found.body)
      return new Promise((resolve, reject) => {
        const look = (webhook: Webhook) => {
          if (fits(webhook)) end(() => resolve(webhook.body))
        }
        const end = (how: () => void) => {
          clearTimeout(late)
          waiting.delete(look)
          how()
        }
        const late = setTimeout(
          () => end(() => reject(new Error(`ACA-Py reported nothing fitting of ${topic} within ${timeout} ms`))),
          timeout,
        )
        waiting.add(look)
      })
    },
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
