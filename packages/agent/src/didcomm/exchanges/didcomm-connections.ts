import { isIP } from 'node:net'
import { DidDocumentRole, DidRepository, Kms } from '@credo-ts/core'
import {
  DidCommConnectionRecord,
  type DidCommMessage,
  DidCommOutOfBandRepository,
  DidCommOutOfBandState,
} from '@credo-ts/didcomm'
import { goalCodes } from '@lastmile/contracts'
import { LRUCache } from 'lru-cache'
import type { Events } from '../../core/events.ts'
import type { ConnectionSnapshot, Invitation } from '../../port/connections.ts'
import { AgentError } from '../../port/errors.ts'
import type { InvitationOptions } from '../../port/exchanges.ts'
import { connectionStates } from '../api/states.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import type { WaitingMessages } from '../transport/waiting-messages.ts'

interface Dependencies {
  credo: CredoAgent
  publicUrl: string
  waiting: WaitingMessages
}

/**
 * Invitations and the connections that come of them. Credo makes its connection record only when a wallet answers, so
 * outwardly a connection is named by its invitation's record, which is there from the beginning.
 */
export class Connections {
  readonly #dependencies: Dependencies
  /** Credo's connection id → ours; neither ever changes. */
  readonly #ids = new LRUCache<string, string>({ max: 20_000 })

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  publishTo(events: Events): void {
    events.emitStatesOf<DidCommConnectionRecord>(DidCommConnectionRecord, async (record) => {
      const connection = this.#snapshot(record)
      return connection && { type: 'connection', connection }
    })
  }

