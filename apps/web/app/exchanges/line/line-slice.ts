import type { PlaceNews } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { characterPicked } from '../../state/demo-actions.ts'
import type { RootState } from '../../state/root-state.ts'

/** Where an exchange stands among those that the server is still to work on. */
export interface Place {
  /** From 1 on. */
  place: number
  /** About so many until its turn is over. */
  seconds: number
}

declare module '../../state/root-state.ts' {
  interface RootState {
    /** By the id of the exchange; of this page alone, as it is old in seconds. */
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
    /** That its turn is over may not be heard any more. */
    placesForgotten: () => ({}),
  },
  extraReducers: (builder) => builder.addCase(characterPicked, (line, { payload }) => (payload.changed ? {} : line)),
})

/** The last place of these exchanges; undefined when none of them stands in line. */
export const placeOf = ({ line }: Pick<RootState, 'line'>, ids: readonly string[]): Place | undefined =>
  ids
    .flatMap((id) => line[id] ?? [])
    .toSorted((one, other) => one.place - other.place)
    .at(-1)

export const { placeHeard, placesForgotten } = lineSlice.actions
export const lineReducer = lineSlice.reducer
