import type { EventProperties, TrackedEvent, TrackedTag } from '@lastmile/contracts'
import { uploadedCharacterSlug } from '@lastmile/contracts/analytics'
import { type BehaviorAction, freshSession, newId, nextSession } from './behavior.ts'
import { contextOf, deviceOf, pageOf, type ReportedEvent, trackedEvent } from './session/event.ts'
import type { TrackingSession } from './session/session.ts'

/** The session's owner: this module, until the demo's store takes over. */
interface SessionHome {
  read: () => TrackingSession
  apply: (action: BehaviorAction) => void
}

/** The visitor's place in the demo; added to every event. */
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

/** Moves the session into the store, which also supplies the visitor's place. */
export function moveBehavior(next: SessionHome, scene: () => Scene): void {
  home = next
  sceneNow = scene
}

/** Calls back at every event. Returns a function that stops it. */
export function onTracked(listener: (event: TrackedEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The one entry point of all reports. Adds the place in the demo; the caller's properties override it. Never pass typed
 * text: the server accepts identifiers and numbers only.
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

/** Stores a fact about the visit; its source is the visitor unless `source` differs. */
export function tag(key: TrackedTag['key'], value: string, source: TrackedTag['source'] = 'user_action'): void {
  home.apply({ type: 'behavior/tagged', payload: { key, value, source, timestamp: Date.now() } })
}

/** The visit's source; the address changes later without a page load. */
const entrySearch = typeof document === 'undefined' ? '' : location.search

/** The current page, as passed to `pageShown`, and this site's page before it, which no browser reports. */
let shown: { path: string; title: string } | undefined
let previousPath: string | undefined

/** Paths may end with a slash. */
const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1')

export const isShown = (path: string) => shown?.path === withoutSlash(path)

/** The address and the title change before `pageShown` is called. */
const isShownHere = () => shown === undefined || isShown(location.pathname)

/** Call it at each new page: earlier events belong to the old one. */
export function pageShown(path: string): void {
  previousPath = shown?.path
  shown = { path: withoutSlash(path), title: document.title }
}

function pageNow({ character }: Scene) {
  const page = shown ?? { path: location.pathname, title: document.title }
  // The title could hold words of an uploaded character.
  if (isShownHere()) page.title = character === uploadedCharacterSlug ? '' : document.title
  return pageOf({
    url: page.path,
    title: page.title,
    referrer: previousPath ?? document.referrer,
    origin: location.origin,
  })
}
