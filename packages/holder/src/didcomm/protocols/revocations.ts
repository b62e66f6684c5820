import type { Party } from '../../core/snapshot.ts'
import { revocationId } from '../../formats/anoncreds/credential-record.ts'
import { type CredentialRecord, ofFormat, statusOf } from '../../formats/credentials.ts'
import { type Context, historyEntry, partyOf } from '../context.ts'
import { put } from '../records/records.ts'

/** Looks up one credential's status now. Rejects with `revoked`, `unreachable`, `untrusted` or `wrong-clock`. */
export async function checkRevocation({ vault, formats }: Context, credentialId: string): Promise<void> {
  const credential = vault.get('credential', credentialId)
  if (credential && credential.revokedAt === undefined) await statusOf(credential, formats)
}

/** Takes the issuer's own word that it has revoked a credential. @param id `<registry>::<index>` */
export async function takeRevocation(context: Context, peerId: string, id: string): Promise<void> {
  const held = ofFormat(context.vault.all('credential'), 'anoncreds')
  const credential = held.find((each) => each.peerId === peerId && revocationId(each) === id)
  if (credential) await noteRevocation(context, credential.id)
}

export async function noteRevocation(context: Context, credentialId: string): Promise<void> {
  const { vault, dependencies } = context
  await vault.change(() => {
    const credential = vault.get('credential', credentialId)
    if (!credential || credential.revokedAt !== undefined) return []
    return [
      put('credential', { ...credential, revokedAt: dependencies.clock.now() }),
      historyEntry(context, partyOfCredential(context, credential), {
        what: 'revoked',
        about: credentialId,
        name: credential.kind.name,
      }),
    ]
  })
}

/** The party that handed a credential over. */
export const partyOfCredential = ({ vault }: Context, credential: CredentialRecord): Party =>
  credential.format === 'anoncreds' ? partyOf(vault.get('peer', credential.peerId)) : credential.from
