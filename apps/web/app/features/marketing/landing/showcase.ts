import type { Wallet } from '@lastmile/contracts'
import type { CharacterSummary } from '@lastmile/contracts/pages'

/** Content that the pages show, as of the build. */
export interface Showcase {
  characters: readonly CharacterShowcase[]
  wallets: readonly Wallet[]
}

/** A character's data for the showcase, beyond its summary. */
export interface CharacterShowcase extends CharacterSummary {
  /** Address of the portrait. */
  image: string | undefined
  starterCredentials: readonly StarterCredential[]
  /** The visible ones. */
  useCases: readonly { id: string; name: string; verifier: string | undefined; text: string }[]
}

interface StarterCredential {
  name: string
  issuer: string | undefined
  /** Sample attributes: words and numbers, no dates or pictures. */
  attributes: readonly { label: string; value: string }[]
}
