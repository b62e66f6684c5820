import type { ApiAnswer, CredentialToIssue } from '@lastmile/contracts'
import { bornForAge } from '@lastmile/contracts/condition'
import { confirmedPersonSlug } from '@lastmile/contracts/constants'
import type { Api, Attributes } from './exchanges.ts'
import { ages } from './questions.ts'

type Character = ApiAnswer<'getCharacter'>

/**
 * The cards of the content that the lab works with: one whose holders may say who they are, and one of another kind,
 * with a family name on it, too.
 */
export async function cardsOf(api: Api) {
  const [confirmed, characters] = await Promise.all([
    api('getCharacter', { id: confirmedPersonSlug }),
    api('getCharacters'),
  ])
  const [person] = credentialsOf(confirmed)
  const other = characters.flatMap(credentialsOf).find(hasFamilyName)
  if (!person || !other) throw new Error('The content has no cards for the lab.')
  return { person, other }
}

/** Resolves with the id once the card's keys are made, which a new server takes a minute for. */
export async function definitionOf(api: Api, credential: CredentialToIssue): Promise<string> {
  for (;;) {
    const { data, state } = await api('getOrCreateCredDef', { body: { credential } })
    if (state === 'ready') return data
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Milliseconds. */
const pause = 1_000

const hasFamilyName = ({ attributes }: CredentialToIssue) => attributes.some(({ name }) => name === 'family_name')

const credentialsOf = ({ onboarding, useCases }: Character): CredentialToIssue[] =>
  [...onboarding, ...useCases.flatMap(({ screens }) => screens)].flatMap(({ credentials = [] }) => credentials)

/** The lab's person, as far as it is made up. */
export interface Person {
  given_names: string
  family_name: string
  /** In full years: a grown-up, or of an age that one of the lab's questions wants and the other does not. */
  age: number
  document_number: string
}

/** Another one each time. */
export function madeUp(age: number = ages.met + 1): Person {
  const one = (of: readonly string[]) => of[Math.floor(Math.random() * of.length)] ?? ''
  return {
    given_names: one(givenNames),
    family_name: one(familyNames),
    age,
    // Of digits, so that a condition can be proved about it.
    document_number: String(1_000_000 + Math.floor(Math.random() * 9_000_000)),
  }
}

const givenNames = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Femi', 'Grace', 'Hauwa', 'Ifeoma', 'Jide', 'Kemi', 'Ladi']
const familyNames = ['Abara', 'Bassey', 'Chukwu', 'Danjuma', 'Eze', 'Falana', 'Garba', 'Ibekwe', 'Lawal', 'Musa']

/** The card's attributes with the person's details among those of the content. */
export const attributesOf = ({ attributes }: CredentialToIssue, { age, ...details }: Person): Attributes =>
  attributes.map(({ name, value }) => ({
    name,
    value: { ...details, date_of_birth: String(bornForAge(age)) }[name] ?? value,
  }))
