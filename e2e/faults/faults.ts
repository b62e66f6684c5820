import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Protocol, protocols } from '@lastmile/contracts'
import { clusterSettings } from '../cluster/database.ts'
import { startPostgres } from '../postgres.ts'
import { startServer } from '../server.ts'
import { createWallet } from '../wallet/wallet.ts'
import { openWillingWallet } from '../willing-wallet.ts'
import { countedPostgres } from './counted-postgres.ts'
import { FaultyVisit, type Outcome } from './faulty-visit.ts'

/**
 * Kills the server after each single write of a visitor's way, one way for each write: invitation, handshake,
 * credential, proof; then of a way by OpenID4VC, with a wallet on another device and on the same. A wallet of DIDComm
 * sends every message once. After the restart each step has to go on by itself. Only where the wallet's one message was
 * lost before anything of it was stored may the visitor begin a step of DIDComm again; by OpenID4VC none is.
 */
const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '200' },
    step: { type: 'string', default: '1' },
    protocol: { type: 'string' },
    postgres: { type: 'boolean', default: false },
  },
})
const say = (text: string) => process.stdout.write(`${text}\n`)
const preload = fileURLToPath(new URL('die-after-writes.mjs', import.meta.url))
const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))

const postgres = options.postgres ? await startPostgres() : undefined
const counted = postgres && (await countedPostgres(postgres.url))
const settings: Record<string, string> = {
  CONTENT_DIR: content,
  ...(counted ? clusterSettings(counted.url) : { NODE_OPTIONS: `--import=${preload}` }),
}
const server = await startServer({ settings })
let visit: FaultyVisit | undefined
const wallets = {
  didcomm: await createWallet({ sendsOnce: true }),
  openid4vc: await openWillingWallet({ onProblem: () => undefined, visit: (url) => visit?.opens(url) }),
}
const failures: string[] = []
let killed = 0

async function killAfterEachWrite(protocol: Protocol): Promise<void> {
  const faulty = new FaultyVisit(server, wallets[protocol], protocol)
  visit = faulty
  await faulty.prepare()
  for (let write = Number(options.from); write <= Number(options.to); write += Number(options.step)) {
    settings.DIE_AFTER_WRITES = String(write)
    await server.stop()
    await server.restart()
    if (counted) counted.afterWrites(write, () => process.kill(server.pid, 'SIGKILL'))
    else process.kill(server.pid, 'SIGUSR2')
    const printed = server.output.length
    const outcome = await faulty.go().catch((error: Error): Outcome => ({ died: true, failed: error.message }))
    if (!outcome.died) {
      say(`A whole visit by ${protocol} takes less than ${write} writes.`)
      return
    }
    killed += 1
    say(
      `${String(write).padStart(4)}  ${outcome.failed ?? 'went on'}${outcome.byHand ? `, after ${outcome.byHand}` : ''}`,
    )
    if (!outcome.failed) continue
    failures.push(`${write} by ${protocol}: ${outcome.failed}`)
    say(server.output.slice(printed))
  }
}

try {
  for (const protocol of protocols)
    if (options.protocol === undefined || options.protocol === protocol) await killAfterEachWrite(protocol)
} finally {
  await wallets.didcomm.close()
  await wallets.openid4vc.close()
  await server.discard()
  counted?.close()
  await postgres?.discard()
}
say(`${killed} times killed, ${failures.length} visits did not end well.`)
for (const failure of failures) say(`  after write ${failure}`)
// The native library of the wallet leaves something behind that keeps the process alive.
process.exit(killed === 0 || failures.length > 0 ? 1 : 0)
