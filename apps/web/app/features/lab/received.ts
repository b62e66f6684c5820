import type { PresentationRecord } from '@lastmile/lab/linker'

type Received = PresentationRecord['presentation']

/** As a person reads it. */
export const asText = (received: Received): string =>
  typeof received === 'string' ? received.replaceAll('~', '~\n') : indented(received)

/** JSON in lines. Bytes, which are lists of numbers, take one. */
export const indented = (value: unknown): string =>
  JSON.stringify(value, undefined, 1).replace(/\[\n[\d,\s]+\]/g, (bytes) => bytes.replace(/\s+/g, ''))

/** The size in which it was sent. */
export const bytesOf = (received: Received): number =>
  new TextEncoder().encode(typeof received === 'string' ? received : JSON.stringify(received)).length
