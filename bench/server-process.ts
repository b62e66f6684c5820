import { readdir, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** The CPU of all the server's processes; cryptography has its own. */
export interface ProcessFigures {
  /** Milliseconds of CPU since they started, without the making of keys. */
  cpu: number
  /** Event-loop delay of the main process in milliseconds since it was last asked. */
  delayP50: number
  delayP99: number
}

export interface ServerProcess {
  pid: number
  metricsUrl: string
  /** The processes that sign and verify; see `signingWorkers`. */
  workers: number[]
}

/** The delay monitor samples every 10 ms and counts that pause in. */
const samplingPause = 10
/** Linux counts CPU time in hundredths of a second. */
const tick = 10

/**
 * The processes that sign and verify. Waits until the one that makes keys and registries has ended, half a minute after
 * its last: every other process below the server is then known as a maker of keys. Rejects after three minutes.
 * @param cores that the server may use
 */
export async function signingWorkers(pid: number, cores = availableParallelism()): Promise<number[]> {
  const giveUpAt = Date.now() + 180_000
  for (;;) {
    const workers = await childrenOf(pid)
    if (workers.length === cores) return workers
    if (Date.now() > giveUpAt) throw new Error('The server does not stop making keys.')
    await pause(500)
  }
}

export async function readProcess(server: ServerProcess): Promise<ProcessFigures> {
  const metrics = await readMetrics(server.metricsUrl)
  const value = (name: string) => {
    const line = metrics.split('\n').find((each) => each.startsWith(`${name} `))
    if (line === undefined) throw new Error(`The server does not report ${name}.`)
    return Number(line.slice(name.length + 1)) * 1000
  }
  return {
    cpu: await servingTime(server),
    delayP50: Math.max(0, value('nodejs_eventloop_lag_p50_seconds') - samplingPause),
    delayP99: Math.max(0, value('nodejs_eventloop_lag_p99_seconds') - samplingPause),
  }
}

/** On a connection of its own each time: one that is kept open may just be closing when it is used again. */
export function readMetrics(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (answer) => resolve(text(answer))).on('error', reject)
  })
}

/**
 * The CPU of the main process and of those that sign and verify, in milliseconds. Rejects when one of
 * these was replaced, because what it used could not be distinguished from the making of keys.
 */
export async function servingTime({ pid, workers }: Pick<ServerProcess, 'pid' | 'workers'>): Promise<number> {
  const times = await Promise.all([pid, ...workers].map(processorTime))
  return times.reduce((sum, { own }) => sum + own, 0)
}

/** The CPU for making keys and registries, in milliseconds. */
export async function keyMakingTime({ pid, workers }: Pick<ServerProcess, 'pid' | 'workers'>): Promise<number> {
  const others = (await childrenOf(pid)).filter((child) => !workers.includes(child))
  const times = await Promise.all(others.map(processorTime))
  return times.reduce((sum, { own }) => sum + own, (await processorTime(pid)).ended)
}

/** The CPU of a process, of those below it and of those that ended there, in milliseconds. */
export async function treeTime(pid: number): Promise<number> {
  const { own, ended } = await processorTime(pid)
  const below = await Promise.all((await childrenOf(pid)).map((child) => treeTime(child).catch(() => 0)))
  return below.reduce((sum, each) => sum + each, own + ended)
}

/** Of one process, and of those that it started and that have ended. Milliseconds, from /proc. */
async function processorTime(pid: number): Promise<{ own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold spaces; the 12th to 15th fields after it are its own time and its ended
  // children's.
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) * tick)
  return { own: user + system, ended: endedUser + endedSystem }
}

/** Of a process and all that it started, in megabytes; what several share counts once. */
export async function usedMemory(pid: number): Promise<number> {
  const [, kilobytes] = (await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')).match(/^Pss:\s+(\d+) kB/m) ?? []
  const below = await Promise.all((await childrenOf(pid)).map(usedMemory))
  return below.reduce((sum, each) => sum + each, Number(kilobytes) / 1024)
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')))
  return lists.join(' ').split(' ').filter(Boolean).map(Number)
}
