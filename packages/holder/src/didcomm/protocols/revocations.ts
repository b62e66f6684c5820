import type { Status } from '../../core/credential-format.ts'
import type { Party } from '../../core/snapshot.ts'
import { revocationId } from '../../formats/anoncreds/credential-record.ts'
import { type CredentialRecord, ofFormat } from '../../formats/credentials.ts'
import { type Context, historyEntry, partyOf } from '../context.ts'
import { put } from '../records/records.ts'

/** Looks up one credential's status now. */
export async function checkRevocation({ vault, formats }: Context, credentialId: string): Promise<void> {
  const credential = vault.get('credential', credentialId)
  if (!credential || credential.revokedAt !== undefined) return
  await (credential.format === 'anoncreds'
    ? formats.anoncreds.status(credential)
    : formats['sd-jwt'].status(credential))
}

/** Takes the issuer's own word that it has revoked a credential. @param id `<registry>::<index>` */
export async function takeRevocation(context: Context, peerId: string, id: string): Promise<void> {
  const held = ofFormat(context.vault.all('credential'), 'anoncreds')
  const credential = held.find((each) => each.peerId === peerId && revocationId(each) === id)
  if (credential) await noteStatus(context, credential.id, 'revoked')
}

export async function noteStatus(context: Context, credentialId: string, status: Status): Promise<void> {
  const { vault, dependencies } = context
  await vault.change(() => {
    const credential = vault.get('credential', credentialId)
    if (!credential || credential.revokedAt !== undefined) return []
    const doubt = status === 'valid' || status === 'revoked' ? undefined : status
    if (status !== 'revoked') return credential.doubt === doubt ? [] : [put('credential', { ...credential, doubt })]
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
export const partyOfCredential = ({ vault }: Pick<Context, 'vault'>, credential: CredentialRecord): Party =>
  credential.format === 'anoncreds' ? partyOf(vault.get('peer', credential.peerId), credential.note) : credential.from
