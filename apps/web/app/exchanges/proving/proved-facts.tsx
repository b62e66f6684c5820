import type { CredentialRequirement, PredicateRequirement } from '@lastmile/contracts'
import { holdsDays } from '@lastmile/contracts/condition'
import { attributeLabelIn, predicatesOf, sameAttribute } from '@lastmile/journey'
import { conditionText } from '../../texts/condition-text.ts'
import { T, t } from './texts.ts'

/** 'Date of birth' and '18 or older', or what has no condition. */
export interface Fact {
  about: string
  condition?: string
  /** The value itself is shown, and this is it. */
  shown?: 'date' | 'figure'
}

type LabelledCredential = Parameters<typeof attributeLabelIn>[0]

/**
 * The predicates that a wallet proves about a credential without revealing its values.
 *
 * @param credential from content, for its labels
 * @param then the moment of the proof, for one that is past
 */
export function provedFacts(requirement: CredentialRequirement, credential?: LabelledCredential, then?: Date): Fact[] {
  const { properties = [], nonRevoked } = requirement
  const facts = predicatesOf(requirement)
    .filter(({ name }) => !properties.some((shown) => sameAttribute(shown, name)))
    .map((predicate) => ({ about: attributeLabelIn(credential, predicate.name), condition: textOf(predicate, then) }))
  return nonRevoked ? [...facts, { about: t('notRevoked') }] : facts
}

/** The attributes that a wallet reveals; of those that have to meet conditions, that it is the value that is shown. */
export function shownFacts(requirement: CredentialRequirement, credential?: LabelledCredential, then?: Date): Fact[] {
  return (requirement.properties ?? []).flatMap((shown): Fact[] => {
    const about = attributeLabelIn(credential, shown)
    const conditions = predicatesOf(requirement).filter(({ name }) => sameAttribute(shown, name))
    return conditions.length > 0
      ? conditions.map((predicate) => ({
          about,
          condition: textOf(predicate, then),
          shown: holdsDays(shown) ? 'date' : 'figure',
        }))
      : [{ about }]
  })
}

const textOf = ({ name, type, value }: PredicateRequirement, then?: Date): string =>
  conditionText(name, { operator: type, bound: value }, then)

/** Keeps the condition on one line: a date must not break at its hyphens. */
export function ProvedFact({ fact: { about, condition, shown } }: { fact: Fact }) {
  if (condition === undefined) return about
  const whole = <span className="whitespace-nowrap" />
  return shown ? (
    <T id={`itself.${shown}`} values={{ about, condition }} elements={{ whole }} />
  ) : (
    <>
      {about}: <span className="whitespace-nowrap">{condition}</span>
    </>
  )
}