  /** A single-use invitation (RFC 0434) that offers did-exchange and connections 1.0. */
  async invite(options: InvitationOptions): Promise<Invitation> {
    const record = await this.#dependencies.credo.didcomm.oob.createInvitation({
      ...shownOf(options),
      multiUseInvitation: false,
    })
    return {
      connectionId: record.id,
      invitationId: record.outOfBandInvitation.id,
      invitationUrl: record.outOfBandInvitation.toUrl({ domain: this.#dependencies.publicUrl }),
    }
  }

  /** An invitation that carries a request and needs no connection. @returns its URL */
  async inviteWithRequest(
    options: InvitationOptions & { invitationId: string; message: DidCommMessage },
  ): Promise<string> {
    const record = await this.#dependencies.credo.didcomm.oob.createInvitation({
      ...shownOf(options),
      messages: [options.message],
      handshake: false,
    })
    record.outOfBandInvitation.id = options.invitationId
    await this.#dependencies.credo.context
      .resolve(DidCommOutOfBandRepository)
      .update(this.#dependencies.credo.context, record)
    return record.outOfBandInvitation.toUrl({ domain: this.#dependencies.publicUrl })
  }

  /** @param invitationId `@id` of the message */
  async forgetInvitation(invitationId: string): Promise<void> {
    const record = await this.#dependencies.credo.didcomm.oob.findByCreatedInvitationId(invitationId)
    if (record) await this.forget(record.id)
  }

  /**
   * Deletes an invitation with its connections, the wallet's label, their DIDs and keys, and waiting messages.
   * Records that lead to others go last, so a repetition after a sudden end finds the rest.
   */
  async forget(connectionId: string): Promise<void> {
    const { waiting, credo } = this.#dependencies
    const { context, didcomm } = credo
    const keys = context.resolve(Kms.KeyManagementApi)
    for (const connection of await didcomm.connections.findAllByOutOfBandId(connectionId)) {
      for (const did of didsOf(connection)) await this.#forgetDid(did, connectionId)
      await waiting.removeAllFor(context, connection.id)
      await didcomm.connections.deleteById(connection.id)
    }
    const invitation = await didcomm.oob.findById(connectionId)
    for (const { kmsKeyId } of invitation?.invitationInlineServiceKeys ?? []) await keys.deleteKey({ keyId: kmsKeyId })
    if (invitation) await didcomm.oob.deleteById(invitation.id)
  }

  async #forgetDid(did: string, connectionId: string): Promise<void> {
    const { context, didcomm } = this.#dependencies.credo
    const dids = context.resolve(DidRepository)
    const keys = context.resolve(Kms.KeyManagementApi)
    const isShared = async () => {
      const users = await didcomm.connections.findAllByQuery({ $or: [{ did }, { theirDid: did }] })
      return users.some(({ outOfBandId }) => outOfBandId !== connectionId)
    }
    for (const record of await dids.findAllByDid(context, did)) {
      // The issuer's own DID is not a peer one; a wallet may use the same DID for all its connections.
      if (record.role === DidDocumentRole.Created ? !did.startsWith('did:peer:') : await isShared()) continue
      for (const { kmsKeyId } of record.keys ?? []) await keys.deleteKey({ keyId: kmsKeyId })
      await dids.delete(context, record)
    }
  }

  async find(connectionId: string): Promise<ConnectionSnapshot | undefined> {
    const record = await this.#record(connectionId)
    if (record) return this.#snapshot(record)
    const invitation = await this.#dependencies.credo.didcomm.oob.findById(connectionId)
    if (!invitation) return undefined
    if (invitation.state !== DidCommOutOfBandState.Done) return { connectionId, state: 'invited' }
    // The wallet may have come between the two looks.
    const answered = await this.#record(connectionId)
    if (answered) return this.#snapshot(answered)
    // An invitation that was answered and has no connection any more: the wallet has ended it.
    return { connectionId, state: 'abandoned' }
  }

  /** Credo's id of an established connection. Throws `not-found` and `not-connected`. */
  async establishedId(connectionId: string): Promise<string> {
    const record = await this.#record(connectionId)
    if (record?.isReady) return record.id
    if (record || (await this.#dependencies.credo.didcomm.oob.findById(connectionId)))
      throw new AgentError('not-connected', 'The wallet is not connected yet.')
    throw new AgentError('not-found', 'There is no such connection.')
  }

  /** Our id of one of Credo's connections. */
  async publicId(credoId: string): Promise<string | undefined> {
    const cached = this.#ids.get(credoId)
    if (cached) return cached
    const record = await this.#dependencies.credo.didcomm.connections.findById(credoId)
    if (record?.outOfBandId) this.#ids.set(credoId, record.outOfBandId)
    return record?.outOfBandId
  }

  async #record(connectionId: string): Promise<DidCommConnectionRecord | undefined> {
    const [record] = await this.#dependencies.credo.didcomm.connections.findAllByOutOfBandId(connectionId)
    return record
  }

  #snapshot(record: DidCommConnectionRecord): ConnectionSnapshot | undefined {
    const state = connectionStates[record.state]
    if (!record.outOfBandId || !state) return undefined
    this.#ids.set(record.id, record.outOfBandId)
    return { connectionId: record.outOfBandId, state }
  }
}

const didsOf = ({ did, theirDid, previousDids, previousTheirDids }: DidCommConnectionRecord): string[] =>
  [did, theirDid, ...previousDids, ...previousTheirDids].filter((each) => each !== undefined)

/** The goals of invitations: wallets refuse a code without the words (RFC 0434). */
const goals: Record<InvitationOptions['purpose'], { goalCode: string; goal: string }> = {
  issue: { goalCode: goalCodes.issue, goal: 'To issue credentials' },
  verify: { goalCode: goalCodes.verifyOnce, goal: 'To verify credentials' },
}

const shownOf = ({ label, imageUrl, purpose }: InvitationOptions) => ({
  label,
  imageUrl: acceptedPicture(imageUrl),
  ...goals[purpose],
})

/**
 * Wallets refuse a whole invitation over a picture's address that is empty, or whose host is neither a public name nor
 * an IP address: Credo accepts neither `localhost` nor a name without a top-level domain. Without it they take it.
 */
function acceptedPicture(imageUrl: string | undefined): string | undefined {
  if (!imageUrl || !URL.canParse(imageUrl)) return undefined
  const url = new URL(imageUrl)
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return isIP(url.hostname) || /\.[a-z]{2,}$/.test(url.hostname) ? url.href : undefined
}
