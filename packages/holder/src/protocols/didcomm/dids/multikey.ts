import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase58, toBase58 } from '../../../core/encoding/base58.ts'
import { concat } from '../../../core/encoding/text.ts'

/** Multicodec of Ed25519 public keys. */
const ed25519Prefix = Uint8Array.of(0xed, 0x01)

/** An Ed25519 public key as a multikey, `z6Mk…`. */
export const toMultikey = (key: Uint8Array): string => `z${toBase58(concat(ed25519Prefix, key))}`

/** @returns the 32 bytes of an Ed25519 key. Throws for keys of other kinds. */
export function fromMultikey(multikey: string): Uint8Array {
  if (!multikey.startsWith('z6Mk')) throw new Error('A key is not of Ed25519')
  const bytes = fromBase58(multikey.slice(1))
  if (bytes.length !== 34 || bytes[0] !== ed25519Prefix[0] || bytes[1] !== ed25519Prefix[1])
    throw new Error('A key is not of Ed25519')
  return checkedKey(bytes.slice(2))
}

/** Throws when the bytes are no Ed25519 key, or one of the few that agree with every key on the same secret. */
export function checkedKey(key: Uint8Array): Uint8Array {
  if (ed25519.Point.fromBytes(key).isSmallOrder()) throw new Error('A key is weak')
  return key
}

/** The key of a did:key, with or without its fragment. Throws for keys of other kinds. */
export function fromDidKey(did: string): Uint8Array {
  if (!did.startsWith('did:key:')) throw new Error('A DID is not a did:key')
  return fromMultikey(did.slice('did:key:'.length).split('#', 1)[0] ?? '')
}

/** Whether a text is an Ed25519 key in base58 that may be used. */
export function isKey(base58: string): boolean {
  try {
    return checkedKey(fromBase58(base58)).length > 0
  } catch {
    return false
  }
}
