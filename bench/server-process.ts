/** What the server's process says of itself on its metrics port. */
export interface ProcessFigures {
  /** Milliseconds of CPU, all threads, since it started. */
  cpu: number
  /** Event-loop delay in milliseconds since it was last asked. */
  delayP50: number
  delayP99: number
}

/** The delay monitor samples every 10 ms and counts that pause in. */
const samplingPause = 10

export async function readProcess(metricsUrl: string): Promise<ProcessFigures> {
  const text = await (await fetch(metricsUrl)).text()
  const value = (name: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`${name} `))
    if (line === undefined) throw new Error(`The server does not report ${name}.`)
    return Number(line.slice(name.length + 1)) * 1000
  }
  return {
    cpu: value('process_cpu_user_seconds_total') + value('process_cpu_system_seconds_total'),
    delayP50: Math.max(0, value('nodejs_eventloop_lag_p50_seconds') - samplingPause),
    delayP99: Math.max(0, value('nodejs_eventloop_lag_p99_seconds') - samplingPause),
  }
}
