import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { loadAnonCreds } from '@lastmile/anoncreds-wasm'
import { type AnonCreds, createHolder, type Holder, type HolderDependencies } from '@lastmile/holder'
import { systemClock } from '@lastmile/holder/system-clock'
import { openWebSocket } from '@lastmile/holder/web-socket'
import { WebSocket } from 'ws'

const cryptography = createRequire(import.meta.url).resolve('@lastmile/anoncreds-wasm/holder.wasm')
/** Read once for all wallets of a process. */
let anoncreds: Promise<AnonCreds> | undefined

/** The wallet's engine with what Node has for it. Rejects with `HolderError` when the records are not of this key. */
export async function createNodeHolder(
  { storage, cipher }: Pick<HolderDependencies, 'storage' | 'cipher'>,
  more: Partial<HolderDependencies> = {},
): Promise<Holder> {
  anoncreds ??= readFile(cryptography).then(loadAnonCreds)
  return createHolder({
    label: 'Terminal wallet',
    anoncreds: await anoncreds,
    storage,
    cipher,
    openSocket,
    fetch,
    clock: systemClock,
    ...more,
  })
}

/** Node has a `WebSocket` of its own from version 22 on. */
export const openSocket = (url: string) => openWebSocket(url, WebSocket as unknown as typeof globalThis.WebSocket)
