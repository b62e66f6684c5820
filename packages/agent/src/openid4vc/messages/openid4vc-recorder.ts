import { randomUUID } from 'node:crypto'
import { type Openid4vcMessageKind, openid4vcMessages } from '@lastmile/contracts'
import { LRUCache } from 'lru-cache'
import { blanked, bounded } from '../../core/messages/blanked.ts'
import type { RecordedMessage } from '../../port/exchanges.ts'
import type { AgentLogger } from '../../port/options.ts'
import { type About, EndpointError, type Subject } from '../api/endpoint-error.ts'
import { openid4vcContent } from './openid4vc-content.ts'

/** Records of one kind and exchange: callers that repeat themselves fill no store. */
const mostOfAKind = 5

/** A decision of this site's own, with its content. */
export type Decision = [kind: Openid4vcMessageKind, about: About, content?: object]

/** The answer to a wallet's request, and how both are recorded. */
export interface Handled<Answer> {
  answer: Answer
  /** Absent where nothing is recorded. */
  recorded?: RecordedRequest | undefined
  /** Recorded after the request that led to them. */
  decisions?: Decision[]
}

interface RecordedRequest extends Subject {
  /** In place of the kind that was expected. */
  kind?: Openid4vcMessageKind | undefined
  answer?: object
}

/** Emits what passes between us and wallets, redacted before anything else sees it. Its failures harm no exchange. */
export class MessageRecorder {
  readonly #logger: AgentLogger
  readonly #listeners = new Set<(message: RecordedMessage) => void>()
  readonly #counts = new LRUCache<string, number>({ max: 10_000 })

  constructor(logger: AgentLogger) {
    this.#logger = logger
  }

  listen(listener: (message: RecordedMessage) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Records what we sent or decided. */
  record(...[kind, about, content = {}]: Decision): void {
    this.#emit(kind, about, () => blanked(content, { allowed: openid4vcContent, own: true, names: new Set() }))
  }

  /** Records a wallet's request with our answer to it, at a time before now where the exchange was not known then. */
  recordRequest(expected: Openid4vcMessageKind, { about, request, answer, names, kind }: RecordedRequest, at?: Date) {
    const known = new Set(names)
    this.#emit(
      kind ?? expected,
      about,
      () => ({
        ...(request && { request: blanked(request, { allowed: openid4vcContent, own: false, names: known }) }),
        ...(answer && { answer: blanked(answer, { allowed: openid4vcContent, own: true, names: known }) }),
      }),
      at,
    )
  }

  /** Handles a wallet's request, and records it with what came of it. */
  async handle<Answer>(
    kind: Openid4vcMessageKind,
    request: object | undefined,
    work: () => Promise<Handled<Answer>>,
  ): Promise<Answer> {
    const asItCame = request && { request }
    try {
      const { answer, recorded, decisions = [] } = await work()
      if (recorded) this.recordRequest(kind, { ...asItCame, ...recorded })
      for (const decision of decisions) this.record(...decision)
      return answer
    } catch (error) {
      const refused = `${kind}-error`
      if (error instanceof EndpointError && error.subject && isKind(refused))
        this.recordRequest(refused, { ...asItCame, ...error.subject, answer: { error: error.code } })
      throw error
    }
  }

  #emit(kind: Openid4vcMessageKind, { state, ...about }: About, content: () => Record<string, unknown>, at?: Date) {
    const threadId = 'credentialId' in about ? about.credentialId : about.proofId
    const count = (this.#counts.get(`${threadId} ${kind}`) ?? 0) + 1
    this.#counts.set(`${threadId} ${kind}`, count)
    if (count > mostOfAKind) return
    try {
      const direction = openid4vcMessages[kind].way === 'asked' ? 'received' : 'sent'
      const common = { id: randomUUID(), at: (at ?? new Date()).toISOString(), direction, type: kind } as const
      const recorded = { ...common, ...about, threadId, state, message: bounded(content()) }
      for (const listener of this.#listeners) listener(recorded)
    } catch (error) {
      this.#logger.warn('A message could not be recorded', { error: (error as Error).name })
    }
  }
}

const isKind = (word: string): word is Openid4vcMessageKind => Object.hasOwn(openid4vcMessages, word)
