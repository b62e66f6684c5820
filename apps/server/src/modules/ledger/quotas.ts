import { createHmac } from 'node:crypto'
import { networkOf } from '../../platform/callers/networks.ts'
import type { EntryKind } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/api-route.ts'
import { ApiError, busy } from '../../platform/http/errors.ts'
import type { Ledger } from './ledger.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** A visitor may have a fiftieth of what all may have open, and never fewer than five … */
const visitorsPart = { of: 50, atLeast: 5 }
/** … and one network an eighth: more than a hall of visitors needs. */
const networksPart = 8

/**
 * The last fifth is for networks that have little open: a 250th of all, and never fewer than five. Else a stranger with
 * eight networks could take everything.
 */
const reserve = { part: 1 / 5, of: 250, atLeast: 5 }

export type Quotas = ReturnType<typeof createQuotas>

/**
 * How much may wait for an answer at the same time: of one visitor, of one network, and of all (record 0029).
 * @param secret keys the hashes that stand for networks in the ledger
 */
export function createQuotas(
  ledger: Ledger,
  capacities: Record<EntryKind, number>,
  rateFactor: number,
  secret: Uint8Array,
) {
  /** The ledger's hash of the caller's network. */
  const hashOfNetwork = ({ address }: Pick<Caller, 'address'>): string =>
    createHmac('sha256', secret).update(networkOf(address)).digest('base64url')

  return {
    networkOf: hashOfNetwork,
    /**
     * For networks and all visitors only the last hour counts: older entries were mostly left behind, and would lock
     * others out for a day.
     * @throws ApiError 429 when the visitor or the network has too many open, 503 when all together have
     */
    async check(kind: EntryKind, caller: Pick<Caller, 'visitor' | 'address'>): Promise<void> {
      const [lately, today] = [hour, day].map((ms) => new Date(Date.now() - ms)) as [Date, Date]
      const capacity = capacities[kind]
      const ofVisitor = Math.max(visitorsPart.atLeast, Math.ceil(capacity / visitorsPart.of))
      const ofNetwork = Math.ceil((capacity / networksPart) * rateFactor)
      const { visitor } = caller
      const open = await ledger.countOpen(kind, { visitor, network: hashOfNetwork(caller), today, lately })
      if (open.visitor >= ofVisitor) throw tooMany[kind]()
      if (open.network >= ofNetwork) throw tooManyOpen()
      const isLittle = open.network < Math.max(reserve.atLeast, Math.ceil(capacity / reserve.of))
      if (open.all >= (isLittle ? capacity : capacity * (1 - reserve.part))) throw busyWith[kind]()
    },
  }
}

const tooManyOpen = () =>
  new ApiError(429, 'too-many-calls', 'Too much was begun here and is not answered yet. Please wait a minute.', 60)

const tooMany: Record<EntryKind, () => ApiError> = {
  connection: () =>
    new ApiError(429, 'too-many-invitations', 'Many invitations of yours are still open. Use one of them first.', 60),
  credential: tooManyOpen,
  proof: tooManyOpen,
}

const busyWith: Record<EntryKind, () => ApiError> = {
  connection: () => busy('connections-busy', 'Many people are connecting right now. Please try again in a minute.', 30),
  credential: () =>
    busy('offers-busy', 'Many credentials are being issued right now. Please try again in a minute.', 30),
  proof: () => busy('proofs-busy', 'Many proofs are being asked for right now. Please try again in a minute.', 30),
}
