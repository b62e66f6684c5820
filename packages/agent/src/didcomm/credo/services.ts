import { type Constructor, CredoError, type DependencyManager, DidResolverService, injectable } from '@credo-ts/core'
import {
  DidCommEnvelopeService,
  DidCommMessageSender,
  DidExchangeProtocol,
  MessageSendingError,
} from '@credo-ts/didcomm'
import { normalizeKeys } from '../admission/key-forms.ts'
import { isBounded } from '../transport/bounds.ts'
import { isQueueRefusal, noteThread } from '../transport/waiting-messages.ts'

/** Refuses large messages before anything else reads them. */
class BoundedEnvelopes extends DidCommEnvelopeService {
  override async unpackMessage(...given: Parameters<DidCommEnvelopeService['unpackMessage']>) {
    const unpacked = await super.unpackMessage(...given)
    if (!isBounded(unpacked.plaintextMessage)) throw new CredoError('The message is larger than any that is honest')
    return unpacked
  }

  /** The queue for wallets without an address gets the envelope alone, and needs its thread. */
  override async packMessage(...given: Parameters<DidCommEnvelopeService['packMessage']>) {
    const envelope = await super.packMessage(...given)
    noteThread(envelope, given[1].threadId)
    return envelope
  }
}

/** Reports a queue that takes no message like every other reason why a message does not reach its wallet. */
class QueueingSender extends DidCommMessageSender {
  override async sendMessage(...given: Parameters<DidCommMessageSender['sendMessage']>) {
    try {
      await super.sendMessage(...given)
    } catch (error) {
      if (!isQueueRefusal(error)) throw error
      throw new MessageSendingError(error.message, { outboundMessageContext: given[0], cause: error })
    }
  }
}

/** ACA-Py completes a did-exchange only when the response names the invitation as its parent thread (RFC 0023). */
class InvitationNamingExchange extends DidExchangeProtocol {
  override async createResponse(...given: Parameters<DidExchangeProtocol['createResponse']>) {
    const message = await super.createResponse(...given)
    message.setThread({ threadId: message.threadId, parentThreadId: given[2].outOfBandInvitation.id })
    return message
  }
}

/** Reads the keys of mediators in every form: an answer to a wallet whose keys can't be read never leaves. */
class KeyNormalizingResolver extends DidResolverService {
  override async resolveDidDocument(...given: Parameters<DidResolverService['resolveDidDocument']>) {
    const document = await super.resolveDidDocument(...given)
    normalizeKeys(document.service ?? [])
    return document
  }
}

/** Makes Credo use our subclasses. To be called after the modules that register its own. */
export function registerServices(dependencies: DependencyManager): void {
  const register = <Service>(service: Constructor<Service>, ours: Constructor<Service>) => {
    // The subclass is constructed with what its parent is.
    injectable()(ours)
    dependencies.registerSingleton(service, ours)
  }
  register(DidResolverService, KeyNormalizingResolver)
  register(DidCommEnvelopeService, BoundedEnvelopes)
  register(DidCommMessageSender, QueueingSender)
  register(DidExchangeProtocol, InvitationNamingExchange)
}
