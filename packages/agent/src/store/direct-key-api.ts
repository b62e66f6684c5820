import { type AgentContext, Kms } from '@credo-ts/core'
import type { KeyService } from './key-service.ts'

/**
 * Credo's way to the keys without its detours: it makes a schema for each call, to check with it what it has put together
 * itself, and looks among the key services for the one that there is. That one checks what it is given.
 */
export class DirectKeyApi extends Kms.KeyManagementApi {
  readonly #keys: KeyService
  readonly #context: AgentContext

  constructor(keys: KeyService, context: AgentContext) {
    super(context.dependencyManager.resolve(Kms.KeyManagementModuleConfig), context)
    this.#keys = keys
    this.#context = context
  }

  override sign(options: Kms.KmsSignOptions): Promise<Kms.KmsSignReturn> {
    return this.#keys.sign(this.#context, options)
  }

  override verify(options: Kms.KmsVerifyOptions): Promise<Kms.KmsVerifyReturn> {
    return this.#keys.verify(this.#context, options)
  }

  override encrypt(options: Kms.KmsEncryptOptions): Promise<Kms.KmsEncryptReturn> {
    return this.#keys.encrypt(this.#context, options)
  }

  override decrypt(options: Kms.KmsDecryptOptions): Promise<Kms.KmsDecryptReturn> {
    return this.#keys.decrypt(this.#context, options)
  }

  override randomBytes(options: Kms.KmsRandomBytesOptions): Kms.KmsRandomBytesReturn {
    return this.#keys.randomBytes(this.#context, options)
  }
}
