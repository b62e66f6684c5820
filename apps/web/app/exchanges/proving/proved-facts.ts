import type { CredentialRequirement, PredicateRequirement } from '@lastmile/contracts'
import { attributeLabel, displayValue, predicatesOf } from '@lastmile/journey'

/** 'Expiry date' and '2026-11-21 or later'; a fact about the credential itself has no condition. */
export interface ProvedFact {
  about: string
  condition?: string
}

const ofDates = {
  '>=': (date: string) => `${date} or later`,
  '>': (date: string) => `after ${date}`,
  '<=': (date: string) => `${date} or earlier`,
  '<': (date: string) => `before ${date}`,
} as const

const ofNumbers = {
  '>=': (number: string) => `at least ${number}`,
  '>': (number: string) => `more than ${number}`,
  '<=': (number: string) => `at most ${number}`,
  '<': (number: string) => `less than ${number}`,
} as const

/** 250,000, but 2026: four digits may be a year. */
const grouped = new Intl.NumberFormat('en', { useGrouping: 'min2' })

/** What a wallet proves of a credential without showing it. */
export function provedFacts(requirement: CredentialRequirement): ProvedFact[] {
  const facts = predicatesOf(requirement).map(factOf)
  return requirement.nonRevoked ? [...facts, { about: 'Not revoked' }] : facts
}

function factOf({ name, type, value }: PredicateRequirement): ProvedFact {
  const shown = displayValue(name, String(value))
  const condition = shown.kind === 'date' ? ofDates[type](shown.value) : ofNumbers[type](grouped.format(Number(value)))
  return { about: attributeLabel(name), condition }
}
