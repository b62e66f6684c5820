import { persistedState } from '@lastmile/contracts/site'
import {
  type Check,
  connectionState,
  credentialState,
  flag,
  isObject,
  listOf,
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
 * What this browser keeps (specification, section 4; decisions: an allow-list). Never `proof`, `confirmedPerson`,
 * `socket` nor any attribute value; of the character only its slug, because its content holds such values.
 */
export function pickPersisted(state: RootState): PersistedState {
  const { isLoading, error, ...connection } = state.connection
  const { issuedCredentials, heldCredentials, revokableCredentials, definitionIds } = state.credentials
  return {
    characters: {
      currentCharacter: state.characters.currentCharacter,
      uploadedSlug: state.characters.uploadedSlug,
    },
    wallets: { chosenWallet: state.wallets.chosenWallet },
    // A screen that waits for its invitation is this page's own affair.
    connection: connection.id === null ? { ...connection, screen: null } : connection,
    credentials: { issuedCredentials, heldCredentials, revokableCredentials, definitionIds },
    onboarding: state.onboarding,
    preferences: state.preferences,
    section: state.section,
    useCases: state.useCases,
  }
}

export function serialise(state: PersistedState): string {
  return JSON.stringify({ version: persistedState.version, ...state })
}

const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const names = listOf(text)
const dictionaryOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check)

const connectionFields = { id: text, invitationId: text, state: connectionState, invitationUrl: text, shortUrl: text }

const checks = {
  characters: shape({ currentCharacter: orNull(text), uploadedSlug: orNull(text) }),
  wallets: shape({ chosenWallet: orNull(text) }),
  connection: shape({
    ...Object.fromEntries(Object.entries(connectionFields).map(([name, check]) => [name, orNull(check)])),
    isDeepLink: flag,
    screen: orNull(text),
    earlier: dictionaryOf(shape({ ...connectionFields, isDeepLink: flag })),
  }),
  credentials: shape({
    issuedCredentials: listOf(
      shape({ name: text, id: text, connectionId: text, state: credentialState, reason: orNull(text) }),
    ),
    heldCredentials: names,
    revokableCredentials: listOf(
      shape({ name: text, revocationRegId: text, connectionId: text, credRevocationId: text }),
    ),
    definitionIds: dictionaryOf(text),
  }),
  onboarding: shape({ onboardingStep: text, connectionId: orNull(text), isCompleted: flag }),
  preferences: shape({
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
  section: shape({ sectionCount: count, stepCount: count, proofId: orNull(text) }),
  useCases: shape({ currentUseCase: orNull(text) }),
} satisfies Record<keyof PersistedState, Check>

/** Of a first visit. */
const fresh: PersistedState = freshState()

function freshState(): PersistedState {
  const { isLoading, error, ...connection } = initialConnection
  const { issuedCredentials, heldCredentials, revokableCredentials, definitionIds } = initialCredentials
  return {
    characters: { currentCharacter: null, uploadedSlug: null },
    wallets: { chosenWallet: null },
    connection,
    credentials: { issuedCredentials, heldCredentials, revokableCredentials, definitionIds },
    onboarding: initialOnboarding,
    preferences: initialPreferences,
    section: initialSection,
    useCases: initialUseCases,
  }
}

/** Keeps the known fields only, so that nothing else in the storage reaches the store. */
function known<Shape extends object>(value: Record<string, unknown>, like: Shape): Shape {
  return Object.fromEntries(Object.keys(like).map((name) => [name, value[name]])) as Shape
}

/**
 * Reads what `serialise` wrote. State of another version, and anything that is not whole, is discarded: half a visit is
 * worse than a fresh one.
 */
export function parsePersisted(stored: string | null): PersistedState | undefined {
  if (stored === null) return undefined
  const value = parseJson(stored)
  if (!isObject(value) || value.version !== persistedState.version) return undefined
  if (isThemeAlone(value)) return { ...fresh, preferences: { ...initialPreferences, ...value.preferences } }
  if (!Object.entries(checks).every(([slice, check]) => check(value[slice]))) return undefined
  const slices = value as Record<keyof PersistedState, Record<string, unknown>>
  return {
    characters: known(slices.characters, fresh.characters),
    wallets: known(slices.wallets, fresh.wallets),
    connection: known(slices.connection, fresh.connection),
    credentials: known(slices.credentials, fresh.credentials),
    onboarding: known(slices.onboarding, fresh.onboarding),
    preferences: known(slices.preferences, fresh.preferences),
    section: known(slices.section, fresh.section),
    useCases: known(slices.useCases, fresh.useCases),
  }
}

/** What a visitor leaves who has chosen a theme on the marketing pages, which have no store, and not opened the demo yet. */
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
