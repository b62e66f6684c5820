import type { InvitationExchanges, InvitedProof } from '@lastmile/agent/port'
import { keptMs } from '../ledger/states.ts'
import type { InvitationAddresses, ShortLinks } from '../short-links/service.ts'

/** The addresses of questions that any wallet can answer. */
export interface ProofInvitations {
  publish(proof: InvitedProof): Promise<InvitationAddresses | undefined>
  /** Undefined once it has ended. */
  addressesOf(proofId: string): Promise<InvitationAddresses | undefined>
}

/** One address for all devices, with a short one of this site beside it. */
export const invitationsByShortLink = (shortLinks: ShortLinks): ProofInvitations => ({
  publish: ({ proofId, invitationId, invitationUrl }) =>
    shortLinks.create({ subjectId: proofId, invitationId, invitationUrl }, keptMs.proof.request_sent),
  addressesOf: (id) => shortLinks.of(id),
})

/** An address for each device, both of the agent's own. */
export function invitationsOf(agent: InvitationExchanges): ProofInvitations {
  const addressesOf = async (id: string) => {
    const found = await agent.proofInvitation(id)
    return found && { invitationUrl: found.invitationUrl, shortUrl: found.acrossDevices.invitationUrl }
  }
  return { publish: ({ proofId }) => addressesOf(proofId), addressesOf }
}
