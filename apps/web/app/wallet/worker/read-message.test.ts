import { expect, it } from 'vitest'
import { longestFile } from '../wallet-file.ts'
import { readMessage } from './read-message.ts'

const call = { type: 'call', id: 1 }
const passkey = { credentialId: new Uint8Array(20), input: new Uint8Array(32), secret: new Uint8Array(32) }

it.each([
  { type: 'open', force: false },
  { ...call, action: 'receive', args: ['https://site.example/i/1'] },
  {
    ...call,
    action: 'answer',
    args: [
      'request',
      { names: { credentialId: 'card' }, old: { credentialId: 'card', evenRevoked: true }, age: { said: '20' } },
    ],
  },
  { ...call, action: 'erase', args: [] },
  { ...call, action: 'export', args: ['password'] },
  { ...call, action: 'import', args: [new Uint8Array(3), 'password'] },
  { ...call, action: 'lock', args: [passkey] },
  { ...call, action: 'unlock', args: [passkey.secret] },
])('takes %j', (message) => expect(readMessage(message)).toEqual(message))

it.each([
  undefined,
  'open',
  { type: 'open' },
  { ...call, action: 'close', args: [] },
  { ...call, action: 'export', args: [''] },
  { ...call, action: 'import', args: ['{}', 'password'] },
  { ...call, action: 'lock', args: [{ ...passkey, secret: new Uint8Array(16) }] },
  { ...call, action: 'accept', args: [] },
  { ...call, action: 'answer', args: ['request', { names: 'card' }] },
])('refuses %j', (message) => expect(readMessage(message)).toBeUndefined())

it('refuses a link that no inviter would send', () => {
  expect(readMessage({ ...call, action: 'receive', args: ['x'.repeat(100_001)] })).toBeUndefined()
})

it('refuses a file that no wallet fills', () => {
  const file = Object.defineProperty(new Uint8Array(1), 'length', { value: longestFile + 1 })
  expect(readMessage({ ...call, action: 'import', args: [file, 'password'] })).toBeUndefined()
})
