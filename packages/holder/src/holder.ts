import { HolderError } from './core/holder-error.ts'
import { KeyedMutex } from './core/keyed-mutex.ts'
import type { Holder } from './core/port.ts'
import type { HistoryEntry, Snapshot } from './core/snapshot.ts'
import { Vault } from './core/vault.ts'
import { type Context, historyEntry } from './didcomm/context.ts'
import type { HolderDependencies } from './didcomm/dependencies.ts'
import { attestedResources } from './didcomm/dids/attested-resource.ts'
import { DidResolver } from './didcomm/dids/did-resolver.ts'
import { Connecting } from './didcomm/protocols/connecting.ts'
import { Incoming } from './didcomm/protocols/incoming.ts'
import { Issuing } from './didcomm/protocols/issuing.ts'
import { Proving } from './didcomm/protocols/proving.ts'
import { checkRevocation, noteStatus, partyOfCredential } from './didcomm/protocols/revocations.ts'
import { lateMessages, oldRecords } from './didcomm/records/expired-records.ts'
import { put, removal } from './didcomm/records/records.ts'
import { Delivery } from './didcomm/transport/delivery.ts'
import { type Opened, opened } from './didcomm/transport/peer-envelopes.ts'
import { AnonCredsFormat } from './formats/anoncreds/anoncreds-format.ts'
import { PublishedObjects } from './formats/anoncreds/published-objects.ts'
import { SdJwtFormat, withUsed } from './formats/sd-jwt/sd-jwt-format.ts'
import { Openid4vc } from './openid4vc/openid4vc.ts'
import { changeCard, oldOpenidRecords } from './openid4vc/records.ts'
import { type Records, recordSchemas } from './records.ts'
import { snapshotOf } from './wallet-snapshot.ts'

export { HolderError, type HolderErrorCode, hasCode } from './core/holder-error.ts'
export type * from './core/platform.ts'
export type * from './core/port.ts'
export type * from './core/snapshot.ts'
export type * from './didcomm/dependencies.ts'
export type * from './formats/anoncreds/cryptography.ts'
export type * from './formats/anoncreds/data-registry.ts'

/** Fetched when it is used: its key derivation is larger than a protocol. */
export const walletFile = () =>
  import('./wallet-file.ts').catch((cause) => {
    throw new HolderError('unreachable', 'The code for files does not come', { cause })
  })

