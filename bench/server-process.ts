import { readdir, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'

/** What the server's processes used; cryptography has processes of its own, so all of them are added up. */
export interface ProcessFigures {
  /** Milliseconds of CPU since they started. */
  cpu: number
  /** Event-loop delay of the main process in milliseconds since it was last asked. */
  delayP50: number
  delayP99: number
}

export interface ServerProcess {
  pid: number
  metricsUrl: string
}

/** The delay monitor samples every 10 ms and counts that pause in. */
const samplingPause = 10
/** Linux counts CPU time in hundredths of a second. */
const tick = 10

export async function readProcess({ pid, metricsUrl }: ServerProcess): Promise<ProcessFigures> {
  const metrics = await readMetrics(metricsUrl)
  const value = (name: string) => {
    const line = metrics.split('\n').find((each) => each.startsWith(`${name} `))
    if (line === undefined) throw new Error(`The server does not report ${name}.`)
    return Number(line.slice(name.length + 1)) * 1000
  }
  return {
    cpu: await processorTime(pid),
    delayP50: Math.max(0, value('nodejs_eventloop_lag_p50_seconds') - samplingPause),
    delayP99: Math.max(0, value('nodejs_eventloop_lag_p99_seconds') - samplingPause),
  }
}

/** On a connection of its own each time: one that is kept open may just be closing when it is used again. */
function readMetrics(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (answer) => resolve(text(answer))).on('error', reject)
  })
}

/** Of a process and all that it started, those that ended too, from /proc. Milliseconds. */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold spaces; the 12th to 15th fields after it are its own time and its ended children's.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = fields.slice(11, 15).reduce((sum, each) => sum + Number(each) * tick, 0)
  const below = await Promise.all((await childrenOf(pid)).map(processorTime))
  return below.reduce((sum, each) => sum + each, own)
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
