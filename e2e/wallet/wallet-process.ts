import { Session } from 'node:inspector'
import { type OpenHolder, openHolder } from './open-holder.ts'
import { WalletError } from './wallet-error.ts'
import type { CallMessage, HolderOptions, ProcessMessage } from './wallet-protocol.ts'

/** The process of the wallets that one test opens. It ends with the process that started it. */
const wallets = new Map<number, OpenHolder>()

const send = (message: ProcessMessage) => process.connected && process.send?.(message)

async function answer({ wallet, method, parameters }: CallMessage): Promise<unknown> {
  if (method === 'loadedScripts') return loadedScripts()
  if (method === 'open') {
    const [options] = parameters as [HolderOptions]
    wallets.set(wallet, await openHolder(options, (event) => send({ wallet, event })))
    return undefined
  }
  const holder = wallets.get(wallet)
  if (!holder) throw new Error('The wallet is not open')
  return (holder[method] as (...parameters: unknown[]) => Promise<unknown>)(...parameters)
}

/** The debugger reports each script, also of those that were loaded before it was asked. */
function loadedScripts(): string[] {
  const session = new Session()
  const found: string[] = []
  session.connect()
  session.on('Debugger.scriptParsed', ({ params }) => found.push(params.url))
  session.post('Debugger.enable')
  session.disconnect()
  return found
}

process.on('message', (message: CallMessage) => {
  const { call } = message
  answer(message).then(
    (value) => send({ call, value }),
    (error: Error) =>
      send({ call, failure: { code: error instanceof WalletError ? error.code : undefined, message: error.message } }),
  )
})
process.on('disconnect', () => process.exit())
