import type { Status } from './core/credential-format.ts'
import { historyEntry } from './core/history-entry.ts'
import type { Platform } from './core/platform.ts'
import type { Party } from './core/snapshot.ts'
import { type CredentialRecord, checkStatus, type Formats } from './formats/credentials.ts'
import { partyOf } from './protocols/didcomm/didcomm-context.ts'
import { put, removal, type WalletVault } from './wallet-records.ts'

interface Dependencies extends Platform {
  vault: WalletVault
  formats: Formats
}

/** The wallet's credentials, of whatever format and protocol. */
export class HeldCredentials {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Looks up whether they are good. */
  async check(): Promise<void> {
    const { vault, formats } = this.#dependencies
    const unrevoked = vault.all('credential').filter(({ revokedAt }) => revokedAt === undefined)
    await Promise.allSettled(unrevoked.map((credential) => checkStatus(formats, credential)))
  }

  /** Notes a status that was looked up, or an issuer's own word. */
  async note(id: string, status: Status): Promise<void> {
    const { vault, clock } = this.#dependencies
    await vault.change(() => {
      const credential = vault.get('credential', id)
      if (!credential || credential.revokedAt !== undefined) return []
      const doubt = status === 'valid' || status === 'revoked' ? undefined : status
      if (status !== 'revoked') return credential.doubt === doubt ? [] : [put('credential', { ...credential, doubt })]
      return [put('credential', { ...credential, revokedAt: clock.now() }), this.#entry('revoked', credential)]
    })
  }

  async remove(id: string): Promise<void> {
    const { vault } = this.#dependencies
    const credential = vault.require('credential', id)
    await vault.commit(removal('credential', id), this.#entry('removed', credential))
  }

  #entry(what: 'revoked' | 'removed', credential: CredentialRecord) {
    const giver = giverOf(this.#dependencies.vault, credential)
    return historyEntry(this.#dependencies, giver, { what, about: credential.id, name: credential.kind.name })
  }
}

/** The party that handed a credential over: a peer, or who says so beside it. */
export const giverOf = (vault: WalletVault, credential: CredentialRecord): Party =>
  'peerId' in credential ? partyOf(vault.get('peer', credential.peerId), credential.note) : credential.from
