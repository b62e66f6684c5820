import { errorCodes } from '@lastmile/contracts/error-codes'
import { expect, it } from 'vitest'
import { causeText, failureText, tryingAgainText } from './failure-text.ts'

const ownCodes = ['network', 'timeout', 'unexpected-answer', 'preparing', 'unknown-credential', 'busy', 'page']

it.each([...errorCodes, ...ownCodes])('%s has a sentence of its own', (code) => {
  expect(failureText({ code, message: '' }, 'unknown')).not.toBe('unknown')
})

it.each([...errorCodes, ...ownCodes])('%s says what happened apart from what to do', (code) => {
  const cause = causeText({ code }, 'unknown')
  const whole = failureText({ code })
  expect(whole === cause || whole.startsWith(`${cause} `)).toBe(true)
  expect(whole).not.toContain('\n')
  expect(cause).toMatch(
    /^(The|Some|Something|Your|This|What|It|Too|Many|Several|Very|A|Sending|Failed|Characters) .*[a-z][.]?$/,
  )
  expect(cause).not.toMatch(/\b(try|reload|wait|leave|check|contact|come back|go back|again in|open)\b/i)
})

it.each([...errorCodes, ...ownCodes])('%s is shown while it is tried again, too', (code) => {
  const shown = tryingAgainText({ code, message: '' })
  expect(shown).toMatch(/^[A-Z].*[.] We are trying again[.]$/)
})

it.each([
  [undefined, 'Wait a minute, then try again.'],
  [5_000, 'Wait a minute, then try again.'],
  [338_000, 'Wait 6 minutes, then try again.'],
])('says for how long too much was asked for: %s ms', (retryAfter, remedy) => {
  for (const code of ['too-many-calls', 'too-many-messages'])
    expect(failureText({ code, ...(retryAfter && { retryAfter }) })).toMatch(new RegExp(`${remedy}$`))
})

it('says when to come back wherever there was too much of one, or the server has too much', () => {
  for (const code of errorCodes.filter((each) => /^too-many-(?!subscriptions)|busy$/.test(each)))
    expect(failureText({ code }), code).toMatch(/(a|\d+) minutes?\b|tomorrow/)
})

it('does not ask the visitor to try again while the page does so by itself', () => {
  for (const code of ['network', 'timeout', 'busy', 'starting', 'stopping']) {
    expect(tryingAgainText({ code })).not.toMatch(/\btry again\b/i)
  }
  const unreachable = { code: 'wallet-unreachable' }
  expect(tryingAgainText(unreachable)).toContain(failureText(unreachable))
})

it('shows a code that it does not know by the server’s words, or by the words that it is given', () => {
  expect(failureText({ code: 'new', message: 'New.' })).toBe('New.')
  expect(failureText({ code: 'new' }, 'Something else.')).toBe('Something else.')
})
