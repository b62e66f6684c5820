import type { Character, EventProperties, TrackedTag, Wallet } from '@lastmile/contracts'
import { entryOf, uploadedCharacterSlug, webWalletId } from '@lastmile/contracts'
import { appPaths, pages } from '@lastmile/contracts/pages'
import { withoutEndSlashes } from '../../platform/pages/site-path.ts'

const otherPage = '/other'

export type KnownWords = ReturnType<typeof knownWords>

/**
 * The names in this server's own content. Other names come from a visitor's own character, or from
 * nowhere, and are not kept.
 */
export function knownWords(characters: readonly Character[], wallets: readonly Wallet[]) {
  const slugs = new Set(characters.map(({ id }) => id))
  const useCases = new Set(characters.flatMap((character) => character.useCases.map(({ id }) => id)))
  const walletIds = new Set([webWalletId, ...wallets.map(({ id }) => id)])
  const paths = new Set<string>([
    ...pages.map(({ path }) => path),
    ...appPaths,
    ...[...slugs].flatMap((slug) => [`/${slug}`, `/demo/${slug}`]),
    ...[...useCases].map((id) => `/uc/${id}`),
  ])
  const tagValues: Record<TrackedTag['key'], ReadonlySet<string>> = {
    entry: new Set([...paths].map(entryOf)),
    wallet: walletIds,
    theme: new Set(['light', 'dark']),
    // The events name it.
    character: new Set(),
  }
  const knownPath = (path: string): string => {
    const plain = withoutEndSlashes(path)
    return paths.has(plain) ? plain : otherPage
  }
  return {
    path: knownPath,
    /** Without the names that only a visitor's own character has. */
    properties({ character, screen, useCase, wallet, target, ...rest }: EventProperties): EventProperties {
      const isOurs = character !== undefined && slugs.has(character)
      return {
        ...rest,
        ...(character !== undefined && { character: isOurs ? character : uploadedCharacterSlug }),
        ...(screen !== undefined && isOurs && { screen }),
        ...(useCase !== undefined && useCases.has(useCase) && { useCase }),
        ...(wallet !== undefined && walletIds.has(wallet) && { wallet }),
        ...(target !== undefined && { target: target.startsWith('/') ? knownPath(target) : target }),
      }
    },
    /** Undefined for values that are not kept. */
    tag: (key: TrackedTag['key'], value: string) => (tagValues[key].has(value) ? value : undefined),
  }
}
