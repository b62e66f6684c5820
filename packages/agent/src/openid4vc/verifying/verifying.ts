import { randomUUID, webcrypto } from 'node:crypto'
import type { Openid4vcMessageKind } from '@lastmile/contracts'
import { SdJwtError, type VerifiedSdJwtVc, verifySdJwtVc } from '@lastmile/formats/sd-jwt'
import { calculateJwkThumbprint, compactDecrypt, importJWK } from 'jose'
import { z } from 'zod'
import { type Distant, DistantReads, distantFor, readsOf } from '../../core/distant-reads.ts'
import type { Read, Records } from '../../core/records.ts'
import type {
  Distance,
  InvitationOptions,
  InvitedProof,
  ProofInvitation,
  ProofSnapshot,
  Question,
} from '../../port/agent.ts'
import { AgentError } from '../../port/errors.ts'
import { EndpointError } from '../api/endpoint-error.ts'
import type { PresentationAnswer, RequestUriPost, VerifyingEndpoints } from '../api/endpoints.ts'
import { attributeValue, hasAge } from '../issuing/claims.ts'
import { hashOf, secret } from '../keys/secrets.ts'
import type { SiteKeys } from '../keys/site-keys.ts'
import type { About, Decide, MessageRecorder, Note } from '../messages/recorder.ts'
import { takenApart } from '../messages/taken-apart.ts'
import type { StatusLists } from '../status/status-lists.ts'
import type { Definition } from '../store/definition.ts'
import type { CredentialQuery, PresentationRequest } from '../store/presentation-request.ts'
import { checks } from './checks.ts'
import { claimPaths, queriesOf, queryId } from './queries.ts'
import { Refused } from './refused.ts'
import {
  clientId,
  decryption,
  requestAddress,
  requestClaims,
  requestReference,
  returnAddress,
  signedRequest,
} from './requests.ts'

