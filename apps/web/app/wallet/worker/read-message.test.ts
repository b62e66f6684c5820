import { expect, it } from 'vitest'
import { readMessage } from './read-message.ts'

const call = { type: 'call', id: 1 }

it.each([
  { type: 'open', force: false },
  { type: 'start-over' },
  { ...call, action: 'receive', args: ['https://site.example/i/1'] },
  { ...call, action: 'answer', args: ['request', { names: { credentialId: 'card' }, age: { said: '20' } }] },
  { ...call, action: 'erase', args: [] },
])('takes %j', (message) => expect(readMessage(message)).toEqual(message))

it.each([
  undefined,
  'open',
  { type: 'open' },
  { ...call, action: 'close', args: [] },
  { ...call, action: 'export', args: ['password'] },
  { ...call, action: 'accept', args: [] },
  { ...call, action: 'answer', args: ['request', { names: 'card' }] },
])('refuses %j', (message) => expect(readMessage(message)).toBeUndefined())

it('refuses a link that nobody would send', () => {
  expect(readMessage({ ...call, action: 'receive', args: ['x'.repeat(100_001)] })).toBeUndefined()
})
