import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterSettings } from '@lastmile/e2e/cluster-database'
import { freePort } from '@lastmile/e2e/free-port'
import { startNginx } from '@lastmile/e2e/nginx'
import { analyzed, type Postgres, startPostgres } from '@lastmile/e2e/postgres'
import { startServer } from '@lastmile/e2e/server'
import { shippedDefinitionsMade } from '@lastmile/e2e/shipped-definitions'
import { createProduct, registerDefinition } from './product.ts'
import { readProcess, type ServerProcess, signingWorkers, treeTime } from './server-process.ts'
import type { Party } from './visit.ts'
import { Visitor } from './visitor.ts'

/** The deployment of the product. */
export interface Deployment {
  name: string
  servers: 1 | 2
  onPostgres: boolean
  /** Whether each server, with the processes that it starts, has one core and no more. */
  onOneCoreEach?: boolean
  /** Of its visitors; DIDComm by default. */
  protocol?: 'openid4vc' | undefined
}

/** The product as it runs in a deployment, with a revocable credential to give. */
export interface Running {
  origin: string
  definitionId: string
  processes: ServerProcess[]
  /** Its visitors; processor time is that of its servers, without PostgreSQL. */
  party: Party
  /**
   * Has PostgreSQL count what its tables hold, as it does by itself within a minute: in an empty one its plans are for
   * a few rows.
   */
  analyze(): Promise<void>
  /** Milliseconds of CPU that PostgreSQL has used so far; 0 without one. */
  databaseTime(): Promise<number>
  /** Milliseconds of event-loop delay of the slowest server since it was last asked. */
  delayP99(): Promise<number>
}

/** Starts a deployment on data of its own, works with it when its keys are made, and removes everything. */
export async function withServers<Result>(
  { servers, onPostgres, onOneCoreEach = false, protocol }: Deployment,
  work: (running: Running) => Promise<Result>,
): Promise<Result> {
  const ends: (() => unknown)[] = []
  try {
    const postgres: Postgres | undefined = onPostgres ? await startPostgres() : undefined
    if (postgres) ends.push(() => postgres.discard())
    const ports = await Promise.all(Array.from({ length: servers }, freePort))
    const port = servers > 1 ? await freePort() : (ports[0] ?? 0)
    const publicUrl = `http://localhost:${port}`
    if (servers > 1) {
      const nginx = await startNginx(port, ports as [number, number])
      ends.push(() => nginx.stop())
    }
    const started = await Promise.all(
      ports.map(async (own, index) => {
        const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
        ends.push(() => rm(dataDir, { recursive: true, force: true }))
        const settings = {
          RATE_LIMIT_FACTOR: '100000',
          LOG_LEVEL: 'warn',
          ...(postgres && clusterSettings(postgres.url)),
        }
        const keptTo = onOneCoreEach && {
          node: 'taskset',
          nodeOptions: ['-c', `${index % availableParallelism()}`, process.execPath],
        }
        const server = await startServer({ port: own, publicUrl, dataDir, settings, ...keptTo })
        ends.push(() => server.discard())
        return server
      }),
    )
    await shippedDefinitionsMade({ origin: publicUrl })
    const definitionId = await registerDefinition(new Visitor(publicUrl), 'Revocable credential', true, protocol)
    const processes = await Promise.all(
      started.map(async ({ pid, metricsUrl }) => ({
        pid,
        metricsUrl,
        workers: await signingWorkers(pid, onOneCoreEach ? 1 : undefined),
      })),
    )
    const parties = processes.map((process) => createProduct({ ...process, origin: publicUrl }, definitionId, protocol))
    return await work({
      origin: publicUrl,
      definitionId,
      processes,
      party: {
        serve: (scan) => (parties[0] as Party).serve(scan),
        processorTime: async () => sum(await Promise.all(parties.map((each) => each.processorTime()))),
      },
      analyze: async () => {
        if (postgres) await analyzed(postgres.url)
      },
      databaseTime: () => (postgres ? treeTime(postgres.pid) : Promise.resolve(0)),
      delayP99: async () =>
        Math.max(...(await Promise.all(processes.map(readProcess))).map(({ delayP99 }) => delayP99)),
    })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

const sum = (figures: number[]) => figures.reduce((total, each) => total + each, 0)
