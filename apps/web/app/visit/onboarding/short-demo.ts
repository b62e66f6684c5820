import { webWalletId } from '@lastmile/contracts/constants'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { visibleUseCases } from '@lastmile/journey'
import { walletChosen } from '../../exchanges/connecting/wallets-slice.ts'
import { createAppThunk } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { pickCharacter } from '../../state/characters/characters-slice.ts'
import type { RootState } from '../../state/root-state.ts'
import { openWallet } from '../../wallet/wallet-visibility.ts'
import { selectOnboardingSteps } from './onboarding-selectors.ts'
import { onboardingStepSet } from './onboarding-slice.ts'

/** One credential and one proof in a minute: the address says so until the use case opens, so a reload keeps it. */
export const isShortDemo = () => new URLSearchParams(location.search).get('way') === 'short'

/** Begins with the character at its first connection, with the web wallet open. */
export const beginShortDemo = createAppThunk(
  'onboarding/beginShortDemo',
  async (slug: string, { dispatch, getState }) => {
    await dispatch(pickCharacter(slug))
    const connect = selectOnboardingSteps(getState()).find((step) => hasRole(step, 'connection'))
    if (connect) dispatch(onboardingStepSet(connect.screen.screenId))
    dispatch(walletChosen(webWalletId))
    openWallet()
  },
)

/** The address of the first use case, where the short way leads once the credential is there. */
export function selectShortDemoEnd(state: RootState): string {
  const character = selectCurrentCharacter(state)
  const [first] = character ? visibleUseCases(character, false) : []
  return first ? `/uc/${first.id}` : '/dashboard'
}
