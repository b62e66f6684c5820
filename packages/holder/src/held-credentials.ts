import type { Status } from './core/credential-format.ts'
import { historyEntry } from './core/history-entry.ts'
import type { Platform } from './core/platform.ts'
import type { Party } from './core/snapshot.ts'
import { type CredentialRecord, checkStatus, type Formats } from './formats/credentials.ts'
import { partyOf } from './protocols/didcomm/didcomm-context.ts'
import { put, removal, type WalletVault } from './wallet-records.ts'

/** The wallet's credentials, of whatever format and protocol. */
interface Held extends Pick<Platform, 'clock'> {
  vault: WalletVault
}

/** Looks up whether they are good. */
export async function checkCredentials({ vault }: Held, formats: Formats): Promise<void> {
  const unrevoked = vault.all('credential').filter(({ revokedAt }) => revokedAt === undefined)
  await Promise.allSettled(unrevoked.map((credential) => checkStatus(formats, credential)))
}

/** Notes a status that was looked up, or an issuer's own word. */
export const noteStatus = (held: Held, id: string, status: Status): Promise<void> =>
  held.vault.change(() => {
    const credential = held.vault.get('credential', id)
    if (!credential || credential.revokedAt !== undefined) return []
    const doubt = status === 'valid' || status === 'revoked' ? undefined : status
    if (status !== 'revoked') return credential.doubt === doubt ? [] : [put('credential', { ...credential, doubt })]
    return [put('credential', { ...credential, revokedAt: held.clock.now() }), entryOf('revoked', credential, held)]
  })

export async function removeCredential(held: Held, id: string): Promise<void> {
  const credential = held.vault.require('credential', id)
  await held.vault.commit(removal('credential', id), entryOf('removed', credential, held))
}

const entryOf = (what: 'revoked' | 'removed', credential: CredentialRecord, held: Held) =>
  historyEntry(held, giverOf(held.vault, credential), { what, about: credential.id, name: credential.kind.name })

/** The party that handed a credential over: a peer, or who says so beside it. */
export const giverOf = (vault: WalletVault, credential: CredentialRecord): Party =>
  'peerId' in credential ? partyOf(vault.get('peer', credential.peerId), credential.note) : credential.from
