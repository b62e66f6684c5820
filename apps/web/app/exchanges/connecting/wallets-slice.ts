import type { SharedState, Wallet } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type Failure, failureOf } from '../../api/api-error.ts'
import { createAppThunk } from '../../state/app-thunk.ts'
import { stateRestored } from '../../state/demo-actions.ts'
import { initialShared } from '../../state/initial-state.ts'

type Stored = SharedState['wallets']

interface WalletsState extends Stored {
  wallets: Wallet[]
  isLoading: boolean
  /** May stand while loading: the call is then being retried. */
  error: Failure | null
}

declare module '../../state/root-state.ts' {
  interface RootState {
    wallets: WalletsState
  }
}

const initialState: WalletsState = { ...initialShared.wallets, wallets: [], isLoading: false, error: null }

export const fetchWallets = createAppThunk(
  'wallets/fetch',
  async (_: undefined, { extra, dispatch, rejectWithValue }) => {
    try {
      return await extra.call('getWallets', { onRetry: (error) => dispatch(retrying(failureOf(error))) })
    } catch (error) {
      return rejectWithValue(failureOf(error))
    }
  },
  { condition: (_, { getState }) => !getState().wallets.isLoading },
)

const walletsSlice = createSlice({
  name: 'wallets',
  initialState,
  reducers: {
    walletChosen(state, { payload: id }: PayloadAction<string>) {
      state.chosenWallet = id
    },
    retrying(state, { payload }: PayloadAction<Failure>) {
      state.error = payload
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(fetchWallets.pending, (state) => {
        state.isLoading = true
        state.error = null
      })
      .addCase(fetchWallets.fulfilled, (state, { payload }) => {
        state.wallets = payload
        state.isLoading = false
        state.error = null
      })
      .addCase(fetchWallets.rejected, (state, { payload, error }) => {
        state.isLoading = false
        state.error = payload ?? failureOf(error)
      })
      .addCase(stateRestored, (state, { payload }) => {
        Object.assign(state, payload.wallets)
      }),
})

const { retrying } = walletsSlice.actions
export const { walletChosen } = walletsSlice.actions
export const walletsReducer = walletsSlice.reducer
