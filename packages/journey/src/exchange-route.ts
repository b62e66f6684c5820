import type { ExchangeRoute, IssuedCredential, Meeting, Protocol } from '@lastmile/contracts'

type Met = { kind: 'invitation'; protocol: Protocol } | Pick<Connected, 'kind' | 'protocol' | 'id' | 'isDeepLink'>
type Connected = Extract<Meeting, { kind: 'connection' }>

/** How a party that has been met so reaches the wallet. */
export const routeOf = (meeting: Met): ExchangeRoute =>
  meeting.kind === 'invitation'
    ? { kind: 'invitation', protocol: meeting.protocol }
    : {
        kind: meeting.isDeepLink ? 'deepLink' : 'connection',
        protocol: meeting.protocol,
        connectionId: meeting.id,
      }

/** How a credential was offered, and is offered again. */
export const routeOfOffer = ({ connectionId, protocol }: IssuedCredential): ExchangeRoute =>
  connectionId ? { kind: 'connection', protocol, connectionId } : { kind: 'invitation', protocol }
