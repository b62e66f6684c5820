/** A message that went one way, a wallet's request with this site's answer, or what this site decided by itself. */
type Way = 'sent' | 'asked' | 'decided'

/**
 * The requests, messages and decisions of OpenID4VC that are recorded, each with its section of OpenID4VCI 1.0 or
 * OpenID4VP 1.0. Those that end in `-error` were refused. A page has a sentence for each.
 */
export const openid4vcMessages = {
  'openid4vci/credential-offer': { way: 'sent', section: '4.1.1' },
  'openid4vci/credential-offer-uri': { way: 'asked', section: '4.1.3' },
  'openid4vci/token': { way: 'asked', section: '6.1' },
  'openid4vci/token-error': { way: 'asked', section: '6.3' },
  'openid4vci/refresh-token': { way: 'asked', section: '6.1' },
  'openid4vci/refresh-token-error': { way: 'asked', section: '6.3' },
  'openid4vci/nonce': { way: 'asked', section: '7' },
  'openid4vci/credential': { way: 'asked', section: '8.2' },
  'openid4vci/credential-error': { way: 'asked', section: '8.3.1' },
  'openid4vci/notification': { way: 'asked', section: '11.1' },
  'openid4vci/notification-of-failure': { way: 'asked', section: '11.1' },
  'openid4vci/notification-error': { way: 'asked', section: '11.3' },
  'openid4vci/no-notification': { way: 'decided', section: '11' },
  'openid4vci/expired': { way: 'decided', section: '6.2' },
  'openid4vp/authorization-request': { way: 'sent', section: '5' },
  'openid4vp/request-uri': { way: 'asked', section: '5' },
  'openid4vp/request-uri-post': { way: 'asked', section: '5.10' },
  'openid4vp/authorization-response': { way: 'asked', section: '8.3.1' },
  'openid4vp/authorization-response-error': { way: 'asked', section: '8.3.1' },
  'openid4vp/error-response': { way: 'asked', section: '8.5' },
  'openid4vp/redirect': { way: 'asked', section: '8.2' },
  'openid4vp/accepted': { way: 'decided', section: '8.6' },
  'openid4vp/refused': { way: 'decided', section: '8.6' },
  'openid4vp/ended': { way: 'decided', section: '8.5' },
  'openid4vp/expired': { way: 'decided', section: '5' },
} as const satisfies Record<string, { way: Way; section: string }>

export type Openid4vcMessageKind = keyof typeof openid4vcMessages

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
