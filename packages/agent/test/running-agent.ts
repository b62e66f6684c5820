import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Events } from '../src/core/events.ts'
import { createDidCommAgent, type DidCommAgent, type DidCommStorage } from '../src/didcomm/index.ts'
import type { AgentEvent, AgentOptions } from '../src/port/index.ts'
import { memoryStorage } from './memory-storage.ts'
import { createCryptoWithSharedKeys } from './shared-keys.ts'

/** An agent behind a real HTTP server, and a way to wait for what it reports. */
export interface RunningAgent {
  agent: DidCommAgent
  publicUrl: string
  dataDir: string
  storage: DidCommStorage
  events: AgentEvent[]
  log: string[]
  /** The first event, past or coming, that fits. Rejects after 20 s. */
  event<Found extends AgentEvent>(fits: (event: AgentEvent) => event is Found): Promise<Found>
  event(fits: (event: AgentEvent) => boolean): Promise<AgentEvent>
  stop(): Promise<void>
}

/** Any key will do for a test; a real one is random. */
export const testStoreKey = new Uint8Array(32).fill(7)

export async function runAgent(
  options: Partial<AgentOptions> & { storage?: DidCommStorage; port?: number } = {},
): Promise<RunningAgent> {
  const { storage = memoryStorage(), port = 0, ...agentOptions } = options
  const server = createServer((request, response) => void answer(agent, request, response))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const publicUrl = options.publicUrl ?? `http://localhost:${(server.address() as AddressInfo).port}`
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'agent-test-')))

  const log: string[] = []
  const write = (message: string, fields: object = {}) => void log.push(`${message} ${JSON.stringify(fields)}`)
  const logger = { info: write, warn: write, error: write }
  const bus = new Events(storage.events, logger)
  const agent: DidCommAgent = createDidCommAgent(
    {
      allowPrivateAddresses: true,
      workers: 1,
      statusListSize: 10,
      storeKey: testStoreKey,
      logger,
      ...agentOptions,
      publicUrl,
      dataDir,
    },
    storage,
    bus,
    createCryptoWithSharedKeys,
  )
  server.on('upgrade', (request, socket, head) =>
    agent.inbound.receiveUpgrade(request, socket, head, senderOf(request)),
  )

  const events: AgentEvent[] = []
  const waiting = new Set<(event: AgentEvent) => void>()
  bus.listen((event) => {
    events.push(event)
    for (const notify of waiting) notify(event)
  })
  const event = (fits: (event: AgentEvent) => boolean) => {
    const past = events.find(fits)
    if (past) return Promise.resolve(past)
    return new Promise<AgentEvent>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No such event; seen: ${JSON.stringify(events)}`)), 20_000)
      const notify = (candidate: AgentEvent) => {
        if (!fits(candidate)) return
        clearTimeout(timer)
        waiting.delete(notify)
        resolve(candidate)
      }
      waiting.add(notify)
    })
  }

  const closeServer = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  await agent.start().catch(async (error) => {
    await closeServer()
    throw error
  })
  bus.start()
  return {
    agent,
    publicUrl,
    dataDir,
    storage,
    events,
    log,
    event: event as RunningAgent['event'],
    stop: async () => {
      await agent.stop()
      await bus.stop()
      await closeServer()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Tests are other senders when they say so. */
const senderOf = ({ headers }: IncomingMessage) => String(headers['x-forwarded-for'] ?? 'here')

async function answer(agent: DidCommAgent, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  if (request.method === 'POST' && path === '/didcomm') {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const result = await agent.inbound.receiveHttp(body, request.headers['content-type'] ?? '', senderOf(request))
    response.writeHead(result.status, result.contentType ? { 'content-type': result.contentType } : {}).end(result.body)
    return
  }
  const [, kind, id = ''] = path.split('/')
  if (path === '/.well-known/did.jsonl') send(response, 'text/jsonl', await agent.publicFiles.didLog())
  else if (kind === 'resources') send(response, 'application/json', await agent.publicFiles.resource(id))
  else if (kind === 'tails') {
    const file = await agent.publicFiles.tailsFile(id)
    const { readFile } = await import('node:fs/promises')
    send(response, 'application/octet-stream', file && (await readFile(file)))
  } else response.writeHead(404).end()
}

function send(response: ServerResponse, contentType: string, body: string | Buffer | undefined): void {
  if (body === undefined) response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': contentType }).end(body)
}
