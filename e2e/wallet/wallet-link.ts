import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { WalletError } from './wallet-error.ts'
import type { CallMessage, Notify, ProcessMessage, WalletCalls } from './wallet-protocol.ts'

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

let child: ChildProcess | undefined
let calls = 0
let wallets = 0
const pending = new Map<number, Pending>()
const listeners = new Map<number, Notify>()

/**
 * Wallets run in a process of their own, one for all that this process opens: they share nothing with the agent that
 * they are tried on, neither libraries nor native ones. It ends with this one, and keeps it from ending only while a
 * call waits.
 */
export function openWallet(notify: Notify) {
  const wallet = ++wallets
  listeners.set(wallet, notify)
  return {
    call: <Method extends keyof WalletCalls>(method: Method, ...parameters: Parameters<WalletCalls[Method]>) =>
      call(wallet, method, parameters) as ReturnType<WalletCalls[Method]>,
    forget: () => listeners.delete(wallet),
  }
}

/** Addresses of the scripts that the wallets' process has loaded. */
export const scriptsOfWallets = () => call(0, 'loadedScripts', []) as Promise<string[]>

function call(wallet: number, method: keyof WalletCalls, parameters: unknown[]): Promise<unknown> {
  child ??= start()
  const message: CallMessage = { call: ++calls, wallet, method, parameters }
  const answer = new Promise<unknown>((resolve, reject) => pending.set(message.call, { resolve, reject }))
  child.channel?.ref()
  // Written to a process that has just ended, it gets no answer: the end tells all who wait.
  child.send(message, () => {})
  return answer
}

function start(): ChildProcess {
  const started = fork(fileURLToPath(new URL('start-process.mjs', import.meta.url)), {
    execArgv: [],
    serialization: 'advanced',
  })
  started.unref()
  started.on('message', (message: ProcessMessage) => {
    if ('event' in message) return listeners.get(message.wallet)?.(message.event)
    const waiting = pending.get(message.call)
    pending.delete(message.call)
    if (pending.size === 0) started.channel?.unref()
    const { value, failure } = message
    if (!failure) waiting?.resolve(value)
    else waiting?.reject(failure.code ? new WalletError(failure.code, failure.message) : new Error(failure.message))
  })
  started.on('exit', (code, signal) => {
    child = undefined
    for (const { reject } of pending.values()) reject(new Error(`The wallets' process ended with ${signal ?? code}`))
    pending.clear()
  })
  return started
}
