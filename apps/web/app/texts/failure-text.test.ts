import { errorCodes } from '@lastmile/contracts/error-codes'
import { expect, it } from 'vitest'
import { failureText } from './failure-text.ts'

const ownCodes = ['network', 'timeout', 'unexpected-answer', 'preparing', 'unknown-credential', 'busy', 'page']

it.each([...errorCodes, ...ownCodes])('%s has a sentence of its own', (code) => {
  expect(failureText({ code, message: '' }, 'unknown')).not.toBe('unknown')
})

it('tells of a code that it does not know by the server’s words, or by what it is told to say', () => {
  expect(failureText({ code: 'new', message: 'New.' })).toBe('New.')
  expect(failureText({ code: 'new' }, 'Something else.')).toBe('Something else.')
})
