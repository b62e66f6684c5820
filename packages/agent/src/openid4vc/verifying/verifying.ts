import { randomUUID } from 'node:crypto'
import type { Openid4vcMessageKind, UnreadablePart } from '@lastmile/contracts'
import { SdJwtError, type VerifiedSdJwtVc, verifySdJwtVc } from '@lastmile/formats/sd-jwt'
import { z } from 'zod'
import type { Encryption } from '../../core/encryption/encryption.ts'
import { KeyedLimiter, QueueFull } from '../../core/limits/limiter.ts'
import type { Read, Records } from '../../core/records.ts'
import { AgentError } from '../../port/errors.ts'
import type { InvitationOptions, InvitedProof, ProofSnapshot, Question, StatusEntry } from '../../port/exchanges.ts'
import type { ProofInvitation } from '../../port/invitations.ts'
import type { AgentOptions } from '../../port/options.ts'
import type { KeptReads } from '../../port/reads.ts'
import { EndpointError } from '../api/endpoint-error.ts'
import type { PresentationAnswer, RequestUriPost, VerifyingEndpoints } from '../api/endpoints.ts'
import { attributeValue, hasAge } from '../issuing/claims.ts'
import { decrypted, newDecryptionKey } from '../keys/decryption-key.ts'
import { hashOf, secret, thumbprintOf } from '../keys/secrets.ts'
import type { SiteKeys } from '../keys/site-keys.ts'
import type { About, Decide, MessageRecorder, Note } from '../messages/recorder.ts'
import { takenApart } from '../messages/taken-apart.ts'
import type { StatusLists } from '../status/status-lists.ts'
import type { Definition } from '../store/definition.ts'
import type { CredentialQuery, PresentationRequest, Way } from '../store/presentation-request.ts'
import { checks, Refused } from './checks.ts'
import { claimPaths, queriesOf, queryId } from './queries.ts'
import { clientId, requestAddress, requestClaims, requestReference, returnAddress, signedRequest } from './requests.ts'

interface Dependencies {
  encryption: Encryption
  publicUrl: string
  requests: Records<PresentationRequest>
  definitions: Records<Definition>
  statusLists: StatusLists
  keys(): SiteKeys
  now(): number
  recorder: MessageRecorder
  /** Milliseconds. */
  expiry: number
  openReads: AgentOptions['openReads']
}

type Refusal = NonNullable<PresentationRequest['refusal']>
/** A refusal or what was shown. */
type Outcome = Pick<PresentationRequest, 'refusal' | 'fault' | 'presentation' | 'distant'>

/** The record of an end without a proof. A wallet's own refusal is recorded once more, as our decision. */
const refusalKinds: Record<Refusal, Openid4vcMessageKind> = {
  revoked: 'openid4vp/refused',
  'predicate-not-met': 'openid4vp/refused',
  'not-verifiable': 'openid4vp/refused',
  declined: 'openid4vp/ended',
  unavailable: 'openid4vp/ended',
  expired: 'openid4vp/expired',
}

const presentation = z.object({ vp_token: z.record(z.string(), z.tuple([z.string()])), state: z.string().optional() })
type Presented = z.infer<typeof presentation>
const answer = z.union([z.object({ error: z.string() }), presentation])

/** Answers to one address that may wait for the one before: a wallet repeats its own. */
const mostWaiting = 10

