/** Rules that differ between the families of wallets. */
interface Family {
  /** As people write it. */
  name: string
  /** Whether a party connects with the wallet first; else each of its offers and requests is an invitation. */
  needsConnection: boolean
  /** Whether a definition has keys of its own, which take seconds to make, and an id that wallets know it by. */
  definitionKeys: boolean
  /** Conditions that a proof shows to hold without the value: every one, or those about ages that the card states. */
  proves: 'conditions' | 'statedAges'
  /** Whether a proof of several cards shows that they are one person's; else the verifier compares values. */
  bindsCards: boolean
  /** Whether a card says until when it is valid, beside what its attributes say. */
  cardsExpire: boolean
  /** Whether each proof is made anew, or shows one of the card's copies. */
  shows: 'proof' | 'copy'
  /** The field of a screen that has its words for this family; null: the screen's own words are told for it. */
  words: 'openid4vc' | null
}

/** The families of wallets, a row each: DIDComm with AnonCreds, and OpenID4VC with SD-JWT VC. */
export const families = {
  didcomm: {
    name: 'DIDComm',
    needsConnection: true,
    definitionKeys: true,
    proves: 'conditions',
    bindsCards: true,
    cardsExpire: false,
    shows: 'proof',
    words: null,
  },
  openid4vc: {
    name: 'OpenID4VC',
    needsConnection: false,
    definitionKeys: false,
    proves: 'statedAges',
    bindsCards: false,
    cardsExpire: true,
    shows: 'copy',
    words: 'openid4vc',
  },
} as const satisfies Record<string, Family>

/** How issuer and verifier speak with a wallet. */
export type Protocol = keyof typeof families

export const protocols = Object.keys(families) as [Protocol, ...Protocol[]]

/** That of visits and calls that name none. */
export const defaultProtocol: Protocol = 'didcomm'

/** The family after this one in the table. */
export const nextProtocol = (protocol: Protocol): Protocol =>
  protocols[(protocols.indexOf(protocol) + 1) % protocols.length] ?? protocol

export const familyOf = (protocol: Protocol): Family => families[protocol]

/** How an offer or a request reaches the wallet: over its connection, or by an invitation that any wallet may take. */
export type ExchangeRoute =
  | { kind: 'connection' | 'deepLink'; protocol: Protocol; connectionId: string }
  | { kind: 'invitation'; protocol: Protocol }
