import { isConnectionStale } from '@lastmile/journey'
import { refreshConnections } from '../exchanges/connecting/connection-thunks.ts'
import { refreshCredentials } from '../exchanges/issuing/issuance-thunks.ts'
import { fetchProof } from '../exchanges/proving/proof-thunks.ts'
import { createAppThunk } from '../state/app-thunk.ts'
import { lastServerResetFetched } from '../state/preferences/preferences-slice.ts'
import type { RootState } from '../state/root-state.ts'

/** Learns when the server's data was last reset; `selectIsServerReset` says what that means for this visit. */
export const checkLastReset = createAppThunk(
  'preferences/checkLastReset',
  async (_: undefined, { dispatch, extra }) => {
    try {
      const { lastServerReset } = await extra.call('getLastReset', { retry: false })
      dispatch(lastServerResetFetched(lastServerReset))
    } catch {
      // Asked again at the next reconnection; until then the visit is taken to be valid.
    }
  },
)

/**
 * Asks the server about everything that is still open. After a lost connection, a sleeping phone or a server restart
 * the page so shows what happened meanwhile. Each question is put once: the live link asks again.
 */
export const catchUp = createAppThunk('demo/catchUp', async (_: undefined, { dispatch }) => {
  await Promise.all([
    dispatch(checkLastReset()),
    dispatch(refreshConnections()),
    dispatch(refreshCredentials()),
    dispatch(fetchProof({ retry: false })),
  ])
})

/** The connection was made before the server's data was reset: back to / with a reset (docs/product.md, section 4). */
export function selectIsServerReset({ preferences }: RootState): boolean {
  return isConnectionStale(preferences.connectionDate, preferences.lastServerReset)
}
