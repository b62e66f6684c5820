import { AnonCredsError, type AnonCredsErrorCode } from './anoncreds-error.ts'
import { WasmInstance } from './wasm-instance.ts'

export { AnonCredsError, type AnonCredsErrorCode } from './anoncreds-error.ts'

/** An object of AnonCreds as anoncreds-rs writes and reads it. */
export type Json = Record<string, unknown>

/** A credential that is to answer a part of a request. */
export interface ChosenCredential {
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
    /** Of the status list, in seconds: by this the verifier finds the same list. */
    timestamp: number
  }
}

/**
 * The holder's part of AnonCreds 1.0. Calls compute synchronously for 10 to 100 ms, so use a worker. Every method
 * throws `AnonCredsError`.
 */
export interface AnonCreds {
  /** @returns 256 random bits, as a decimal number */
  createLinkSecret(): string

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
  createPresentation(task: {
    request: Json
    linkSecret: string
    /** Referents of requested attributes, and the holder's own word for each. */
    selfAttested?: Record<string, string>
    /** By the credentials' `schema_id`. */
    schemas: Record<string, Json>
    /** By the credentials' `cred_def_id`. */
    definitions: Record<string, Json>
    credentials: ChosenCredential[]
  }): Json

  /**
   * Prepares while the worker is idle: compiles the arithmetic (about 0.2 s) and makes the tables of up to 8
   * definitions (about 50 ms each).
   */
  warmUp(definitions?: Json[]): void
}

/** By the numbers that `run` of the crate's lib.rs knows them. */
const operations = {
  createLinkSecret: 0,
  createCredentialRequest: 1,
  processCredential: 2,
  createPresentation: 3,
  warmUp: 4,
} as const

/** @param wasm `@lastmile/anoncreds-wasm/holder.wasm` */
export async function loadAnonCreds(wasm: BufferSource | WebAssembly.Module): Promise<AnonCreds> {
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm)
  let instance: WasmInstance | undefined = new WasmInstance(module)

  const perform = (operation: keyof typeof operations, task: object = {}, files: Uint8Array[] = []): unknown => {
    instance ??= new WasmInstance(module)
    let said: { answer: unknown } | { code: AnonCredsErrorCode; message: string }
    try {
      said = JSON.parse(instance.run(operations[operation], JSON.stringify(task), files))
    } catch (cause) {
      // What a trap leaves behind is not to be used again.
      instance = undefined
      throw new AnonCredsError('internal', 'the module failed', { cause })
    }
    if ('code' in said) throw new AnonCredsError(said.code, said.message)
    return said.answer
  }

  return {
    createLinkSecret: () => perform('createLinkSecret') as string,
    createCredentialRequest: (task) => perform('createCredentialRequest', task) as { request: Json; metadata: Json },
    processCredential: (task) => perform('processCredential', task) as Json,
    createPresentation: (task) => {
      const files: Uint8Array[] = []
      let end = 0
      const credentials = task.credentials.map(({ revocation, ...chosen }) => {
        if (!revocation) return chosen
        const { tails, ...rest } = revocation
        files.push(tails)
        const start = end
        end += tails.length
        return { ...chosen, revocation: { ...rest, tails: [start, end] } }
      })
      return perform('createPresentation', { ...task, credentials }, files) as Json
    },
    warmUp: (definitions = []) => {
      perform('warmUp', { definitions })
    },
  }
}
