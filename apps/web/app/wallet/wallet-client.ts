import { keepShell } from './offline/keep-shell.ts'
import { eraseDatabase, openDatabase } from './storage/database.ts'
import type { Answer, Call, FromWorker, WalletFailure, WalletState } from './worker/messages.ts'
import type { ToWorker } from './worker/read-message.ts'

/** Milliseconds that the worker has to erase the wallet. */
const erasePatience = 10_000

export interface WalletView {
  /** `closed`: not opened yet, and no code loaded. */
  wallet: WalletState | { status: 'closed' }
  /** An invitation being accepted, or the reason it was not. */
  receiving?: { failure?: WalletFailure }
  /** A page's invitation to connect, until the visitor agrees. */
  asking?: PageInvitation
  /** Whether the last invitation was a page's. */
  isFromPage?: boolean
  /** The page of another site, which says there what it makes of the answer. */
  returnTo?: string
}

/** An invitation that a page of the demo hands over. */
export interface PageInvitation {
  link: string
  /** Whom to connect with; a proof request asks by itself. */
  partner?: string
  /** The press that opened the wallet was the visitor's yes. */
  isAgreed?: boolean
}

/** The page's client of the wallet worker; one per document. */
class WalletClient {
  #view: WalletView = { wallet: { status: 'closed' } }
  /** As the worker says. */
  #state: WalletState | undefined
  #worker: Worker | undefined
  #invitation: { link: string; end: (isTaken: boolean) => void } | undefined
  #lastCall = 0
  /** Links that pages have handed over. */
  readonly #handedOver = new Set<string>()
  readonly #calls = new Map<number, (answer: Answer) => void>()
  readonly #listeners = new Set<() => void>()

