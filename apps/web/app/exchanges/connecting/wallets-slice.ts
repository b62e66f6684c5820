import type { Wallet } from '@lastmile/contracts'
import { webWalletId } from '@lastmile/contracts/constants'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { type Failure, failureOf } from '../../api/api-error.ts'
import { createAppThunk } from '../../state/app-thunk.ts'
import { stateRestored } from '../../state/demo-actions.ts'
import { failed, idle, loading } from '../../state/fetching.ts'
import { initialShared } from '../../state/initial-state.ts'
import type { RootState } from '../../state/root-state.ts'

const initialState = { ...initialShared.wallets, ...idle, wallets: [] as Wallet[] }

export const fetchWallets = createAppThunk(
  'wallets/fetch',
  (_: undefined, { extra, dispatch }) =>
    extra.call('getWallets', { onRetry: (error) => dispatch(retrying(failureOf(error))) }),
  { condition: (_, { getState }) => !getState().wallets.isLoading, serializeError: failureOf },
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
      .addCase(fetchWallets.pending, (state) => Object.assign(state, loading))
      .addCase(fetchWallets.fulfilled, (state, { payload }) => Object.assign(state, idle, { wallets: payload }))
      .addCase(fetchWallets.rejected, (state, { error }) => Object.assign(state, failed(error)))
      .addCase(stateRestored, (state, { payload }) => {
        Object.assign(state, payload.wallets)
      }),
})

export const selectHasWebWallet = ({ wallets }: RootState) => wallets.chosenWallet === webWalletId

export const selectHasWalletApp = ({ wallets }: RootState) =>
  wallets.chosenWallet !== null && wallets.chosenWallet !== webWalletId

/** The wallet that texts speak of: this page has opened the web wallet itself. */
export const selectWalletKind = (state: RootState) => (selectHasWebWallet(state) ? 'web' : 'other')

const { retrying } = walletsSlice.actions
export const { walletChosen } = walletsSlice.actions
export const walletsReducer = walletsSlice.reducer
