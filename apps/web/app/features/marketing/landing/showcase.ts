import type { Wallet } from '@lastmile/contracts'
import type { CharacterSummary } from '@lastmile/contracts/pages'

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

export type WalletShowcase = Pick<
  Wallet,
  'id' | 'name' | 'icon' | 'organization' | 'protocols' | 'deepLinkScheme' | 'apple' | 'android' | 'tried'
>
