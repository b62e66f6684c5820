import * as z from 'zod/mini'
import type { Context } from '../didcomm-context.ts'
import { kindOf, threadOf } from '../messages/message.ts'
import type { Message, PeerRecord } from '../records/didcomm-records.ts'
import { opened } from '../transport/peer-envelopes.ts'
import { automaticAnswer, delivered, sendOnce } from './automatic-answers.ts'
import type { Connecting } from './connecting.ts'
import type { Issuing } from './issuing.ts'
import type { Proving } from './proving.ts'
import { takeRevocation } from './revocations.ts'

const notice1Schema = z.object({ thread_id: z.string().check(z.maxLength(1_200)) })
const notice2Schema = z.object({
  revocation_format: z.literal('indy-anoncreds'),
  credential_id: z.string().check(z.maxLength(1_200)),
})

export interface Exchanges {
  connecting: Connecting
  issuing: Issuing
  proving: Proving
}

/**
 * Takes a message; one that means nothing here changes nothing. Rejects when it is not what its type says.
 * @param sender the key that it was packed with, base58; absent for what came with an invitation
 */
export async function takeMessage(
  context: Context,
  exchanges: Exchanges,
  peer: PeerRecord,
  message: Message,
  sender?: string,
): Promise<void> {
  const { connecting, issuing, proving } = exchanges
  const kind = kindOf(message)
  if (kind === 'didexchange/1/response' && sender) {
    const connected = await connecting.takeResponse(peer, message, sender)
    // Messages attached to the invitation were for the connection.
    for (const attached of connected ? peer.attached : [])
      await takeMessage(context, exchanges, connected ?? peer, attached)
    return
  }
  // Others who learnt the key of a connection are unknown.
  if (sender && !peer.theirs.recipientKeys.includes(sender)) return
  const offer = issuing.find(peer.id, threadOf(message))
  const request = proving.find(peer.id, threadOf(message))
  switch (kind) {
    case 'issue-credential/2/offer-credential':
      return issuing.takeOffer(peer, message)
    case 'issue-credential/2/issue-credential':
      return issuing.takeCredential(peer, message)
    case 'present-proof/2/request-presentation':
      return proving.takeRequest(peer, message)
    case 'present-proof/2/ack':
      return request && proving.takeOutcome(request, 'confirmed')
    case 'issue-credential/2/problem-report':
    case 'present-proof/2/problem-report':
    case 'didexchange/1/problem_report':
    case 'didexchange/1/problem-report':
    case 'report-problem/1/problem-report':
    case 'notification/1/problem-report':
      if (offer) return issuing.takeProblem(offer)
      if (request) return proving.takeOutcome(request, 'reported')
      return connecting.takeProblem(peer, message)
    case 'revocation_notification/1/revoke':
      return takeRevocation(context, peer.id, notice1Schema.parse(message).thread_id.replace(/^indy::/, ''))
    case 'revocation_notification/2/revoke':
      return takeRevocation(context, peer.id, notice2Schema.parse(message).credential_id)
    case delivery:
      return takeDelivery(context, exchanges, peer, message)
    default: {
      const answer = automaticAnswer(message)
      if (answer) await sendOnce(context, peer, answer)
    }
  }
}

/** Waiting messages count as received when all are kept; a faulty one is dropped alone. */
async function takeDelivery(context: Context, exchanges: Exchanges, peer: PeerRecord, message: Message): Promise<void> {
  const { envelopes, received } = delivered(message)
  for (const envelope of envelopes) {
    const read = opened(context, envelope)
    const isOwn = read?.peer.id === peer.id && kindOf(read.message) !== delivery
    if (isOwn) await takeMessage(context, exchanges, read.peer, read.message, read.sender).catch(() => undefined)
  }
  await sendOnce(context, peer, received)
}

const delivery = 'messagepickup/2/delivery'
