import { plainLine, plainName } from '@lastmile/contracts/plain-words'
import { plainAttributes, plainEntry, plainItem, plainKind, plainParty } from './core/plain-snapshot.ts'
import type { Connection, HeldCredential, Offer, ProofRequest, Snapshot } from './core/snapshot.ts'
import { partyOf } from './didcomm/context.ts'
import type { OfferRecord, PeerRecord, RequestRecord, WalletVault } from './didcomm/records/records.ts'
import type { CredentialRecord, Formats } from './formats/credentials.ts'

const longestComment = 2_000

/** Builds the snapshot from the wallet's records. */
export function snapshotOf(vault: WalletVault, network: Snapshot['network'], formats: Formats): Snapshot {
  const peerOf = ({ peerId }: { peerId: string }) => vault.get('peer', peerId)
  const credentials = vault.all('credential')
  return {
    connections: newestFirst(vault.all('peer').flatMap(connection), ({ since }) => since),
    offers: newestFirst(
      vault.all('offer').flatMap((offer) => offerOf(offer, peerOf(offer))),
      receivedAt,
    ),
    requests: newestFirst(
      vault.all('request').flatMap((request) => requestOf(request, peerOf(request), credentials, formats)),
      receivedAt,
    ),
    credentials: newestFirst(
      credentials.map((each) => held(each, peerOf(each), formats)),
      receivedAt,
    ),
    history: newestFirst(vault.all('history').map(plainEntry), ({ at }) => at),
    unreadable: vault.unreadable,
    waiting: vault.all('outgoing').length,
    network,
  }
}

const newestFirst = <Item>(items: Item[], moment: (item: Item) => number): Item[] =>
  [...items].reverse().sort((one, other) => moment(other) - moment(one))

const receivedAt = (item: { receivedAt: number }) => item.receivedAt

function connection(peer: PeerRecord): Connection[] {
  const { id, state, since } = peer
  return state === 'connectionless' ? [] : [{ id, with: plainParty(partyOf(peer)), state, since }]
}

const shownOfferStates: Partial<Record<OfferRecord['state'], Offer['state']>> = {
  offered: 'offered',
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
      from: plainParty(partyOf(peer)),
      state,
      receivedAt,
      comment: comment && plainLine(comment, longestComment),
      kind: plainKind(record.kind),
      attributes: plainAttributes(record.attributes),
    },
  ]
}

const shownRequestStates: Partial<Record<RequestRecord['state'], ProofRequest['state']>> = {
  asked: 'asked',
  answered: 'answered',
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
  const items = anoncreds.match(request, credentials).map(plainItem)
  return [
    {
      id: record.id,
      connectionId: peer?.state === 'connectionless' ? undefined : record.peerId,
      from: plainParty(partyOf(peer)),
      state,
      receivedAt: record.receivedAt,
      name: plainName(request.name),
      comment: record.comment && plainLine(record.comment, longestComment),
      items,
      possible: items.every(({ fitting, mayBeSaid }) => fitting.length > 0 || mayBeSaid),
    },
  ]
}

function held(record: CredentialRecord, peer: PeerRecord | undefined, formats: Formats): HeldCredential {
  const { id, receivedAt, revokedAt } = record
  return {
    id,
    kind: plainKind(record.kind),
    connectionId: peer?.id,
    from: plainParty(partyOf(peer)),
    receivedAt,
    attributes: plainAttributes(record.attributes),
    ...formats[record.format].revocability(record),
    revokedAt,
  }
}