interface Dependencies {
  publicUrl: string
  requests: Records<PresentationRequest>
  definitions: Records<Definition>
  statusLists: StatusLists
  keys(): SiteKeys
  now(): number
  recorder: MessageRecorder
  /** Milliseconds. */
  expiry: number
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

const answer = z.object({ vp_token: z.record(z.string(), z.array(z.string()).length(1)), state: z.string().optional() })

/** Proofs by OpenID4VP 1.0: a signed request, an encrypted answer. Each request is answered once. */
export class Verifying implements VerifyingEndpoints {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async ask(question: Question, { label, imageUrl }: InvitationOptions): Promise<InvitedProof> {
    const { publicUrl, requests, keys, now, expiry, recorder } = this.#dependencies
    const request: PresentationRequest = {
      ...{ id: randomUUID(), sameDeviceId: randomUUID(), title: question.title, label, imageUrl },
      queries: queriesOf(question, {
        ...{ publicUrl, definitions: await this.#definitionsFor(question), day: new Date(now()) },
      }),
      ...(question.distance && { distant: await this.#distantFor(question.distance) }),
      nonce: secret(),
      answerKey: await newAnswerKey(),
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
    return { invitationUrl: addressOf(found.value.sameDeviceId), acrossDevices: { invitationUrl: addressOf(id) } }
  }

  async find(id: string): Promise<ProofSnapshot | undefined> {
    const found = await this.#dependencies.requests.read(id)
    return found && { ...this.snapshot(found.value), presentation: found.value.presentation }
  }

  async delete(id: string): Promise<void> {
    if (!(await this.#dependencies.requests.delete(id))) throw new AgentError('not-found', 'There is no such proof.')
  }

  /** Without what was revealed. */
  snapshot({ id, state, refusal, fault, distant }: PresentationRequest): ProofSnapshot {
    const verified = state === 'verified' ? true : refusal ? false : undefined
    const reads = distant && verified !== undefined ? readsOf(distant) : undefined
    return { proofId: id, threadId: id, state, verified, refusal, failedCheck: fault, reads }
  }

  request(id: string, posted?: RequestUriPost): Promise<string | undefined> {
    const { publicUrl, keys, now, recorder } = this.#dependencies
    const kind = posted ? 'openid4vp/request-uri-post' : 'openid4vp/request-uri'
    return recorder.handle(kind, posted, async (note) => {
      const found = await this.#openOne(id)
      if (!found) return undefined
      const signer = keys().requests
      note.about = aboutOf(found.value)
      note.answer = requestClaims(found.value, publicUrl, signer, now(), id, posted?.wallet_nonce)
      return signedRequest(note.answer, signer)
    })
  }

  answer(id: string, given: PresentationAnswer): Promise<{ redirect_uri?: string }> {
    const kind = given.error === undefined ? 'openid4vp/authorization-response' : 'openid4vp/error-response'
    return this.#dependencies.recorder.handle(kind, given, (note) => this.#answer(id, given, note))
  }

  async #answer(id: string, given: PresentationAnswer, note: Note): Promise<{ redirect_uri?: string }> {
    const answerHash = hashOf(JSON.stringify([id, given]))
    const known = await this.#one(id)
    if (known?.value.answerHash === answerHash) return this.#answerAgain(known, id, given, note)
    if (!known || !this.#isOpen(known.value)) throw closed()
    const found = { ...known, value: { ...known.value, answerHash } }
    note.about = aboutOf(found.value)
    note.names = found.value.queries.flatMap((query, index) => [queryId(index), ...claimPaths(query).flat()])
    const outcome = await this.#outcome(found.value, given, id, note)
    if (id === found.value.id) {
      // Another call came first. It may have been the same answer.
      if (!(await this.#end(found, outcome, note.decide))) return this.#answer(id, given, note)
      return {}
    }
    const answer = await this.#leadBack(found, outcome)
    if (!answer) return this.#answer(id, given, note)
    note.answer = answer
    return answer
  }

  /** The same answer once more: its wallet missed ours. Nothing is verified, counted or recorded again (record 113). */
  async #answerAgain(found: Read<PresentationRequest>, id: string, given: PresentationAnswer, note: Note) {
    delete note.about
    const { state, answered, endsAt } = found.value
    if (state === 'expired' || (answered && endsAt <= this.#dependencies.now())) throw closed()
    if (!answered) return {}
    return (await this.#leadBack(found, answered)) ?? this.#answer(id, given, note)
  }

  /**
   * Keeps an outcome under a new return code, which ends an earlier one.
   * @returns undefined when another call came first
   */
  async #leadBack(found: Read<PresentationRequest>, outcome: Outcome): Promise<{ redirect_uri: string } | undefined> {
    const { requests, publicUrl } = this.#dependencies
    const code = secret()
    const next: PresentationRequest = { ...found.value, answered: { ...outcome, returnHash: hashOf(code) } }
    return (await requests.change(found, next)) ? { redirect_uri: returnAddress(publicUrl, code) } : undefined
  }

  async findReturned(code: string): Promise<string | undefined> {
    return (await this.#returned(code))?.value.id
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

  async #distantFor(distance: Distance): Promise<Distant> {
    const earlier =
      distance.earlier === undefined ? undefined : await this.#dependencies.requests.read(distance.earlier)
    return distantFor(distance, earlier?.value.distant)
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
    return (await requests.read(id)) ?? (await requests.findBy('sameDeviceId', id))[0]
  }

  #isOpen({ state, answered, endsAt }: PresentationRequest): boolean {
    return state === 'request_sent' && !answered && endsAt > this.#dependencies.now()
  }

  async #returned(code: string): Promise<Read<PresentationRequest> | undefined> {
    const { requests, now } = this.#dependencies
    const [found] = await requests.findBy('returnHash', hashOf(code))
    return found?.value.state === 'request_sent' && found.value.endsAt > now() ? found : undefined
  }

  /** @returns false when another call came first */
  async #end(found: Read<PresentationRequest>, outcome: Outcome, decide: Decide): Promise<boolean> {
    const { requests } = this.#dependencies
    const { answered: _, ...value } = found.value
    const { refusal, fault } = outcome
    const state = refusal && (refusal === 'expired' ? 'expired' : 'abandoned')
    const isFirst = await requests.change(found, { ...value, ...outcome, state: state ?? 'presentation_received' })
    if (!isFirst) return false
    // Both states are emitted: a proof is received when it is verified (record 8).
    if (!refusal) await this.finishChecked()
    const kind = refusal ? refusalKinds[refusal] : 'openid4vp/accepted'
    decide(kind, { proofId: value.id, state: state ?? 'verified' }, { refusal, fault })
    return true
  }

  async #outcome(request: PresentationRequest, given: PresentationAnswer, id: string, note: Note): Promise<Outcome> {
    if (given.error !== undefined) return { refusal: given.error === 'access_denied' ? 'declined' : 'unavailable' }
    const { statusLists, now } = this.#dependencies
    const reads = request.distant && new DistantReads(request.distant, now)
    const outcome = (found: Outcome): Outcome => (reads ? { ...found, distant: reads.distant } : found)
    try {
      const presented = await decrypted(request, given.response ?? '')
      note.request = { ...given, 'response, decrypted': shownOf(presented) }
      const lists = reads ? statusLists.readFromAfar(reads) : statusLists
      return outcome({ presentation: await this.#presentation(request, presented, id, lists) })
    } catch (error) {
      const refused = error instanceof SdJwtError ? new Refused(error.fault) : error
      if (refused instanceof Refused) return outcome({ refusal: refused.refusal, fault: refused.fault })
      throw error
    }
  }

  async #presentation(
    request: PresentationRequest,
    presented: z.infer<typeof answer>,
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
      const verified = await this.#verified(request, query, token[queryId(index)]?.[0] ?? '')
      await checks.status(verified.signed, query, statusLists)
      holderKeys.push(await calculateJwkThumbprint(verified.signed.cnf.jwk))
      const { claims } = verified
      const shown = (attribute: string) => required(attributeValue(attribute, claims))
      for (const [key, { isGroup, attributes }] of Object.entries(query.show)) {
        if (isGroup)
          presentation.attributeGroups[key] = Object.fromEntries(attributes.map((name) => [name, shown(name)]))
        else presentation.attributes[key] = shown(attributes[0] ?? '')
      }
      for (const [key, condition] of Object.entries(query.prove)) {
        const { age, attribute } = condition
        checks.condition(condition, age === undefined ? shown(attribute) : required(hasAge(age, claims)))
        presentation.predicates.push(key)
      }
    }
    return presentation
  }

  async #verified(request: PresentationRequest, query: CredentialQuery, text: string): Promise<VerifiedSdJwtVc> {
    const { keys, now } = this.#dependencies
    const verified = await verifySdJwtVc(text, {
      issuerKey: ({ x5c = [] }) => keys().issuerKey(x5c),
      audience: clientId(keys().requests),
      nonce: request.nonce,
      now: now(),
    })
    checks.type(verified.signed, query)
    return verified
  }
}

async function newAnswerKey(): Promise<Record<string, string>> {
  const { privateKey } = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const { kty = '', crv = '', x = '', y = '', d = '' } = await webcrypto.subtle.exportKey('jwk', privateKey)
  return { kty, crv, x, y, d }
}

async function decrypted({ answerKey }: PresentationRequest, response: string): Promise<z.infer<typeof answer>> {
  try {
    const key = await importJWK(answerKey, 'ECDH-ES')
    const { plaintext } = await compactDecrypt(response, key, decryption)
    return answer.parse(JSON.parse(new TextDecoder().decode(plaintext)))
  } catch {
    throw new EndpointError(
      'invalid_request',
      'The response is not encrypted as the request says, or has another form.',
    )
  }
}

/** @throws Refused when it was not shown */
function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Refused('claims')
  return value
}

const aboutOf = ({ id, state }: PresentationRequest): About => ({ proofId: id, state })

/** As it is recorded. */
const shownOf = ({ vp_token: token, ...rest }: z.infer<typeof answer>) => ({
  ...rest,
  vp_token: Object.fromEntries(Object.entries(token).map(([query, shown]) => [query, shown.map(takenApart)])),
})

const closed = () => new EndpointError('invalid_request', 'The request is unknown, answered or over.')