/** Proofs by OpenID4VP 1.0: a signed request, an encrypted answer. Each request is answered once. */
export class Verifying implements VerifyingEndpoints {
  readonly #dependencies: Dependencies
  readonly #answers = new KeyedLimiter(1, mostWaiting)

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async ask(question: Question, { label, imageUrl }: InvitationOptions, reads?: KeptReads): Promise<InvitedProof> {
    const { publicUrl, requests, keys, now, expiry, recorder } = this.#dependencies
    const { id: sameDeviceId, ...sameDevice } = await newWay()
    const request: PresentationRequest = {
      ...{ id: randomUUID(), title: question.title, label, imageUrl },
      ...{ sameDeviceId, ...sameDevice, otherDevice: await newWay() },
      queries: queriesOf(question, {
        ...{ publicUrl, definitions: await this.#definitionsFor(question), day: new Date(now()) },
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

  request(id: string, posted?: RequestUriPost): Promise<string | undefined> {
    const { publicUrl, keys, now, recorder } = this.#dependencies
    const kind = posted ? 'openid4vp/request-uri-post' : 'openid4vp/request-uri'
    return recorder.handle(kind, posted, async (note) => {
      const found = await this.#openOne(id)
      if (!found) return undefined
      const signer = keys().requests
      note.about = aboutOf(found.value)
      const way = wayOf(found.value, id)
      note.answer = requestClaims(found.value, publicUrl, signer, now(), way, posted?.wallet_nonce)
      return signedRequest(note.answer, signer)
    })
  }

  answer(id: string, given: PresentationAnswer): Promise<{ redirect_uri: string }> {
    const kind = given.error === undefined ? 'openid4vp/authorization-response' : 'openid4vp/error-response'
    return this.#answers
      .run(id, () => this.#dependencies.recorder.handle(kind, given, (note) => this.#answer(id, given, note)))
      .catch((error) => {
        throw error instanceof QueueFull ? new AgentError('busy', 'Too many answers came at once.') : error
      })
  }

  async #answer(id: string, given: PresentationAnswer, note: Note): Promise<{ redirect_uri: string }> {
    const { requests, publicUrl, encryption } = this.#dependencies
    const answerHash = hashOf(JSON.stringify([id, given]))
    // Equal answers get the equal code, and only this server's store key makes it.
    const code = encryption.mac('openid4vp return code', answerHash).toString('base64url')
    const known = await this.#one(id)
    if (!known) throw closed()
    const isHere = id === known.value.sameDeviceId
    const reply = { redirect_uri: returnAddress(publicUrl, isHere ? code : undefined) }
    if (known.value.answerHash === answerHash) {
      // Nothing is verified, counted or recorded again (record 113).
      delete note.about
      await this.#checkAgain(known, hashOf(code))
      return reply
    }
    if (!this.#isOpen(known.value)) throw closed()
    const found = { ...known, value: { ...known.value, answerHash } }
    Object.assign(note, { about: aboutOf(found.value), answer: reply })
    note.names = found.value.queries.flatMap((query, index) => [queryId(index), ...claimPaths(query).flat()])
    const outcome = await this.#outcome(found.value, given, id, note).catch(async (error) => {
      if (error instanceof EndpointError) await this.#noteUnreadable(known, error.unreadable)
      throw error
    })
    const answered = { ...outcome, returnHash: hashOf(code) }
    const isFirst = isHere
      ? await requests.change(found, { ...found.value, answered })
      : await this.#end(found, outcome, note.decide)
    // The call that came first may have been the same answer.
    return isFirst ? reply : this.#answer(id, given, note)
  }

  async unreadable(id: string): Promise<void> {
    await this.#noteUnreadable(await this.#openOne(id), 'unreadable-fields')
  }

  /** Has the visitor notified. A change that came first wins. */
  async #noteUnreadable(found: Read<PresentationRequest> | undefined, unreadable?: UnreadablePart): Promise<void> {
    if (found && unreadable && found.value.unreadable !== unreadable)
      await this.#dependencies.requests.change(found, { ...found.value, unreadable })
  }

  /** The same answer once more: its wallet missed ours. @throws EndpointError when its time is over */
  async #checkAgain(found: Read<PresentationRequest>, returnHash: string): Promise<void> {
    const { state, answered, endsAt } = found.value
    if (state === 'expired' || (answered && endsAt <= this.#dependencies.now())) throw closed()
    // Its first code was of another release, or made with another store key.
    if (answered && answered.returnHash !== returnHash)
      await this.#dependencies.requests.change(found, { ...found.value, answered: { ...answered, returnHash } })
  }

  async findReturned(code: string): Promise<{ proofId: string; isCounted: boolean } | undefined> {
    const found = await this.#returned(code)
    return found && { proofId: found.value.id, isCounted: !found.value.answered }
  }

  countReturned(code: string): Promise<void> {
    return this.#dependencies.recorder.handle('openid4vp/redirect', undefined, async (note) => {
      const found = await this.#returned(code)
      if (!found?.value.answered) return
      const { returnHash: _, ...outcome } = found.value.answered
      if (await this.#end(found, outcome, note.decide)) note.about = aboutOf(found.value)
    })
  }

  /** Ends what a sudden end left between two states. Call every few seconds. */
  async finishChecked(): Promise<void> {
    for (const found of await this.#dependencies.requests.findBy('isChecked', true))
      await this.#dependencies.requests.change(found, { ...found.value, state: 'verified' })
  }

  /** Ends requests that no wallet answered in time. Call every few seconds. */
  async expire(): Promise<void> {
    const { requests, now, recorder } = this.#dependencies
    for (const found of await requests.findBy('isOpen', true))
      if (found.value.endsAt <= now()) await this.#end(found, { refusal: 'expired' }, recorder.record)
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

  /** One that waits for an answer, by either of its ids. */
  async #openOne(id: string): Promise<Read<PresentationRequest> | undefined> {
    const found = await this.#one(id)
    return found && this.#isOpen(found.value) ? found : undefined
  }

  async #one(id: string): Promise<Read<PresentationRequest> | undefined> {
    const { requests } = this.#dependencies
    for (const tag of ['sameDeviceId', 'otherDeviceId']) {
      const [found] = await requests.findBy(tag, id)
      if (found) return found
    }
    const found = await requests.read(id)
    return found?.value.otherDevice ? undefined : found
  }

  #isOpen({ state, answered, endsAt }: PresentationRequest): boolean {
    return state === 'request_sent' && !answered && endsAt > this.#dependencies.now()
  }

  async #returned(code: string): Promise<Read<PresentationRequest> | undefined> {
    const { requests, now } = this.#dependencies
    const [found] = await requests.findBy('returnHash', hashOf(code))
    if (!found || found.value.state === 'expired') return undefined
    return found.value.answered && found.value.endsAt <= now() ? undefined : found
  }

  /** @returns false when another call came first */
  async #end(found: Read<PresentationRequest>, outcome: Outcome, decide: Decide): Promise<boolean> {
    const { requests } = this.#dependencies
    const { answered, ...value } = found.value
    const { refusal, fault } = outcome
    const state = refusal && (refusal === 'expired' ? 'expired' : 'abandoned')
    const ended = { ...value, ...outcome, returnHash: answered?.returnHash }
    const isFirst = await requests.change(found, { ...ended, state: state ?? 'presentation_received' })
    if (!isFirst) return false
    // Both states are emitted: a proof is received when it is verified (record 8).
    if (!refusal) await this.finishChecked()
    const kind = refusal ? refusalKinds[refusal] : 'openid4vp/accepted'
    decide(kind, { proofId: value.id, state: state ?? 'verified' }, { refusal, fault })
    return true
  }

