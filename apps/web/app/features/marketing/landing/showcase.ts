import type { CharacterSummary } from '@lastmile/contracts/pages'

/** What the showcase tells of a character beyond its summary. */
export interface CharacterShowcase extends CharacterSummary {
  /** Address of the portrait. */
  image: string | undefined
  starterCredentials: readonly StarterCredential[]
  /** Those that are not hidden. */
  useCases: readonly { id: string; name: string; verifier: string | undefined; text: string }[]
}

interface StarterCredential {
  name: string
  issuer: string | undefined
  /** Some of what will stand in it: words and numbers, neither dates nor pictures. */
  attributes: readonly { label: string; value: string }[]
}

export interface WalletShowcase {
  id: string
  name: string
  icon: string
  organization: string
  /** With which its deep links begin. */
  deepLinkScheme: string
  /** In the app stores, where it is in them. */
  apple: string | undefined
  android: string | undefined
}
