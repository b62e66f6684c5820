import type { Character, OnboardingScreen, OnboardingStep, OnboardingStepKind, Protocol } from '@lastmile/contracts'
import { pickCharacterId } from '@lastmile/contracts/constants'
import { defaultProtocol, familyOf } from '@lastmile/contracts/protocols'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { parseOnboardingScreen } from '@lastmile/contracts/screens'
import { isHeld, isMet, type MeetingProgress, type VisitCredentials } from './progress-states.ts'

/** Step order and Next/Back rules of a character's onboarding (docs/product.md, sections 2, 4 and 5). */

/** The facts of the visit that the rules need. */
export interface OnboardingFacts extends VisitCredentials {
  characterPicked: boolean
  /** With the party of the screen. */
  meeting?: MeetingProgress | undefined
}

interface OnboardingRule {
  nextLabel: 'next' | 'skip' | 'finish'
  canGoBack: boolean
  canGoNext(step: OnboardingStep, facts: OnboardingFacts): boolean
}

const always = () => true
const never = () => false

const rules = {
  PICK_CHARACTER: { nextLabel: 'next', canGoBack: false, canGoNext: (_, facts) => facts.characterPicked },
  SETUP_START: { nextLabel: 'next', canGoBack: true, canGoNext: always },
  // Only the Confirmed Person flow has this screen, with rules of its own.
  PERSON_INFORMATION: { nextLabel: 'next', canGoBack: true, canGoNext: never },
  CHOOSE_WALLET: { nextLabel: 'skip', canGoBack: true, canGoNext: always },
  CONNECT: {
    nextLabel: 'next',
    canGoBack: true,
    canGoNext: (_, facts) => isMet(facts.meeting),
  },
  ACCEPT_CREDENTIAL: {
    nextLabel: 'next',
    canGoBack: false,
    canGoNext: (step, facts) => missingCredentials(step, facts).length === 0,
  },
  SETUP_COMPLETED: { nextLabel: 'finish', canGoBack: true, canGoNext: always },
  GENERIC: { nextLabel: 'next', canGoBack: true, canGoNext: always },
  UNKNOWN: { nextLabel: 'next', canGoBack: true, canGoNext: never },
} as const satisfies Record<OnboardingStepKind, OnboardingRule>

type ScreenWords = Pick<OnboardingScreen, 'title' | 'text'>

const pickCharacterStep = (words: ScreenWords = { title: '', text: '' }): OnboardingStep => ({
  kind: pickCharacterId,
  screen: { screenId: pickCharacterId, ...words },
})

/** A screen of the onboarding in the words of a family. Where no party connects, it names whom the visitor meets. */
export function onboardingToldBy(protocol: Protocol, screen: OnboardingScreen): OnboardingScreen {
  const { words } = familyOf(protocol)
  if (words === null) return screen
  const isMeeting = hasRole(parseOnboardingScreen(screen), 'connection')
  const { issuer_name: title = '' } = screen
  return { ...screen, ...(screen[words] ?? (isMeeting && { title, text: '' })) }
}

/**
 * The steps of a character's own list; before a character is picked there is only the picker.
 *
 * @param words of the picker where content has none, for the page that shows it
 * @param protocol the family in whose words
 */
export function parseOnboarding(
  character: Character | undefined,
  words?: ScreenWords,
  protocol: Protocol = defaultProtocol,
): OnboardingStep[] {
  const screens = (character?.onboarding ?? []).map((screen) => onboardingToldBy(protocol, screen))
  const steps = screens.map(parseOnboardingScreen)
  return steps[0]?.kind === pickCharacterId ? steps : [pickCharacterStep(words), ...steps]
}

/** The step with this screen id, or the first one: a stored id may belong to a list that has changed since. */
export function onboardingStepAt(steps: readonly OnboardingStep[], screenId: string): OnboardingStep {
  return steps.find((step) => step.screen.screenId === screenId) ?? steps[0] ?? pickCharacterStep()
}

/** The screen after another one, or before it; undefined where there is none. */
export function screenIdBeside(steps: readonly OnboardingStep[], screenId: string, offset: 1 | -1): string | undefined {
  const index = steps.findIndex((step) => step.screen.screenId === screenId)
  return index < 0 ? undefined : steps[index + offset]?.screen.screenId
}

/** NEXT's label, and whether Next and Back are open. */
export function onboardingNavigation(step: OnboardingStep, facts: OnboardingFacts) {
  const { nextLabel, canGoBack, canGoNext } = rules[step.kind]
  return { nextLabel, canGoBack, canGoNext: canGoNext(step, facts) }
}

/** Names listed on this screen that are neither issued nor held yet. */
export const missingCredentials = ({ screen }: OnboardingStep, visit: VisitCredentials): string[] =>
  (screen.credentials ?? []).map(({ name }) => name).filter((name) => !isHeld(visit, name))

/**
 * 'I Already Have my Credential' on a CONNECT screen: the screen after the matching ACCEPT_CREDENTIAL, and the
 * credentials that count as held from then on. The match is the next accept screen before another connect screen.
 */
export function skipConnect(
  steps: readonly OnboardingStep[],
  screenId: string,
): { screenId: string | undefined; held: string[] } {
  const start = steps.findIndex((step) => step.screen.screenId === screenId)
  const after = steps.slice(start + 1)
  const offset = after.findIndex((step) => hasRole(step, 'credential') || hasRole(step, 'connection'))
  const next = after[offset]
  const accept = next && hasRole(next, 'credential') ? next : undefined
  const target = accept ? after[offset + 1] : after[0]
  return {
    screenId: target?.screen.screenId,
    held: (accept?.screen.credentials ?? []).map((credential) => credential.name),
  }
}
