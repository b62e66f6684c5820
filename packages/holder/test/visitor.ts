import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadAnonCreds } from '@lastmile/anoncreds-wasm'
import { onTestFinished } from 'vitest'
import { memoryStorage } from '../src/core/memory-storage.ts'
import { systemClock } from '../src/core/system-clock.ts'
import { type Look, waitForSnapshot } from '../src/core/wait-for-snapshot.ts'
import { createEncryptionKey, webCryptoCipher } from '../src/core/web-crypto-cipher.ts'
import { createHolder, type Holder, type HolderDependencies, type Storage } from '../src/holder.ts'
import { TestNetwork } from './network.ts'

/** A visitor with a wallet, in a test. */
export interface Visitor {
  holder: Holder
  dependencies: HolderDependencies
  network: TestNetwork
  /** The first snapshot, present or coming, that fits. Rejects after 20 s. */
  sees<Found>(look: Look<Found>): Promise<Found>
  /** The page is closed, and opened again. */
  reopens(): Promise<void>
}

export const anoncreds = await loadAnonCreds(
  await readFile(createRequire(import.meta.url).resolve('@lastmile/anoncreds-wasm/holder.wasm')),
)

async function nodeDependencies(network: TestNetwork, given: Partial<HolderDependencies>): Promise<HolderDependencies> {
  return {
    label: 'Test wallet',
    anoncreds,
    storage: memoryStorage() satisfies Storage,
    cipher: webCryptoCipher(await createEncryptionKey()),
    openSocket: network.openSocket,
    fetch: network.fetch,
    clock: systemClock,
    ...given,
  }
}

export async function visit(given: Partial<HolderDependencies> = {}): Promise<Visitor> {
  const network = new TestNetwork()
  const dependencies = await nodeDependencies(network, given)
  const visitor: Visitor = {
    dependencies,
    network,
    holder: await createHolder(dependencies),
    sees: (look) => waitForSnapshot(visitor.holder, look, 20_000),
    reopens: async () => {
      await visitor.holder.close()
      visitor.holder = await createHolder(dependencies)
    },
  }
  onTestFinished(() => visitor.holder.close())
  return visitor
}
