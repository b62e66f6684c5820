import { isConnectionStale } from '@lastmile/journey'
import { refreshConnections } from '../exchanges/connecting/connection-thunks.ts'
import { refreshCredentials } from '../exchanges/issuing/issuance-thunks.ts'
import { fetchProof } from '../exchanges/proving/proof-thunks.ts'
import type { AppThunk } from '../state/app-thunk.ts'
import { lastServerResetFetched } from '../state/preferences/preferences-slice.ts'
import type { RootState } from '../state/root-state.ts'

/** Fetches the time of the server's last reset; see `selectIsServerReset`. */
export const checkLastReset =
  (): AppThunk =>
  async (dispatch, _, { call }) => {
    try {
      const { lastServerReset } = await call('getLastReset', { retry: false })
      dispatch(lastServerResetFetched(lastServerReset))
    } catch {
      // The next reconnection retries; until then the visit counts as valid.
    }
  }

/**
 * Refreshes everything open after a lost connection, a sleeping phone or a server restart. No retries: the live link
 * calls it again.
 */
export const catchUp = (): AppThunk => async (dispatch) => {
  await Promise.all([
    dispatch(checkLastReset()),
    dispatch(refreshConnections()),
    dispatch(refreshCredentials()),
    dispatch(fetchProof({ retry: false })),
  ])
}

/** The connection is older than the server's reset: back to / with a reset (docs/product.md, section 4). */
export function selectIsServerReset({ preferences }: RootState): boolean {
  return isConnectionStale(preferences.connectionDate, preferences.lastServerReset)
}
