import type { Holder, HolderDependencies } from '@lastmile/holder'
import { memoryStorage } from '@lastmile/holder/memory-storage'
import { type Look, waitForSnapshot } from '@lastmile/holder/wait-for-snapshot'
import { createEncryptionKey, webCryptoCipher } from '@lastmile/holder/web-crypto-cipher'
import { createNodeHolder } from '@lastmile/terminal-wallet/node-holder'

/** Our own wallet's engine in Node, kept in memory, and what its person sees. */
export interface OurWallet {
  holder: Holder
  /** The first snapshot, present or coming, that fits. Rejects after 20 s. */
  sees<Found>(look: Look<Found>): Promise<Found>
}

export async function openOurWallet(dependencies: Partial<HolderDependencies> = {}): Promise<OurWallet> {
  const kept = { storage: memoryStorage(), cipher: webCryptoCipher(await createEncryptionKey()) }
  const holder = await createNodeHolder(kept, { label: 'Our wallet', ...dependencies })
  return { holder, sees: (look) => waitForSnapshot(holder, look, 20_000) }
}
