import { expect, it } from 'vitest'
import { hasFailed } from './progress-states.ts'

const listed = [{ name: 'Student Card' }, { name: 'library_card' }]
const offer = (name: string, state: 'offer_sent' | 'abandoned' | 'done') => ({ name, state })

it.each<[string, Partial<Parameters<typeof hasFailed>[1]>, boolean]>([
  ['nothing begun', {}, false],
  ['an invitation out', { meeting: { kind: 'connection', state: 'invited' } }, false],
  ['a connection declined', { meeting: { kind: 'connection', state: 'abandoned' } }, true],
  ['a proof that is awaited', { proof: { state: 'request_sent' } }, false],
  ['a proof refused', { proof: { state: 'abandoned' } }, true],
  ['a request expired', { proof: { state: 'expired' } }, true],
  ['an offer declined', { credentials: [offer('student_card', 'abandoned')] }, true],
  [
    'another one open',
    { credentials: [offer('Student Card', 'abandoned'), offer('Library Card', 'offer_sent')] },
    false,
  ],
  ['another one accepted', { credentials: [offer('Student Card', 'abandoned'), offer('Library Card', 'done')] }, true],
  ['an offer of another screen declined', { credentials: [offer('Passport', 'abandoned')] }, false],
])('knows of a screen with %s whether it failed', (_, exchanges, failed) => {
  expect(hasFailed({ credentials: listed }, { credentials: [], ...exchanges })).toBe(failed)
})
