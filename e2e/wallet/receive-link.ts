import './native.ts'
import type { HolderAgent } from './holder-agent.ts'
import { readInvitationLink } from './invitation-link.ts'
import { toWalletError, WalletError } from './wallet-error.ts'

const connectionTimeoutMs = 20_000

/**
 * Connects with the sender of the invitation behind the link, or finds the connection that came of it before. A
 * connectionless request leads to no connection; it arrives like any other.
 */
export async function receiveLink(agent: HolderAgent, link: string, label: string) {
  const { oob, connections } = agent.modules.didcomm
  const invitation = await readInvitationLink(link)
  const inviter = invitation.label ?? 'somebody who gave no name'
  const known = await oob.findByReceivedInvitationId(invitation.id)
  const before = known && (await connections.findAllByOutOfBandId(known.id)).find(({ isReady }) => isReady)
  if (before) return { connectionId: before.id, label: before.theirLabel ?? inviter }
  if (known) throw new WalletError('used-before', 'This invitation was used before. Ask for a new one.')
  try {
    const { connectionRecord } = await oob.receiveInvitation(invitation, { label })
    if (!connectionRecord) return { label: inviter }
    const { id, theirLabel = inviter } = await connections.returnWhenIsConnected(connectionRecord.id, {
      timeoutMs: connectionTimeoutMs,
    })
    return { connectionId: id, label: theirLabel }
  } catch (error) {
    throw toWalletError(error)
  }
}
