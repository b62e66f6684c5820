import type { CredentialRequirement, PredicateRequirement } from '@lastmile/contracts'
import { locale } from '@lastmile/contracts/site'
import { attributeLabelIn, displayValue, predicatesOf } from '@lastmile/journey'
import { t } from './texts.ts'

/** 'Expiry date' and '2026-11-21 or later'; facts about the credential itself have no condition. */
export interface ProvedFact {
  about: string
  condition?: string
}

const ofDates = { '>=': 'dateFrom', '>': 'dateAfter', '<=': 'dateUntil', '<': 'dateBefore' } as const

const ofNumbers = { '>=': 'atLeast', '>': 'moreThan', '<=': 'atMost', '<': 'lessThan' } as const

type LabelledCredential = Parameters<typeof attributeLabelIn>[0]

/** 250,000, but 2026: four digits may be a year. */
const grouped = new Intl.NumberFormat(locale, { useGrouping: 'min2' })

/**
 * The predicates that a wallet proves about a credential without revealing its values.
 *
 * @param credential from content, for its labels
 */
export function provedFacts(requirement: CredentialRequirement, credential?: LabelledCredential): ProvedFact[] {
  const facts = predicatesOf(requirement).map((predicate) => factOf(predicate, credential))
  return requirement.nonRevoked ? [...facts, { about: t('notRevoked') }] : facts
}

function factOf({ name, type, value }: PredicateRequirement, credential?: LabelledCredential): ProvedFact {
  const shown = displayValue(name, String(value))
  const condition =
    shown.kind === 'date'
      ? t(ofDates[type], { date: shown.value })
      : t(ofNumbers[type], { number: grouped.format(Number(value)) })
  return { about: attributeLabelIn(credential, name), condition }
}
