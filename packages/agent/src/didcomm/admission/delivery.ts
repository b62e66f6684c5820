import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Agent } from '@credo-ts/core'
import {
  type DidCommInboundMessageContext,
  DidCommMessageSender,
  type DidCommOutboundMessageContext,
} from '@credo-ts/didcomm'
import { loggableReason } from '../../core/loggable-reason.ts'
import type { AgentLogger } from '../../port/options.ts'
import { addHandlerMiddleware } from '../protocols/handler-middleware.ts'

/** Pauses before trying again, in milliseconds. */
const pauses = [500, 2_000, 8_000]

interface Delivery {
  handled: (envelope: object) => void
  answered: (context: DidCommInboundMessageContext) => void
  stopping: AbortSignal
  logger: AgentLogger
}

/**
 * Sends answers in Credo's place: after the message released its limits, so a hanging wallet delays no other,
 * and with retries until `stopping`, which Credo lacks. `handled` reports each accepted envelope; `answered` reports
 * that its answer has left or was given up.
 */
export function deliverAnswers(credo: Agent, { handled, answered, stopping, logger }: Delivery): void {
  // Each answer that waits to be repeated listens to it.
  setMaxListeners(0, stopping)
  const sender = credo.dependencyManager.resolve(DidCommMessageSender)
  addHandlerMiddleware(credo, async (messageContext, next) => {
    await next()
    if (messageContext.encryptedMessage) handled(messageContext.encryptedMessage)
    const answer = messageContext.responseMessage
    if (!answer) return
    answer.inboundMessageContext ??= messageContext
    messageContext.responseMessage = undefined
    await deliver(sender, answer, stopping, logger)
    answered(messageContext)
  })
}

async function deliver(
  sender: DidCommMessageSender,
  answer: DidCommOutboundMessageContext,
  stopping: AbortSignal,
  logger: AgentLogger,
): Promise<void> {
  for (const pause of [...pauses, undefined]) {
    try {
      return await sender.sendMessage(answer)
    } catch (error) {
      if (pause === undefined || stopping.aborted)
        return logger.warn('An answer did not reach its wallet', { about: loggableReason(error) })
      await setTimeout(pause, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}
