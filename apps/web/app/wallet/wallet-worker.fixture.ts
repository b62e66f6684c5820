import { vi } from 'vitest'
import { walletClient } from './wallet-client.ts'
import type { Answer, FromWorker, WalletState } from './worker/messages.ts'
import type { ToWorker } from './worker/read-message.ts'

/** A fake wallet worker: reports the given state and answers every call alike. */
class QuietWorker {
  static latest: QuietWorker | undefined
  static answer: Answer | undefined
  onmessage: ((event: { data: FromWorker }) => void) | undefined
  onerror: ((event: Event) => void) | undefined
  constructor() {
    QuietWorker.latest = this
  }
  postMessage(message: ToWorker) {
    if (message.type !== 'call' || !QuietWorker.answer) return
    const data: FromWorker = { type: 'answer', id: message.id, ...QuietWorker.answer }
    queueMicrotask(() => this.onmessage?.({ data }))
  }
  terminate() {}
}

/**
 * Opens the page's wallet in the given state.
 *
 * @param answer to every call; without it, calls stay pending
 */
export function walletIs(state: WalletState, answer?: Answer): void {
  vi.stubGlobal('Worker', QuietWorker)
  vi.stubGlobal('isSecureContext', true)
  QuietWorker.answer = answer
  walletClient.reopen()
  walletBecomes(state)
}

export const workerReports = (error: Event): void => QuietWorker.latest?.onerror?.(error)

/** Another site that was answered wants its visitor back there. */
export const walletReturns = (url: string): void => QuietWorker.latest?.onmessage?.({ data: { type: 'return', url } })

export const walletBecomes = (state: WalletState): void =>
  QuietWorker.latest?.onmessage?.({ data: { type: 'state', state } })
