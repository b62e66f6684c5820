import type { AnonCredsProofRequest } from '@credo-ts/anoncreds'
import type { AnonCredsCheck } from '@lastmile/contracts'
import { checkProvedConditions, checkRequest, checkShownValues } from './binding.ts'
import { checkNewestList, checkNonRevocation, checkProof, checkPublished } from './material.ts'
import { checkForm, type ParsedPresentation } from './presentation-schema.ts'
import { checkProofValues } from './proof-values.ts'
import { Refusal } from './refusal.ts'
import { checkKind, checkOneCredential } from './restrictions.ts'
import { checkShownConditions, type ShownCondition } from './shown-conditions.ts'

/** All checks of a presentation. A table, so that tests can turn off one at a time (record 112). */
export const checks = {
  form: checkForm,
  conditions(
    request: AnonCredsProofRequest,
    presentation: ParsedPresentation,
    shownConditions: readonly ShownCondition[],
  ): void {
    checkProvedConditions(request, presentation)
    checkShownConditions(shownConditions, presentation)
  },
  request: checkRequest,
  'shown-values': checkShownValues,
  numbers: checkProofValues,
  kind: checkKind,
  'one-credential': checkOneCredential,
  published: checkPublished,
  'non-revocation': checkNonRevocation,
  'newest-list': checkNewestList,
  proof: checkProof,
} satisfies Record<AnonCredsCheck, (...given: never[]) => void | Promise<void>>

type Checks = typeof checks

/** Runs one check and gives its refusal its name. Rejects with `Refusal`, or with the failure that prevented it. */
export async function run<Name extends AnonCredsCheck>(name: Name, ...given: Parameters<Checks[Name]>): Promise<void> {
  try {
    await (checks[name] as (...given: Parameters<Checks[Name]>) => void | Promise<void>)(...given)
  } catch (error) {
    if (error instanceof Refusal) error.check = name
    throw error
  }
}
