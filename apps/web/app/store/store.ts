import { webWalletId } from '@lastmile/contracts/constants'
import {
  combineReducers,
  configureStore,
  type Reducer,
  type StateFromReducersMapObject,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { connectionReducer } from '../exchanges/connecting/connection-slice.ts'
import { walletsReducer } from '../exchanges/connecting/wallets-slice.ts'
import { credentialsReducer } from '../exchanges/issuing/credentials-slice.ts'
import { messagesReducer } from '../exchanges/messages/messages-slice.ts'
import { proofReducer } from '../exchanges/proving/proof-slice.ts'
import { queueReducer } from '../exchanges/queue/queue-slice.ts'
import type { AppStore, Services } from '../state/app-thunk.ts'
import { charactersReducer, uploadOf } from '../state/characters/characters-slice.ts'
import { demoReset } from '../state/demo-actions.ts'
import { operatorOptionsOf, preferencesReducer } from '../state/preferences/preferences-slice.ts'
import type { RootState } from '../state/root-state.ts'
import { behaviorReducer, journeyWatcher } from '../visit/behavior/watch-journey.ts'
import { confirmedPersonReducer } from '../visit/confirmed-person/confirmed-person-slice.ts'
import { socketReducer } from '../visit/live-link/socket-slice.ts'
import { onboardingReducer } from '../visit/onboarding/onboarding-slice.ts'
import { keepingReducer } from '../visit/persistence/keeping-slice.ts'
import { receiptKeeper } from '../visit/receipts/receipt-keeper.ts'
import { positionsReducer } from '../visit/use-cases/positions-slice.ts'
import { sectionReducer } from '../visit/use-cases/section-slice.ts'
import { useCasesReducer } from '../visit/use-cases/use-cases-slice.ts'

/** The slices under their names (docs/product.md, section 3), and some more. */
const reducers = {
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
  positions: positionsReducer,
  confirmedPerson: confirmedPersonReducer,
  behavior: behaviorReducer,
  messages: messagesReducer,
  queue: queueReducer,
  keeping: keepingReducer,
}

declare module '../state/root-state.ts' {
  interface RootState extends StateFromReducersMapObject<typeof reducers> {}
}

const slices: Reducer<RootState> = combineReducers(reducers)

function rootReducer(state: RootState | undefined, action: UnknownAction): RootState {
  if (!state || !demoReset.match(action)) return slices(state, action)
  const { socket, wallets, characters, preferences, behavior, keeping } = state
  const initial = slices(undefined, action)
  const isSwitch = action.payload === 'switch'
  return {
    ...initial,
    socket,
    behavior,
    keeping,
    wallets: {
      ...wallets,
      chosenWallet: isSwitch || wallets.chosenWallet === webWalletId ? wallets.chosenWallet : null,
    },
    characters: {
      ...initial.characters,
      characters: characters.characters,
      isListed: characters.isListed,
      ...(isSwitch && uploadOf(characters)),
    },
    preferences: {
      ...initial.preferences,
      ...(isSwitch && operatorOptionsOf(preferences)),
      darkMode: preferences.darkMode,
      lastServerReset: preferences.lastServerReset,
    },
  }
}

export function createStore(services: Services): AppStore {
  return configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: services } }).concat(journeyWatcher, receiptKeeper),
  })
}
