import type { AnonCreds as HolderCryptography, Json } from '@lastmile/holder'
import { AnonCredsError, type AnonCredsErrorCode } from './anoncreds-error.ts'
import { WasmInstance } from './wasm-instance.ts'

export { AnonCredsError, type AnonCredsErrorCode } from './anoncreds-error.ts'

/** Calls compute synchronously for 10 to 100 ms, so use a worker. Every method throws `AnonCredsError`. */
export interface AnonCreds extends HolderCryptography {
  /** @returns 256 random bits, as a decimal number */
  createLinkSecret(): string
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
  const anoncreds = lazyAnonCreds(async () => (wasm instanceof WebAssembly.Module ? wasm : WebAssembly.compile(wasm)))
  await anoncreds.prepare()
  return anoncreds
}

/** The same of a module that `prepare` loads: before it, every method throws. */
export function lazyAnonCreds(load: () => Promise<WebAssembly.Module>): AnonCreds {
  let module: WebAssembly.Module | undefined
  let instance: WasmInstance | undefined

  const perform = (operation: keyof typeof operations, task: object = {}, files: Uint8Array[] = []): unknown => {
    if (!module) throw new AnonCredsError('internal', 'the module is not loaded')
    instance ??= new WasmInstance(module)
    let said: { answer: unknown } | { code: AnonCredsErrorCode; message: string }
    try {
      said = JSON.parse(instance.run(operations[operation], JSON.stringify(task), files))
    } catch (cause) {
      // An instance that trapped must not be used again.
      instance = undefined
      throw new AnonCredsError('internal', 'the module failed', { cause })
    }
    if ('code' in said) throw new AnonCredsError(said.code, said.message)
    return said.answer
  }

  return {
    async prepare() {
      module ??= await load()
    },
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
    forget: () => {
      instance = undefined
    },
    warmUp: (definitions = []) => {
      perform('warmUp', { definitions })
    },
  }
}
