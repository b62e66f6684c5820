import type { CredentialRequirement, ProofRecord } from '@lastmile/contracts'
import { sameCredential } from './credential-name.ts'

type Revealed = NonNullable<ProofRecord['presentation']>['requested_proof']['revealed_attr_groups']

/**
 * Whether the cards of an answer say the same where they have to.
 *
 * @param asked as their family was asked
 */
export function areAlike(asked: readonly CredentialRequirement[], revealed: Revealed): boolean {
  const valuesOf = (card: string) =>
    Object.entries(revealed).flatMap(([name, { values }]) => (sameCredential(name, card) ? [values] : []))
  const said = asked.flatMap(({ name, alike = {} }) =>
    Object.entries(alike).map(([about, attributes]) => {
      const [values = {}] = valuesOf(name)
      return { about, value: attributes.map((attribute) => values[attribute]?.raw.trim().toLowerCase()).join(' ') }
    }),
  )
  return said.every(({ about, value }) => said.every((other) => other.about !== about || other.value === value))
}
