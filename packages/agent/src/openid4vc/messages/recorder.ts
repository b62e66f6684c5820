import { randomUUID } from 'node:crypto'
import { type Openid4vcMessageKind, openid4vcMessages } from '@lastmile/contracts'
import { LRUCache } from 'lru-cache'
import { blanked, bounded } from '../../core/messages/blanked.ts'
import type { RecordedMessage } from '../../port/exchanges.ts'
import type { AgentLogger } from '../../port/options.ts'
import { EndpointError } from '../api/endpoint-error.ts'
import { openid4vcContent } from './allowed.ts'

/** Records of one kind and exchange: callers that repeat themselves fill no store. */
const mostOfAKind = 5

/** The exchange that a message is part of, and the state that it reached. */
export type About = Pick<RecordedMessage, 'state'> & ({ credentialId: string } | { proofId: string })

/** Takes a decision of this site's own: recorded after the request that led to it. */
export type Decide = (kind: Openid4vcMessageKind, about: About, content?: object) => void

/** Facts about a wallet's request that its handling brings to light. */
export interface Note {
  /** Absent where the request is part of no exchange: then it is not recorded. */
  about?: About
  /** In place of the kind that was expected. */
  kind?: Openid4vcMessageKind
  /** In place of the request as it came. */
  request?: object | undefined
  answer?: object
  /** Names that we asked for: the request may repeat them. */
  names?: string[]
  readonly decide: Decide
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
  readonly record: Decide = (kind, about, content = {}) =>
    this.#emit(kind, about, () => blanked(content, { allowed: openid4vcContent, own: true, names: new Set() }))

  /** Records a wallet's request with our answer to it, at a time before now where the exchange was not known then. */
  recordRequest(kind: Openid4vcMessageKind, about: About, { request, answer, names }: Omit<Note, 'decide'>, at?: Date) {
    const known = new Set(names)
    this.#emit(
      kind,
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
    work: (note: Note) => Promise<Answer>,
  ): Promise<Answer> {
    const decisions: Parameters<Decide>[] = []
    const note: Note = { request, decide: (...decision) => void decisions.push(decision) }
    try {
      const answer = await work(note)
      if (note.about) this.recordRequest(note.kind ?? kind, note.about, note)
      for (const decision of decisions) this.record(...decision)
      return answer
    } catch (error) {
      const refused = `${kind}-error`
      if (error instanceof EndpointError && note.about && isKind(refused))
        this.recordRequest(refused, note.about, { ...note, answer: { error: error.code } })
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
