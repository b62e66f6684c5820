import { useSyncExternalStore } from 'react'
import { walletClient } from './wallet-client.ts'

/** In the tab's storage: the wallet is open beside the demo, also after a reload. */
const kept = { key: 'wallet', value: 'open' } as const

const listeners = new Set<() => void>()
let isOpen = wasOpen()

/** Where the wallet stands beside the page, and not before it. */
export const roomBeside = '(width >= 1200px)'

export const hasRoomBeside = (): boolean => matchMedia(roomBeside).matches

/** Opens the wallet beside what is shown. @param link an invitation that the visitor hands to it */
export function openWallet(link?: string): void {
  setOpen(true)
  if (link !== undefined) void walletClient.receive(link)
}

export const closeWallet = () => setOpen(false)

export const useIsWalletOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setOpen(value: boolean): void {
  isOpen = value
  try {
    if (value) sessionStorage.setItem(kept.key, kept.value)
    else sessionStorage.removeItem(kept.key)
  } catch {
    // Where nothing may be stored, it closes with the page.
  }
  for (const listener of listeners) listener()
}

function wasOpen(): boolean {
  try {
    return sessionStorage.getItem(kept.key) === kept.value
  } catch {
    return false
  }
}
