import * as z from 'zod/mini'
import { cutText } from '../../../core/cut-text.ts'
import { download } from '../../../core/download.ts'
import { toBase58 } from '../../../core/encoding/base58.ts'
import { fromBase64Url } from '../../../core/encoding/base64url.ts'
import { fromUtf8 } from '../../../core/encoding/text.ts'
import { HolderError, hasCode } from '../../../core/holder-error.ts'
import { parseUrl } from '../../../core/parse-url.ts'
import type { Fetch } from '../../../core/platform.ts'
import { didcommServiceOf, didcommServiceSchema } from '../dids/did-document.ts'
import type { DidResolver } from '../dids/did-resolver.ts'
import { fromDidKey } from '../dids/multikey.ts'
import { attachmentSchema, dataOf, messageSchema } from '../messages/message.ts'

const did = z.string().check(z.maxLength(1_000))
const few = <Item extends z.core.SomeType>(item: Item) => z.array(item).check(z.maxLength(10))

/** An out-of-band invitation 1.0 or 1.1 (RFC 0434). */
const invitationSchema = z.object({
  '@type': z.string().check(z.regex(/\/out-of-band\/1\.\d+\/invitation$/)),
  '@id': z.string().check(z.minLength(1), z.maxLength(200)),
  label: z._default(cutText(200), ''),
  imageUrl: z.catch(z.optional(z.string().check(z.maxLength(2_000))), undefined),
  handshake_protocols: z._default(few(z.string()), []),
  'requests~attach': z._default(few(attachmentSchema), []),
  services: few(
    z.union([
      did,
      z.object({
        type: z.literal('did-communication'),
        recipientKeys: few(did),
        routingKeys: z.nullish(few(did)),
        serviceEndpoint: z.string().check(z.maxLength(1_000)),
      }),
    ]),
  ).check(z.minLength(1)),
})

/** An invitation to connect by an older protocol (RFC 0160). */
const connectionsSchema = z.object({ '@type': z.string().check(z.regex(/connections?\/1\.\d/)) })

/** Characters of a link, and bytes of what a short one leads to. */
const longest = 256 * 1024

const notAnInvitation = (cause?: unknown) =>
  new HolderError('not-an-invitation', 'The link is no invitation', { cause })
const unsupported = () =>
  new HolderError('unsupported-invitation', 'The invitation is of a protocol that is not spoken')

/**
 * The invitation behind a link: in its query (`oob`), or at its address, which answers with JSON or a link that holds
 * it. Rejects with `not-an-invitation`, `unsupported-invitation`, `unreachable` or `untrusted`.
 */
export async function readInvitation(link: string, { fetch, dids }: { fetch: Fetch; dids: DidResolver }) {
  const text = link.trim()
  const url = text.length > longest ? undefined : parseUrl(text)
  if (!url) throw notAnInvitation()
  const content = inQuery(url) ?? (await atAddress(url, fetch))
  if (connectionsSchema.safeParse(content).success) throw unsupported()
  const { success, data } = invitationSchema.safeParse(content)
  if (!success) throw notAnInvitation()
  const attached = data['requests~attach'].map((each) => readable(() => messageSchema.parse(dataOf(each))))
  const handshake = handshakeOf(data.handshake_protocols)
  if (!handshake && attached.length === 0) throw unsupported()
  return {
    id: data['@id'],
    label: data.label,
    picture: data.imageUrl,
    /** The version of did-exchange that is offered, when a connection is. */
    handshake,
    /** Messages that came with it. */
    attached,
    service: await serviceOf(data.services, dids),
  }
}

export type Invitation = Awaited<ReturnType<typeof readInvitation>>

function inQuery({ searchParams }: URL): unknown {
  if (searchParams.has('c_i') || searchParams.has('d_m') || searchParams.has('_oob')) throw unsupported()
  const encoded = searchParams.get('oob')
  return encoded === null ? undefined : readable(() => JSON.parse(fromUtf8(fromBase64Url(encoded))))
}

/** Browsers hide redirects, so this asks for JSON, which both kinds of short links can answer (RFC 0434). */
async function atAddress(url: URL, fetch: Fetch): Promise<unknown> {
  if (!/^https?:$/.test(url.protocol)) throw notAnInvitation()
  let end = url.href
  const asking: Fetch = async (address, options) => {
    const answer = await fetch(address, { ...options, headers: { accept: 'application/json' } })
    end = answer.url || end
    return answer
  }
  const answered = await download({ fetch: asking, url: url.href, longest }).catch((error) => {
    throw hasCode(error, 'untrusted') ? notAnInvitation(error) : error
  })
  return inQuery(new URL(end)) ?? readable(() => JSON.parse(fromUtf8(answered)))
}

function readable<Content>(read: () => Content): Content {
  try {
    return read()
  } catch (cause) {
    throw notAnInvitation(cause)
  }
}

/** `1.x` is how some write that they take every version. */
function handshakeOf(protocols: string[]): '1.0' | '1.1' | undefined {
  const versions = protocols.flatMap((protocol) => /\/didexchange\/(1\.[01x])$/.exec(protocol)?.[1] ?? [])
  if (versions.includes('1.1') || versions.includes('1.x')) return '1.1'
  return versions.includes('1.0') ? '1.0' : undefined
}

async function serviceOf([service]: z.infer<typeof invitationSchema>['services'], dids: DidResolver) {
  const keys = (named: string[]) => named.map((key) => toBase58(fromDidKey(key)))
  try {
    if (typeof service === 'string') return didcommServiceOf(await dids.resolve(service))
    return didcommServiceSchema.parse({
      endpoint: service?.serviceEndpoint,
      recipientKeys: keys(service?.recipientKeys ?? []),
      routingKeys: keys(service?.routingKeys ?? []),
    })
  } catch (cause) {
    throw cause instanceof HolderError ? cause : notAnInvitation(cause)
  }
}