  readonly view = () => this.#view

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Loads and opens the wallet unless it is open. */
  readonly open = (force = false) => {
    if (this.#worker) return
    if (!isSecureContext) return this.#show({ wallet: { status: 'failed', failure: 'not-secure' } })
    this.#show({ wallet: { status: 'opening' } })
    const worker = new Worker(new URL('../worker.ts', import.meta.url), { type: 'module' })
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#take(data)
    worker.onerror = (event) => {
      // Code that never came throws nothing.
      const isLoaded = event instanceof ErrorEvent || this.#view.wallet.status !== 'opening'
      this.#end()
      this.#show({ wallet: { status: 'failed', failure: isLoaded ? 'failed' : 'not-loaded' } })
    }
    addEventListener('online', this.#wake)
    addEventListener('offline', this.#wake)
    document.addEventListener('visibilitychange', this.#wake)
    this.#post({ type: 'open', force })
  }

  /** Retries after a failure. */
  readonly reopen = () => {
    this.#end()
    this.open()
  }

  /** Takes the wallet from another tab. */
  readonly takeOver = () => this.#post({ type: 'open', force: true })

  /** Erases the wallet, also without its worker, which may have failed, be busy or be opening it still. */
  readonly erase = async (): Promise<Answer> => {
    if (this.#view.wallet.status === 'open') {
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, erasePatience))
      const answer = await Promise.race([this.call({ action: 'erase', args: [] }), late])
      if (answer && !answer.failure) return answer
    }
    this.#end()
    try {
      await eraseDatabase(await openDatabase())
      // The worker that was ended may have its lock for a moment.
      this.open(true)
      return {}
    } catch {
      this.#show({ wallet: { status: 'failed', failure: 'not-erased' } })
      return { failure: 'not-erased' }
    }
  }

  /** Takes a page's invitation, once; to connect it asks the visitor first. @returns whether it was new */
  readonly handOver = (invitation: PageInvitation): boolean => {
    const { link, partner, isAgreed = false } = invitation
    if (this.#handedOver.has(link)) return false
    this.#handedOver.add(link)
    if (partner === undefined || isAgreed) void this.receive(link, true)
    else this.#show({ asking: invitation })
    this.#connectIfAgreed()
    return true
  }

  /** The page has gone on: the question is gone. */
  readonly takeBack = (link: string) => {
    if (this.#view.asking?.link !== link) return
    this.#handedOver.delete(link)
    this.#show({ asking: undefined })
  }

  /** The page has ended what it had asked for: an open request of the invitation ends in the wallet too. */
  readonly withdraw = (link: string) => {
    this.takeBack(link)
    if (this.#view.wallet.status === 'open') void this.call({ action: 'withdraw', args: [link] })
  }

  /** Takes an invitation that the visitor agreed to. */
  readonly agree = (link: string) => {
    this.#handedOver.add(link)
    void this.receive(link, true)
  }

  /** Not now: the page may ask once more when the wallet is opened. */
  readonly refuse = () => this.takeBack(this.#view.asking?.link ?? '')

  /**
   * Accepts an invitation once the wallet is open; progress is in `view().receiving`. @returns whether it was accepted
   */
  readonly receive = (link: string, isFromPage = false): Promise<boolean> => {
    this.#invitation?.end(false)
    return new Promise((end) => {
      this.#invitation = { link, end }
      this.#show({ receiving: {}, asking: undefined, isFromPage, returnTo: undefined })
      this.#receiveWaiting()
    })
  }

  readonly call = (call: Call): Promise<Answer> => {
    // A crashed wallet can still be replaced.
    this.open()
    const id = ++this.#lastCall
    return new Promise((resolve) => {
      this.#calls.set(id, resolve)
      this.#post({ type: 'call', id, ...call })
    })
  }

  readonly isOffline = () => {
    const { wallet } = this.#view
    return !navigator.onLine || (wallet.status === 'open' && wallet.snapshot.network === 'offline')
  }

  /** Whether the network or the other side is known to be away. */
  readonly isAway = () => {
    const { wallet } = this.#view
    return !navigator.onLine || (wallet.status === 'open' && wallet.snapshot.network !== 'online')
  }

  /** Resolves with whether they are back within `patience` milliseconds. */
  readonly comesBack = (patience: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (isBack: boolean) => {
        clearTimeout(timer)
        unsubscribe()
        removeEventListener('online', look)
        resolve(isBack)
      }
      const look = () => {
        if (!this.isAway()) end(true)
      }
      const timer = setTimeout(end, patience, false)
      const unsubscribe = this.subscribe(look)
      addEventListener('online', look)
    })

  #take(message: FromWorker): void {
    if (message.type === 'state') {
      this.#state = message.state
      if (message.state.status === 'open' && this.#view.wallet.status === 'opening') keepShell()
      this.#showState()
      this.#connectIfAgreed()
      this.#receiveWaiting()
      return
    }
    if (message.type === 'return') {
      this.#show({ returnTo: message.url })
      return
    }
    this.#calls.get(message.id)?.(message)
    this.#calls.delete(message.id)
  }

  /** The owner's yes to one place of the demo holds for all, as long as the wallet keeps a connection with one. */
  #connectIfAgreed(): void {
    const { asking, wallet } = this.#view
    if (!asking || wallet.status !== 'open') return
    const isAgreed = wallet.snapshot.connections.some(
      ({ state, with: { host } }) => state !== 'abandoned' && host === location.host,
    )
    if (isAgreed) void this.receive(asking.link, true)
  }

  #receiveWaiting(): void {
    if (!this.#invitation || this.#view.wallet.status !== 'open') return
    const { link, end } = this.#invitation
    this.#invitation = undefined
    void this.call({ action: 'receive', args: [link] }).then(({ failure }) => {
      this.#show({ receiving: failure && { failure } })
      end(failure === undefined)
    })
  }

  readonly #wake = () => {
    this.#showState()
    if (document.visibilityState === 'visible') this.#post({ type: 'wake' })
  }

  /** A browser knows that it has no network before a second host fails to answer. */
  #showState(): void {
    const state = this.#state
    if (!state) return
    const isOffline = state.status === 'open' && state.snapshot.network === 'connecting' && !navigator.onLine
    this.#show({ wallet: isOffline ? { ...state, snapshot: { ...state.snapshot, network: 'offline' } } : state })
  }

  #end(): void {
    this.#state = undefined
    this.#worker?.terminate()
    this.#worker = undefined
    removeEventListener('online', this.#wake)
    removeEventListener('offline', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    for (const answer of this.#calls.values()) answer({ failure: 'failed' })
    this.#calls.clear()
  }

  #show(change: Partial<WalletView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of this.#listeners) listener()
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }
}

export const walletClient = new WalletClient()
