/** The role of a screen. Receipts, protocol messages, content rules and views depend on it. */
export type ScreenRole = 'start' | 'page' | 'connection' | 'credential' | 'proof' | 'end'

interface ScreenKind {
  role: ScreenRole
  /** Fields that a screen of this kind must bring beside title and text. */
  needs: readonly string[]
}

/** The kinds of screens (docs/product.md, section 2). Imports nothing. */
export const onboardingKinds = {
  PICK_CHARACTER: { role: 'start', needs: [] },
  SETUP_START: { role: 'page', needs: [] },
  /** The identity-document form of the Confirmed Person flow. */
  PERSON_INFORMATION: { role: 'page', needs: [] },
  CHOOSE_WALLET: { role: 'page', needs: [] },
  CONNECT: { role: 'connection', needs: ['issuer_name'] },
  ACCEPT_CREDENTIAL: { role: 'credential', needs: [] },
  SETUP_COMPLETED: { role: 'end', needs: [] },
  GENERIC: { role: 'page', needs: [] },
} as const satisfies Record<string, ScreenKind>

export const useCaseKinds = {
  START: { role: 'start', needs: [] },
  INFO: { role: 'page', needs: [] },
  CONNECTION: { role: 'connection', needs: ['verifier'] },
  CREDENTIAL: { role: 'credential', needs: ['credentials'] },
  PROOF: { role: 'proof', needs: ['verifier', 'requestOptions'] },
  PROOF_OOB: { role: 'proof', needs: ['verifier', 'requestOptions'] },
  STEP_END: { role: 'end', needs: [] },
  END: { role: 'end', needs: [] },
} as const satisfies Record<string, ScreenKind>

/** A screen of no kind that this version knows. */
const unknownKind = { UNKNOWN: { role: 'page', needs: [] } } as const

const kinds = { ...onboardingKinds, ...useCaseKinds, ...unknownKind }
type Kinds = typeof kinds

export type KindOf<Role extends ScreenRole> = {
  [Kind in keyof Kinds]: Kinds[Kind]['role'] extends Role ? Kind : never
}[keyof Kinds]

export const roleOf = (kind: keyof Kinds): ScreenRole => kinds[kind].role

export const hasRole = <Step extends { kind: keyof Kinds }, Role extends ScreenRole>(
  step: Step,
  role: Role,
): step is Extract<Step, { kind: KindOf<Role> }> => roleOf(step.kind) === role

export type OnboardingKind = keyof typeof onboardingKinds
export type UseCaseKind = keyof typeof useCaseKinds

/** Kinds that a list may hold several times, as CONNECT and CONNECT_2: the beginning of the id counts. */
const onboardingPrefixes = ['ACCEPT_CREDENTIAL', 'CONNECT', 'GENERIC'] as const

/** The kind of an onboarding screen with this id; undefined when there is no such kind. */
export function onboardingKindOf(screenId: string): OnboardingKind | undefined {
  if (Object.hasOwn(onboardingKinds, screenId)) return screenId as OnboardingKind
  return onboardingPrefixes.find((kind) => screenId.startsWith(kind))
}

/** Longest first: PROOF_OOB is not a PROOF. */
const useCasePrefixes = (Object.keys(useCaseKinds) as UseCaseKind[]).sort((a, b) => b.length - a.length)

/** The kind of a use case's screen with this id; undefined when there is no such kind. */
export function useCaseKindOf(screenId: string): UseCaseKind | undefined {
  return useCasePrefixes.find((kind) => screenId.startsWith(kind))
}
