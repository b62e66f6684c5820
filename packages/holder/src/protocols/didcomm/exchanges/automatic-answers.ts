import * as z from 'zod/mini'
import { newMessage } from '../didcomm-context.ts'
import { attachmentSchema, dataOf, kindOf, threadOf } from '../messages/message.ts'
import type { Message } from '../records/didcomm-records.ts'

/** The protocols of this wallet, and its role in each. */
const spoken: Record<string, string> = {
  'https://didcomm.org/out-of-band/1.1': 'receiver',
  'https://didcomm.org/didexchange/1.0': 'requester',
  'https://didcomm.org/didexchange/1.1': 'requester',
  'https://didcomm.org/issue-credential/2.0': 'holder',
  'https://didcomm.org/present-proof/2.0': 'prover',
  'https://didcomm.org/revocation_notification/1.0': 'holder',
  'https://didcomm.org/revocation_notification/2.0': 'holder',
  'https://didcomm.org/trust_ping/1.0': 'receiver',
  'https://didcomm.org/discover-features/1.0': 'responder',
  'https://didcomm.org/discover-features/2.0': 'responder',
}

const pingSchema = z.object({ response_requested: z._default(z.boolean(), true) })
const query = z.string().check(z.maxLength(300))
const query1Schema = z.object({ query })
const query2Schema = z.object({
  queries: z.array(z.object({ 'feature-type': z.string(), match: query })).check(z.maxLength(20)),
})

const deliverySchema = z.object({
  '~attach': z.array(z.extend(attachmentSchema, { '@id': z.string() })).check(z.maxLength(100)),
})

/** Answers trust-ping (RFC 0048) and discover-features (RFC 0031, RFC 0557). @returns undefined for other messages */
export function automaticAnswer(message: Message): Message | undefined {
  const thread = { thid: threadOf(message) }
  switch (kindOf(message)) {
    case 'trust_ping/1/ping':
      if (!pingSchema.parse(message).response_requested) return undefined
      return newMessage('trust_ping/1.0/ping_response', thread)
    case 'discover-features/1/query': {
      const found = spokenLike(query1Schema.parse(message).query)
      const protocols = found.map(([pid, role]) => ({ pid, roles: [role] }))
      return newMessage('discover-features/1.0/disclose', thread, { protocols })
    }
    case 'discover-features/2/queries': {
      const { queries } = query2Schema.parse(message)
      const asked = queries.filter((each) => each['feature-type'] === 'protocol')
      const found = asked.flatMap(({ match }) => spokenLike(match))
      const disclosures = found.map(([id, role]) => ({ 'feature-type': 'protocol', id, roles: [role] }))
      return newMessage('discover-features/2.0/disclosures', thread, { disclosures })
    }
    default:
      return undefined
  }
}

/** Asked for by its name, or by the beginning of names and a star. */
const spokenLike = (match: string): [string, string][] =>
  Object.entries(spoken).filter(([protocol]) =>
    match.endsWith('*') ? protocol.startsWith(match.slice(0, -1)) : protocol === match,
  )

/**
 * Queued messages for this wallet (message pickup 2.0, RFC 0685), as envelopes, and the receipt after which the sender
 * drops them.
 */
export function delivered(message: Message): { envelopes: string[]; received: Message } {
  const attached = deliverySchema.parse(message)['~attach']
  return {
    envelopes: attached.map((each) => JSON.stringify(dataOf(each))),
    received: newMessage(
      'messagepickup/2.0/messages-received',
      { thid: threadOf(message) },
      { message_id_list: attached.map((each) => each['@id']) },
    ),
  }
}
