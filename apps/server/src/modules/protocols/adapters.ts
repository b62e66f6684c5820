import { createDidCommAgent } from '@lastmile/agent/didcomm'
import { createOpenid4vcAgent } from '@lastmile/agent/openid4vc'
import { invitationsByShortLink, invitationsOf } from '../proofs/invitations.ts'
import type { ShortLinks } from '../short-links/service.ts'

type Opening = Parameters<typeof createDidCommAgent>

/** The adapters, and which of them have which part of the port (record 135). They start in this order, one by one. */
export function openAdapters(...[options, storage, events, openCrypto]: Opening) {
  const didcomm = createDidCommAgent(options, storage, events, openCrypto)
  const openid4vc = createOpenid4vcAgent(options, storage, events)
  return {
    agents: { didcomm, openid4vc },
    connecting: { didcomm },
    inviting: { openid4vc },
    proofInvitations: (shortLinks: ShortLinks) => ({
      didcomm: invitationsByShortLink(shortLinks),
      openid4vc: invitationsOf(openid4vc),
    }),
  }
}
