import type { Status } from './core/credential-format.ts'
import { HolderError } from './core/holder-error.ts'
import { inBackground } from './core/in-background.ts'
import { randomBytes } from './core/nacl.ts'
import { oldest } from './core/oldest.ts'
import type { Holder } from './core/port.ts'
import { runPeriodically } from './core/run-periodically.ts'
import { snapshotEmitter } from './core/snapshot-emitter.ts'
import { Vault } from './core/vault.ts'
import { AnonCredsFormat } from './formats/anoncreds/anoncreds-format.ts'
import { PublishedObjects } from './formats/anoncreds/published-objects.ts'
import type { Formats } from './formats/credentials.ts'
import { SdJwtFormat, withUsed } from './formats/sd-jwt/sd-jwt-format.ts'
import { checkCredentials, noteStatus, removeCredential } from './held-credentials.ts'
import type { HolderDependencies } from './holder-dependencies.ts'
import { Didcomm } from './protocols/didcomm/didcomm.ts'
import { attestedResources } from './protocols/didcomm/dids/attested-resource.ts'
import { DidResolver } from './protocols/didcomm/dids/did-resolver.ts'
import { changeCard } from './protocols/openid4vc/openid-records.ts'
import { Openid4vc } from './protocols/openid4vc/openid4vc.ts'
import type { Protocol } from './protocols/protocol.ts'
import { put, type Records, recordSchemas, removal } from './wallet-records.ts'
import { snapshotOf } from './wallet-snapshot.ts'

export { HolderError, type HolderErrorCode, hasCode } from './core/holder-error.ts'
export type * from './core/platform.ts'
export type * from './core/port.ts'
export type * from './core/snapshot.ts'
export type * from './formats/anoncreds/cryptography.ts'
export type * from './formats/anoncreds/data-registry.ts'
export type * from './holder-dependencies.ts'

/** Fetched when it is used: its key derivation is larger than a protocol. */
export const walletFile = () =>
  import('./wallet-file.ts').catch((cause) => {
    throw new HolderError('unreachable', 'The code for files does not come', { cause })
  })

/** Entries of the history that are kept. */
const mostEntries = 1_000

/** Opens the wallet in the storage, or begins one there. Rejects with `unreadable-storage` or `damaged-storage`. */
export async function createHolder(dependencies: HolderDependencies): Promise<Holder> {
  const { fetch, anoncreds } = dependencies
  const snapshots = snapshotEmitter(() => snapshotOf(vault, protocols))
  const vault = await Vault.open({ ...dependencies, schemas: recordSchemas, onChange: snapshots.changed })
  const dids = new DidResolver(dependencies)
  const { registry = attestedResources({ fetch, documentOf: (did) => dids.resolve(did) }) } = dependencies
  const held = { ...dependencies, vault }
  const onStatus = (id: string, status: Status) => noteStatus(held, id, status)
  const formats: Formats = {
    anoncreds: new AnonCredsFormat({
      ...dependencies,
      objects: new PublishedObjects({ ...dependencies, cache: vault.resources, registry }),
      linkSecret: () => vault.get('wallet', 'wallet')?.linkSecret ?? '',
      onStatus,
    }),
    'sd-jwt': new SdJwtFormat({
      ...dependencies,
      onStatus,
      onUsed: (id, copy) => changeCard(vault, id, (card) => withUsed(card, copy)),
    }),
  }
  const services = { ...held, dids, sdJwt: formats['sd-jwt'], anoncreds: formats.anoncreds }
  const protocols: Protocol[] = [
    new Didcomm({ ...services, onRevoked: (id) => onStatus(id, 'revoked') }, snapshots.changed),
    new Openid4vc({ ...services, visit: (url) => dependencies.visit?.(url) }, snapshots.changed),
  ]

  /** The first protocol takes every link that no other does. */
  const protocolFor = (link: string) => found(protocols.findLast((each) => each.takes(link)))
  const protocolOf = (id: string) => found(protocols.find((each) => each.has(id)))
  const pause = () => Promise.all(protocols.map((each) => each.pause()))
  const goOn = () => {
    for (const each of protocols) each.goOn()
  }
  const sweep = async () => {
    for (const each of protocols) await each.sweep()
    const old = oldest(vault.all('history'), ({ at }) => at, mostEntries)
    await vault.commit(...old.map(({ id }) => removal('history', id)))
  }
  /** All or nothing. With the old records go their keys, and what was computed with them. */
  const replaceAll = async (records: Parameters<typeof vault.replace>[0]) => {
    try {
      await pause()
      await vault.replace(records)
    } finally {
      anoncreds.forget()
      goOn()
    }
  }

  if (!vault.get('wallet', 'wallet')) await vault.commit(put('wallet', newWallet()))
  await sweep()
  goOn()
  const endChecks = runPeriodically(dependencies, () => inBackground(checkCredentials(held, formats)))

  return {
    snapshot: snapshots.current,
    subscribe: snapshots.subscribe,
    receive: async (link) => protocolFor(link).receive(link),
    withdraw: async (link) => protocolFor(link).withdraw(link),
    accept: async (id, code) => protocolOf(id).accept(id, code),
    decline: async (id, reason = 'Declined by the holder.') => protocolOf(id).decline(id, reason),
    giveUp: async (id) => protocolOf(id).giveUp(id),
    answer: async (id, chosen = {}) => protocolOf(id).answer(id, chosen),
    checkRevocations: () => checkCredentials(held, formats),
    remove: (id) => removeCredential(held, id),
    removeUnreadable: () => vault.removeUnreadable(),
    erase: () => replaceAll([{ kind: 'wallet', record: newWallet() }]),
    async export(password) {
      await sweep()
      const { exportedWallet } = await walletFile()
      return exportedWallet(vault, password)
    },
    async import(file, password) {
      const { importedWallet } = await walletFile()
      await replaceAll(await importedWallet(file, password))
    },
    wake() {
      for (const each of protocols) each.wake()
    },
    async close() {
      snapshots.close()
      endChecks()
      await pause()
      await vault.close()
      anoncreds.forget()
    },
  }
}

function found(protocol: Protocol | undefined): Protocol {
  if (!protocol) throw new HolderError('not-open', 'There is no such offer or request')
  return protocol
}

/** The link secret is 256 random bits, as a decimal number (AnonCreds specification 1.0). */
const newWallet = (): Records['wallet'] => ({
  id: 'wallet',
  linkSecret: BigInt(`0x${[...randomBytes(32)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`).toString(),
})
