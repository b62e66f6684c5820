import type { ApiAnswer, ApiRouteName, ProtocolMessageNews, QueueNews, SocketMessage } from '@lastmile/contracts'
import {
  answerShapes,
  protocolMessageNewsShape,
  queueNewsShape,
  socketMessageShape,
} from '@lastmile/contracts/answer-shapes'
import { hasShape, isObject } from './has-shape.ts'

/** Whether a response has the contract's shape; pages can then rely on it. */

export const isAnswer = <Name extends ApiRouteName>(name: Name, value: unknown): value is ApiAnswer<Name> =>
  hasShape(value, answerShapes[name])

export const isSocketMessage = (value: unknown): value is SocketMessage => hasShape(value, socketMessageShape)

export const isProtocolMessageNews = (value: unknown): value is ProtocolMessageNews =>
  hasShape(value, protocolMessageNewsShape)

export const isQueueNews = (value: unknown): value is QueueNews => hasShape(value, queueNewsShape)

/** The API's error form, or the contact form's (docs/product.md, section 7). */
export function errorOf(value: unknown): { code: string; message: string } | undefined {
  if (!isObject(value)) return undefined
  if (value.success === false) {
    return { code: 'refused', message: typeof value.message === 'string' ? value.message : '' }
  }
  if (!isObject(value.error)) return undefined
  const { code, message } = value.error
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined
}
