import {
  createAsyncThunk,
  type Store,
  type ThunkAction,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { Failure } from '../api/api-error.ts'
import type { Call } from '../api/call.ts'
import type { RootState } from './root-state.ts'

/** External services of thunks; tests pass fakes. */
export interface Services {
  call: Call
}

export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>
/** For a thunk whose course no slice follows. */
export type AppThunk = ThunkAction<Promise<void>, RootState, Services, UnknownAction>
export type AppStore = Store<RootState> & { dispatch: AppDispatch }

export const createAppThunk = createAsyncThunk.withTypes<{
  state: RootState
  dispatch: AppDispatch
  extra: Services
  /** For thunks with `serializeError: failureOf`: their slices keep the failure. */
  serializedErrorType: Failure
}>()

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
export const useAppStore = useStore.withTypes<AppStore>()