/** Opens the wallet in the storage, or begins one there. Rejects with `unreadable-storage` or `damaged-storage`. */
export async function createHolder(dependencies: HolderDependencies): Promise<Holder> {
  const listeners = new Set<(snapshot: Snapshot) => void>()
  let isClosed = false
  let isNotifying = false
  let latest: Snapshot | undefined

  const changed = () => {
    latest = undefined
    if (isNotifying || isClosed) return
    isNotifying = true
    // Changes that come together are notified once.
    queueMicrotask(() => {
      isNotifying = false
      if (!isClosed) for (const listener of listeners) listener(snapshot())
    })
  }
  const snapshot = (): Snapshot => {
    latest ??= snapshotOf(
      vault,
      { link: delivery.network, unreachable: [...delivery.unreachable, ...openid4vc.unreachable] },
      context.formats,
    )
    return latest
  }

  const vault = await Vault.open({ ...dependencies, schemas: recordSchemas, onChange: changed })
  const dids = new DidResolver(dependencies)
  const objects = new PublishedObjects({
    fetch: dependencies.fetch,
    clock: dependencies.clock,
    cache: vault.resources,
    registry:
      dependencies.registry ?? attestedResources({ fetch: dependencies.fetch, documentOf: (did) => dids.resolve(did) }),
  })
  const sdJwt = new SdJwtFormat({
    ...dependencies,
    onStatus: (credentialId, status) => noteStatus(context, credentialId, status),
    onUsed: (credentialId, copy) => changeCard(vault, credentialId, (card) => withUsed(card, copy)),
  })
  const openid4vc = new Openid4vc({ ...dependencies, vault, sdJwt, visit: (url) => dependencies.visit?.(url) }, changed)
  const context: Context = {
    dependencies,
    vault,
    dids,
    formats: {
      anoncreds: new AnonCredsFormat({
        ...dependencies,
        objects,
        linkSecret: () => vault.get('wallet', 'wallet')?.linkSecret ?? '',
        onStatus: (credentialId, status) => noteStatus(context, credentialId, status),
      }),
      'sd-jwt': sdJwt,
    },
    sendWaiting: () => !isClosed && delivery.run(),
  }
  const connecting = new Connecting(context)
  const issuing = new Issuing(context)
  const proving = new Proving(context)
  const mutex = new KeyedMutex()

  /** One message of a connection after the other; whatever is wrong with one costs that one. */
  const receive = ({ peer, message, sender }: Opened) => {
    if (isClosed) return
    void mutex
      .run(peer.id, async () => {
        const current = vault.get('peer', peer.id)
        if (current) await incoming.take(current, message, sender)
      })
      .catch(() => undefined)
  }
  const delivery = new Delivery(context, { receive, onChange: changed })
  const incoming = new Incoming(context, { connecting, issuing, proving }, (envelope) => opened(context, envelope))

  /** In the order of the messages of the same connection. */
  const act = async <Kind extends 'offer' | 'request'>(
    kind: Kind,
    id: string,
    work: (record: Records[Kind]) => Promise<void>,
  ) => {
    const current = () => {
      const record = vault.get(kind, id)
      if (!record) throw new HolderError('not-open', `There is no such ${kind}`)
      return record
    }
    await mutex.run(current().peerId, () => work(current()))
  }

  /** Reads again what was out of reach before. */
  const lookAgain = () => {
    for (const { id, hostDid } of vault.all('peer')) if (!hostDid) void connecting.lookUpHost(id)
    for (const { id, peerId, kind, issued } of vault.all('offer')) {
      const peer = vault.get('peer', peerId)
      if (!kind.name) void issuing.describe(id)
      if (issued && peer) void mutex.run(peerId, () => issuing.takeCredential(peer, issued)).catch(() => undefined)
    }
    for (const request of vault.all('request')) if (request.state === 'asked') void proving.lookUp(request)
    openid4vc.lookAgain()
  }

  let cancelReadingAhead: () => void = () => undefined
  /** Looks statuses up at moments of its own, so that no issuer can tell when a credential is asked for. */
  const readAhead = (minutes: number) => {
    const [random = 0] = dependencies.randomBytes(1)
    cancelReadingAhead = dependencies.clock.after(minutes * 60_000 * (0.5 + random / 256), () => {
      void checkRevocations()
      void endLate()
      readAhead(60)
    })
  }
  const giveUp = (id: string, why: HistoryEntry['why']) =>
    vault.get('offer', id)
      ? act('offer', id, (offer) => issuing.giveUp(offer, why))
      : act('request', id, (request) => proving.giveUp(request, why))
  /** Gives up what was written long ago, once it was tried anew. */
  const endLate = async () => {
    const late = lateMessages(vault, dependencies.clock.now())
    const waiting = [...vault.all('offer'), ...vault.all('request')].filter(({ awaited = '' }) =>
      late.includes(awaited),
    )
    await Promise.allSettled(waiting.map(({ id }) => giveUp(id, 'late')))
    await vault.commit(...late.map((id) => removal('outgoing', id)))
  }
  const checkRevocations = async () => {
    await Promise.allSettled(vault.all('credential').map(({ id }) => checkRevocation(context, id)))
  }

  const removeOldRecords = () =>
    vault.commit(...oldRecords(vault, dependencies.clock.now()), ...oldOpenidRecords(vault))

  /** All or nothing. With the old records go their keys, and what was computed with them. */
  const replaceAll = async (records: Parameters<typeof vault.replace>[0]) => {
    delivery.close()
    try {
      await Promise.all([mutex.whenIdle(), openid4vc.pause()])
      await vault.replace(records)
    } finally {
      dependencies.anoncreds.forget()
      delivery.run()
      openid4vc.goOn()
      lookAgain()
    }
  }

  if (!vault.get('wallet', 'wallet')) await vault.commit(put('wallet', newWallet(dependencies)))
  await removeOldRecords()
  delivery.run()
  lookAgain()
  readAhead(2)

  return {
    snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async receive(link) {
      const received = await openid4vc.receive(link)
      if (received) return received
      const { peer, isKnown } = await connecting.receive(link)
      if (peer.state !== 'connectionless') return { connectionId: peer.id }
      if (!isKnown) for (const message of peer.attached) await mutex.run(peer.id, () => incoming.take(peer, message))
      const request = vault.all('request').find(({ peerId }) => peerId === peer.id)
      if (!request) throw new HolderError('unsupported-invitation', 'The invitation asks for nothing that is known')
      return { requestId: request.id }
    },
    async withdraw(link) {
      if (await openid4vc.withdraw(link)) return
      const peer = await connecting.find(link)
      const isOpen = ({ peerId, state }: Records['request']) => peerId === peer?.id && state === 'asked'
      const request = vault.all('request').find(isOpen)
      if (!request) return
      await act('request', request.id, async (current) => {
        if (isOpen(current)) await proving.takeOutcome(current, 'reported')
      })
    },
    accept: (id, code) =>
      openid4vc.has(id) ? openid4vc.accept(id, code) : act('offer', id, (offer) => issuing.accept(offer)),
    async decline(id, reason = 'Declined by the holder.') {
      if (openid4vc.has(id)) return openid4vc.decline(id)
      if (vault.get('offer', id)) return act('offer', id, (offer) => issuing.decline(offer, reason))
      return act('request', id, (request) => proving.decline(request, reason))
    },
    giveUp: (id) => (openid4vc.has(id) ? openid4vc.giveUp(id) : giveUp(id, 'given-up')),
    answer: (id, chosen = {}) =>
      openid4vc.has(id)
        ? openid4vc.answer(id, chosen)
        : act('request', id, (request) => proving.answer(request, chosen)),
    checkRevocations,
    async remove(id) {
      const credential = vault.get('credential', id)
      if (!credential) throw new HolderError('not-open', 'There is no such credential')
      const party = partyOfCredential(context, credential)
      const entry = historyEntry(context, party, { what: 'removed', about: id, name: credential.kind.name })
      await vault.commit(removal('credential', id), entry)
    },
    removeUnreadable: () => vault.removeUnreadable(),
    erase: () => replaceAll([{ kind: 'wallet', record: newWallet(dependencies) }]),
    async export(password) {
      await removeOldRecords()
      const { exportedWallet } = await walletFile()
      return exportedWallet(vault, password, dependencies)
    },
    async import(file, password) {
      const { importedWallet } = await walletFile()
      await replaceAll(await importedWallet(file, password))
    },
    wake() {
      delivery.wake()
      lookAgain()
    },
    async close() {
      isClosed = true
      listeners.clear()
      cancelReadingAhead()
      delivery.close()
      await Promise.all([mutex.whenIdle(), openid4vc.pause()])
      await vault.close()
      dependencies.anoncreds.forget()
    },
  }
}

/** The link secret is 256 random bits, as a decimal number (AnonCreds specification 1.0). */
const newWallet = ({ randomBytes }: HolderDependencies): Records['wallet'] => ({
  id: 'wallet',
  linkSecret: BigInt(`0x${[...randomBytes(32)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`).toString(),
})
