import { expect, it } from 'vitest'
import { callerOf, refusalSourceOf } from './senders.ts'

const publicUrl = 'https://demo.example'
const address = '203.0.113.7'
const foreign = '203.0.113.7 from other sites'

it.each([
  [{}, address],
  [{ origin: publicUrl }, address],
  [{ 'sec-fetch-site': 'same-origin' }, address],
  [{ 'sec-fetch-site': 'none' }, address],
  [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' }, address],
  [{ 'sec-fetch-site': 'cross-site' }, foreign],
  [{ origin: 'https://advertisement.example' }, foreign],
  [{ origin: 'null' }, foreign],
])('a call with %j counts for %s', (headers, caller) => {
  expect(callerOf({ headers, address }, publicUrl)).toBe(caller)
})

it('counts refusals of one foreign site apart from another’s, however many origins a caller makes up', () => {
  const sourceOf = (origin: string) => refusalSourceOf({ headers: { origin }, address }, publicUrl)
  const sources = Array.from({ length: 1_000 }, (_, each) => sourceOf(`https://${each}.example`))
  expect(new Set(sources).size).toBe(4)
  expect(sources).not.toContain(address)
  expect(sourceOf(publicUrl)).toBe(address)
})
