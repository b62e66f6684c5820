import type { QueueNews } from '@lastmile/contracts'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { characterPicked } from '../../state/demo-actions.ts'
import type { RootState } from '../../state/root-state.ts'

/** An exchange's position in the server's queue. */
export type QueuePosition = Pick<QueueNews, 'place' | 'seconds'>

const queueSlice = createSlice({
  name: 'queue',
  /** By exchange id. Never persisted: positions are outdated within seconds. */
  initialState: {} as Record<string, QueuePosition>,
  reducers: {
    queuePositionReported(queue, { payload: { exchange_id: id, place, seconds } }: PayloadAction<QueueNews>) {
      if (place > 0) queue[id] = { place, seconds }
      else delete queue[id]
    },
    /** The news that a position was processed may get lost. */
    queuePositionsCleared: () => ({}),
  },
  extraReducers: (builder) => builder.addCase(characterPicked, (queue, { payload }) => (payload.changed ? {} : queue)),
})

/** The last queue position among these exchanges; undefined when none waits. */
export const queuePositionOf = (
  { queue }: Pick<RootState, 'queue'>,
  ids: readonly string[],
): QueuePosition | undefined =>
  ids
    .flatMap((id) => queue[id] ?? [])
    .sort((one, other) => one.place - other.place)
    .at(-1)

export const { queuePositionReported, queuePositionsCleared } = queueSlice.actions
export const queueReducer = queueSlice.reducer
