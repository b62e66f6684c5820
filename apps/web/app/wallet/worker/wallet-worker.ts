/** Runs the wallet beside the page, so that proving never holds the page up. Says nothing to anybody but the page and the other sides. */
import { type Holder, HolderError } from '@lastmile/holder'
import { eraseBrowserStorage } from '../storage/browser-storage.ts'
import { openHolder } from './browser-holder.ts'
import type { FromWorker, HolderCall, ToWorker, WalletFailure, WalletState } from './messages.ts'
import { readMessage } from './read-message.ts'
import { takeTurn } from './turn.ts'

/** Undefined while another tab runs the wallet, or it could not be opened. */
let opening: Promise<Holder | undefined> = Promise.resolve(undefined)
let status: WalletState['status'] = 'opening'

self.onmessage = ({ data }) => {
  const message = readMessage(data)
  if (message) void take(message)
}

async function take(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'open':
      opening = open(message.force)
      return
    case 'start-over':
      await eraseBrowserStorage().catch(() => undefined)
      opening = start()
      return
    case 'wake': {
      // The tab that had it may be gone.
      if (status === 'elsewhere') opening = open(false)
      const holder = await opening
      return holder?.wake()
    }
    case 'call':
      return post({ type: 'answer', id: message.id, failure: await failureOf(message) })
  }
}

async function open(force: boolean): Promise<Holder | undefined> {
  const isOurs = await takeTurn(force, letGo)
  if (isOurs) return start()
  show({ status: 'elsewhere' })
  return undefined
}

async function start(): Promise<Holder | undefined> {
  show({ status: 'opening' })
  try {
    const { holder, isKept } = await openHolder(() => void lose())
    holder.subscribe((snapshot) => show({ status: 'open', snapshot, isKept }))
    show({ status: 'open', snapshot: holder.snapshot(), isKept })
    // Whoever revoked meanwhile may not have said so.
    void holder.checkRevocations()
    return holder
  } catch (cause) {
    show({ status: 'failed', failure: cause instanceof HolderError ? cause.code : 'not-loaded' })
    return undefined
  }
}

async function letGo(): Promise<void> {
  const holder = await opening
  opening = Promise.resolve(undefined)
  await holder?.close()
  show({ status: 'elsewhere' })
}

/** The browser has deleted what it kept of this site: a wallet that is only in memory would soon be gone without a word. */
async function lose(): Promise<void> {
  const holder = await opening
  opening = Promise.resolve(undefined)
  await holder?.close().catch(() => undefined)
  show({ status: 'failed', failure: 'deleted-storage' })
}

async function failureOf(call: HolderCall): Promise<WalletFailure | undefined> {
  try {
    const holder = await opening
    if (!holder) return 'failed'
    const work = holder[call.action] as (...args: HolderCall['args']) => Promise<unknown>
    await work(...call.args)
    return undefined
  } catch (cause) {
    return cause instanceof HolderError ? cause.code : 'failed'
  }
}

function show(state: WalletState): void {
  status = state.status
  post({ type: 'state', state })
}

const post = (message: FromWorker) => self.postMessage(message)
