import { combineReducers, configureStore, type UnknownAction } from '@reduxjs/toolkit'
import type { Services } from './app-thunk.ts'
import { behaviorReducer } from './behavior/behavior-slice.ts'
import { journeyWatcher } from './behavior/watch-journey.ts'
import { charactersReducer } from './characters/characters-slice.ts'
import { connectionReducer } from './connection/connection-slice.ts'
import { credentialsReducer } from './credentials/credentials-slice.ts'
import { demoReset } from './demo-actions.ts'
import { onboardingReducer } from './onboarding/onboarding-slice.ts'
import { preferencesReducer } from './preferences/preferences-slice.ts'
import { proofReducer } from './proof/proof-slice.ts'
import { sectionReducer } from './section/section-slice.ts'
import { socketReducer } from './socket/socket-slice.ts'
import { useCasesReducer } from './use-cases/use-cases-slice.ts'
import { walletsReducer } from './wallets/wallets-slice.ts'

/** The slices under the names of the specification, section 3. */
const slices = combineReducers({
  socket: socketReducer,
  wallets: walletsReducer,
  characters: charactersReducer,
  connection: connectionReducer,
  credentials: credentialsReducer,
  onboarding: onboardingReducer,
  preferences: preferencesReducer,
  proof: proofReducer,
  section: sectionReducer,
  useCases: useCasesReducer,
  behavior: behaviorReducer,
})

export type RootState = ReturnType<typeof slices>

function rootReducer(state: RootState | undefined, action: UnknownAction): RootState {
  if (!state || !demoReset.match(action)) return slices(state, action)
  const { socket, wallets, characters, preferences, behavior } = state
  const initial = slices(undefined, action)
  return {
    ...initial,
    socket,
    behavior,
    wallets: { ...wallets, chosenWallet: null },
    characters: { ...initial.characters, characters: characters.characters },
    preferences: {
      ...initial.preferences,
      darkMode: preferences.darkMode,
      lastServerReset: preferences.lastServerReset,
    },
  }
}

export function createStore(services: Services) {
  return configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: services } }).concat(journeyWatcher),
  })
}

export type AppStore = ReturnType<typeof createStore>
export type AppDispatch = AppStore['dispatch']
