import { persistedState } from '@lastmile/contracts/site'
import { isUploaded } from '@lastmile/contracts/uploaded'
import { weakMapMemoize } from '@reduxjs/toolkit'
import {
  type Check,
  connectionState,
  credentialRefusal,
  credentialState,
  flag,
  isObject,
  listOf,
  oneOf,
  orNull,
  shape,
  text,
} from '../../api/shape-checks.ts'
import { initialConnection } from '../../exchanges/connecting/connection-slice.ts'
import { initialCredentials } from '../../exchanges/issuing/credentials-slice.ts'
import { initialPreferences } from '../../state/preferences/preferences-slice.ts'
import type { PersistedState, RootState } from '../../state/root-state.ts'
import { initialOnboarding } from '../onboarding/onboarding-slice.ts'
import { initialSection } from '../use-cases/section-slice.ts'
import { initialUseCases } from '../use-cases/use-cases-slice.ts'

/**
 * The stored part of the state (docs/product.md, section 4): never `proof`, `confirmedPerson`, `socket` or attribute
 * values, and only the slug of a character, because its content holds values.
 */

/** Per tab: the position within a use case, and the uploaded character. */
export type TabState = Pick<PersistedState, 'useCases' | 'section' | 'upload'>

/** Shared by all tabs. */
export type SharedState = Omit<PersistedState, keyof TabState>

/** Memoized by slice: unchanged state keeps its identity and needs no comparison. */
const keptCharacters = weakMapMemoize(({ currentCharacter }: RootState['characters']) => ({ currentCharacter }))
const keptUpload = weakMapMemoize(({ uploadedSlug }: RootState['characters']) => ({ uploadedSlug }))
const keptWallets = weakMapMemoize(({ chosenWallet }: RootState['wallets']) => ({ chosenWallet }))
const keptConnection = weakMapMemoize(({ byScreen, screen }: RootState['connection']) => ({
  byScreen,
  // A screen waiting for its invitation belongs to this page alone.
  screen: byScreen[screen ?? ''] ? screen : null,
}))
const keptCredentials = weakMapMemoize(
  ({ issuedCredentials, heldCredentials, revokableCredentials, definitionIds }: RootState['credentials']) => ({
    issuedCredentials,
    heldCredentials,
    revokableCredentials,
    definitionIds,
  }),
)
/** Receipts belong to the visit, the running use case to the tab. */
const keptReceipts = weakMapMemoize((byProof: RootState['useCases']['receipts']) => ({ byProof }))
const keptUseCase = weakMapMemoize(({ currentUseCase }: RootState['useCases']) => ({ currentUseCase }))

export function sharedOf(state: RootState): SharedState {
  return {
    characters: keptCharacters(state.characters),
    wallets: keptWallets(state.wallets),
    connection: keptConnection(state.connection),
    credentials: keptCredentials(state.credentials),
    onboarding: state.onboarding,
    preferences: state.preferences,
    // Receipts of an uploaded character contain names from the visitor's own file.
    receipts: keptReceipts(
      isUploaded(state.characters.currentCharacter) ? initialUseCases.receipts : state.useCases.receipts,
    ),
  }
}

export const tabOf = ({ useCases, section, characters }: RootState): TabState => ({
  useCases: keptUseCase(useCases),
  section,
  upload: keptUpload(characters),
})

/** Identifies a visit by its character and the time of its first invitation. */
const visitOf = ({ characters, preferences }: SharedState) =>
  `${characters.currentCharacter} ${preferences.connectionDate}`

export const serialiseShared = (state: SharedState) => JSON.stringify({ version: persistedState.version, ...state })

export const serialiseTab = (state: TabState, shared: SharedState) =>
  JSON.stringify({ version: persistedState.version, visit: visitOf(shared), ...state })

const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const names = listOf(text)
const dictionaryOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check)

const connection = shape({
  id: text,
  invitationId: text,
  state: connectionState,
  invitationUrl: text,
  shortUrl: text,
  isDeepLink: flag,
})

const receipt = shape({
  id: text,
  useCase: shape({ slug: text, name: text }),
  verifier: text,
  request: text,
  at: text,
  credentials: listOf(
    shape({
      name: text,
      issuer: orNull(text),
      shown: names,
      proved: listOf(
        shape({
          name: text,
          type: oneOf('>=', '>', '<=', '<'),
          value: (value) => text(value) || Number.isSafeInteger(value),
        }),
      ),
      kept: names,
      nonRevoked: flag,
    }),
  ),
})

