import { scryptAsync } from '@noble/hashes/scrypt.js'
import * as z from 'zod/mini'
import { fromBase64Url, toBase64Url } from './core/encoding/base64url.ts'
import { fromUtf8, toUtf8 } from './core/encoding/text.ts'
import { HolderError } from './core/holder-error.ts'
import { isUndecided, mostCredentials, mostPeers, mostUndecided } from './core/limits.ts'
import { randomBytes } from './core/nacl.ts'
import type { Change, Cipher } from './core/platform.ts'
import { encryptedRecords } from './core/vault.ts'
import { webCryptoCipher } from './core/web-crypto-cipher.ts'
import { sdJwtCredentialSchema } from './formats/sd-jwt/sd-jwt-credential.ts'
import { isWhatWasSigned } from './protocols/openid4vc/batches.ts'
import { type Records, recordSchemas, type WalletVault } from './wallet-records.ts'

/** A wallet as a file: JSON with the key derivation's parameters and the records, encrypted (AES-256-GCM). */
const version = 1

/** 64 MB of memory for each guess (RFC 7914). */
const scryptCost = { N: 2 ** 16, r: 8, p: 1, dkLen: 32 }

/** Bytes of a file. */
const longest = 64 * 1024 * 1024

const headSchema = z.object({ type: z.literal('last-mile-wallet'), version: z.int().check(z.minimum(1)) })

const fileSchema = z.object({
  salt: z.string().check(z.maxLength(100)),
  /** The records, encrypted. Files of version 1 name it so. */
  sealed: z.string(),
})

const kinds = Object.keys(recordSchemas) as (keyof Records)[]

/** More than a person has. A wallet of so many can still be looked at and erased, whatever its origin. */
const most: Partial<Record<keyof Records, number>> = { peer: mostPeers, credential: mostCredentials }
const mostOfOthers = 5_000

/** The only field that every record surely has. */
const recordSchema = z.looseObject({ id: z.string() })
const recordsSchema = z.partialRecord(z.enum(kinds), z.array(recordSchema))

/** Without one of these, or with one that is none, nothing else in the file is of use. */
const keysSchema = z.object({
  wallet: z.array(recordSchemas.wallet).check(z.length(1)),
  peer: z.array(recordSchemas.peer),
})

/** Rejects with `full` what could not be opened again. */
export async function exportedWallet(vault: WalletVault, password: string): Promise<Uint8Array> {
  const salt = randomBytes(16)
  const records = Object.fromEntries(kinds.map((kind) => [kind, vault.all(kind)]))
  const cipher = webCryptoCipher(await keyOf(password, salt))
  const encrypted = await cipher.encrypt(toUtf8(JSON.stringify(records)), about)
  const file = { type: 'last-mile-wallet', version, salt: toBase64Url(salt), sealed: toBase64Url(encrypted) }
  const bytes = toUtf8(JSON.stringify(file))
  if (bytes.length > longest || isTooMuch(records)) throw new HolderError('full', 'The wallet is too large for a file')
  return bytes
}

/**
 * The records in a file; those that are neither the wallet's own nor a connection's may be none.
 * Rejects with `unreadable-file`, `newer-file`, `wrong-password`, `large-file` or `damaged-file`.
 */
export async function importedWallet(
  file: Uint8Array,
  password: string,
): Promise<{ kind: string; record: { id: string } }[]> {
  const { salt, encrypted } = readFile(file)
  const cipher = webCryptoCipher(await keyOf(password, salt))
  const plain = await cipher.decrypt(encrypted, about).catch((cause) => {
    throw new HolderError('wrong-password', 'The file does not open with this password', { cause })
  })
  const records = readRecords(plain)
  if (isTooMuch(records)) throw new HolderError('large-file', 'The file holds more than a wallet takes')
  const { success, error, data: keys } = keysSchema.safeParse(records)
  if (!success) throw new HolderError('damaged-file', 'The keys in the file are not whole', { cause: error })
  // Whose address a peer's is, a file can't vouch for.
  const peer = keys.peer.map(({ hostDid: _, ...rest }) => rest)
  const credential = await Promise.all((records.credential ?? []).map(readable))
  return Object.entries({ ...records, peer, credential }).flatMap(([kind, all]) =>
    all.map((record) => ({ kind, record })),
  )
}

/** A credential that shows something else than was signed is kept as one that can't be read. */
async function readable(record: { id: string }): Promise<{ id: string }> {
  const { data: credential } = sdJwtCredentialSchema.safeParse(record)
  return !credential || (await isWhatWasSigned(credential)) ? record : { id: record.id }
}

function isTooMuch(records: z.infer<typeof recordsSchema>): boolean {
  const undecided = Object.values(records).flat().filter(isUndecided)
  return (
    undecided.length > mostUndecided ||
    kinds.some((kind) => (records[kind]?.length ?? 0) > (most[kind] ?? mostOfOthers))
  )
}

/** The file's records, encrypted for a storage. Rejects as `importedWallet` does. */
export const reencryptedFile = async (file: Uint8Array, password: string, cipher: Cipher): Promise<Change[]> =>
  encryptedRecords(await importedWallet(file, password), cipher)

function readRecords(plain: Uint8Array) {
  try {
    return recordsSchema.parse(JSON.parse(fromUtf8(plain)))
  } catch (cause) {
    throw new HolderError('unreadable-file', 'The file holds no wallet', { cause })
  }
}

function readFile(file: Uint8Array): { salt: Uint8Array; encrypted: Uint8Array } {
  try {
    if (file.length > longest) throw new HolderError('large-file', 'The file is too long')
    const json: unknown = JSON.parse(fromUtf8(file))
    if (headSchema.parse(json).version > version) throw new HolderError('newer-file', 'The file is of a later version')
    const { salt, sealed } = fileSchema.parse(json)
    return { salt: fromBase64Url(salt), encrypted: fromBase64Url(sealed) }
  } catch (cause) {
    if (cause instanceof HolderError) throw cause
    throw new HolderError('unreadable-file', 'The file is no wallet of a version that is known', { cause })
  }
}

/** Additional data of the file's encryption, so that nothing else passes for it. */
const about = `last-mile-wallet ${version}`

async function keyOf(password: string, salt: Uint8Array): Promise<CryptoKey> {
  const bits = await scryptAsync(password.normalize('NFKC'), salt, scryptCost)
  return crypto.subtle.importKey('raw', Uint8Array.from(bits), 'AES-GCM', false, ['encrypt', 'decrypt'])
}
