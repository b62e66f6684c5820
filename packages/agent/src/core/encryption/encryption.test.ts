import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Encryption } from './encryption.ts'

const key = randomBytes(32)
const encryption = new Encryption(key)

test('what is encrypted decrypts at its place, also after a restart', () => {
  const encrypted = encryption.encrypt('record', 'ConnectionRecord 1', 'Ọlá')
  expect(new Encryption(key).decrypt('record', 'ConnectionRecord 1', encrypted)).toBe('Ọlá')
  expect(Buffer.from(encrypted).includes('Ọlá')).toBe(false)
})

test('it opens nowhere else: not at another place, as another kind, with another key', () => {
  const encrypted = encryption.encrypt('record', 'ConnectionRecord 1', 'text')
  expect(() => encryption.decrypt('record', 'ConnectionRecord 2', encrypted)).toThrow()
  expect(() => encryption.decrypt('key', 'ConnectionRecord 1', encrypted)).toThrow()
  expect(() => new Encryption(randomBytes(32)).decrypt('record', 'ConnectionRecord 1', encrypted)).toThrow()
})

test('a change of any byte is noticed, and what is cut short', () => {
  const encrypted = encryption.encrypt('record', 'place', 'text')
  for (let at = 0; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => encryption.decrypt('record', 'place', changed), `byte ${at}`).toThrow()
  }
  for (let length = 0; length < encrypted.length; length++)
    expect(() => encryption.decrypt('record', 'place', encrypted.subarray(0, length)), `${length} bytes`).toThrow()
})

test('the same text never looks the same', () => {
  expect(encryption.encrypt('record', 'place', 'text')).not.toEqual(encryption.encrypt('record', 'place', 'text'))
})

test('tokens are equal for equal words alone, and for one key alone', () => {
  expect(encryption.token('type', 'name', 'value')).toEqual(new Encryption(key).token('type', 'name', 'value'))
  expect(encryption.token('type', 'name', 'value')).not.toEqual(encryption.token('type', 'namev', 'alue'))
  expect(encryption.token('type', 'name', 'value')).not.toEqual(
    new Encryption(randomBytes(32)).token('type', 'name', 'value'),
  )
})

test('the check tells keys apart and is no key', () => {
  expect(new Encryption(key).check).toBe(encryption.check)
  expect(new Encryption(randomBytes(32)).check).not.toBe(encryption.check)
  expect(Buffer.from(encryption.check, 'base64url')).not.toEqual(key)
})

test.each([0, 16, 31, 33])('a store key of %i bytes is refused', (length) => {
  expect(() => new Encryption(randomBytes(length))).toThrow('32 bytes')
})