  async #outcome(request: PresentationRequest, given: PresentationAnswer, id: string, note: Note): Promise<Outcome> {
    if (given.error !== undefined) return refusedBy(given.error)
    const { statusLists, openReads } = this.#dependencies
    const reads = request.distant && openReads?.(request.distant)
    const outcome = (found: Outcome): Outcome => (reads ? { ...found, distant: reads.kept } : found)
    try {
      const presented = await presentedIn(request, wayOf(request, id), given)
      if ('error' in presented) return refusedBy(presented.error)
      note.request = { ...given, 'response, decrypted': shownOf(presented) }
      const isRevoked = (entry: StatusEntry) => statusLists.isRevoked(entry, reads)
      return outcome({ presentation: await this.#presentation(request, presented, id, { isRevoked }) })
    } catch (error) {
      const refused = error instanceof SdJwtError ? new Refused(error.fault) : error
      if (refused instanceof Refused) return outcome({ refusal: refused.refusal, fault: refused.fault })
      throw error
    }
  }

  async #presentation(
    request: PresentationRequest,
    presented: Presented,
    id: string,
    statusLists: Pick<StatusLists, 'isRevoked'>,
  ) {
    const { vp_token: token } = presented
    checks.state(presented.state, id)
    checks.credentials(token, request)
    const holderKeys: string[] = []
    const presentation: NonNullable<PresentationRequest['presentation']> = {
      ...{ attributes: {}, attributeGroups: {}, predicates: [], holderKeys },
    }
    for (const [index, query] of request.queries.entries()) {
      const verified = await this.#verified(wayOf(request, id), query, token[queryId(index)]?.[0] ?? '')
      await checks.status(verified.signed, query, statusLists)
      holderKeys.push(thumbprintOf(verified.signed.cnf.jwk))
      const { claims } = verified
      const shown = (attribute: string) => required(attributeValue(attribute, claims), '')
      for (const [key, { isGroup, attributes }] of Object.entries(query.show)) {
        if (isGroup)
          presentation.attributeGroups[key] = Object.fromEntries(attributes.map((name) => [name, shown(name)]))
        else presentation.attributes[key] = shown(attributes[0] ?? '')
      }
      for (const [key, condition] of Object.entries(query.prove)) {
        const { age, attribute } = condition
        checks.condition(condition, age === undefined ? shown(attribute) : required(hasAge(age, claims), false))
        presentation.predicates.push(key)
      }
    }
    return presentation
  }

