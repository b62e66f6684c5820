import * as z from 'zod/mini'
import { revocationId } from '../../../formats/anoncreds/anoncreds-credential.ts'
import { ofFormat } from '../../../formats/credentials.ts'
import { type Context, sendOnce } from '../didcomm-context.ts'
import { kindOf, threadOf } from '../messages/message.ts'
import type { Message, PeerRecord } from '../records/didcomm-records.ts'
import { type Opened, opened } from '../transport/peer-envelopes.ts'
import { automaticAnswer, delivered } from './automatic-answers.ts'
import * as connecting from './connecting.ts'
import * as issuing from './issuing.ts'
import * as proving from './proving.ts'

const notice1Schema = z.object({ thread_id: z.string().check(z.maxLength(1_200)) })
const notice2Schema = z.object({
  revocation_format: z.literal('indy-anoncreds'),
  credential_id: z.string().check(z.maxLength(1_200)),
})

/** Takes a message; one that means nothing here changes nothing. Rejects when it is not what its type says. */
export async function takeMessage(context: Context, { peer, message, sender }: Opened): Promise<void> {
  const kind = kindOf(message)
  if (kind === 'didexchange/1/response' && sender) {
    const connected = await connecting.takeResponse(context, peer, message, sender)
    // Messages attached to the invitation were for the connection.
    if (connected)
      for (const attached of peer.attached) await takeMessage(context, { peer: connected, message: attached })
    return
  }
  // Others who learnt the key of a connection are unknown.
  if (sender && !peer.theirs.recipientKeys.includes(sender)) return
  const offer = issuing.find(context, peer.id, threadOf(message))
  const request = proving.find(context, peer.id, threadOf(message))
  switch (kind) {
    case 'issue-credential/2/offer-credential':
      return issuing.takeOffer(context, peer, message)
    case 'issue-credential/2/issue-credential':
      return issuing.takeCredential(context, peer, message)
    case 'present-proof/2/request-presentation':
      return proving.takeRequest(context, peer, message)
    case 'present-proof/2/ack':
      return request && proving.takeOutcome(context, request, 'confirmed')
    case 'issue-credential/2/problem-report':
    case 'present-proof/2/problem-report':
    case 'didexchange/1/problem_report':
    case 'didexchange/1/problem-report':
    case 'report-problem/1/problem-report':
    case 'notification/1/problem-report':
      if (offer) return issuing.takeProblem(context, offer)
      if (request) return proving.takeOutcome(context, request, 'reported')
      return connecting.takeProblem(context, peer, message)
    case 'revocation_notification/1/revoke':
      return takeRevocation(context, peer.id, notice1Schema.parse(message).thread_id.replace(/^indy::/, ''))
    case 'revocation_notification/2/revoke':
      return takeRevocation(context, peer.id, notice2Schema.parse(message).credential_id)
    case delivery:
      return takeDelivery(context, peer, message)
    default: {
      const answer = automaticAnswer(message)
      if (answer) await sendOnce(context, peer.id, answer)
    }
  }
}

/** Waiting messages count as received when all are kept; a faulty one is dropped alone. */
async function takeDelivery(context: Context, peer: PeerRecord, message: Message): Promise<void> {
  const { envelopes, received } = delivered(message)
  for (const envelope of envelopes) {
    const read = opened(context, envelope)
    const isOwn = read?.peer.id === peer.id && kindOf(read.message) !== delivery
    if (isOwn) await takeMessage(context, read).catch(() => undefined)
  }
  await sendOnce(context, peer.id, received)
}

/** Takes the issuer's own word that it has revoked a credential. @param id `<registry>::<index>` */
async function takeRevocation({ vault, onRevoked }: Context, peerId: string, id: string): Promise<void> {
  const held = ofFormat(vault.all('credential'), 'anoncreds')
  const credential = held.find((each) => each.peerId === peerId && revocationId(each) === id)
  if (credential) await onRevoked(credential.id)
}

const delivery = 'messagepickup/2/delivery'
