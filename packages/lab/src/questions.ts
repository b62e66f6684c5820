import type { ApiBody } from '@lastmile/contracts'
import { bornForAge } from '@lastmile/contracts/condition'

type ProofRequest = ApiBody<'requestProofOutOfBand'>['proof_request']

/** Definitions of the cards that the lab asks for. */
export interface Definitions {
  person: string
  /** Of another kind, with an attribute that the person's card has too. */
  other: string
}

/** The ages that verifiers ask for: the lab's person has the first, and not yet the second. */
export const ages = { met: 16, unmet: 18 } as const

/** The lab's questions, by what they are for. */
export const questions = {
  /** A name, and an age that the lab's person has. */
  met: (definitions) => ofPerson(definitions, ages.met),
  /** A name, and an age that the lab's person does not have yet. */
  unmet: (definitions) => ofPerson(definitions, ages.unmet),
  /** Without a word of revocation. */
  evenRevoked: (definitions) => ofPerson(definitions, ages.unmet, {}),
  /** A name from one kind of card, an age from another. */
  twoKinds: (definitions) => ({
    ...ofPerson(definitions, ages.unmet),
    ...nameOn(definitions.other),
  }),
  /** A name alone, without a word of revocation. */
  nameEvenRevoked: ({ person }) => nameOn(person, {}),
  /** A name alone. */
  name: ({ person }) => nameOn(person),
  /** A name on a card of another kind. */
  otherName: ({ other }) => nameOn(other),
  /** Nothing but a condition: the least that can be asked. */
  age: (definitions) => ({ ...ofPerson(definitions, ages.met), requested_attributes: {} }),
  /** A number of its own. */
  number: (definitions) => ({
    ...ofPerson(definitions, ages.met),
    requested_attributes: { number: { name: 'document_number', ...by(definitions.person) } },
  }),
} satisfies Record<string, (definitions: Definitions) => ProofRequest>

export type Question = keyof typeof questions

const by = (definitionId: string, more: object = { non_revoked: {} }) => ({
  restrictions: [{ cred_def_id: definitionId }],
  ...more,
})

const nameOn = (definitionId: string, more?: object) => ({
  name: 'A name',
  requested_attributes: { name: { name: 'family_name', ...by(definitionId, more) } },
})

const ofPerson = ({ person }: Definitions, age: number, more?: object): ProofRequest => ({
  name: `${age} or older`,
  requested_attributes: { name: { name: 'family_name', ...by(person, more) } },
  requested_predicates: {
    age: { name: 'date_of_birth', p_type: '<=', p_value: bornForAge(age), ...by(person, more) },
  },
})
