import { expect, it } from 'vitest'
import { lockedKey, unlockedKey } from './passkey-lock.ts'

const random = () => crypto.getRandomValues(new Uint8Array(32))
const passkey = { credentialId: random(), input: random(), secret: random() }
const iv = new Uint8Array(12)

it('gives the key to the passkey that it was locked with, and to no other', async () => {
  const { key, lock } = await lockedKey(passkey)
  const unlocked = await unlockedKey(lock, passkey.secret)
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, passkey.input)
  expect(new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, unlocked, text))).toEqual(passkey.input)
  await expect(unlockedKey(lock, random())).rejects.toMatchObject({ code: 'unreadable-storage' })
})

it('leaves nothing behind that opens without the passkey, or could be read by a script', async () => {
  const { key, lock } = await lockedKey(passkey)
  expect(key.extractable).toBe(false)
  expect((await unlockedKey(lock, passkey.secret)).extractable).toBe(false)
  expect(Object.keys(lock).sort()).toEqual(['credentialId', 'input', 'wrapped'])
})
