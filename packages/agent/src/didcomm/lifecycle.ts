import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runPeriodically } from '../core/run-periodically.ts'
import { AgentError, OutdatedData } from '../port/errors.ts'
import type { AgentOptions } from '../port/options.ts'
import type { DidCommAgent } from './api/didcomm-agent.ts'
import type { DidCommStorage } from './api/didcomm-storage.ts'
import type { Components } from './components.ts'

/** Where Askar kept records and keys, before they came into the server's database. */
const earlierStore = 'wallet.sqlite'

const hour = 60 * 60_000

/** Starts and stops an agent, and resumes what was interrupted. */
export function lifecycleOf(
  { stop, events, encryption, crypto, http, waiting, inbound, tailsFiles, credo, issuer, ...components }: Components,
  { dataDir, publicUrl, logger }: AgentOptions,
  storage: DidCommStorage,
): Pick<DidCommAgent, 'start' | 'stop' | 'takeOver' | 'goOn'> {
  const { registries, connections, credentials, proofs, revocations, recorder, resumption } = components
  const tasks: Promise<void>[] = []
  let resuming: Promise<unknown> = Promise.resolve()
  let stopped: Promise<void> | undefined

  const resume = (...work: Promise<void>[]) => {
    const noted = (error: Error) => logger.error('What was interrupted could not be resumed', { error: error.name })
    resuming = Promise.all([resuming, ...work.map((each) => each.catch(noted))])
    return resuming
  }
  const every = (pause: number, task: () => Promise<void>) => runPeriodically(pause, task, stop.signal, logger)

  const open = async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    if (existsSync(join(dataDir, earlierStore)))
      throw new OutdatedData('The keys of these data lie in a store of an earlier version.')
    if ((await storage.claim(encryption.check)) !== encryption.check)
      throw new AgentError('invalid', 'The store key is not the one that the data were encrypted with.')
    crypto.open()
    try {
      // It writes what it finds missing, and others may start at the same time.
      await storage.withLock('start', () => credo.initialize())
    } catch (error) {
      await crypto.close()
      throw error
    }
  }

  const close = async () => {
    stop.abort()
    await Promise.all([inbound.stop(), resuming, ...tasks])
    await crypto.close()
    await registries.whenIdle()
    // Its listeners may ask this agent.
    await events.settle()
    await recorder.whenIdle()
    if (credo.isInitialized) await credo.shutdown()
    await http.close()
  }

  return {
    async start() {
      await open()
      if (await issuer.publish(credo, storage, publicUrl))
        logger.warn('The public address or the keys changed, so a new DID is published')
      waiting.handOver(credo, storage)
      for (const service of [connections, credentials, proofs]) service.publishTo(events)
      // Wallets that do not answer must not hold up the start, nor what cannot be read any more.
      void resume(proofs.resume(), revocations.resume(), resumption.all())
      tasks.push(
        every(1_000, async () => proofs.expire()),
        every(2_000, () => resumption.failed()),
        every(hour, () => waiting.removeOlderThan(credo.context, new Date(Date.now() - 24 * hour))),
        every(hour, async () => tailsFiles.removeStray(await storage.readTailsHashes())),
      )
    },

    async takeOver() {
      await resume(proofs.resume(), resumption.all())
    },

    async goOn() {
      // A wallet that comes back is sent all that is open.
      inbound.askToComeBack()
      await resume(proofs.resume(), resumption.all())
    },

    async stop() {
      stopped ??= close()
      await stopped
    },
  }
}
