/**
 * The DIDComm messages that can pass between the server and a wallet, named by protocol and message: `@type` without
 * prefix and version. A page has a sentence for each. Brings no validation library.
 */
export const protocolMessageKinds = [
  'out-of-band/invitation',
  'out-of-band/handshake-reuse',
  'out-of-band/handshake-reuse-accepted',
  'out-of-band/problem_report',
  'didexchange/request',
  'didexchange/response',
  'didexchange/complete',
  'didexchange/problem-report',
  'didexchange/problem_report',
  'connections/request',
  'connections/response',
  'connections/problem_report',
  'connection/problem-report',
  'trust_ping/ping',
  'trust_ping/ping_response',
  'issue-credential/propose-credential',
  'issue-credential/offer-credential',
  'issue-credential/request-credential',
  'issue-credential/issue-credential',
  'issue-credential/ack',
  'issue-credential/problem-report',
  'present-proof/propose-presentation',
  'present-proof/request-presentation',
  'present-proof/presentation',
  'present-proof/ack',
  'present-proof/problem-report',
  'revocation_notification/revoke',
  'notification/ack',
  'notification/problem-report',
  'report-problem/problem-report',
  'did-rotate/rotate',
  'did-rotate/ack',
  'did-rotate/problem-report',
  'did-rotate/hangup',
  'discover-features/query',
  'discover-features/disclose',
  'discover-features/queries',
  'discover-features/disclosures',
  'messagepickup/batch-pickup',
  'messagepickup/batch',
  'messagepickup/status-request',
  'messagepickup/status',
  'messagepickup/delivery-request',
  'messagepickup/delivery',
  'messagepickup/messages-received',
  'messagepickup/live-delivery-change',
] as const

export type ProtocolMessageKind = (typeof protocolMessageKinds)[number]

/** The `type` of a recorded message that is none of these: its own could be anything. */
export const unknownMessageType = 'unknown'

/** Which of them a full `@type` is; undefined for all others. */
export function protocolMessageKind(type: string): ProtocolMessageKind | undefined {
  const [, protocol, message] = /^https:\/\/didcomm\.org\/([\w-]+)\/\d{1,2}\.\d{1,2}\/([\w-]+)$/.exec(type) ?? []
  return protocolMessageKinds.find((kind) => kind === `${protocol}/${message}`)
}
