import { expect, test } from 'vitest'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

test('what comes at the same moment is begun in turns of its own, in the order in which it came', async () => {
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const begun: { call: number; turn: number }[] = []
  await Promise.all(
    Array.from({ length: 20 }, (_, call) => yieldToEventLoop().then(() => begun.push({ call, turn: turns }))),
  )
  clearImmediate(counting)
  expect(begun.map(({ call }) => call)).toEqual(Array.from({ length: 20 }, (_, call) => call))
  expect(new Set(begun.map(({ turn }) => turn)).size).toBe(20)
})
