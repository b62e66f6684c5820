import { plainAttribute, plainEntry, plainKind, plainOffer, plainParty, plainRequest } from './core/plain-snapshot.ts'
import type { HeldCredential, Offer, ProofRequest, Snapshot } from './core/snapshot.ts'
import { type CredentialRecord, shownCard } from './formats/credentials.ts'
import { giverOf } from './held-credentials.ts'
import type { Protocol, Shown } from './protocols/protocol.ts'
import type { WalletVault } from './wallet-records.ts'

/** How views show the states of all protocols. Others are ends, which stand in the history. */
const offerStates: Record<string, Offer['state']> = {
  offered: 'offered',
  accepted: 'accepted',
  requested: 'accepted',
}
const requestStates: Record<string, ProofRequest['state']> = {
  asked: 'asked',
  answered: 'answered',
  sending: 'answered',
}

/** Builds the snapshot from the wallet's records. */
export function snapshotOf(vault: WalletVault, protocols: readonly Protocol[]): Snapshot {
  const shown = protocols.map((protocol) => protocol.shown())
  const connections = shown.flatMap((each) => each.connections)
  const offers = shown.flatMap((each) => each.offers).flatMap((offer) => inState(offerStates, offer))
  const requests = shown.flatMap((each) => each.requests).flatMap((request) => inState(requestStates, request))
  return {
    connections: newestFirst(connections, ({ since }) => since).map((each) => ({
      ...each,
      with: plainParty(each.with),
    })),
    offers: newestFirst(offers, receivedAt).map(plainOffer),
    requests: newestFirst(requests, receivedAt).map((request) =>
      plainRequest({ ...request, possible: isPossible(request) }),
    ),
    credentials: newestFirst(vault.all('credential'), receivedAt).map((credential) => held(credential, vault)),
    history: newestFirst(vault.all('history'), ({ at }) => at).map(plainEntry),
    unreadable: vault.unreadable,
    waiting: shown.reduce((sum, { waiting }) => sum + waiting, 0),
    ...networkOf(shown),
  }
}

/** In the state that views show; none where they show it no more. */
function inState<State, Exchange extends { state: string }>(states: Record<string, State>, exchange: Exchange) {
  const state = states[exchange.state]
  return state ? [{ ...exchange, state }] : []
}

const isPossible = ({ items }: Pick<ProofRequest, 'items'>): boolean =>
  items.every(({ fitting, mayBeSaid }) => fitting.length > 0 || mayBeSaid)

/** A host that does not answer makes no wallet offline; several do. */
function networkOf(shown: readonly Shown[]): Pick<Snapshot, 'network' | 'unreachable'> {
  const unreachable = shown.flatMap((each) => each.unreachable)
  const links = shown.map(({ link }) => link)
  const isOnline = links.includes('online')
  const byHost = [...new Map(unreachable.map((party) => [party.host ?? party.label, plainParty(party)])).values()]
  const isConnecting = !isOnline && (byHost.length > 0 || links.includes('connecting'))
  return {
    network: isConnecting ? (byHost.length > 1 ? 'offline' : 'connecting') : 'online',
    unreachable: byHost,
  }
}

const newestFirst = <Item>(items: Item[], moment: (item: Item) => number): Item[] =>
  [...items].reverse().sort((one, other) => moment(other) - moment(one))

const receivedAt = (item: { receivedAt: number }) => item.receivedAt

function held(record: CredentialRecord, vault: WalletVault): HeldCredential {
  const { id, format, receivedAt, revokedAt, doubt, kind } = record
  const card = shownCard(record)
  return {
    id,
    format,
    receivedAt,
    revokedAt,
    doubt,
    connectionId: 'peerId' in record ? vault.get('peer', record.peerId)?.id : undefined,
    kind: plainKind(kind),
    from: plainParty(giverOf(vault, record)),
    ...card,
    attributes: card.attributes.map(plainAttribute),
  }
}
