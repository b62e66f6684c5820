import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { agesClaim, statedAges } from '@lastmile/contracts/condition'
import { attributeLabel, labelOf, startCase } from '@lastmile/journey'

/** Names in the site's own content, as the wallet writes them: a visitor can have a peer say any other. */
export const contentWords = (characters: readonly Character[]): string[] => [
  ...statedAges.map((age) => attributeLabel(`${agesClaim} › ${age}`)),
  ...characters.flatMap(({ onboarding, useCases }) => {
    const screens = useCases.flatMap((useCase) => useCase.screens)
    return [
      ...[...onboarding, ...screens].flatMap(({ issuer_name = '', credentials = [] }) => [
        issuer_name,
        ...credentials.flatMap(wordsOf),
      ]),
      ...screens.flatMap(({ verifier, requestOptions }) => [verifier?.name ?? '', requestOptions?.title ?? '']),
    ]
  }),
]

const wordsOf = (credential: CredentialToIssue) => [
  startCase(credential.name),
  labelOf(credential),
  ...credential.attributes.flatMap(({ name, label }) => [attributeLabel(name), ...(label ? [label] : [])]),
]
