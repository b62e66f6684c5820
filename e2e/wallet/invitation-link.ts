import './native.ts'
import { type DidCommOutOfBandInvitation, parseInvitationJson } from '@credo-ts/didcomm'
import { WalletError } from './wallet-error.ts'

const redirectLimit = 5
const answerTimeoutMs = 10_000
/** Out-of-band (RFC 0434), connections 1.0 (RFC 0160) and its connectionless requests, in links of any scheme. */
const parameters = ['oob', 'c_i', 'd_m']

const notAnInvitation = (cause?: unknown) =>
  new WalletError(
    'not-an-invitation',
    'That is not an invitation link. Copy the whole link from the page and try again.',
    {
      cause,
    },
  )

function parse(json: unknown): DidCommOutOfBandInvitation {
  try {
    return parseInvitationJson(json as Record<string, unknown>)
  } catch (cause) {
    throw notAnInvitation(cause)
  }
}

function fromQuery(link: URL): DidCommOutOfBandInvitation | undefined {
  const encoded = parameters.map((name) => link.searchParams.get(name)).find((value) => value)
  if (!encoded) return undefined
  try {
    return parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()))
  } catch (cause) {
    throw cause instanceof WalletError ? cause : notAnInvitation(cause)
  }
}

/**
 * The invitation behind a link: in its query, or at its address, which answers with the invitation or redirects to a
 * link that holds it (URL shortening of RFC 0434).
 */
export async function readInvitationLink(text: string): Promise<DidCommOutOfBandInvitation> {
  if (!URL.canParse(text.trim())) throw notAnInvitation()
  let link = new URL(text.trim())
  for (let hops = 0; hops <= redirectLimit; hops++) {
    const invitation = fromQuery(link)
    if (invitation) return invitation
    if (!/^https?:$/.test(link.protocol)) throw notAnInvitation()
    const answer = await ask(link)
    const location = answer.headers.get('location')
    if (!location) return parse(await answer.json().catch(() => undefined))
    link = new URL(location, link)
  }
  throw notAnInvitation()
}

async function ask(link: URL): Promise<Response> {
  try {
    const headers = { accept: 'application/json' }
    return await fetch(link, { headers, redirect: 'manual', signal: AbortSignal.timeout(answerTimeoutMs) })
  } catch (cause) {
    const message = `${link.host} cannot be reached. Check that the demo is running and that the link is complete.`
    throw new WalletError('unreachable', message, { cause })
  }
}
