import { randomUUID } from 'node:crypto'
import type { Openid4vcMessageKind, UnreadablePart } from '@lastmile/contracts'
import type { Encryption } from '../../core/encryption/encryption.ts'
import type { Read, Records } from '../../core/records.ts'
import { AgentError } from '../../port/errors.ts'
import type { InvitationOptions, InvitedProof, ProofSnapshot, Question } from '../../port/exchanges.ts'
import type { ProofInvitation } from '../../port/invitations.ts'
import type { AgentOptions } from '../../port/options.ts'
import type { KeptReads } from '../../port/reads.ts'
import type { About } from '../api/endpoint-error.ts'
import { newDecryptionKey } from '../keys/decryption-key.ts'
import { secret } from '../keys/secrets.ts'
import type { SiteKeys } from '../keys/site-keys.ts'
import type { Decision, MessageRecorder } from '../messages/openid4vc-recorder.ts'
import type { StatusLists } from '../status/status-lists.ts'
import type { Definition } from '../store/definition.ts'
import type { Outcome, PresentationRequest, Way } from '../store/presentation-request.ts'
import { queriesOf } from './queries.ts'
import { requestAddress, requestReference } from './requests.ts'

export interface VerifyingDependencies {
  publicUrl: string
  encryption: Encryption
  requests: Records<PresentationRequest>
  definitions: Records<Definition>
  statusLists: StatusLists
  recorder: MessageRecorder
  openReads: AgentOptions['openReads']
  /** Milliseconds. */
  expiry: number
  keys(): SiteKeys
  now(): number
}

type Refusal = NonNullable<PresentationRequest['refusal']>

/** The record of an end without a proof. A wallet's own refusal is recorded once more, as our decision. */
const refusalKinds: Record<Refusal, Openid4vcMessageKind> = {
  revoked: 'openid4vp/refused',
  'predicate-not-met': 'openid4vp/refused',
  'not-verifiable': 'openid4vp/refused',
  declined: 'openid4vp/ended',
  unavailable: 'openid4vp/ended',
  expired: 'openid4vp/expired',
}

export interface EndpointDependencies extends VerifyingDependencies {
  presentations: PresentationRequests
}

/** Requests for proofs and what becomes of them (OpenID4VP 1.0). Each is answered once. */
export class PresentationRequests {
  readonly #dependencies: VerifyingDependencies

  constructor(dependencies: VerifyingDependencies) {
    this.#dependencies = dependencies
  }

  async ask(question: Question, { label, imageUrl }: InvitationOptions, reads?: KeptReads): Promise<InvitedProof> {
    const { publicUrl, requests, keys, now, expiry, recorder } = this.#dependencies
    const { id: sameDeviceId, ...sameDevice } = await newWay()
    const request: PresentationRequest = {
      id: randomUUID(),
      title: question.title,
      label,
      imageUrl,
      sameDeviceId,
      ...sameDevice,
      otherDevice: await newWay(),
      queries: queriesOf(question, {
        publicUrl,
        definitions: await this.#definitionsFor(question),
        day: new Date(now()),
      }),
      distant: reads,
      endsAt: now() + expiry,
      state: 'request_sent',
    }
    await requests.insert(request)
    const signer = keys().requests
    const invitationUrl = requestAddress(publicUrl, request.sameDeviceId, signer)
    const sent = requestReference(publicUrl, request.sameDeviceId, signer)
    recorder.record('openid4vp/authorization-request', aboutOf(request), sent)
    return { ...this.snapshot(request), invitationId: request.id, invitationUrl }
  }

  async invitation(id: string): Promise<ProofInvitation | undefined> {
    const { publicUrl, requests, keys } = this.#dependencies
    const found = await requests.read(id)
    if (found?.value.state !== 'request_sent') return undefined
    const addressOf = (of: string) => requestAddress(publicUrl, of, keys().requests)
    return {
      invitationUrl: addressOf(found.value.sameDeviceId),
      acrossDevices: { invitationUrl: addressOf(found.value.otherDevice?.id ?? id) },
    }
  }

  async find(id: string): Promise<ProofSnapshot | undefined> {
    const found = await this.#dependencies.requests.read(id)
    if (!found) return undefined
    const { presentation, distant: reads } = found.value
    return { ...this.snapshot(found.value), presentation, reads }
  }

