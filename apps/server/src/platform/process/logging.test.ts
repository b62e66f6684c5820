import { expect, it } from 'vitest'
import { describeError } from './logging.ts'

it('says nothing of what a library wrote into the cause of a failure, such as the name of a wallet', () => {
  const cause = new TypeError('Message is undeliverable to connection 1 (Canary’s phone)')
  const failure = Object.assign(new Error('The wallet cannot be reached right now.', { cause }), { sent: 'canary' })
  const described = describeError(failure)
  expect(described).toMatchObject({ type: 'Error', message: failure.message, cause: 'TypeError' })
  expect(JSON.stringify(described)).not.toMatch(/canary/i)
})
