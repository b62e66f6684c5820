import { type Agent, CredoError } from '@credo-ts/core'
import { DidCommConnectionRequestMessage, DidCommDidExchangeState, DidCommDidRotateMessage } from '@credo-ts/didcomm'
import type { MessageLimiter } from '../../core/limits/message-limiter.ts'
import { joinThread } from '../protocols/closing-messages.ts'
import { addHandlerMiddleware } from '../protocols/handler-middleware.ts'
import { type AnswerSubject, answerSubject } from './answer-subject.ts'
import { refuseUsed } from './handshake-reports.ts'
import {
  checkHandshake,
  endedHandshake,
  isHandshake,
  isPublishedElsewhere,
  isRepeated,
  joinConnection,
  lookUpDid,
} from './handshakes.ts'
import { normalizeKeys, writeAsVerkeys } from './key-forms.ts'
import { mostWaiting, type ThreadOrder } from './thread-order.ts'

/**
 * Between decryption and handling, a message gives up its place in the limiter and waits for the thread's earlier ones.
 * Handshakes are checked before that.
 */
export function admitMessages(credo: Agent, threads: ThreadOrder, limiter: MessageLimiter<AnswerSubject>): void {
  addHandlerMiddleware(credo, async (context, next) => {
    const { message, recipientKey, encryptedMessage: envelope } = context
    if (!envelope) throw new CredoError('A message came without encryption')
    // Each would leave another record, and could name other hosts without end.
    if (message instanceof DidCommDidRotateMessage) throw new CredoError('Wallets keep their DID here')
    if (message.service) writeAsVerkeys(message.service)
    if (message instanceof DidCommConnectionRequestMessage) normalizeKeys(message.connection.didDoc?.service ?? [])
    const isFirst = isHandshake(context) && !isRepeated(context)
    const isUsed = isFirst && (await checkHandshake(context)).isUsed
    await joinThread(context)
    limiter.leave(envelope)
    const subject = answerSubject(context)
    const withThread = <Result>(thread: string, work: () => Promise<Result>) => {
      const resume = () => (subject ? limiter.resumeQueued(envelope, subject, work) : limiter.resume(envelope, work))
      return threads.run(thread, resume, mostWaiting)
    }
    if (isUsed && !(await joinConnection(context))) return refuseUsed(context)
    if (isFirst && !isUsed) {
      if (isPublishedElsewhere(context)) await limiter.lookUp(envelope, () => lookUpDid(context))
      // Each wallet begins its own thread; what they would race for is the invitation, which has a key of its own.
      const begin = async () => {
        if (!(await joinConnection(context))) return next().then(() => false)
        return context.connection?.state === DidCommDidExchangeState.RequestReceived
      }
      // The answer to its twin needs no repetition.
      if (!(await withThread(recipientKey?.fingerprint ?? message.threadId, begin))) return
    }
    // It is answered once more, which locks the thread by itself.
    if (isRepeated(context)) return limiter.resume(envelope, next)
    await withThread(endedHandshake(context) ?? message.threadId, next)
  })
}
