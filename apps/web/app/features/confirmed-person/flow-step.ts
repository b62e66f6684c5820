import type { Character, OnboardingScreen } from '@lastmile/contracts'
import { t } from './texts.ts'
import type { FlowNavigation } from './use-flow-navigation.ts'

/** The page's title, the same at every step (docs/product.md, section 2). */
export const flowPageTitle = t('pageTitle')

export interface FlowStepProps {
  screen: OnboardingScreen
  character: Character
  navigation: FlowNavigation
}
