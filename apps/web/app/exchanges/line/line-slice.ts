import type { PlaceNews } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { characterPicked } from '../../state/demo-actions.ts'
import type { RootState } from '../../state/root-state.ts'

/** An exchange's position in the server's queue. */
export interface Place {
  /** Starts at 1. */
  place: number
  /** Estimated seconds until it is processed. */
  seconds: number
}

declare module '../../state/root-state.ts' {
  interface RootState {
    /** By exchange id. Never persisted: positions are outdated within seconds. */
    line: Record<string, Place>
  }
}

const lineSlice = createSlice({
  name: 'line',
  initialState: {} as Record<string, Place>,
  reducers: {
    placeHeard(line, { payload: { exchange_id: id, place, seconds } }: PayloadAction<PlaceNews>) {
      if (place > 0) line[id] = { place, seconds }
      else delete line[id]
    },
    /** The news that a position was processed may get lost. */
    placesForgotten: () => ({}),
  },
  extraReducers: (builder) => builder.addCase(characterPicked, (line, { payload }) => (payload.changed ? {} : line)),
})

/** The last queue position among these exchanges; undefined when none waits. */
export const placeOf = ({ line }: Pick<RootState, 'line'>, ids: readonly string[]): Place | undefined =>
  ids
    .flatMap((id) => line[id] ?? [])
    .toSorted((one, other) => one.place - other.place)
    .at(-1)

export const { placeHeard, placesForgotten } = lineSlice.actions
export const lineReducer = lineSlice.reducer