  async delete(id: string): Promise<void> {
    if (!(await this.#dependencies.requests.delete(id))) throw new AgentError('not-found', 'There is no such proof.')
  }

  /** Without what was revealed. */
  snapshot({ id, state, refusal: ended, fault, unreadable }: PresentationRequest): ProofSnapshot {
    const verified = state === 'verified' ? true : ended ? false : undefined
    const refusal = state === 'request_sent' ? unreadable : ended
    return { proofId: id, threadId: id, state, verified, refusal, failedCheck: fault }
  }

  async unreadable(id: string): Promise<void> {
    await this.noteUnreadable(await this.openOne(id), 'unreadable-fields')
  }

  /** Has the visitor notified. A change that came first wins. */
  async noteUnreadable(found: Read<PresentationRequest> | undefined, unreadable?: UnreadablePart): Promise<void> {
    if (found && unreadable && found.value.unreadable !== unreadable)
      await this.#dependencies.requests.change(found, { ...found.value, unreadable })
  }

  /** Ends what a sudden end left between two states. Call every few seconds. */
  async finishChecked(): Promise<void> {
    for (const found of await this.#dependencies.requests.findBy('isChecked', true))
      await this.#dependencies.requests.change(found, { ...found.value, state: 'verified' })
  }

  /** Ends requests that no wallet answered in time. Call every few seconds. */
  async expire(): Promise<void> {
    const { requests, now, recorder } = this.#dependencies
    for (const found of await requests.findBy('isOpen', true)) {
      const ended = found.value.endsAt <= now() && (await this.end(found, { refusal: 'expired' }))
      if (ended) recorder.record(...ended)
    }
  }

  /** One that waits for an answer, by either of its ids. */
  async openOne(id: string): Promise<Read<PresentationRequest> | undefined> {
    const found = await this.oneAt(id)
    return found && this.isOpen(found.value) ? found : undefined
  }

  async oneAt(id: string): Promise<Read<PresentationRequest> | undefined> {
    const { requests } = this.#dependencies
    for (const tag of ['sameDeviceId', 'otherDeviceId']) {
      const [found] = await requests.findBy(tag, id)
      if (found) return found
    }
    const found = await requests.read(id)
    return found?.value.otherDevice ? undefined : found
  }

  isOpen({ state, answered, endsAt }: PresentationRequest): boolean {
    return state === 'request_sent' && !answered && endsAt > this.#dependencies.now()
  }

  /** @returns how the end is recorded; undefined when another call came first */
  async end(found: Read<PresentationRequest>, outcome: Outcome): Promise<Decision | undefined> {
    const { requests } = this.#dependencies
    const { answered, ...value } = found.value
    const { refusal, fault } = outcome
    const state = refusal && (refusal === 'expired' ? 'expired' : 'abandoned')
    const ended = { ...value, ...outcome, returnHash: answered?.returnHash }
    const isFirst = await requests.change(found, { ...ended, state: state ?? 'presentation_received' })
    if (!isFirst) return undefined
    // Both states are emitted: a proof is received when it is verified (record 8).
    if (!refusal) await this.finishChecked()
    const kind = refusal ? refusalKinds[refusal] : 'openid4vp/accepted'
    return [kind, { proofId: value.id, state: state ?? 'verified' }, { refusal, fault }]
  }

  /** Definitions that the question names; all, where it describes some in another way. */
  async #definitionsFor({ show, prove }: Question): Promise<Definition[]> {
    const { definitions } = this.#dependencies
    const sources = [...Object.values(show), ...Object.values(prove)].flatMap((requirement) => requirement.of)
    const keys = [...new Set(sources.map(({ definitionKey }) => definitionKey))]
    const read = keys.includes(undefined)
      ? definitions.findBy('kind', 'definition')
      : Promise.all(keys.map((key) => definitions.read(key ?? '')))
    return (await read).flatMap((found) => (found ? [found.value] : []))
  }
}

const newWay = async (): Promise<Way> => ({ id: randomUUID(), nonce: secret(), answerKey: await newDecryptionKey() })

export const aboutOf = ({ id, state }: PresentationRequest): About => ({ proofId: id, state })
