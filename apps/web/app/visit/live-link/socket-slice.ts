import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { SocketStatus } from '../../api/socket-client.ts'
import { t } from '../texts.ts'

const initialState = { status: 'disconnected' as SocketStatus, error: null as string | null }

const socketSlice = createSlice({
  name: 'socket',
  initialState,
  reducers: {
    socketStatusChanged(state, { payload }: PayloadAction<{ status: SocketStatus; message?: string }>) {
      state.status = payload.status
      if (payload.status === 'error') state.error = t('socket', { message: payload.message ?? 'unknown' })
      if (payload.status === 'connected') state.error = null
    },
  },
})

export const { socketStatusChanged } = socketSlice.actions
export const socketReducer = socketSlice.reducer
