import { type EventType, eventTypes, trackedPath, trackedTarget } from '@lastmile/contracts/analytics'
import { track } from './track.ts'

const attribute = 'data-track'

/**
 * Names the press of a button or link: `<Button {...pressed('button_click', 'next')}>`. Others are tracked unnamed.
 *
 * @param action identifier of the person's action
 */
export function pressed(type: EventType, action?: string): Record<string, string> {
  return { [attribute]: action === undefined ? type : `${type} ${action}` }
}

const downloads = /\.(csv|json|pdf|png|svg|txt|zip)$/i

function targetOf(link: HTMLAnchorElement): string | undefined {
  const isOurs = link.origin === location.origin
  const target = isOurs ? trackedPath(link.pathname) : link.hostname
  // Addresses for other programs, such as a wallet's, may contain an invitation.
  return link.protocol.startsWith('http') && trackedTarget.test(target) ? target : undefined
}

function linkEvent(link: HTMLAnchorElement): EventType {
  if (link.hasAttribute('download') || downloads.test(link.pathname)) return 'file_download'
  return link.protocol.startsWith('http') && link.origin !== location.origin ? 'external_link' : 'link_click'
}

const isEventType = (word: string | undefined): word is EventType => eventTypes.some((type) => type === word)

function reportPress(event: MouseEvent): void {
  const element = event.target instanceof Element ? event.target.closest('a[href], button') : null
  if (!element || element.getAttribute('aria-disabled') === 'true') return
  const [named, action] = element.getAttribute(attribute)?.split(' ') ?? []
  const isLink = element instanceof HTMLAnchorElement
  const type = isEventType(named) ? named : isLink ? linkEvent(element) : 'button_click'
  const target = isLink ? targetOf(element) : undefined
  track({ type, ...(action && { action }), ...(target && { properties: { target } }) })
}

/** Tracks every press of a button or link before the page handles it. Returns a function that stops it. */
export function watchPresses(): () => void {
  document.addEventListener('click', reportPress, true)
  return () => document.removeEventListener('click', reportPress, true)
}
