import { useSyncExternalStore } from 'react'
import { type PageInvitation, walletClient } from './wallet-client.ts'

/** In the tab's storage: reopens the wallet beside the demo after a reload. */
const kept = { key: 'wallet', value: 'open' } as const

const listeners = new Set<() => void>()
let isOpen = wasOpen()

/** Wide enough for the wallet beside the page instead of in front. */
export const hasRoomBeside = (): boolean => matchMedia('(width >= 1200px)').matches

/** Opens the wallet beside the page. @param link an invitation that the visitor passes to it */
export function openWallet(link?: string): void {
  setOpen(true)
  if (link !== undefined) walletClient.agree(link)
}

/**
 * Gives the wallet what the page shows, and opens it when that is new. It stays closed where it would cover the page
 * only to say that it connects, as the visitor has agreed to before.
 */
export function handOver(invitation: PageInvitation): 'quietly' | 'before' | 'openly' {
  if (!walletClient.handOver(invitation)) return 'before'
  const { wallet, asking } = walletClient.view()
  const isAgreed = invitation.partner !== undefined && wallet.status === 'open' && asking?.link !== invitation.link
  if (isAgreed && !hasRoomBeside()) return 'quietly'
  setOpen(true)
  return 'openly'
}

export const closeWallet = () => setOpen(false)

export const useIsWalletOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setOpen(value: boolean): void {
  isOpen = value
  keepOpen(value)
  for (const listener of listeners) listener()
}

/** Whether it opens again after a reload. */
export function keepOpen(value: boolean): void {
  try {
    if (value) sessionStorage.setItem(kept.key, kept.value)
    else sessionStorage.removeItem(kept.key)
  } catch {
    // Without storage, a reload closes it.
  }
}

function wasOpen(): boolean {
  try {
    return sessionStorage.getItem(kept.key) === kept.value
  } catch {
    return false
  }
}
