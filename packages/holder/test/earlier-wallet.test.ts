import { readFile } from 'node:fs/promises'
import { scryptAsync } from '@noble/hashes/scrypt.js'
import { expect, test } from 'vitest'
import { fromBase64Url } from '../src/core/encoding/base64url.ts'
import { systemClock } from '../src/core/system-clock.ts'
import { webCryptoCipher } from '../src/core/web-crypto-cipher.ts'
import { visit } from './visitor.ts'

/** A wallet with records of every kind, as a version of 2026 has saved it, and what that version showed of it. */
const { savedAt, file, snapshot } = JSON.parse(
  await readFile(new URL('./wallet-of-version-1.json', import.meta.url), 'utf8'),
)
const password = 'seven unrelated words'

test('a wallet file of an earlier version opens, shows the same, and is stored as it was', async () => {
  const visitor = await visit({ clock: { now: () => savedAt, after: systemClock.after } })
  visitor.network.goDown()
  await visitor.holder.import(new TextEncoder().encode(JSON.stringify(file)), password)
  expect(visitor.holder.snapshot()).toMatchObject(snapshot)
  await visitor.reopens()
  expect(visitor.holder.snapshot()).toMatchObject(snapshot)
  const records = await recordsIn(file)
  for (const [kind, all] of Object.entries(records)) {
    const { storage, cipher } = visitor.dependencies
    const read = async ({ id, encrypted }: { id: string; encrypted: Uint8Array }) =>
      json(await cipher.decrypt(encrypted, `${kind} ${id}`))
    const stored = await Promise.all((await storage.list(kind)).map(read))
    expect(stored).toEqual(kind === 'peer' ? all.map(({ hostDid: _, ...peer }) => peer) : all)
  }
  expect(Object.keys(await recordsIn(json(await visitor.holder.export(password)))).sort()).toEqual(
    Object.keys(records).sort(),
  )
})

const json = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes))

async function recordsIn({
  salt,
  sealed,
}: {
  salt: string
  sealed: string
}): Promise<Record<string, Record<string, unknown>[]>> {
  const bits = await scryptAsync(password, fromBase64Url(salt), { N: 2 ** 16, r: 8, p: 1, dkLen: 32 })
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(bits), 'AES-GCM', false, ['decrypt'])
  return json(await webCryptoCipher(key).decrypt(fromBase64Url(sealed), 'last-mile-wallet 1'))
}
