import { randomBytes } from 'node:crypto'
import { RawSender } from '@lastmile/e2e/raw-messages'
import { expect, test } from 'vitest'
import { fromBase58, toBase58 } from '../src/core/encoding/base58.ts'
import { signingKey } from '../src/core/nacl.ts'
import { pack, readEnvelope, recipientsOf, unpack } from '../src/protocols/didcomm/messages/envelope.ts'

const random = (length: number) => Uint8Array.from(randomBytes(length))
const us = signingKey(random(32))
const them = new RawSender()

function opened(envelope: string, key = us) {
  const encrypted = readEnvelope(envelope)
  if (!encrypted) throw new Error('No envelope')
  return unpack(encrypted, key)
}

/** The envelope with one of its parts changed. */
const changed = (envelope: string, part: string, change: (text: string) => string): string => {
  const parts = JSON.parse(envelope)
  return JSON.stringify({ ...parts, [part]: change(parts[part]) })
}
const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)

test('what another implementation packs is opened, and its sender known', () => {
  const envelope = them.pack(us.public, { '@id': '1', '@type': 'x', text: 'Grüße' })
  expect(opened(envelope)).toEqual({ message: { '@id': '1', '@type': 'x', text: 'Grüße' }, sender: them.key })
  expect(recipientsOf(readEnvelope(envelope) as never)).toEqual([toBase58(us.public)])
})

test('another implementation opens what is packed', () => {
  const message = { '@id': '1', '@type': 'x', text: 'Grüße' }
  expect(them.unpack(pack(message, fromBase58(them.key), us))).toEqual(message)
})

test('an envelope without a sender names none', () => {
  const envelope = pack({ '@id': '1' }, us.public)
  expect(opened(envelope)).toEqual({ message: { '@id': '1' }, sender: undefined })
})

test('an envelope that was changed, or is for another wallet, does not open', () => {
  const envelope = them.pack(us.public, {})
  for (const part of ['ciphertext', 'tag', 'iv']) expect(() => opened(changed(envelope, part, flipped))).toThrow()
  const other = them.pack(us.public, {})
  expect(() => opened(changed(envelope, 'protected', () => JSON.parse(other).protected))).toThrow()
  expect(() => opened(envelope, signingKey(random(32)))).toThrow()
})

test('what is no envelope, or larger than any that is honest, is passed over', () => {
  const envelope = them.pack(us.public, {})
  const many = Array.from({ length: 9 }, () => ({ encrypted_key: '', header: { kid: '' } }))
  const header = { enc: 'xchacha20poly1305_ietf', typ: 'JWM/1.0', alg: 'Authcrypt', recipients: many }
  const crowded = changed(envelope, 'protected', () => Buffer.from(JSON.stringify(header)).toString('base64url'))
  const bulky = changed(envelope, 'ciphertext', () => 'A'.repeat(3 * 1024 * 1024))
  for (const text of ['', '{}', 'null', '[1]', '{"protected":"e30"}', crowded, bulky])
    expect(readEnvelope(text)).toBeUndefined()
  expect(readEnvelope(envelope)).toBeDefined()
})
