import { createSlice } from '@reduxjs/toolkit'

/** Whether a reload finds this visit again; so far as the page has tried to store it. */
const keepingSlice = createSlice({
  name: 'keeping',
  initialState: { isKept: true },
  reducers: {
    visitNotKept(state) {
      state.isKept = false
    },
  },
})

export const { visitNotKept } = keepingSlice.actions
export const keepingReducer = keepingSlice.reducer
