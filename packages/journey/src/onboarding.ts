import type { Character, ConnectionState, CredentialState, OnboardingScreen } from '@lastmile/contracts'
import { includesCredential, sameCredential } from './credential-name.ts'
import { isConnected, isIssued } from './progress-states.ts'

/** Step order and Next/Back rules of the character onboarding (specification, sections 2, 4 and 5). */

export const pickCharacterId = 'PICK_CHARACTER'

const onboardingKinds = [
  pickCharacterId,
  'SETUP_START',
  'CHOOSE_WALLET',
  'CONNECT',
  'ACCEPT_CREDENTIAL',
  'SETUP_COMPLETED',
] as const

export type OnboardingKind = (typeof onboardingKinds)[number] | 'GENERIC'

export interface OnboardingStep {
  kind: OnboardingKind
  screen: OnboardingScreen
}

/** What the rules need to know of the visit. */
export interface OnboardingFacts {
  characterPicked: boolean
  connectionState?: ConnectionState
  /** Every credential of this visit with its state. */
  credentials: readonly { name: string; state: CredentialState }[]
  /** Names that the visitor said to have already. */
  held: readonly string[]
}

const pickCharacterStep: OnboardingStep = {
  kind: pickCharacterId,
  screen: {
    screenId: pickCharacterId,
    title: 'Who would you like to be?',
    text: 'Pick a person. You’ll receive that person’s papers in your own wallet and use them where they would. The people and places are made up. The cryptography is real.',
  },
}

function kindOf(screenId: string): OnboardingKind {
  if (screenId.startsWith('ACCEPT_CREDENTIAL')) return 'ACCEPT_CREDENTIAL'
  if (screenId.startsWith('CONNECT')) return 'CONNECT'
  return onboardingKinds.find((kind) => kind === screenId) ?? 'GENERIC'
}

/** The steps of a character's own list; before a character is picked there is only the picker. */
export function parseOnboarding(character: Character | undefined): OnboardingStep[] {
  const steps = (character?.onboarding ?? []).map((screen) => ({ kind: kindOf(screen.screenId), screen }))
  return steps[0]?.kind === pickCharacterId ? steps : [pickCharacterStep, ...steps]
}

/** The step with this screen id, or the first one: a stored id may belong to a list that has changed since. */
export function onboardingStepAt(steps: readonly OnboardingStep[], screenId: string): OnboardingStep {
  return steps.find((step) => step.screen.screenId === screenId) ?? steps[0] ?? pickCharacterStep
}

function neighbour(steps: readonly OnboardingStep[], screenId: string, offset: 1 | -1): string | undefined {
  const index = steps.findIndex((step) => step.screen.screenId === screenId)
  return index < 0 ? undefined : steps[index + offset]?.screen.screenId
}

/** undefined on the last screen. */
export function nextScreenId(steps: readonly OnboardingStep[], screenId: string): string | undefined {
  return neighbour(steps, screenId, 1)
}

export function previousScreenId(steps: readonly OnboardingStep[], screenId: string): string | undefined {
  return neighbour(steps, screenId, -1)
}

export function onboardingNextLabel(kind: OnboardingKind): 'next' | 'skip' | 'finish' {
  if (kind === 'CHOOSE_WALLET') return 'skip'
  return kind === 'SETUP_COMPLETED' ? 'finish' : 'next'
}

export function onboardingCanGoNext(step: OnboardingStep, facts: OnboardingFacts): boolean {
  switch (step.kind) {
    case 'PICK_CHARACTER':
      return facts.characterPicked
    case 'CONNECT':
      return isConnected(facts.connectionState)
    case 'ACCEPT_CREDENTIAL':
      return missingCredentials(step, facts).length === 0
    default:
      return true
  }
}

export function onboardingCanGoBack(step: OnboardingStep): boolean {
  return step.kind !== 'PICK_CHARACTER' && step.kind !== 'ACCEPT_CREDENTIAL'
}

/** Names listed on this screen that are neither issued nor held yet. */
export function missingCredentials(
  step: OnboardingStep,
  facts: Pick<OnboardingFacts, 'credentials' | 'held'>,
): string[] {
  const listed = (step.screen.credentials ?? []).map((credential) => credential.name)
  return listed.filter(
    (name) =>
      !includesCredential(facts.held, name) &&
      !facts.credentials.some((credential) => sameCredential(credential.name, name) && isIssued(credential.state)),
  )
}

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
  const acceptOffset = after.findIndex((step) => step.kind === 'ACCEPT_CREDENTIAL')
  const connectOffset = after.findIndex((step) => step.kind === 'CONNECT')
  const accept =
    acceptOffset >= 0 && (connectOffset < 0 || acceptOffset < connectOffset) ? after[acceptOffset] : undefined
  const target = accept ? after[acceptOffset + 1] : after[0]
  return {
    screenId: target?.screen.screenId,
    held: (accept?.screen.credentials ?? []).map((credential) => credential.name),
  }
}

/** The credentials that the accept screen following this connect screen will offer. */
export function credentialsAfter(steps: readonly OnboardingStep[], screenId: string): string[] {
  return skipConnect(steps, screenId).held
}