const sharedChecks = {
  characters: shape<SharedState['characters']>({ currentCharacter: orNull(text) }),
  wallets: shape<SharedState['wallets']>({ chosenWallet: orNull(text) }),
  connection: shape<SharedState['connection']>({ byScreen: dictionaryOf(connection), screen: orNull(text) }),
  credentials: shape<SharedState['credentials']>({
    issuedCredentials: listOf(
      shape({
        name: text,
        id: text,
        connectionId: orNull(text),
        threadId: orNull(text),
        state: credentialState,
        refusal: orNull(credentialRefusal),
      }),
    ),
    heldCredentials: names,
    revokableCredentials: listOf(
      shape({ name: text, revocationRegId: text, connectionId: orNull(text), credRevocationId: text }),
    ),
    definitionIds: dictionaryOf(text),
  }),
  onboarding: shape<SharedState['onboarding']>({ onboardingStep: text, connectionId: orNull(text), isCompleted: flag }),
  preferences: shape<SharedState['preferences']>({
    darkMode: orNull(flag),
    showHiddenUseCases: flag,
    revocationEnabled: flag,
    characterUploadEnabled: flag,
    completedUseCaseSlugs: names,
    demoCompleted: flag,
    completeCanceled: flag,
    connectionDate: orNull(text),
    lastServerReset: orNull(text),
  }),
  receipts: shape<SharedState['receipts']>({ byProof: dictionaryOf(receipt) }),
} satisfies Record<keyof SharedState, Check>

const tabChecks = {
  section: shape<TabState['section']>({ sectionCount: count, stepCount: count, proofId: orNull(text) }),
  useCases: shape<TabState['useCases']>({ currentUseCase: orNull(text) }),
  upload: shape<TabState['upload']>({ uploadedSlug: orNull(text) }),
} satisfies Record<keyof TabState, Check>

/** A first visit. */
const fresh: SharedState = {
  characters: { currentCharacter: null },
  wallets: { chosenWallet: null },
  connection: keptConnection(initialConnection),
  credentials: keptCredentials(initialCredentials),
  onboarding: initialOnboarding,
  preferences: initialPreferences,
  receipts: keptReceipts(initialUseCases.receipts),
}
export const freshTab: TabState = {
  useCases: keptUseCase(initialUseCases),
  section: initialSection,
  upload: { uploadedSlug: null },
}

/**
 * Reads what `serialiseShared` wrote. Discards another version or damaged state: half a visit is worse than a new one.
 */
export function parseShared(stored: string | null): SharedState | undefined {
  const value = parseStored(stored)
  if (!value) return undefined
  if (isThemeAlone(value)) return { ...fresh, preferences: { ...initialPreferences, ...value.preferences } }
  return knownSlices({ ...value, connection: byScreenOf(value.connection) }, sharedChecks, fresh)
}

/**
 * Before December 2026 pages stored the current screen's connection apart from the `earlier` ones; this converts them.
 */
function byScreenOf(kept: unknown): unknown {
  if (!isObject(kept) || !isObject(kept.earlier)) return kept
  const { earlier, screen, ...last } = kept
  return { screen, byScreen: typeof screen === 'string' ? { ...earlier, [screen]: last } : earlier }
}

/** Reads what `serialiseTab` wrote, unless it belongs to another visit. */
export function parseTab(stored: string | null, shared: SharedState): TabState | undefined {
  const value = parseStored(stored)
  return value?.visit === visitOf(shared) ? knownSlices(value, tabChecks, freshTab) : undefined
}

function parseStored(stored: string | null): Record<string, unknown> | undefined {
  const value = stored === null ? undefined : parseJson(stored)
  return isObject(value) && value.version === persistedState.version ? value : undefined
}

/** The slices, limited to this version's fields, if all are valid. */
function knownSlices<State extends object>(
  value: Record<string, unknown>,
  checks: Record<keyof State, Check>,
  like: State,
): State | undefined {
  const slices = Object.entries(checks) as [keyof State & string, Check][]
  if (!slices.every(([slice, check]) => check(value[slice]))) return undefined
  return Object.fromEntries(
    slices.map(([slice]) => [slice, knownFields(value[slice] as Record<string, unknown>, like[slice] as object)]),
  ) as State
}

const knownFields = (value: Record<string, unknown>, like: object) =>
  Object.fromEntries(Object.keys(like).map((name) => [name, value[name]]))

/** Stored when a visitor chose a theme on the marketing pages, which have no store, and has not opened the demo yet. */
const isThemeAlone = shape({ preferences: shape({ darkMode: flag }), onboarding: (value) => value === undefined }) as (
  value: unknown,
) => value is { preferences: { darkMode: boolean } }

function parseJson(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return undefined
  }
}
