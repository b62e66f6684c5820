import type {
  Character,
  CredentialRequirement,
  CredentialState,
  ProofState,
  Protocol,
  RefusalReason,
  RequestOptions,
  UseCase,
  UseCaseStep,
  UseCaseStepKind,
} from '@lastmile/contracts'
import { statedAge } from '@lastmile/contracts/condition'
import { familyOf } from '@lastmile/contracts/protocols'
import { hasRole } from '@lastmile/contracts/screen-kinds'
import { parseUseCaseScreen } from '@lastmile/contracts/screens'
import { sameAttribute } from './attribute-value.ts'
import { includesCredential, sameCredential } from './credential-name.ts'
import {
  isHeld,
  isIssued,
  isMet,
  isProofReceived,
  isProofRefused,
  type MeetingProgress,
  type VisitCredentials,
} from './progress-states.ts'

/** Screen kinds, enabling, locks and completion of use cases (docs/product.md, sections 2 and 4). */

export interface UseCaseFacts {
  /** With the party of the screen. */
  meeting?: MeetingProgress | undefined
  credentials: readonly { name: string; state: CredentialState }[]
  proof?: { state: ProofState; verified: boolean | null; refusal?: RefusalReason | null }
}

/** Whether Next is open at a screen of this kind. */
type UseCaseRule = (step: UseCaseStep, facts: UseCaseFacts) => boolean

const always = () => true
/** Where no wallet can prove what is asked, the refusal opens the way (docs/product.md, section 4). */
const isProved = ({ screen }: UseCaseStep, { proof }: UseCaseFacts) =>
  isProofReceived(proof) || (screen.requestOptions?.expectRefusal === true && isProofRefused(proof))

const rules = {
  START: always,
  INFO: always,
  CONNECTION: (_, facts) => isMet(facts.meeting),
  CREDENTIAL: ({ screen }, { credentials }) =>
    (screen.credentials ?? []).every((listed) =>
      credentials.some((credential) => sameCredential(credential.name, listed.name) && isIssued(credential.state)),
    ),
  PROOF: isProved,
  PROOF_OOB: isProved,
  STEP_END: always,
  END: always,
  UNKNOWN: () => false,
} as const satisfies Record<UseCaseStepKind, UseCaseRule>

export function parseUseCase(useCase: UseCase): UseCaseStep[] {
  return useCase.screens.map(parseUseCaseScreen)
}

export function canGoNextInUseCase(step: UseCaseStep, facts: UseCaseFacts): boolean {
  return rules[step.kind](step, facts)
}

/** Whether this step shows COMPLETE: STEP_END, END, or the last step without either (docs/product.md, section 4). */
export function completesUseCase(steps: readonly UseCaseStep[], stepIndex: number): boolean {
  const step = steps[stepIndex]
  return step !== undefined && (hasRole(step, 'end') || stepIndex === steps.length - 1)
}

/** Everything that the use case asks for, one entry per credential, with all requests' properties and predicates. */
export function requestedCredentials(useCase: UseCase): CredentialRequirement[] {
  return mergedRequirements(useCase.screens.flatMap((screen) => screen.requestOptions?.requestedCredentials ?? []))
}

/** One entry per credential. */
export function mergedRequirements(requirements: readonly CredentialRequirement[]): CredentialRequirement[] {
  const merged: CredentialRequirement[] = []
  for (const requirement of requirements) {
    const index = merged.findIndex((other) => sameCredential(other.name, requirement.name))
    const known = merged[index]
    if (known === undefined) merged.push(requirement)
    else
      merged[index] = {
        ...known,
        icon: known.icon ?? requirement.icon,
        properties: [...new Set([...(known.properties ?? []), ...(requirement.properties ?? [])])],
        predicates: [...predicatesOf(known), ...predicatesOf(requirement)],
        nonRevoked: known.nonRevoked || requirement.nonRevoked,
        ...((known.alike || requirement.alike) && { alike: { ...known.alike, ...requirement.alike } }),
      }
  }
  return merged
}

