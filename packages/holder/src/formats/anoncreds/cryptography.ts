/** A value of JSON that is an object. */
export type Json = Record<string, unknown>

/**
 * A holder's cryptography (AnonCreds specification 1.0), handed in as WebAssembly. Objects are JSON as issuers and
 * verifiers exchange it. Methods throw errors with a `code`: bad input from others, `bad-task` or `internal`.
 */
export interface AnonCreds {
  /** Loads what the methods need, where that is not there already. Rejects with `HolderError`. */
  prepare(): Promise<void>

  /** Checks the key's correctness proof. Keep the metadata, which are secret, until the credential arrives. */
  createCredentialRequest(task: { offer: Json; definition: Json; linkSecret: string; entropy: string }): {
    request: Json
    metadata: Json
  }

  /** Checks everything that an issuer signed. @returns the credential to keep, which is secret like the link secret */
  processCredential(task: {
    credential: Json
    metadata: Json
    linkSecret: string
    definition: Json
    registry?: Json
  }): Json

  /** The request must be answered in full: each referent once, by a credential or by the holder's own word. */
  createPresentation(task: PresentationTask): Json

  /** Gives up its memory, where link secrets were. What is computed next begins anew. */
  forget(): void
}

export interface PresentationTask {
  request: Json
  linkSecret: string
  /** Referents of requested attributes, and the holder's own word for each. */
  selfAttested?: Record<string, string>
  /** By the credentials' `schema_id`. */
  schemas: Record<string, Json>
  /** By the credentials' `cred_def_id`. */
  definitions: Record<string, Json>
  credentials: PresentedCredential[]
}

export interface PresentedCredential {
  /** As `processCredential` returned it. */
  credential: Json
  /** Referents of requested attributes that it shows. */
  revealed: string[]
  /** Referents of requested attributes that it only says it has. */
  unrevealed: string[]
  /** Referents of requested predicates. */
  predicates: string[]
  /** Needed where the credential is revocable and the request says `non_revoked`; ignored elsewhere. */
  revocation?: {
    registry: Json
    statusList: Json
    /** The whole file; whether it has the hash that the registry says is not checked again. */
    tails: Uint8Array
    /** The status list's time in seconds, by which the verifier finds the same list. */
    timestamp: number
  }
}
