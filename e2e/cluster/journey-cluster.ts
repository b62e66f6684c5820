import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase } from '../postgres.ts'
import type { ProductServer } from '../server.ts'
import { startCluster } from './cluster.ts'
import { clusterSettings } from './database.ts'

/** How long both servers live before one of them is killed, and how long that one is gone; milliseconds. */
const peace = Number(process.env.KILL_EVERY ?? 20) * 1_000
const absence = 1_500

/**
 * Two servers behind nginx on a copy of a database, of which one and the other is killed in turn. To a journey they are
 * one server: it kills, stops and starts both.
 */
export async function startJourneyCluster(prepared: string, port: number, settings: Record<string, string>) {
  const template = new URL(prepared).pathname.slice(1)
  const databaseUrl = await createDatabase(prepared.replace(template, 'postgres'), randomUUID(), template)
  const cluster = await startCluster({ port, databaseUrl, settings: { ...settings, ...clusterSettings(databaseUrl) } })
  const { nodes, origin } = cluster
  const [first, second] = nodes

  let killing: { end: AbortController; ended: Promise<void> } | undefined
  const kill = () => {
    const end = new AbortController()
    const untilEnded = (milliseconds: number) => pause(milliseconds, undefined, { signal: end.signal })
    const ended = (async () => {
      for (let turn = 0; ; turn++) {
        const node = nodes[turn % 2] as ProductServer
        await untilEnded(peace)
        await node.kill9()
        await untilEnded(absence).catch(() => undefined)
        await node.restart()
      }
    })().catch((error) => {
      if (!end.signal.aborted) throw error
    })
    killing = { end, ended }
  }
  const rest = async () => {
    killing?.end.abort()
    await killing?.ended
    killing = undefined
  }
  const both = async <Result>(act: (node: ProductServer) => Promise<Result>): Promise<Result> => {
    await rest()
    const [result] = await Promise.all([act(first), act(second)])
    return result
  }

  const server: ProductServer = {
    origin,
    port,
    metricsUrl: first.metricsUrl,
    dataDir: first.dataDir,
    databaseUrl,
    get pid() {
      return first.pid
    },
    get isRunning() {
      return first.isRunning || second.isRunning
    },
    get output() {
      return first.output + second.output
    },
    async restart(nodeOptions) {
      await both((node) => node.restart(nodeOptions))
      kill()
    },
    stop: () => both((node) => node.stop()),
    kill9: () => both((node) => node.kill9()),
    discard: () => both((node) => node.discard()),
  }
  kill()
  const end = async () => {
    await rest()
    await cluster.stop()
  }
  return { server, end }
}
