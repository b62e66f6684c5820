import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { say } from './report.ts'
import type { Scan } from './visit.ts'

/** To a process of wallets: gives the wallet of that number a link. */
export interface WalletCommand {
  wallet: number
  link: string
}

/** From a process of wallets. */
export type WalletReport = { opened: true } | { problem: string } | { received: number; failure?: string }

const program = fileURLToPath(new URL('wallet-process.ts', import.meta.url))

/**
 * New wallets of ours, one for each visitor, in as many processes as there are cores, made before and ended after what
 * is done with them. Rejects when one of the processes ends.
 */
export async function withWallets<Result>(count: number, work: (wallets: Scan[]) => Promise<Result>): Promise<Result> {
  const size = Math.ceil(count / availableParallelism())
  const processes = Array.from({ length: Math.ceil(count / size) }, () => startWallets(size))
  const gone = Promise.race(processes.map((each) => each.gone))
  try {
    const sets = await Promise.race([Promise.all(processes.map(({ opened }) => opened)), gone])
    // Those who come after each other, so perhaps at the same time, are in different processes.
    const interleaved = Array.from({ length: size }, (_, index) => sets.flatMap((wallets) => wallets[index] ?? []))
    return await Promise.race([work(interleaved.flat().slice(0, count)), gone])
  } finally {
    await Promise.all(processes.map(({ end }) => end()))
  }
}

function startWallets(count: number) {
  const child = fork(program, [`${count}`], { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit')
  const answers = new Map<number, (answer: { failure?: string }) => void>()
  const scan = async (wallet: number, link: string) => {
    const { failure } = await new Promise<{ failure?: string }>((resolve, reject) => {
      answers.set(wallet, resolve)
      child.send({ wallet, link } satisfies WalletCommand, (error) => error && reject(error))
    })
    if (failure !== undefined) throw new Error(failure)
  }
  const opened = new Promise<Scan[]>((resolve) => {
    child.on('message', (report: WalletReport) => {
      if ('opened' in report) resolve(Array.from({ length: count }, (_, wallet) => (link) => scan(wallet, link)))
      else if ('problem' in report) say(`A wallet had a problem: ${report.problem}`)
      else answers.get(report.received)?.(report)
    })
  })
  return {
    opened,
    gone: ended.then(([code, signal]): never => {
      throw new Error(`A process of wallets ended with ${signal ?? code}.`)
    }),
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
