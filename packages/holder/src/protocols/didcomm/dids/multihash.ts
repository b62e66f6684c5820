import { sha256 } from '@noble/hashes/sha2.js'
import { toBase58 } from '../../../core/encoding/base58.ts'
import { concat, toUtf8 } from '../../../core/encoding/text.ts'

/** SHA-256, 32 bytes. */
const sha256Prefix = Uint8Array.of(0x12, 0x20)

/** The SHA-256 of a text as base58 of its multihash. */
export const multihash = (text: string): string => toBase58(concat(sha256Prefix, sha256(toUtf8(text))))
