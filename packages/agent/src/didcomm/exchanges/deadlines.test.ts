import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Deadlines } from './deadlines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched(expiry: number) {
  const due: { id: string; isOver: boolean }[] = []
  const request = { id: 'one', createdAt: new Date() }
  const look = async (id: string) => void due.push({ id, isOver: deadlines.isOver(request) })
  const deadlines: Deadlines = new Deadlines(expiry, look)
  deadlines.watch(request)
  return { deadlines, due }
}

test('a request is read when its time is over, also where its timer came too early', () => {
  const { due } = watched(50)
  vi.advanceTimersByTime(49)
  // As the platform's timers do, which go by another clock.
  vi.setSystemTime(Date.now() - 1)
  vi.advanceTimersByTime(1)
  expect(due).toEqual([])
  vi.advanceTimersByTime(1)
  expect(due).toEqual([{ id: 'one', isOver: true }])
})

test('a time that no timer can wait for is waited for all the same', () => {
  const { due } = watched(2 ** 31 + 1_000)
  vi.advanceTimersByTime(2 ** 31)
  expect(due).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(due).toEqual([{ id: 'one', isOver: true }])
})

test('a forgotten request is not read', () => {
  const { deadlines, due } = watched(50)
  deadlines.forget('one')
  vi.advanceTimersByTime(100)
  expect(due).toEqual([])
})
