import { webWalletId } from '@lastmile/contracts/constants'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { onShortWay } from '@lastmile/contracts/site'
import { credentialLabel, visibleUseCases } from '@lastmile/journey'
import { walletChosen } from '../../exchanges/connecting/wallets-slice.ts'
import { isShortWay } from '../../site/short-way.ts'
import { createAppThunk } from '../../state/app-thunk.ts'
import { selectCurrentCharacter } from '../../state/characters/character-selectors.ts'
import { pickCharacter } from '../../state/characters/characters-slice.ts'
import type { RootState } from '../../state/root-state.ts'
import { openWallet } from '../../wallet/wallet-visibility.ts'
import { t } from '../texts.ts'
import { selectOnboardingSteps } from './onboarding-selectors.ts'
import { onboardingStepSet } from './onboarding-slice.ts'

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
  return first ? onShortWay(`/uc/${first.id}`) : '/dashboard'
}

/** In a line: as whom, the first card, and its first use; undefined off the short way. */
export function selectShortStory(state: RootState): string | undefined {
  if (!isShortWay()) return undefined
  const character = selectCurrentCharacter(state)
  const accept = selectOnboardingSteps(state).find((step) => hasRole(step, 'credential'))
  if (!character || !accept) return undefined
  const [card] = accept.screen.credentials ?? []
  const [first] = visibleUseCases(character, false)
  return t('shortStory', {
    name: character.name,
    type: character.type,
    card: card ? credentialLabel(character, card.name) : '',
    useCase: first?.name ?? '',
  })
}
