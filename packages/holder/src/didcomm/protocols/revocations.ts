import { HolderError } from '../../core/holder-error.ts'
import type { CredentialRecord } from '../../formats/anoncreds/credential-record.ts'
import type { PresentedCredential } from '../../formats/anoncreds/cryptography.ts'
import { type Context, telling } from '../context.ts'
import { put } from '../records/records.ts'

/** Whether credentials are revoked, and what is needed to show that they are not. */
export class Revocations {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Looks up one credential's status now. Rejects with `unreachable` or `untrusted`. */
  async check(credentialId: string): Promise<void> {
    const credential = this.#context.vault.get('credential', credentialId)
    if (!credential?.registryId || credential.revokedAt !== undefined) return
    await this.#listAt(credential, credential.registryId, this.#now)
  }

  /**
   * What shows that a credential was not revoked at a moment that all intervals hold.
   * @returns undefined for a credential that can't be revoked
   * @throws `revoked`, `cannot-prove`, `unreachable`, `untrusted`
   */
  async proofMaterial(
    credential: CredentialRecord,
    intervals: { from?: number; to?: number }[],
  ): Promise<PresentedCredential['revocation']> {
    if (!credential.registryId) return undefined
    const moment = Math.min(...intervals.map(({ to }) => to ?? this.#now))
    if (intervals.some(({ from = 0 }) => from > moment))
      throw new HolderError('cannot-prove', 'Non-revocation is asked for at two moments')
    const { objects } = this.#context
    const registry = await objects.registry(credential.registryId, credential.kind.definitionId)
    const statusList = await this.#listAt(credential, credential.registryId, moment)
    const tails = await objects.tails(registry)
    return { registry, statusList, tails, timestamp: statusList.timestamp }
  }

  /** The issuer says so itself. @param id `<registry>::<index>` */
  async take(peerId: string, id: string): Promise<void> {
    const credential = this.#context.vault
      .all('credential')
      .find((each) => each.peerId === peerId && each.registryId && `${each.registryId}::${each.revocationIndex}` === id)
    if (credential) await this.#note(credential)
  }

  /** Throws `revoked`, which is noted then. */
  async #listAt(credential: CredentialRecord, registryId: string, moment: number) {
    const list = await this.#context.objects.statusList(registryId, moment)
    if (list.revocationList[credential.revocationIndex ?? -1] === 0) return list
    await this.#note(credential)
    throw new HolderError('revoked', 'The credential is revoked')
  }

  async #note({ id }: CredentialRecord): Promise<void> {
    const { vault, dependencies } = this.#context
    await vault.change(() => {
      const credential = vault.get('credential', id)
      if (!credential || credential.revokedAt !== undefined) return []
      const peer = vault.get('peer', credential.peerId)
      return [
        put('credential', { ...credential, revokedAt: dependencies.clock.now() }),
        telling(this.#context, peer, { what: 'revoked', about: id, name: credential.kind.name }),
      ]
    })
  }

  get #now(): number {
    return Math.floor(this.#context.dependencies.clock.now() / 1000)
  }
}
