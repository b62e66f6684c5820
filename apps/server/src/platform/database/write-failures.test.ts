import { DatabaseError } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WriteFailures } from './write-failures.ts'

const failure = (code: string) => Object.assign(new DatabaseError('It failed', 0, 'error'), { code })
const full = failure('53100')

let ends: number
let failures: WriteFailures
beforeEach(() => {
  vi.useFakeTimers()
  ends = 0
  failures = new WriteFailures()
  failures.onEnd(() => {
    ends += 1
  })
})
afterEach(() => {
  vi.useRealTimers()
})

it('are over when none came for three seconds, and that is reported once', async () => {
  for (let times = 0; times < 5; times += 1) {
    failures.note(full)
    await vi.advanceTimersByTimeAsync(2_900)
  }
  expect(ends).toBe(0)
  await vi.advanceTimersByTimeAsync(100)
  expect(ends).toBe(1)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(ends).toBe(1)
})

it('that come again at once are waited for longer each time, a minute at most', async () => {
  const waits: number[] = []
  for (let times = 0; times < 7; times += 1) {
    failures.note(full)
    const before = ends
    let waited = 0
    for (; ends === before; waited += 1) await vi.advanceTimersByTimeAsync(1_000)
    waits.push(waited)
  }
  expect(waits).toEqual([3, 6, 12, 24, 48, 60, 60])
  await vi.advanceTimersByTimeAsync(200_000)
  failures.note(full)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(ends).toBe(8)
})

it.each([
  ['a database that may only be read', failure('25006'), 1],
  ['SQLite’s full disk', Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }), 1],
  ['a lock that was not to be had', failure('55P03'), 0],
  ['SQLite’s lock', Object.assign(new Error('busy'), { code: 'ERR_SQLITE_ERROR', errcode: 5 }), 0],
  ['a wrong query', failure('42601'), 0],
  ['nothing known', undefined, 0],
])('are those of a disk: %s', async (_name, error, times) => {
  failures.note(error)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ends).toBe(times)
})
