import type { CredentialState } from '@lastmile/contracts'
import { type PersonField, personFields } from '@lastmile/contracts/constants'
import { isIssued, isMet, type MeetingProgress } from './progress-states.ts'

/** The Confirmed Person flow: its five steps and their rules (docs/product.md, sections 2, 4 and 5). */

export const confirmedPersonSteps = [
  'SETUP_START',
  'PERSON_INFORMATION',
  'CONNECT_WALLET',
  'ACCEPT_CREDENTIAL',
  'SETUP_COMPLETED',
] as const

export type ConfirmedPersonStep = (typeof confirmedPersonSteps)[number]

export type PersonInformation = Record<PersonField, string>

export const noPersonInformation: PersonInformation = {
  familyName: '',
  givenNames: '',
  dateOfBirth: '',
  gender: 'male',
  documentType: 'passport',
  documentNumber: '',
  documentExpiryDate: '',
  nationality: 'Nigeria',
  documentIssuingBody: '',
}

/** The fields that are still empty; NEXT opens when there are none. */
export function missingPersonFields(information: PersonInformation): PersonField[] {
  return personFields.filter((field) => information[field].trim() === '')
}

/** The attribute of the credential that each field becomes. */
export const attributeOfField = {
  familyName: 'family_name',
  givenNames: 'given_names',
  dateOfBirth: 'date_of_birth',
  gender: 'gender',
  documentType: 'document_type',
  documentNumber: 'document_number',
  documentExpiryDate: 'document_expiry_date',
  nationality: 'nationality',
  documentIssuingBody: 'issuing_authority',
} as const satisfies Record<PersonField, string>

const dateFields: readonly PersonField[] = ['dateOfBirth', 'documentExpiryDate']

/** The values to sign, by attribute. Dates become YYYYMMDD. */
export function personAttributes(information: PersonInformation): Record<string, string> {
  return Object.fromEntries(
    personFields.map((field) => {
      const value = information[field].trim()
      return [attributeOfField[field], dateFields.includes(field) ? value.replaceAll('-', '') : value]
    }),
  )
}

/** The content's values of the credential, as the form takes them: an example person. */
export function exampleInformation(attributes: readonly { name: string; value: string }[]): Partial<PersonInformation> {
  return Object.fromEntries(
    personFields.flatMap((field) => {
      const value = attributes.find(({ name }) => name === attributeOfField[field])?.value
      if (value === undefined) return []
      return [[field, dateFields.includes(field) ? value.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : value]]
    }),
  )
}

/** The facts of the visit that the rules need. */
export interface ConfirmedPersonFacts {
  /** Where the visitor went on this page; undefined on one that has just been loaded. */
  step: ConfirmedPersonStep | undefined
  /** Id of the screen that the visit had come to, on an earlier page too. */
  reached: string
  /** Nothing of the nine is missing. */
  isInformed: boolean
  meeting: MeetingProgress | undefined
  /** The state of ConfirmedPerson; undefined while it has not been offered. */
  credentialState: CredentialState | undefined
}

/** Revoked later, it was issued all the same. */
const wasIssued = (state: CredentialState | undefined) => isIssued(state) || state === 'credential_revoked'

/**
 * The step to show. An open offer decides, because it outlives the page; without one a step needs its inputs: the
 * information, which is lost with the page, and a connection.
 */
export function confirmedPersonStepAt(facts: ConfirmedPersonFacts): ConfirmedPersonStep {
  const { step, reached, isInformed, meeting, credentialState } = facts
  if (credentialState !== undefined) {
    const isAtEnd = (step ?? reached) === 'SETUP_COMPLETED' && wasIssued(credentialState)
    return isAtEnd ? 'SETUP_COMPLETED' : 'ACCEPT_CREDENTIAL'
  }
  if (step === undefined) return isBeyondStart(reached) ? 'PERSON_INFORMATION' : 'SETUP_START'
  const isWorking = step === 'CONNECT_WALLET' || step === 'ACCEPT_CREDENTIAL'
  if (isWorking && !isInformed) return 'PERSON_INFORMATION'
  if (step === 'ACCEPT_CREDENTIAL' && !isMet(meeting, 'confirmedPerson')) return 'CONNECT_WALLET'
  return step
}

const isBeyondStart = (reached: string) => confirmedPersonSteps.some((step, index) => index > 0 && step === reached)

/** Whether the visitor is back at the form because what was typed is gone. */
export function isPersonInformationLost(facts: ConfirmedPersonFacts): boolean {
  return confirmedPersonStepAt(facts) === 'PERSON_INFORMATION' && facts.step !== 'PERSON_INFORMATION'
}

interface StepRule {
  nextLabel: 'next' | 'skip' | 'finish'
  canGoNext(facts: ConfirmedPersonFacts): boolean
  previous(facts: ConfirmedPersonFacts): ConfirmedPersonStep | undefined
}

const always = () => true

const rules = {
  SETUP_START: { nextLabel: 'next', canGoNext: always, previous: () => undefined },
  PERSON_INFORMATION: { nextLabel: 'next', canGoNext: (facts) => facts.isInformed, previous: () => 'SETUP_START' },
  CONNECT_WALLET: {
    nextLabel: 'skip',
    canGoNext: (facts) => isMet(facts.meeting, 'confirmedPerson'),
    previous: () => 'PERSON_INFORMATION',
  },
  ACCEPT_CREDENTIAL: {
    nextLabel: 'next',
    canGoNext: (facts) => wasIssued(facts.credentialState),
    // Going back does not withdraw an issued credential.
    previous: (facts) => (wasIssued(facts.credentialState) ? undefined : 'CONNECT_WALLET'),
  },
  SETUP_COMPLETED: {
    nextLabel: 'finish',
    canGoNext: always,
    // A visitor who skipped connecting had nothing to accept.
    previous: (facts) => (wasIssued(facts.credentialState) ? 'ACCEPT_CREDENTIAL' : 'CONNECT_WALLET'),
  },
} as const satisfies Record<ConfirmedPersonStep, StepRule>

/** NEXT's label and target, Back's target, and whether Next is open. Without `previous` there is no Back. */
export function confirmedPersonNavigation(facts: ConfirmedPersonFacts) {
  const step = confirmedPersonStepAt(facts)
  const next = confirmedPersonSteps[confirmedPersonSteps.indexOf(step) + 1]
  const { nextLabel, canGoNext, previous }: StepRule = rules[step]
  return { nextLabel, next, canGoNext: canGoNext(facts), previous: previous(facts) }
}
