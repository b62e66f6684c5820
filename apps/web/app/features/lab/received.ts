import type { PresentationRecord } from '@lastmile/lab/linker'

type Received = PresentationRecord['presentation']

/** As a person reads it. */
export const asText = (received: Received): string =>
  typeof received === 'string' ? received.replaceAll('~', '~\n') : JSON.stringify(received, undefined, 1)

/** The size in which it was sent. */
export const bytesOf = (received: Received): number =>
  new TextEncoder().encode(typeof received === 'string' ? received : JSON.stringify(received)).length
