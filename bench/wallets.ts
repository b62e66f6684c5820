import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { say } from './report.ts'
import type { Scan } from './visit.ts'

/** To the wallets' process: the wallet of that number is shown a link. */
export interface Asked {
  wallet: number
  link: string
}

/** From the wallets' process. */
export type Told = { opened: true } | { problem: string } | { received: number; failure?: string }

/** Their process ended, which the native library in it sometimes does by itself. */
export class WalletsGone extends Error {
  override readonly name = 'WalletsGone'
}

const program = fileURLToPath(new URL('wallet-process.ts', import.meta.url))

/**
 * New wallets in a process of their own, made before and ended after what is done with them, one for each visitor: one that held the
 * credentials of many would look up whether each of them is revoked before it proves anything.
 * Rejects with `WalletsGone` when their process ends.
 */
export async function withWallets<Result>(count: number, work: (wallets: Scan[]) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-wallets-'))
  const child = fork(program, [folder, `${count}`])
  const ended = once(child, 'exit')
  const gone = ended.then(([code, signal]): never => {
    throw new WalletsGone(`The wallets’ process ended with ${signal ?? code}.`)
  })
  const answers = new Map<number, (answer: { failure?: string }) => void>()
  const opened = new Promise<void>((resolve) => {
    child.on('message', (told: Told) => {
      if ('opened' in told) resolve()
      else if ('problem' in told) say(`A wallet had a problem: ${told.problem}`)
      else answers.get(told.received)?.(told)
    })
  })
  const scans = Array.from({ length: count }, (_, wallet): Scan => {
    return async (link) => {
      const answer = new Promise<{ failure?: string }>((resolve, reject) => {
        answers.set(wallet, resolve)
        child.send({ wallet, link } satisfies Asked, (error) => error && reject(error))
      })
      const { failure } = await Promise.race([answer, gone])
      if (failure !== undefined) throw new Error(failure)
    }
  })
  try {
    await Promise.race([opened, gone])
    return await Promise.race([work(scans), gone])
  } finally {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}
