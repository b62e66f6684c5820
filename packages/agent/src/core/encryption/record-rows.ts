import type { RecordRow } from '../../port/storage.ts'
import type { Encryption } from './encryption.ts'
import { type Tags, tokensOf } from './record-filter.ts'

interface Content {
  tags: Tags
  record: unknown
}

type RecordKey = Pick<RecordRow, 'type' | 'id'>

/** A record as it is stored: encrypted with its tags, and found by their tokens. */
export function encryptedRow(encryption: Encryption, { type, id }: RecordKey, content: Content): RecordRow {
  const encrypted = encryption.encrypt('record', placeOf({ type, id }), JSON.stringify(content))
  const tokens = tokensOf(content.tags, (name, value) => encryption.token(type, name, value))
  return { type, id, encrypted, tokens }
}

/** Throws when it was encrypted as another record or with another key, or was changed. */
export const contentOf = (encryption: Encryption, key: RecordKey, encrypted: Uint8Array): Content =>
  JSON.parse(encryption.decrypt('record', placeOf(key), encrypted)) as Content

/** The authenticated context of a record. */
const placeOf = ({ type, id }: RecordKey) => `${type} ${id}`
