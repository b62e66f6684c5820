/** A value of JSON that is an object. */
export type Json = Record<string, unknown>

/**
 * A holder's cryptography (AnonCreds specification 1.0), handed in as WebAssembly. Objects are JSON as issuers and
 * verifiers exchange it. Methods throw errors with a `code`: bad input from others, `bad-task` or `internal`.
 */
export interface AnonCreds {
  /** Decimal. */
  createLinkSecret(): string
  createCredentialRequest(task: { offer: Json; definition: Json; linkSecret: string; entropy: string }): {
    request: Json
    metadata: Json
  }
  /** The credential as it is kept. */
  processCredential(task: {
    credential: Json
    metadata: Json
    linkSecret: string
    definition: Json
    registry?: Json
  }): Json
  createPresentation(task: PresentationTask): Json
}

export interface PresentationTask {
  request: Json
  linkSecret: string
  selfAttested?: Record<string, string>
  schemas: Record<string, Json>
  definitions: Record<string, Json>
  credentials: PresentedCredential[]
}

export interface PresentedCredential {
  credential: Json
  /** Referents of the request that it answers. */
  revealed: string[]
  unrevealed: string[]
  predicates: string[]
  /** Shows that it was not revoked at `timestamp`, in seconds since 1970. */
  revocation?: { registry: Json; statusList: Json; tails: Uint8Array; timestamp: number }
}
