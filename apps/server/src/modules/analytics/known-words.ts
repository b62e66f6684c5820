import type { Character, EventProperties, TrackedTag, Wallet } from '@lastmile/contracts'
import { entryOf, uploadedCharacterSlug, webWalletId } from '@lastmile/contracts'
import { appPaths, pages } from '@lastmile/contracts/pages'
import { withoutEndSlashes } from '../../platform/pages/site-path.ts'

const otherPage = '/other'

const themes = new Set(['light', 'dark'])
const nothing = new Set<string>()

/**
 * The names in this server's own content. Other names come from a visitor's own character, or from
 * nowhere, and are not kept.
 */
export class KnownWords {
  readonly #characters: Set<string>
  readonly #useCases: Set<string>
  readonly #wallets: Set<string>
  readonly #paths: Set<string>
  readonly #entries: Set<string>

  constructor(characters: readonly Character[], wallets: readonly Wallet[]) {
    const useCases = characters.flatMap((character) => character.useCases.map(({ id }) => id))
    const slugs = characters.map(({ id }) => id)
    this.#characters = new Set(slugs)
    this.#useCases = new Set(useCases)
    this.#wallets = new Set([webWalletId, ...wallets.map(({ id }) => id)])
    this.#paths = new Set([
      ...pages.map(({ path }) => path),
      ...appPaths,
      ...slugs.flatMap((slug) => [`/${slug}`, `/demo/${slug}`]),
      ...useCases.map((id) => `/uc/${id}`),
    ])
    this.#entries = new Set([...this.#paths].map(entryOf))
  }

  path(path: string): string {
    const plain = withoutEndSlashes(path)
    return this.#paths.has(plain) ? plain : otherPage
  }

  /** Without the names that only a visitor's own character has. */
  properties(given: EventProperties): EventProperties {
    const { character, screen, useCase, wallet, target, ...rest } = given
    const isOurs = character !== undefined && this.#characters.has(character)
    return {
      ...rest,
      ...(character !== undefined && { character: isOurs ? character : uploadedCharacterSlug }),
      ...(screen !== undefined && isOurs && { screen }),
      ...(useCase !== undefined && this.#useCases.has(useCase) && { useCase }),
      ...(wallet !== undefined && this.#wallets.has(wallet) && { wallet }),
      ...(target !== undefined && { target: target.startsWith('/') ? this.path(target) : target }),
    }
  }

  /** undefined for values that are not kept: unknown ones, and the character, which the events name. */
  tag(key: TrackedTag['key'], value: string): string | undefined {
    const known = { entry: this.#entries, wallet: this.#wallets, theme: themes, character: nothing }[key]
    return known.has(value) ? value : undefined
  }
}
