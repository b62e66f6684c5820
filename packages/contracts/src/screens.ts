import type { OnboardingScreen, UseCaseScreen } from './character.ts'
import {
  type KindOf,
  type OnboardingKind,
  onboardingKindOf,
  onboardingKinds,
  type ScreenRole,
  type UseCaseKind,
  useCaseKindOf,
  useCaseKinds,
} from './screen-kinds.ts'

/**
 * Parses screens into their kinds: the one place that reads a screen's id. A screen of no kind, or without what its
 * kind needs, is UNKNOWN; content holds none, but a wire may. Brings no validation library.
 */

type Bringing<Screen, Fields extends keyof Screen> = Screen & {
  [Field in Fields]-?: NonNullable<Screen[Field]>
}

interface OnboardingScreens
  extends Record<'UNKNOWN', OnboardingScreen>,
    ScreensByKind<OnboardingScreen, typeof onboardingKinds> {}

interface UseCaseScreens extends Record<'UNKNOWN', UseCaseScreen>, ScreensByKind<UseCaseScreen, typeof useCaseKinds> {}

/** A kind that needs a field which its schema lacks does not compile. */
type ScreensByKind<Screen, Kinds extends Record<string, { needs: readonly (keyof Screen)[] }>> = {
  [Kind in keyof Kinds]: Bringing<Screen, Kinds[Kind]['needs'][number]>
}

type StepOf<Screens, Kind extends keyof Screens> = { [Each in Kind]: { kind: Each; screen: Screens[Each] } }[Kind]

/** One screen of a character's onboarding, or of the kinds named. */
export type OnboardingStep<Kind extends OnboardingStepKind = OnboardingStepKind> = StepOf<OnboardingScreens, Kind>
export type OnboardingStepKind = OnboardingKind | 'UNKNOWN'

/** One screen of a use case, or of the kinds named. */
export type UseCaseStep<Kind extends UseCaseStepKind = UseCaseStepKind> = StepOf<UseCaseScreens, Kind>
export type UseCaseStepKind = UseCaseKind | 'UNKNOWN'
export type UseCaseStepOf<Role extends ScreenRole> = Extract<UseCaseStep, { kind: KindOf<Role> }>

export function parseOnboardingScreen(screen: OnboardingScreen): OnboardingStep {
  const kind = onboardingKindOf(screen.screenId)
  const isWhole = kind !== undefined && missingFields(screen, onboardingKinds[kind].needs).length === 0
  return { kind: isWhole ? kind : 'UNKNOWN', screen } as OnboardingStep
}

export function parseUseCaseScreen(screen: UseCaseScreen): UseCaseStep {
  const kind = useCaseKindOf(screen.screenId)
  const isWhole = kind !== undefined && missingFields(screen, useCaseKinds[kind].needs).length === 0
  return { kind: isWhole ? kind : 'UNKNOWN', screen } as UseCaseStep
}

/** The required fields of this kind of screen that are missing. */
export function missingFields<Field extends string>(
  screen: { readonly [Each in Field]?: unknown },
  fields: readonly Field[],
): Field[] {
  return fields.filter((field) => {
    const value = screen[field]
    return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  })
}
