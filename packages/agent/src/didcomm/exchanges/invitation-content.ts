import { z } from 'zod'
import type { InvitationDescription } from '../../port/connections.ts'

const attachment = z.object({ data: z.object({ base64: z.base64() }) })

/** An invitation with the request that it may bring (RFC 0434); the agent attaches base64 (RFC 0017). */
const invitation = z.object({
  '@id': z.string().min(1).max(200),
  label: z.string().default(''),
  'requests~attach': z.array(attachment).default([]),
})

const presentationRequest = z.object({ 'request_presentations~attach': z.array(attachment).min(1) })

const anonCredsRequest = z.object({
  requested_attributes: z.record(
    z.string(),
    z.object({ name: z.string().optional(), names: z.array(z.string()).default([]) }),
  ),
  requested_predicates: z.record(z.string(), z.object({ name: z.string() })),
})

/** An invitation's address holds its message in base64url (RFC 0434). */
export const messageAt = (address: string): string =>
  Buffer.from(new URL(address).searchParams.get('oob') ?? '', 'base64url').toString()

/** The messages that an invitation brings with it. Throws when it is no invitation of ours. */
export const requestsIn = (message: unknown): Record<string, unknown>[] =>
  invitation.parse(message)['requests~attach'].map(jsonIn)

export function invitationAt(address: string): InvitationDescription | undefined {
  try {
    const message = messageAt(address)
    const { '@id': invitationId, label } = invitation.parse(JSON.parse(message))
    const [request] = requestsIn(JSON.parse(message))
    return { invitationId, label, message, ...(request && { wants: attributesIn(request) }) }
  } catch {
    return undefined
  }
}

function attributesIn(request: unknown): string[] {
  const [attached] = presentationRequest.parse(request)['request_presentations~attach']
  const { requested_attributes, requested_predicates } = anonCredsRequest.parse(attached && jsonIn(attached))
  const attributes = Object.values(requested_attributes).flatMap(({ name, names }) => (name ? [name, ...names] : names))
  const predicates = Object.values(requested_predicates).map(({ name }) => name)
  return [...new Set([...attributes, ...predicates])]
}

const jsonIn = ({ data }: z.infer<typeof attachment>): Record<string, unknown> =>
  JSON.parse(Buffer.from(data.base64, 'base64').toString())
