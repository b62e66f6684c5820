import { plainLine, plainName } from '@lastmile/contracts/plain-words'
import {
  longestComment,
  plainAttributes,
  plainEntry,
  plainItem,
  plainKind,
  plainLabelled,
  plainParty,
} from './core/plain-snapshot.ts'
import type { Connection, HeldCredential, Offer, Party, ProofRequest, Snapshot } from './core/snapshot.ts'
import { partyOf } from './didcomm/context.ts'
import { partyOfCredential } from './didcomm/protocols/revocations.ts'
import type { OfferRecord, PeerRecord, RequestRecord } from './didcomm/records/records.ts'
import { type CredentialRecord, type Formats, ofFormat } from './formats/credentials.ts'
import { cardOf } from './formats/sd-jwt/card.ts'
import type { SdJwtCredential } from './formats/sd-jwt/credential-record.ts'
import { sdJwtRequest } from './openid4vc/presenting.ts'
import type { OfferRecord as OpenidOffer, RequestRecord as OpenidRequest } from './openid4vc/records.ts'
import type { WalletVault } from './records.ts'

interface Reachability {
  /** Of connections; undefined where none is needed. */
  link: 'online' | 'connecting' | undefined
  unreachable: Party[]
}

/** Builds the snapshot from the wallet's records. */
export function snapshotOf(vault: WalletVault, reachability: Reachability, formats: Formats): Snapshot {
  const peerOf = ({ peerId }: { peerId: string }) => vault.get('peer', peerId)
  const credentials = vault.all('credential')
  return {
    connections: newestFirst(vault.all('peer').flatMap(connection), ({ since }) => since),
    offers: newestFirst(
      [
        ...vault.all('offer').flatMap((offer) => offerOf(offer, peerOf(offer))),
        ...vault.all('openid-offer').flatMap(openidOffer),
      ],
      receivedAt,
    ),
    requests: newestFirst(
      [
        ...vault.all('request').flatMap((request) => requestOf(request, peerOf(request), credentials, formats)),
        ...vault.all('openid-request').flatMap((request) => openidRequest(request, credentials, formats)),
      ],
      receivedAt,
    ),
    credentials: newestFirst(
      credentials.map((each) => held(each, vault)),
      receivedAt,
    ),
    history: newestFirst(vault.all('history').map(plainEntry), ({ at }) => at),
    unreadable: vault.unreadable,
    waiting:
      vault.all('outgoing').length + vault.all('openid-request').filter(({ answer }) => answer !== undefined).length,
    ...networkOf(reachability),
  }
}

/** A host that does not answer makes no wallet offline; several do. */
function networkOf({ link, unreachable }: Reachability): Pick<Snapshot, 'network' | 'unreachable'> {
  const byHost = [...new Map(unreachable.map((party) => [party.host ?? party.label, plainParty(party)])).values()]
  const isAway = link !== 'online' && byHost.length > 0
  return {
    network: isAway ? (byHost.length > 1 ? 'offline' : 'connecting') : (link ?? 'online'),
    unreachable: byHost,
  }
}

const newestFirst = <Item>(items: Item[], moment: (item: Item) => number): Item[] =>
  [...items].reverse().sort((one, other) => moment(other) - moment(one))

const receivedAt = (item: { receivedAt: number }) => item.receivedAt

function connection(peer: PeerRecord): Connection[] {
  const { id, state, since } = peer
  return state === 'connectionless' ? [] : [{ id, with: plainParty(partyOf(peer)), state, since }]
}

const shownOfferStates: Partial<Record<(OfferRecord | OpenidOffer)['state'], Offer['state']>> = {
  offered: 'offered',
  accepted: 'accepted',
  requested: 'accepted',
}

function offerOf(record: OfferRecord, peer: PeerRecord | undefined): Offer[] {
  const { id, peerId, receivedAt, comment } = record
  const state = shownOfferStates[record.state]
  if (!state) return []
  return [
    {
      id,
      connectionId: peerId,
      from: plainParty(partyOf(peer, comment)),
      state,
      receivedAt,
      kind: plainKind(record.kind),
      attributes: plainAttributes(record.attributes),
    },
  ]
}

function openidOffer(record: OpenidOffer): Offer[] {
  const { id, receivedAt, txCode } = record
  const state = shownOfferStates[record.state]
  if (!state) return []
  return [
    {
      ...{ id, state, receivedAt, code: txCode, isDeferred: record.transaction && true },
      from: plainParty(record.from),
      kind: plainKind(record.kind),
      attributes: [],
      names: record.names.map((name) => plainLabelled(name, record.labels)),
    },
  ]
}

const shownRequestStates: Partial<Record<(RequestRecord | OpenidRequest)['state'], ProofRequest['state']>> = {
  asked: 'asked',
  answered: 'answered',
  sending: 'answered',
}

function requestOf(
  record: RequestRecord,
  peer: PeerRecord | undefined,
  credentials: CredentialRecord[],
  { anoncreds }: Formats,
): ProofRequest[] {
  const { request } = record
  const state = shownRequestStates[record.state]
  if (!state || !request) return []
  const items = anoncreds.match(request, ofFormat(credentials, 'anoncreds')).map(plainItem)
  return [
    {
      id: record.id,
      connectionId: peer?.state === 'connectionless' ? undefined : record.peerId,
      from: plainParty(partyOf(peer)),
      state,
      receivedAt: record.receivedAt,
      name: plainName(request.name),
      comment: record.comment && plainLine(record.comment, longestComment),
      ...answerable(items),
    },
  ]
}

function openidRequest(record: OpenidRequest, credentials: CredentialRecord[], formats: Formats): ProofRequest[] {
  const { id, receivedAt } = record
  const state = shownRequestStates[record.state]
  const request = sdJwtRequest(record)
  if (!state || !request) return []
  const held = ofFormat(credentials, 'sd-jwt')
  const items = formats['sd-jwt'].match(request, held).map(plainItem)
  const isUnsent = record.answer !== undefined
  return [{ ...{ id, state, isUnsent, receivedAt, name: '' }, from: plainParty(record.from), ...answerable(items) }]
}

const answerable = (items: ProofRequest['items']) => ({
  items,
  possible: items.every(({ fitting, mayBeSaid }) => fitting.length > 0 || mayBeSaid),
})

function held(record: CredentialRecord, vault: WalletVault): HeldCredential {
  const { id, format, receivedAt, revokedAt, doubt } = record
  return {
    ...{ id, format, receivedAt, revokedAt, doubt },
    kind: plainKind(record.kind),
    from: plainParty(partyOfCredential({ vault }, record)),
    ...(record.format === 'anoncreds'
      ? {
          attributes: plainAttributes(record.attributes),
          connectionId: vault.get('peer', record.peerId)?.id,
          ...{ revocable: record.registryId !== undefined, registrySize: record.registrySize },
        }
      : shownCard(record)),
  }
}

function shownCard(record: SdJwtCredential) {
  const { labels, revocable, isWornOut, copies } = record
  const { attributes, stated } = cardOf(record)
  return {
    attributes: plainAttributes(attributes, labels),
    stated,
    revocable,
    unlinkable: isWornOut ? 0 : copies.length,
  }
}
