import type { AnonCredsRequestedPredicate, AnonCredsRequestProofFormat } from '@credo-ts/anoncreds'
import { compares } from '@lastmile/contracts/condition'
import { attributeKey } from '@lastmile/formats/anoncreds-values'
import type { ParsedPresentation } from './presentation-schema.ts'
import { Refusal } from './refusal.ts'
import { requirementKey } from './restrictions.ts'

/** A condition on an attribute that the same requirement shows. */
export interface ShownCondition extends Pick<AnonCredsRequestedPredicate, 'p_type' | 'p_value'> {
  referent: string
  name: string
  /** Referent that shows the attribute. */
  shownBy: string
}

/**
 * Splits a request's conditions. AnonCreds cannot show an attribute of a credential and prove a condition on it in one
 * proof, so the verifier compares the shown value instead.
 */
export function splitConditions(request: AnonCredsRequestProofFormat) {
  const attributes = Object.entries(request.requested_attributes ?? {})
  const proved: Record<string, AnonCredsRequestedPredicate> = {}
  const shown: ShownCondition[] = []
  for (const [referent, predicate] of Object.entries(request.requested_predicates ?? {})) {
    const { name, p_type, p_value } = predicate
    const [shownBy] =
      attributes.find(
        ([, attribute]) =>
          requirementKey(request, attribute) === requirementKey(request, predicate) &&
          (attribute.names ?? [attribute.name ?? '']).some((each) => attributeKey(each) === attributeKey(name)),
      ) ?? []
    if (shownBy === undefined) proved[referent] = predicate
    else shown.push({ referent, name, p_type, p_value, shownBy })
  }
  return { proved, shown }
}

/** Each value that is shown meets its condition; that none is left out is for `checkRequest`. Throws `Refusal`. */
export function checkShownConditions(
  conditions: readonly ShownCondition[],
  { requested_proof: { revealed_attrs, revealed_attr_groups } }: ParsedPresentation,
): void {
  for (const { name, p_type, p_value, shownBy } of conditions) {
    const group = new Map(Object.entries(revealed_attr_groups)).get(shownBy)
    const [, inGroup] =
      Object.entries(group?.values ?? {}).find(([each]) => attributeKey(each) === attributeKey(name)) ?? []
    const encoded = (new Map(Object.entries(revealed_attrs)).get(shownBy) ?? inGroup)?.encoded
    if (encoded === undefined) continue
    // Text is signed as a digest, which no condition is about.
    const isNumber = Math.abs(Number(encoded)) <= 2 ** 31
    if (!isNumber || !compares(Number(encoded), p_type, p_value))
      throw new Refusal('predicate-not-met', 'a shown value does not meet its condition')
  }
}
