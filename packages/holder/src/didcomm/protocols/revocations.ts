import { revocationId } from '../../formats/anoncreds/credential-record.ts'
import { type Context, historyEntry } from '../context.ts'
import { put } from '../records/records.ts'

/** Looks up one credential's status now. Rejects with `revoked`, `unreachable`, `untrusted` or `wrong-clock`. */
export async function checkRevocation({ vault, formats }: Context, credentialId: string): Promise<void> {
  const credential = vault.get('credential', credentialId)
  if (credential && credential.revokedAt === undefined) await formats[credential.format].status(credential)
}

/** Takes the issuer's own word that it has revoked a credential. @param id `<registry>::<index>` */
export async function takeRevocation(context: Context, peerId: string, id: string): Promise<void> {
  const held = context.vault.all('credential')
  const credential = held.find((each) => each.peerId === peerId && revocationId(each) === id)
  if (credential) await noteRevocation(context, credential.id)
}

export async function noteRevocation(context: Context, credentialId: string): Promise<void> {
  const { vault, dependencies } = context
  await vault.change(() => {
    const credential = vault.get('credential', credentialId)
    if (!credential || credential.revokedAt !== undefined) return []
    const peer = vault.get('peer', credential.peerId)
    return [
      put('credential', { ...credential, revokedAt: dependencies.clock.now() }),
      historyEntry(context, peer, { what: 'revoked', about: credentialId, name: credential.kind.name }),
    ]
  })
}
