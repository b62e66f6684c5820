/** Runs the wallet off the main thread: proving never blocks the page. It talks only to the page and to its peers. */
import { type Holder, HolderError, walletFile } from '@lastmile/holder'
import {
  type BrowserStorage,
  openBrowserStorage,
  openMemoryStorage,
  reencryptBrowserStorage,
  replaceBrowserStorage,
} from '../storage/browser-storage.ts'
import type { AnsweredPasskey } from '../storage/passkey-lock.ts'
import { fileType } from '../wallet-file.ts'
import { openHolder } from './browser-holder.ts'
import type { Answer, Call, FromWorker, WalletState } from './messages.ts'
import { readMessage, type ToWorker } from './read-message.ts'
import { acquireTabLock } from './tab-lock.ts'

interface Running {
  holder: Holder
  kept: BrowserStorage
}

/** Undefined while another tab runs the wallet, it is locked, or opening failed. */
let opening: Promise<Running | undefined> = Promise.resolve(undefined)
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
    case 'wake': {
      // The other tab may be closed by now.
      if (status === 'elsewhere') opening = open(false)
      const wallet = await opening
      return wallet?.holder.wake()
    }
    case 'call':
      return post({ type: 'answer', id: message.id, ...(await answerTo(message)) })
  }
}

async function open(force: boolean): Promise<Running | undefined> {
  const place = await acquireTabLock(force, letGo)
  if (place === 'here') return start()
  // Two tabs without a lock would spoil what is stored.
  if (place === 'refused') return orSayWhyNot(async () => run(await openMemoryStorage()))
  show({ status: 'elsewhere' })
  return undefined
}

/** @param secret the passkey's output, for a locked wallet */
function start(secret?: Uint8Array<ArrayBuffer>): Promise<Running | undefined> {
  show({ status: 'opening' })
  return orSayWhyNot(async () => {
    const kept = await openBrowserStorage(() => void lose(), secret)
    if ('storage' in kept) return run(kept)
    show({ status: 'locked', lock: { credentialId: kept.credentialId, input: kept.input } })
    return undefined
  })
}

async function run(kept: BrowserStorage): Promise<Running> {
  const { isKept, isLocked } = kept
  const holder = await openHolder(kept, (url) => post({ type: 'return', url }))
  const notify = () => show({ status: 'open', snapshot: holder.snapshot(), isKept, isLocked })
  holder.subscribe(notify)
  notify()
  return { holder, kept }
}

async function orSayWhyNot(open: () => Promise<Running | undefined>): Promise<Running | undefined> {
  try {
    return await open()
  } catch (cause) {
    show({ status: 'failed', failure: codeOf(cause) })
    return undefined
  }
}

const codeOf = (cause: unknown) => (cause instanceof HolderError ? cause.code : 'failed')

async function letGo(): Promise<void> {
  const wallet = await opening
  opening = Promise.resolve(undefined)
  await wallet?.holder.close()
  show({ status: 'elsewhere' })
}

/** The browser has deleted this site's data. A wallet left only in memory would vanish without notice. */
async function lose(): Promise<void> {
  const wallet = await opening
  opening = Promise.resolve(undefined)
  await wallet?.holder.close().catch(() => undefined)
  show({ status: 'failed', failure: 'deleted-storage' })
}

async function answerTo(call: Call): Promise<Answer> {
  try {
    const wallet = await opening
    const result = wallet ? await carryOut(call, wallet) : await carryOutClosed(call)
    return result instanceof Uint8Array ? { file: new Blob([Uint8Array.from(result)], { type: fileType }) } : {}
  } catch (cause) {
    return { failure: codeOf(cause) }
  }
}

async function carryOut(call: Call, wallet: Running): Promise<unknown> {
  const { holder, kept } = wallet
  switch (call.action) {
    case 'lock':
      return reencrypt(wallet, call.args[0])
    case 'removeLock':
      return reencrypt(wallet)
    case 'lockAgain':
      opening = holder.close().then(() => start())
      return void (await opening)
    case 'unlock':
      return undefined
    case 'erase':
      await holder.erase()
      return kept.isLocked && reencrypt(wallet)
    default:
      return callHolder(holder, call)
  }
}

type OwnAction = 'lock' | 'removeLock' | 'lockAgain' | 'unlock'
type HolderArgs = { [Each in Exclude<Call, { action: OwnAction }> as Each['action']]: Each['args'] }

/** For the compiler, a function of its own: the arguments are those of the action. */
const callHolder = <Action extends keyof HolderArgs>(
  holder: { [Each in Action]: (...args: HolderArgs[Each]) => Promise<unknown> },
  { action, args }: { action: Action; args: HolderArgs[Action] },
) => holder[action](...args)

/** Actions on a locked or unreadable wallet. */
async function carryOutClosed(call: Call): Promise<void> {
  if (status !== 'locked' && status !== 'failed') throw new HolderError('failed', 'The wallet is not open here')
  switch (call.action) {
    case 'unlock':
      opening = start(call.args[0])
      break
    case 'import':
      await replaceBrowserStorage(async (cipher) => {
        const { reencryptedFile } = await walletFile()
        return reencryptedFile(...call.args, cipher)
      })
      opening = start()
      break
    default:
      throw new HolderError('failed', 'The wallet is not open')
  }
  await opening
}

/** Re-encrypts the wallet under a new key. @param passkey required from then on */
async function reencrypt({ holder, kept }: Running, passkey?: AnsweredPasskey): Promise<void> {
  const reencrypting = holder.close().then(() => reencryptBrowserStorage(kept, passkey))
  // A failure leaves everything unchanged.
  opening = orSayWhyNot(() => reencrypting.catch(() => kept).then(run))
  await Promise.all([reencrypting, opening])
}

function show(state: WalletState): void {
  status = state.status
  post({ type: 'state', state })
}

const post = (message: FromWorker) => self.postMessage(message)
