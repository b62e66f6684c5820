import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Sealer } from './sealer.ts'

const key = randomBytes(32)
const sealer = new Sealer(key)

test('what is sealed opens at its place, also after a restart', () => {
  const sealed = sealer.seal('record', 'ConnectionRecord 1', 'Ọlá')
  expect(new Sealer(key).open('record', 'ConnectionRecord 1', sealed)).toBe('Ọlá')
  expect(Buffer.from(sealed).includes('Ọlá')).toBe(false)
})

test('it opens nowhere else: not at another place, as another kind, with another key', () => {
  const sealed = sealer.seal('record', 'ConnectionRecord 1', 'text')
  expect(() => sealer.open('record', 'ConnectionRecord 2', sealed)).toThrow()
  expect(() => sealer.open('key', 'ConnectionRecord 1', sealed)).toThrow()
  expect(() => new Sealer(randomBytes(32)).open('record', 'ConnectionRecord 1', sealed)).toThrow()
})

test('a change of any byte is noticed, and what is cut short', () => {
  const sealed = sealer.seal('record', 'place', 'text')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => sealer.open('record', 'place', changed), `byte ${at}`).toThrow()
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => sealer.open('record', 'place', sealed.subarray(0, length)), `${length} bytes`).toThrow()
})

test('the same text never looks the same', () => {
  expect(sealer.seal('record', 'place', 'text')).not.toEqual(sealer.seal('record', 'place', 'text'))
})

test('tokens are equal for equal words alone, and for one key alone', () => {
  expect(sealer.token('type', 'name', 'value')).toEqual(new Sealer(key).token('type', 'name', 'value'))
  expect(sealer.token('type', 'name', 'value')).not.toEqual(sealer.token('type', 'namev', 'alue'))
  expect(sealer.token('type', 'name', 'value')).not.toEqual(new Sealer(randomBytes(32)).token('type', 'name', 'value'))
})

test('the check tells keys apart and is no key', () => {
  expect(new Sealer(key).check).toBe(sealer.check)
  expect(new Sealer(randomBytes(32)).check).not.toBe(sealer.check)
  expect(Buffer.from(sealer.check, 'base64url')).not.toEqual(key)
})

test.each([0, 16, 31, 33])('a store key of %i bytes is refused', (length) => {
  expect(() => new Sealer(randomBytes(length))).toThrow('32 bytes')
})
