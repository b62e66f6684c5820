import { type Content, type ContentCharacter, resolveCharacter } from '@lastmile/content'
import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { credentialSource } from '@lastmile/journey'
import { notFound } from '../../platform/http/errors.ts'

export interface ShippedCredential extends CredentialToIssue {
  /** Absent where the content names none. */
  issuer?: string | undefined
}

/** The characters of the content, with dates as of today. */
export class CharacterService {
  readonly #content: Content
  /** Resolved once a day: dates in content are relative. */
  #today: { day: string; characters: Character[] } | undefined

  constructor(content: Content) {
    this.#content = content
  }

  /** Those that the picker shows. */
  list(): Character[] {
    return this.all().filter((character) => !character.hidden)
  }

  /** @param id slug or type; hidden ones are found too. @throws ApiError 404 */
  get(id: string): Character {
    const character = this.all().find((each) => each.id === id || each.type === id)
    if (!character) throw notFound('character')
    return character
  }

  /** Every credential that the content issues, with its issuer and with dates as of `day`. */
  credentials(day = new Date()): ShippedCredential[] {
    return this.#resolved(day).flatMap((character) =>
      [...character.onboarding, ...character.useCases.flatMap((useCase) => useCase.screens)].flatMap((screen) =>
        (screen.credentials ?? []).map((credential) => ({
          ...credential,
          issuer: credentialSource(character, credential.name)?.issuer,
        })),
      ),
    )
  }

  /** Hidden ones too. */
  all(): Character[] {
    const now = new Date()
    // The calendar of dates in content is UTC's.
    const day = now.toISOString().slice(0, 10)
    if (this.#today?.day !== day) this.#today = { day, characters: this.#resolved(now) }
    return this.#today.characters
  }

  #resolved(day: Date): Character[] {
    return this.#content.characters.map((each: ContentCharacter) => resolveCharacter(each, day))
  }
}
