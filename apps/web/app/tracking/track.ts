import type { EventProperties, TrackedEvent, TrackedTag } from '@lastmile/contracts'
import { uploadedCharacterSlug } from '@lastmile/contracts/analytics'
import { type BehaviorAction, freshSession, newId, nextSession } from './behavior.ts'
import { deviceOf } from './session/device.ts'
import { type ReportedEvent, trackedEvent } from './session/event.ts'
import { contextOf, pageOf } from './session/page.ts'
import type { TrackingSession } from './session/session.ts'

/** Where the session lives: in this module until the demo's store is there, then in the store. */
interface SessionHome {
  read: () => TrackingSession
  apply: (action: BehaviorAction) => void
}

/** Where in the demo the visitor is; joined to every event. */
export type Scene = Pick<EventProperties, 'character' | 'useCase' | 'screen' | 'step'> & {
  connectionId?: string | null
}

function ownHome(): SessionHome {
  let session = freshSession()
  return {
    read: () => session,
    apply: (action) => {
      session = nextSession(session, action)
    },
  }
}

let home = ownHome()
let sceneNow: () => Scene = () => ({})
const listeners = new Set<(event: TrackedEvent) => void>()

export const behaviorSession = () => home.read()

export const applyToBehavior = (action: BehaviorAction) => home.apply(action)

/** The store takes over the session, and tells where the visitor is. */
export function moveBehavior(next: SessionHome, scene: () => Scene): void {
  home = next
  sceneNow = scene
}

/** Hears of every event that is tracked. Returns a function that ends it. */
export function onTracked(listener: (event: TrackedEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The one port through which everything reports what happens. It knows by itself where in the demo that is; what the
 * caller says of it goes before. Never give it anything that a person typed: the server takes identifiers and numbers.
 */
export function track({ properties, ...reported }: ReportedEvent): void {
  if (!home.read().isTracking) return
  const { connectionId, ...scene } = isShownHere() ? sceneNow() : {}
  const event = trackedEvent(
    { ...reported, properties: { ...scene, ...properties } },
    {
      id: newId(),
      sessionId: home.read().sessionId,
      now: Date.now(),
      page: pageNow(scene),
      device: deviceOf(navigator.userAgent, screen, navigator.language),
      context: contextOf((name) => new URLSearchParams(entrySearch).get(name)),
      connectionId,
    },
  )
  home.apply({ type: 'behavior/eventTracked', payload: event })
  for (const listener of listeners) listener(event)
}

/** Remembers something about the visit; the visitor did it unless `source` says otherwise. */
export function tag(key: TrackedTag['key'], value: string, source: TrackedTag['source'] = 'user_action'): void {
  home.apply({ type: 'behavior/tagged', payload: { key, value, source, timestamp: Date.now() } })
}

/** What led to the visit; the address changes later, without another page being loaded. */
const entrySearch = typeof document === 'undefined' ? '' : location.search

/**
 * The current page, as passed to `pageShown`, and the page of this site before it, which the browser does not report.
 */
let shown: { path: string; title: string } | undefined
let previousPath: string | undefined

/** Paths come with and without a slash at their end. */
const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1')

export const isShown = (path: string) => shown?.path === withoutSlash(path)

/** The address and the title change before `pageShown` is called. */
const isShownHere = () => shown === undefined || isShown(location.pathname)

/** Another page shows. What is tracked before this call belongs to the page before. */
export function pageShown(path: string): void {
  previousPath = shown?.path
  shown = { path: withoutSlash(path), title: document.title }
}

function pageNow({ character }: Scene) {
  const page = shown ?? { path: location.pathname, title: document.title }
  // The words of a visitor's own character are the visitor's own.
  if (isShownHere()) page.title = character === uploadedCharacterSlug ? '' : document.title
  return pageOf({
    url: page.path,
    title: page.title,
    referrer: previousPath ?? document.referrer,
    origin: location.origin,
  })
}
