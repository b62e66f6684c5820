import { type Agent, CredoError, DidDocumentRole, DidRepository, DidResolverService } from '@credo-ts/core'
import {
  DidCommConnectionRepository,
  DidCommConnectionRequestMessage,
  DidCommConnectionService,
  DidCommDidExchangeRequestMessage,
  DidCommDidExchangeState,
  type DidCommInboundMessageContext,
  DidCommOutOfBandRepository,
  DidCommOutOfBandRole,
  DidCommOutOfBandState,
  DidCommTransportService,
  DidCommTrustPingMessage,
  DidCommTrustPingResponseMessage,
} from '@credo-ts/didcomm'
import { addHandlerMiddleware } from '../protocols/handler-middleware.ts'

/**
 * DIDs that wallets may have. Of did:peer those that say their document (1, 2 and 4); 0 has no address and 3 stands for
 * a document that we were never shown.
 */
const walletDid = /^did:(peer:[124]|key:|webvh:|web:)/
/** Those whose document is on another host. */
const publishedDid = /^did:web(vh)?:/

/** Whether a message is a wallet's first, with which it answers an invitation (RFC 0023, RFC 0160). */
export const isHandshake = ({ message }: DidCommInboundMessageContext): boolean =>
  message instanceof DidCommDidExchangeRequestMessage || message instanceof DidCommConnectionRequestMessage

/** Whether it came before, and made this connection: the answer was lost, or is on its way. */
export const isRepeated = (context: DidCommInboundMessageContext): boolean =>
  isHandshake(context) && context.connection?.threadId === context.message.threadId

/**
 * A handshake answers an invitation of ours, and comes with its key. Credo would also take one that names any of
 * our DIDs instead, one to another connection's key, and one for an invitation that only asks for a proof, and stores
 * records before it looks closer. Throws `CredoError`; nothing is stored.
 * @returns whether another handshake answered that invitation before
 */
export async function checkHandshake({
  agentContext,
  message,
  recipientKey,
}: DidCommInboundMessageContext): Promise<{ isUsed: boolean }> {
  if (!recipientKey) throw new CredoError('A handshake came without a key of ours')
  const invitation = await agentContext.resolve(DidCommOutOfBandRepository).findSingleByQuery(agentContext, {
    recipientKeyFingerprints: [recipientKey.fingerprint],
    role: DidCommOutOfBandRole.Sender,
  })
  const { handshakeProtocols = [], id } = invitation?.outOfBandInvitation ?? {}
  if (handshakeProtocols.length === 0) throw new CredoError('A handshake answers no invitation')
  const parent = message.thread?.parentThreadId
  // The older protocol need not name its invitation.
  const names = parent ?? (message instanceof DidCommConnectionRequestMessage ? id : undefined)
  if (names !== id) throw new CredoError('A handshake names another invitation than the one whose key it has')
  if (message instanceof DidCommDidExchangeRequestMessage) checkDid(message)
  return { isUsed: invitation?.state !== DidCommOutOfBandState.AwaitResponse }
}

function checkDid({ did, didDoc }: DidCommDidExchangeRequestMessage): void {
  if (!walletDid.test(did)) throw new CredoError('A handshake names a DID of a kind that wallets do not have here')
  const attached = didDoc?.getDataAsJson<{ id?: unknown }>().id
  if (attached !== undefined && attached !== did) throw new CredoError('A handshake brings the document of another DID')
}

/**
 * Gives a handshake that came before a sudden end the connection that it made: Credo finds none until the handshake is
 * answered. Credo accepts no DID twice, so a DID that was stored without its connection is deleted. The keys are the
 * sender's own, so no handshake can delete another wallet's DID.
 * @returns whether there was one
 */
export async function joinConnection(context: DidCommInboundMessageContext): Promise<boolean> {
  const { agentContext, message, senderKey, sessionId } = context
  if (!senderKey) return false
  const dids = agentContext.resolve(DidRepository)
  const taken = await dids.findByQuery(agentContext, {
    role: DidDocumentRole.Received,
    recipientKeyFingerprints: [senderKey.fingerprint],
  })
  for (const record of taken) {
    const names = [record.did, ...(record.getTags().alternativeDids ?? [])]
    const connections = await agentContext
      .resolve(DidCommConnectionRepository)
      .findByQuery(agentContext, { $or: names.flatMap((did) => [{ theirDid: did }, { previousTheirDids: [did] }]) })
    if (connections.length === 0) await dids.delete(agentContext, record)
    context.connection ??= connections.find(({ threadId }) => threadId === message.threadId)
  }
  if (!context.connection) return false
  if (sessionId)
    agentContext.resolve(DidCommTransportService).setConnectionIdForSession(sessionId, context.connection.id)
  return true
}

/** The thread of the handshake that a ping, or the answer to ours, may end instead of the wallet's last word. */
export const endedHandshake = ({ message, connection }: DidCommInboundMessageContext): string | undefined =>
  connection?.state === DidCommDidExchangeState.ResponseSent &&
  (message instanceof DidCommTrustPingMessage || message instanceof DidCommTrustPingResponseMessage)
    ? connection.threadId
    : undefined

/** Whether the wallet's DID has to be fetched from another host, which may take as long as it likes. */
export const isPublishedElsewhere = ({ message }: DidCommInboundMessageContext): boolean =>
  message instanceof DidCommDidExchangeRequestMessage && publishedDid.test(message.did)

/** Fetches the wallet's DID, which its resolver then caches for the handshake. Throws `CredoError`. */
export async function lookUpDid({ agentContext, message }: DidCommInboundMessageContext): Promise<void> {
  const { did } = message as DidCommDidExchangeRequestMessage
  await agentContext.resolve(DidResolverService).resolveDidDocument(agentContext, did)
}

/**
 * A wallet that answers our ping has our response; its `complete` may have been lost with this process.
 * Credo treats a wallet's ping the same way.
 */
export function takePingsAsLastWord(credo: Agent): void {
  addHandlerMiddleware(credo, async ({ agentContext, message, connection }, next) => {
    await next()
    if (!connection || !(message instanceof DidCommTrustPingResponseMessage)) return
    const connections = agentContext.resolve(DidCommConnectionService)
    const current = await connections.findById(agentContext, connection.id)
    if (current?.state === DidCommDidExchangeState.ResponseSent)
      await connections.updateState(agentContext, current, DidCommDidExchangeState.Completed)
  })
}
