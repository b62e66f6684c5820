import { HolderError } from '@lastmile/holder'
import { webCryptoCipher } from '@lastmile/holder/web-crypto-cipher'

/** Stored in place of the encryption key when a passkey opens the wallet. */
export interface PasskeyLock {
  credentialId: Uint8Array<ArrayBuffer>
  /** Input of the passkey's pseudo-random function. */
  input: Uint8Array<ArrayBuffer>
  /** The encryption key, wrapped by a key that derives from the function's output. */
  wrapped: Uint8Array
}

/** A passkey with its output. */
export interface AnsweredPasskey extends Omit<PasskeyLock, 'wrapped'> {
  /** The function's output: 32 bytes, available only after user verification with this passkey. */
  secret: Uint8Array<ArrayBuffer>
}

/** Bound to the key in wallets that are locked already, so it stays. */
const about = 'sealing key'

/** A new encryption key, and the lock that stores it for the passkey. */
export async function lockedKey(passkey: AnsweredPasskey): Promise<{ key: CryptoKey; lock: PasskeyLock }> {
  const { secret, ...asked } = passkey
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const wrapped = await webCryptoCipher(await keyFrom(secret)).encrypt(raw, about)
  return { key: await encryptionKey(raw), lock: { ...asked, wrapped } }
}

/** Rejects with `unreadable-storage` for another passkey's secret. */
export async function unlockedKey({ wrapped }: PasskeyLock, secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const raw = await webCryptoCipher(await keyFrom(secret))
    .decrypt(wrapped, about)
    .catch((cause) => {
      throw new HolderError('unreadable-storage', 'The wallet is locked with another passkey', { cause })
    })
  return encryptionKey(Uint8Array.from(raw))
}

const encryptionKey = (raw: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** HKDF (RFC 5869). The secret is random already and needs no salt. */
async function keyFrom(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('last-mile-wallet passkey 1')
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(algorithm, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
