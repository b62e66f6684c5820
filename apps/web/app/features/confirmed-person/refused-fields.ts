import type { CredentialToIssue } from '@lastmile/contracts'
import { type PersonField, personFields } from '@lastmile/contracts/constants'
import { type EntryRule, enteredValue } from '@lastmile/contracts/entry-rule'
import { attributeOfField, type PersonInformation, personAttributes } from '@lastmile/journey'
import { t } from './texts.ts'

/** By field: its requirement. */
export type Refusals = Partial<Record<PersonField, string>>

/** Explains each refused value beside its field, by the credential's own rules. The server decides. */
export function refusedFields(information: PersonInformation, credential: CredentialToIssue | undefined): Refusals {
  const values = personAttributes(information)
  return Object.fromEntries(
    personFields.flatMap((field) => {
      const name = attributeOfField[field]
      const rule = credential?.attributes.find((attribute) => attribute.name === name)?.entry
      const isRefused = rule !== undefined && enteredValue(rule, values[name] ?? '') === undefined
      return isRefused ? [[field, expectation(rule)]] : []
    }),
  )
}

function expectation(rule: EntryRule): string {
  return rule.kind === 'line' ? t('refused.line', { max: rule.max }) : t(`refused.${rule.kind}`)
}
