import { revocationId } from '../../../formats/anoncreds/anoncreds-credential.ts'
import { ofFormat } from '../../../formats/credentials.ts'
import type { Context } from '../didcomm-context.ts'

/** Takes the issuer's own word that it has revoked a credential. @param id `<registry>::<index>` */
export async function takeRevocation({ vault, onRevoked }: Context, peerId: string, id: string): Promise<void> {
  const held = ofFormat(vault.all('credential'), 'anoncreds')
  const credential = held.find((each) => each.peerId === peerId && revocationId(each) === id)
  if (credential) await onRevoked(credential.id)
}
