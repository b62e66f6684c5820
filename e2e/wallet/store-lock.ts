import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WalletError } from './wallet-error.ts'

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Keeps a second wallet off the same store. A lock left behind by a process that is gone does not count. */
export async function lockStore(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'wallet.lock')
  const holder = Number(await readFile(path, 'utf8').catch(() => '0'))
  if (holder && isRunning(holder)) {
    const advice = 'Go on in that one, or stop it first.'
    throw new WalletError('store-in-use', `This wallet is already open in another process (${holder}). ${advice}`)
  }
  await writeFile(path, String(process.pid))
  return () => rm(path, { force: true })
}
