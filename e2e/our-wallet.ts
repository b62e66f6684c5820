import type { Holder, HolderDependencies, Snapshot } from '@lastmile/holder'
import { memoryStorage } from '@lastmile/holder/memory-storage'
import { createEncryptionKey, webCryptoCipher } from '@lastmile/holder/web-crypto-cipher'
import { createNodeHolder } from '@lastmile/terminal-wallet/node-holder'

/** Our own wallet's engine in Node, kept in memory, and what its person sees. */
export interface OurWallet {
  holder: Holder
  /** The first snapshot, present or coming, that fits. Rejects after 20 s. */
  sees<Found>(look: Look<Found>): Promise<Found>
}

/** @returns what was looked for, once it is there */
export type Look<Found> = (snapshot: Snapshot) => Found | undefined | false

export async function openOurWallet(dependencies: Partial<HolderDependencies> = {}): Promise<OurWallet> {
  const kept = { storage: memoryStorage(), cipher: webCryptoCipher(await createEncryptionKey()) }
  const holder = await createNodeHolder(kept, { label: 'Our wallet', ...dependencies })
  return { holder, sees: (look) => seenIn(holder, look) }
}

/** See `OurWallet.sees`. */
export function seenIn<Found>(holder: Holder, look: Look<Found>): Promise<Found> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`Never seen; the last was ${JSON.stringify(holder.snapshot(), undefined, 1)}`))
    }, 20_000)
    const check = (snapshot: Snapshot) => {
      const found = look(snapshot)
      if (!found) return
      clearTimeout(timer)
      stop()
      resolve(found)
    }
    const stop = holder.subscribe(check)
    check(holder.snapshot())
  })
}
