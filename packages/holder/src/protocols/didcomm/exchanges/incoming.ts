import * as z from 'zod/mini'
import type { Context } from '../didcomm-context.ts'
import { kindOf, threadOf } from '../messages/message.ts'
import type { Message, PeerRecord } from '../records/didcomm-records.ts'
import type { Opened } from '../transport/peer-envelopes.ts'
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

interface Protocols {
  connecting: Connecting
  issuing: Issuing
  proving: Proving
}

/** The outcome of each incoming message. */
export class Incoming {
  readonly #context: Context
  readonly #protocols: Protocols
  readonly #open: (envelope: string) => Opened | undefined

  constructor(context: Context, protocols: Protocols, open: (envelope: string) => Opened | undefined) {
    this.#context = context
    this.#protocols = protocols
    this.#open = open
  }

  /**
   * Takes a message; one that means nothing here changes nothing. Rejects when it is not what its type says.
   * @param sender the key that it was packed with, base58; absent for what came with an invitation
   */
  async take(peer: PeerRecord, message: Message, sender?: string): Promise<void> {
    const { connecting, issuing, proving } = this.#protocols
    const kind = kindOf(message)
    if (kind === 'didexchange/1/response' && sender) {
      const connected = await connecting.takeResponse(peer, message, sender)
      // Messages attached to the invitation were for the connection.
      for (const attached of connected ? peer.attached : []) await this.take(connected ?? peer, attached)
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
        return takeRevocation(this.#context, peer.id, notice1Schema.parse(message).thread_id.replace(/^indy::/, ''))
      case 'revocation_notification/2/revoke':
        return takeRevocation(this.#context, peer.id, notice2Schema.parse(message).credential_id)
      case delivery:
        return this.#takeDelivery(peer, message)
      default: {
        const answer = automaticAnswer(this.#context, message)
        if (answer) await sendOnce(this.#context, peer, answer)
      }
    }
  }

  /** Waiting messages count as received when all are kept; a faulty one is dropped alone. */
  async #takeDelivery(peer: PeerRecord, message: Message): Promise<void> {
    const { envelopes, received } = delivered(this.#context, message)
    for (const envelope of envelopes) {
      const opened = this.#open(envelope)
      const isOwn = opened?.peer.id === peer.id && kindOf(opened.message) !== delivery
      if (isOwn) await this.take(opened.peer, opened.message, opened.sender).catch(() => undefined)
    }
    await sendOnce(this.#context, peer, received)
  }
}

const delivery = 'messagepickup/2/delivery'
