import type { CredentialRequirement } from '@lastmile/contracts'
import { attributeLabelIn, predicatesOf } from '@lastmile/journey'
import { conditionText } from '../../texts/condition-text.ts'
import { t } from './texts.ts'

/** 'Date of birth' and '18 or older'; facts about the credential itself have no condition. */
export interface ProvedFact {
  about: string
  condition?: string
}

type LabelledCredential = Parameters<typeof attributeLabelIn>[0]

/**
 * The predicates that a wallet proves about a credential without revealing its values.
 *
 * @param credential from content, for its labels
 * @param then the moment of the proof, for one that is past
 */
export function provedFacts(
  requirement: CredentialRequirement,
  credential?: LabelledCredential,
  then?: Date,
): ProvedFact[] {
  const facts = predicatesOf(requirement).map(({ name, type, value }) => ({
    about: attributeLabelIn(credential, name),
    condition: conditionText(name, { operator: type, bound: value }, then),
  }))
  return requirement.nonRevoked ? [...facts, { about: t('notRevoked') }] : facts
}