  async #verified({ nonce }: Way, query: CredentialQuery, text: string): Promise<VerifiedSdJwtVc> {
    const { keys, now } = this.#dependencies
    const verified = await verifySdJwtVc(text, {
      issuerKey: ({ x5c = [] }) => keys().issuerKey(x5c),
      audience: clientId(keys().requests),
      nonce,
      now: now(),
    })
    checks.type(verified.signed, query)
    return verified
  }
}

const newWay = async (): Promise<Way> => ({ id: randomUUID(), nonce: secret(), answerKey: await newDecryptionKey() })

/** The way in that an address names. */
const wayOf = ({ nonce, answerKey, otherDevice }: PresentationRequest, id: string): Way =>
  otherDevice?.id === id ? otherDevice : { id, nonce, answerKey }

/** @throws EndpointError when it can't be read */
async function presentedIn(
  { queries }: PresentationRequest,
  { answerKey }: Way,
  { response = '', vp_token: bare }: PresentationAnswer,
) {
  if (response === '' && bare === undefined)
    throw new EndpointError('invalid_request', 'The answer holds neither a response nor an error.', 'unreadable-fields')
  const text = await decrypted(response, answerKey).catch(() => {
    throw new EndpointError(
      'invalid_request',
      'The response is not encrypted as the request says.',
      'unreadable-encryption',
    )
  })
  try {
    const found: unknown = JSON.parse(text)
    // A schema reports each of thousands; one too many is a wrong number of credentials.
    if (keysOf(found, 'vp_token') > queries.length + 1) throw new Error('Too many credentials')
    return answer.parse(found)
  } catch {
    throw new EndpointError('invalid_request', 'What was encrypted has another form.', 'unreadable-content')
  }
}

function keysOf(value: unknown, name: string): number {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof member === 'object' && member !== null ? Object.keys(member).length : 0
}

/** Errors come with encryption or without (OpenID4VP 1.0, 8.3 and 8.5). */
const refusedBy = (error: string): Outcome => ({ refusal: error === 'access_denied' ? 'declined' : 'unavailable' })

/** @param none in place of one that is missing and not missed. @throws Refused when it was not shown */
function required<Value extends string | boolean>(value: Value | undefined, none: Value): Value {
  checks.claims(value)
  return value ?? none
}

const aboutOf = ({ id, state }: PresentationRequest): About => ({ proofId: id, state })

/** As it is recorded. */
const shownOf = ({ vp_token: token, ...rest }: Presented) => ({
  ...rest,
  vp_token: Object.fromEntries(Object.entries(token).map(([query, shown]) => [query, shown.map(takenApart)])),
})

const closed = () => new EndpointError('invalid_request', 'The request is unknown, answered or over.')
