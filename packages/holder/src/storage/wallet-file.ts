import { scryptAsync } from '@noble/hashes/scrypt.js'
import * as z from 'zod/mini'
import { fromBase64Url, toBase64Url } from '../encoding/base64url.ts'
import { fromUtf8, toUtf8 } from '../encoding/text.ts'
import { HolderError } from '../holder-error.ts'
import type { HolderParts } from '../parts.ts'
import type { RecordChange, Vault } from './vault.ts'
import { webCryptoSealing } from './web-crypto-sealing.ts'

/**
 * A wallet as a file: JSON with what is needed to make the key from the password, and the records sealed with it (AES-256-GCM).
 * A later form has another version.
 */
const version = 1

/** 64 MB of memory for each guess (RFC 7914). */
const scryptCost = { N: 2 ** 16, r: 8, p: 1, dkLen: 32 }

/** Bytes of a file. */
const longest = 64 * 1024 * 1024

const headSchema = z.object({ type: z.literal('last-mile-wallet'), version: z.int().check(z.minimum(1)) })

const fileSchema = z.object({
  salt: z.string().check(z.maxLength(100)),
  sealed: z.string(),
})

const kept = ['wallet', 'peer', 'offer', 'request', 'credential', 'history', 'outgoing'] as const

const recordsSchema = z.object(
  Object.fromEntries(kept.map((kind) => [kind, z.array(z.looseObject({ id: z.string() }))])),
)

export async function exportedWallet(
  vault: Vault,
  password: string,
  { randomBytes }: Pick<HolderParts, 'randomBytes'>,
): Promise<Uint8Array> {
  const salt = randomBytes(16)
  const records = Object.fromEntries(kept.map((kind) => [kind, vault.all(kind)]))
  const sealing = webCryptoSealing(await keyOf(password, salt))
  const sealed = await sealing.seal(toUtf8(JSON.stringify(records)), about)
  const file = { type: 'last-mile-wallet', version, salt: toBase64Url(salt), sealed: toBase64Url(sealed) }
  return toUtf8(JSON.stringify(file))
}

/** Rejects with `unreadable-file`, `newer-file` or `wrong-password`. */
export async function importedWallet(file: Uint8Array, password: string): Promise<RecordChange[]> {
  const { salt, sealed } = readFile(file)
  const sealing = webCryptoSealing(await keyOf(password, salt))
  const plain = await sealing.open(sealed, about).catch((cause) => {
    throw new HolderError('wrong-password', 'The file does not open with this password', { cause })
  })
  const { success, data } = recordsSchema.safeParse(JSON.parse(fromUtf8(plain)))
  if (!success || data.wallet?.length !== 1) throw new HolderError('unreadable-file', 'The file holds no wallet')
  return kept.flatMap((kind) => (data[kind] ?? []).map((record) => ({ kind, record }) as unknown as RecordChange))
}

function readFile(file: Uint8Array): { salt: Uint8Array; sealed: Uint8Array } {
  try {
    if (file.length > longest) throw new Error('The file is too long')
    const json: unknown = JSON.parse(fromUtf8(file))
    if (headSchema.parse(json).version > version) throw new HolderError('newer-file', 'The file is of a later version')
    const { salt, sealed } = fileSchema.parse(json)
    return { salt: fromBase64Url(salt), sealed: fromBase64Url(sealed) }
  } catch (cause) {
    if (cause instanceof HolderError) throw cause
    throw new HolderError('unreadable-file', 'The file is no wallet of a version that is known', { cause })
  }
}

/** Bound to what is sealed, so that nothing else passes for it. */
const about = `last-mile-wallet ${version}`

async function keyOf(password: string, salt: Uint8Array): Promise<CryptoKey> {
  const bits = await scryptAsync(password.normalize('NFKC'), salt, scryptCost)
  return crypto.subtle.importKey('raw', Uint8Array.from(bits), 'AES-GCM', false, ['encrypt', 'decrypt'])
}
