import type { Protocol, SharedState, TabState } from '@lastmile/contracts'
import { sharedStateShape, tabStateShape } from '@lastmile/contracts/persisted-shapes'
import type { Shape } from '@lastmile/contracts/shape'
import { persistedState } from '@lastmile/contracts/site'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { weakMapMemoize } from '@reduxjs/toolkit'
import { hasShape, isObject } from '../../api/has-shape.ts'
import { initialShared } from '../../state/initial-state.ts'
import type { RootState } from '../../state/root-state.ts'

/** Which fields of the store the browser stores says `persistedState` of the contract alone. */

export const sharedOf = (state: RootState): SharedState =>
  storedFields(sharedStateShape, {
    ...state,
    connection: withoutPendingScreen(state.connection),
    // Receipts of an uploaded character contain names from the visitor's own file.
    receipts: isUploaded(state.characters.currentCharacter)
      ? initialShared.receipts
      : receiptsOfVisit(state.useCases.receipts),
  })

export const tabOf = (state: RootState): TabState => storedFields(tabStateShape, { ...state, upload: state.characters })

/** A screen waiting for its invitation belongs to this page alone. */
const withoutPendingScreen = weakMapMemoize((connection: RootState['connection']) => {
  const { byScreen, screen } = connection
  return byScreen[screen ?? ''] ? connection : { ...connection, screen: null }
})

/** Receipts belong to the visit, the running use case to the tab. */
const receiptsOfVisit = weakMapMemoize((byProof: RootState['useCases']['receipts']) => ({ byProof }))

/** The slices of a shape, limited to its fields. */
const storedFields = <State extends object>({ properties = {} }: Shape, slices: State) =>
  Object.fromEntries(
    Object.entries(properties).map(([slice, shape]) => [
      slice,
      fieldsOf(shape, slices[slice as keyof State] as object),
    ]),
  ) as State

/** Memoized by slice: unchanged state keeps its identity and needs no comparison. */
const fieldsOf = weakMapMemoize(({ properties = {} }: Shape, slice: object) =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, slice[name as keyof typeof slice]])),
)

/** Identifies a visit by its character and the time of its first invitation. */
const visitOf = ({ characters, preferences }: SharedState) =>
  `${characters.currentCharacter} ${preferences.connectionDate}`

/** `lineage`: the ids of this text and of those it builds on, newest first. */
export const serialiseShared = (state: SharedState, lineage: unknown[]) =>
  JSON.stringify({ version: persistedState.version, ...state, lineage })

/** Texts without one count as the first. */
export function lineageOf(stored: string | null): unknown[] {
  const lineage = parseStored(stored)?.lineage
  return Array.isArray(lineage) ? lineage : [0]
}

export const serialiseTab = (state: TabState, shared: SharedState) =>
  JSON.stringify({ version: persistedState.version, visit: visitOf(shared), ...state })

/**
 * Reads what `serialiseShared` wrote. Discards another version or damaged state: half a visit is worse than a new one.
 */
export function parseShared(stored: string | null): SharedState | undefined {
  const value = parseStored(stored)
  if (!value) return undefined
  const { preferences, onboarding } = value
  // Stored when a visitor chose a theme on the marketing pages, which have no store, and has not opened the demo yet.
  if (onboarding === undefined && isObject(preferences) && typeof preferences.darkMode === 'boolean')
    return { ...initialShared, preferences: { ...initialShared.preferences, darkMode: preferences.darkMode } }
  return valid<SharedState>(
    // Visits of before December 2026 lack the positions.
    { positions: initialShared.positions, ...value, ...withProtocols(byScreenOf(value.connection), value.credentials) },
    sharedStateShape,
  )
}

/**
 * Before December 2026 pages stored the current screen's connection apart from the `earlier` ones; this converts them.
 */
function byScreenOf(kept: unknown): unknown {
  if (!isObject(kept) || !isObject(kept.earlier)) return kept
  const { earlier, screen, ...last } = kept
  return { screen, byScreen: typeof screen === 'string' ? { ...earlier, [screen]: last } : earlier }
}

/** Before December 2026 a connection without an id, and a credential without a connection, meant OpenID4VC. */
const earlierProtocol = (connectionId: unknown): Protocol => (connectionId === null ? 'openid4vc' : 'didcomm')

function withProtocols(connection: unknown, credentials: unknown) {
  const meetingOf = (kept: unknown) => {
    if (!isObject(kept) || 'kind' in kept) return kept
    const protocol = earlierProtocol(kept.id)
    return kept.id === null ? { kind: 'invitation', protocol } : { kind: 'connection', protocol, ...kept }
  }
  const entryOf = (kept: unknown) => (isObject(kept) ? { protocol: earlierProtocol(kept.connectionId), ...kept } : kept)
  return {
    connection:
      isObject(connection) && isObject(connection.byScreen)
        ? { ...connection, byScreen: mapValues(connection.byScreen, meetingOf) }
        : connection,
    credentials:
      isObject(credentials) && Array.isArray(credentials.issuedCredentials)
        ? { ...credentials, issuedCredentials: credentials.issuedCredentials.map(entryOf) }
        : credentials,
  }
}

const mapValues = (entries: Record<string, unknown>, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value)]))

/** Reads what `serialiseTab` wrote, unless it belongs to another visit. */
export function parseTab(stored: string | null, shared: SharedState): TabState | undefined {
  const value = parseStored(stored)
  return value?.visit === visitOf(shared) ? valid<TabState>(value, tabStateShape) : undefined
}

const valid = <State extends object>(value: object, shape: Shape): State | undefined =>
  hasShape(value, shape) ? storedFields(shape, value as State) : undefined

function parseStored(stored: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    return isObject(value) && value.version === persistedState.version ? value : undefined
  } catch {
    return undefined
  }
}
