import type { InvitationForm } from '@lastmile/contracts/pages'
import { z } from 'zod'
import type { ConnectionService } from '../connections/service.ts'
import type { ProofService } from '../proofs/service.ts'
import { type FoundLink, type InvitationAddresses, parsedInvitation, type ShortLinks } from './service.ts'

/** What an invitation's address tells a person. */
export type InvitationDescription =
  | { form: Exclude<InvitationForm, 'connect' | 'proof'> }
  | ({
      form: 'connect' | 'proof'
      /** Who invites, or what the proof request is called. */
      label: string
      /** Names of the attributes that a proof request asks for. */
      wanted: readonly string[]
    } & InvitationAddresses)

/** Where an invitation was found: under a short link, or by the long address itself. */
export type InvitationAddress = { id: string } | { oob: string }

/** Describes invitations to people who open their addresses in a browser instead of a wallet. */
export class Invitations {
  readonly #shortLinks: ShortLinks
  readonly #connections: Pick<ConnectionService, 'find'>
  readonly #proofs: Pick<ProofService, 'find'>

  constructor(
    shortLinks: ShortLinks,
    connections: Pick<ConnectionService, 'find'>,
    proofs: Pick<ProofService, 'find'>,
  ) {
    this.#shortLinks = shortLinks
    this.#connections = connections
    this.#proofs = proofs
  }

  /** Of a message in the address nothing but its `@id` is used: anybody could have written the rest. */
  async describe(address: InvitationAddress): Promise<InvitationDescription> {
    const link = await this.#find(address)
    if (!link) return { form: 'unknown' }
    const standing = await this.#standing(link.subjectId)
    if (standing !== 'open') return { form: standing }
    return link.open ? contentOf(link.open) : { form: 'expired' }
  }

  async #find(address: InvitationAddress): Promise<FoundLink | undefined> {
    if ('id' in address) return this.#shortLinks.lookUp(address)
    const invitationId = messageId(address.oob)
    return invitationId === undefined ? undefined : this.#shortLinks.lookUp({ invitationId })
  }

  async #standing(subjectId: string): Promise<'open' | 'used' | 'expired'> {
    const connection = await this.#connections.find(subjectId)
    if (connection) return standings[connection.state] ?? 'used'
    const proof = await this.#proofs.find(subjectId)
    if (!proof) return 'expired'
    const standing = standings[proof.state] ?? 'used'
    return standing === 'open' && proof.deletedAt ? 'expired' : standing
  }
}

/** Every other state is that of an invitation which a wallet has taken. */
const standings: Partial<Record<string, 'open' | 'expired'>> = {
  invited: 'open',
  request_sent: 'open',
  abandoned: 'expired',
  expired: 'expired',
}

const messageWithId = z.object({ '@id': z.string().min(1).max(200) })

function messageId(oob: string): string | undefined {
  try {
    return messageWithId.parse(JSON.parse(Buffer.from(oob, 'base64url').toString('utf8')))['@id']
  } catch {
    return undefined
  }
}

function contentOf(addresses: InvitationAddresses): InvitationDescription {
  const message = parsedInvitation(addresses.invitationUrl)
  const [request] = attachments(message, 'requests~attach')
  const [wanted] = attachments(request, 'request_presentations~attach')
  const { success, data } = proofRequest.safeParse(wanted)
  return {
    form: request ? 'proof' : 'connect',
    label: message?.label ?? '',
    wanted: success ? wantedIn(data) : [],
    ...addresses,
  }
}

const attachment = z.object({ data: z.object({ base64: z.base64() }) })

/** What is attached to a message under the name, parsed (RFC 0017); the agent attaches base64. */
function attachments(message: unknown, name: string): unknown[] {
  const { data } = z.object({ [name]: z.array(attachment) }).safeParse(message)
  return (data?.[name] ?? []).map(({ data: { base64 } }) => JSON.parse(Buffer.from(base64, 'base64').toString('utf8')))
}

const proofRequest = z.object({
  requested_attributes: z.record(
    z.string(),
    z.object({ name: z.string().optional(), names: z.array(z.string()).optional() }),
  ),
  requested_predicates: z.record(z.string(), z.object({ name: z.string() })),
})

function wantedIn({ requested_attributes, requested_predicates }: z.infer<typeof proofRequest>): string[] {
  const attributes = Object.values(requested_attributes).flatMap(({ name, names = [] }) => [
    ...(name ? [name] : []),
    ...names,
  ])
  const predicates = Object.values(requested_predicates).map(({ name }) => name)
  return [...new Set([...attributes, ...predicates])].map((name) => name.replaceAll('_', ' '))
}