/** Requests as a family of wallets answers them: SD-JWT proves stated ages, and no other condition (record 108). */
export const optionsAskedBy = (protocol: Protocol, options: RequestOptions): RequestOptions => ({
  ...options,
  requestedCredentials: options.requestedCredentials.map((requirement) => askedBy(protocol, requirement)),
})

/** One requirement of them, on the day of the request. */
export function askedBy(protocol: Protocol, requirement: CredentialRequirement, day?: Date): CredentialRequirement {
  const { alike, properties = [], ...asked } = requirement
  const compared = shownToCompare(protocol, requirement, day)
  return {
    ...asked,
    ...((requirement.properties || compared.length > 0) && { properties: [...properties, ...compared] }),
    ...(alike && !familyOf(protocol).bindsCards && { alike }),
  }
}

/** Attributes that a family of wallets shows only because a condition, or another card, is compared with them. */
export const shownToCompare = (protocol: Protocol, requirement: CredentialRequirement, day?: Date): string[] =>
  familyOf(protocol).proves === 'conditions' ? [] : onlyCompared(requirement, day)

/** Attributes that a request asks for only to compare them, though no age on the card answers for them. */
export function onlyCompared(requirement: CredentialRequirement, day: Date = new Date()): string[] {
  const compared = predicatesOf(requirement)
    .filter(({ name, type, value }) => statedAge(name, type, value, day) === undefined)
    .map(({ name }) => name)
  const names = [...Object.values(requirement.alike ?? {}).flat(), ...compared]
  return [...new Set(names)].filter((name) => !requirement.properties?.some((shown) => sameAttribute(shown, name)))
}

/** Content may give one predicate or a list (docs/product.md, section 3). */
export function predicatesOf(requirement: CredentialRequirement) {
  return requirement.predicates === undefined ? [] : [requirement.predicates].flat()
}

/** Whether a use case issues the credential itself before it asks for it; such a one never locks it. */
export function isIssuedWithin(useCase: UseCase, name: string): boolean {
  return useCase.screens.some(({ credentials }) =>
    credentials?.some((credential) => sameCredential(credential.name, name)),
  )
}

/** `otherFamily`: held, but of another family of wallets than what is asked for together with them. */
export type Lock =
  | { locked: false }
  | { locked: true; because: 'missing' | 'revoked' | 'otherFamily'; credentials: string[] }

/** A use case is locked until every credential that it asks for is issued or held, and none of them revoked. */
export function lockOf(useCase: UseCase, visit: VisitCredentials & { revoked: readonly string[] }): Lock {
  const needed = requestedCredentials(useCase)
    .map((requirement) => requirement.name)
    .filter((name) => !isIssuedWithin(useCase, name))
  const revoked = needed.filter((name) => includesCredential(visit.revoked, name))
  if (revoked.length > 0) return { locked: true, because: 'revoked', credentials: revoked }
  const missing = needed.filter((name) => !isHeld(visit, name))
  return missing.length > 0 ? { locked: true, because: 'missing', credentials: missing } : { locked: false }
}

export function visibleUseCases(character: Character, showHidden: boolean): UseCase[] {
  return character.useCases.filter((useCase) => showHidden || !useCase.hidden)
}

/** The demo is complete when the slug of every visible use case is completed; counts would be fooled by hidden ones. */
export function isDemoCompleted(character: Character, showHidden: boolean, completedSlugs: readonly string[]): boolean {
  const visible = visibleUseCases(character, showHidden)
  return visible.length > 0 && visible.every((useCase) => completedSlugs.includes(useCase.id))
}

/** Whether the connection predates the server's reset and so leads nowhere; false where either time is unknown. */
export function isConnectionStale(connectionDate: string | null, lastServerReset: string | null): boolean {
  return Date.parse(connectionDate ?? '') < Date.parse(lastServerReset ?? '')
}
