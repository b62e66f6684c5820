import {
  type DidCommInboundMessageContext,
  DidCommPresentationV2Message,
  DidCommRequestCredentialV2Message,
} from '@credo-ts/didcomm'
import type { QueuePosition } from '../../port/queue.ts'

/** The exchange that a message which needs cryptography answers. */
export interface AnswerSubject {
  kind: QueuePosition['kind']
  threadId: string
  /** Credo's; none for an out-of-band proof. */
  connectionId: string | undefined
}

/** Undefined for a message that needs no cryptography. */
export function answerSubject({
  message,
  connection,
}: Pick<DidCommInboundMessageContext, 'message' | 'connection'>): AnswerSubject | undefined {
  const { threadId } = message
  const kind =
    message instanceof DidCommRequestCredentialV2Message
      ? 'credential'
      : message instanceof DidCommPresentationV2Message
        ? 'proof'
        : undefined
  return kind && { kind, threadId, connectionId: connection?.id }
}
