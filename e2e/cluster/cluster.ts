import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { type ProductServer, startServer } from '../server.ts'
import { startNginx } from './nginx.ts'

/** Two servers on one PostgreSQL, behind nginx. */
export interface Cluster {
  /** Where visitors and wallets go. */
  readonly origin: string
  readonly nodes: [ProductServer, ProductServer]
  /** Ends the servers, then nginx. */
  stop(): Promise<void>
}

interface ClusterOptions {
  /** Of nginx; default: any free one. */
  port?: number
  /** Of the PostgreSQL. */
  databaseUrl: string
  /** Default: a temporary one each. */
  dataDirs?: [string, string]
  settings?: Record<string, string>
  isShown?: boolean
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { databaseUrl } = options
  const port = options.port ?? (await freePort())
  const ports: [number, number] = [await freePort(), await freePort()]
  const origin = `http://localhost:${port}`
  const nginx = await startNginx(port, ports)
  const temporary = async () => mkdtemp(join(tmpdir(), 'node-'))
  const dataDirs: [string, string] = options.dataDirs ?? [await temporary(), await temporary()]
  const start = (index: 0 | 1) =>
    startServer({
      port: ports[index],
      publicUrl: origin,
      dataDir: dataDirs[index],
      isShown: options.isShown ?? false,
      settings: { ...options.settings, DATABASE_URL: databaseUrl, TRUST_PROXY: '1' },
    })
  const started = await Promise.allSettled([start(0), start(1)])
  const [first, second] = started.map((each) => (each.status === 'fulfilled' ? each.value : undefined))
  const stop = async () => {
    await Promise.all([first?.stop(), second?.stop()])
    await nginx.stop()
    if (!options.dataDirs) for (const folder of dataDirs) await rm(folder, { recursive: true, force: true })
  }
  if (first && second) return { origin, nodes: [first, second], stop }
  await stop()
  throw started.find((each) => each.status === 'rejected')?.reason
}
