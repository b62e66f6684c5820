import { partyOf } from './context.ts'
import { type Circumstances, matched } from './protocols/matching.ts'
import { type AnonCredsRequest, itemsOf } from './protocols/proof-request.ts'
import type { Connection, HeldCredential, Offer, ProofRequest, Snapshot } from './snapshot.ts'
import type { CredentialRecord, OfferRecord, PeerRecord, RequestRecord, WalletVault } from './storage/records.ts'

/** What the wallet shows of what it keeps. */
export function snapshotOf(vault: WalletVault, network: Snapshot['network'], circumstances: Circumstances): Snapshot {
  const peerOf = ({ peerId }: { peerId: string }) => vault.get('peer', peerId)
  const credentials = vault.all('credential')
  return {
    connections: newestFirst(vault.all('peer').flatMap(connection), ({ since }) => since),
    offers: newestFirst(
      vault.all('offer').flatMap((offer) => offerOf(offer, peerOf(offer))),
      receivedAt,
    ),
    requests: newestFirst(
      vault.all('request').flatMap((request) => requestOf(request, peerOf(request), credentials, circumstances)),
      receivedAt,
    ),
    credentials: newestFirst(
      credentials.map((each) => held(each, peerOf(each))),
      receivedAt,
    ),
    history: newestFirst(vault.all('history'), ({ at }) => at),
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
  return state === 'connectionless' ? [] : [{ id, with: partyOf(peer), state, since }]
}

const shownOfferStates: Partial<Record<OfferRecord['state'], Offer['state']>> = {
  offered: 'offered',
  requested: 'accepted',
}

function offerOf(record: OfferRecord, peer: PeerRecord | undefined): Offer[] {
  const { id, peerId, receivedAt, comment, kind, attributes } = record
  const state = shownOfferStates[record.state]
  return state ? [{ id, connectionId: peerId, from: partyOf(peer), state, receivedAt, comment, kind, attributes }] : []
}

const shownRequestStates: Partial<Record<RequestRecord['state'], ProofRequest['state']>> = {
  asked: 'asked',
  answered: 'answered',
}

function requestOf(
  record: RequestRecord,
  peer: PeerRecord | undefined,
  credentials: CredentialRecord[],
  circumstances: Circumstances,
): ProofRequest[] {
  const state = shownRequestStates[record.state]
  if (!state) return []
  const request = record.request as AnonCredsRequest
  const items = itemsOf(request).map((item) => matched(item, credentials, circumstances))
  return [
    {
      id: record.id,
      connectionId: peer?.state === 'connectionless' ? undefined : record.peerId,
      from: partyOf(peer),
      state,
      receivedAt: record.receivedAt,
      name: request.name,
      comment: record.comment,
      items,
      possible: items.every(({ fitting, mayBeSaid }) => fitting.length > 0 || mayBeSaid),
    },
  ]
}

function held(record: CredentialRecord, peer: PeerRecord | undefined): HeldCredential {
  const { id, kind, receivedAt, attributes, revokedAt } = record
  const revocable = record.registryId !== undefined
  return { id, kind, connectionId: peer?.id, from: partyOf(peer), receivedAt, attributes, revocable, revokedAt }
}
