import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Line, type Place } from './line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What was told, newest last. */
let told: Place<string>[][]
const lineOf = (size: number) => {
  told = []
  return new Line<string>(size, (places) => told.push(places))
}
const working = (milliseconds: number) => () => new Promise<void>((done) => setTimeout(done, milliseconds))
const placesIn = (places: Place<string>[] = []) => places.map(({ subject, place }) => [subject, place])

test('who waits longer than a moment is told its place, then that it moves up, and when its turn is over', async () => {
  const line = lineOf(1)
  const all = ['a', 'b', 'c'].map((who) => line.run(who, who, working(3_000)))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(told.map(placesIn)).toEqual([
    [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ],
  ])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told.slice(1).map(placesIn)).toEqual([
    [['a', 0]],
    [
      ['b', 1],
      ['c', 2],
    ],
  ])
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all(all)
  expect(placesIn(told.at(-1))).toEqual([['c', 0]])
  expect(vi.getTimerCount()).toBe(0)
})

test('who does not wait is told nothing', async () => {
  const line = lineOf(2)
  for (let each = 0; each < 5; each++) {
    const run = line.run('a', 'a', working(1_500))
    await vi.advanceTimersByTimeAsync(1_500)
    await run
  }
  expect(told).toEqual([])
})

test('one that comes behind many of another sender stands behind those alone that hold a share', async () => {
  const line = lineOf(4)
  const many = Array.from({ length: 10 }, (_, each) => line.run(`many ${each}`, 'many', working(10_000)))
  const few = line.run('few', 'few', working(10_000))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(placesIn(told[0])).toEqual([
    ['many 0', 1],
    ['many 1', 2],
    ['few', 3],
    ...Array.from({ length: 8 }, (_, each) => [`many ${each + 2}`, each + 4]),
  ])
  expect(line.length).toBe(11)
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.all([...many, few])
  expect(line.length).toBe(0)
})

test('what it says of the time follows the pace at which turns are over', async () => {
  const line = lineOf(1)
  const all = Array.from({ length: 300 }, (_, each) => line.run(`${each}`, `${each}`, working(500)))
  await vi.advanceTimersByTimeAsync(100 * 500)
  const last = told.at(-2)?.at(-1)
  expect(last?.place).toBeGreaterThan(190)
  expect((last?.seconds ?? 0) / ((last?.place ?? 1) / 2)).toBeCloseTo(1, 1)
  expect(line.seconds).toBeGreaterThan(90)
  await vi.advanceTimersByTimeAsync(200 * 500)
  await Promise.all(all)
  // Time in which nobody waits does not count.
  const before = line.run('one', 'one', working(500))
  await vi.advanceTimersByTimeAsync(500)
  await before
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  const after = [line.run('a', 'a', working(3_000)), line.run('b', 'b', working(3_000))]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told.at(-1)?.at(-1)).toEqual({ subject: 'b', place: 2, seconds: 3 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told.at(-1)?.at(-1)).toEqual({ subject: 'b', place: 1, seconds: 1 })
  await vi.advanceTimersByTimeAsync(4_000)
  await Promise.all(after)
})

test('while nothing moves, nobody is told a moment again and again', async () => {
  const line = lineOf(1)
  const both = ['a', 'b'].map((who) => line.run(who, who, working(30_000)))
  const seconds = () => told.at(-1)?.map((each) => each.seconds)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(seconds()).toEqual([20, 21])
  expect(line.seconds).toBe(21)
  await vi.advanceTimersByTimeAsync(20_000)
  // What has ended set the pace, and the next has had its turn for ten seconds.
  expect(seconds()?.[0]).toBe(10)
  await vi.advanceTimersByTimeAsync(20_000)
  await Promise.all(both)
  expect(line.seconds).toBe(0)
})

test('what leaves its slot gives its place up, and what fails too', async () => {
  const line = lineOf(1)
  const left = line.run('left', 'a', async (leave) => {
    leave()
    await working(9_000)()
  })
  const failed = line.run('failed', 'b', async () => Promise.reject(new Error('no'))).catch(() => 'failed')
  const last = line.run('last', 'c', working(1_000))
  await vi.advanceTimersByTimeAsync(1_000)
  await last
  expect(await failed).toBe('failed')
  expect(line.length).toBe(0)
  await vi.advanceTimersByTimeAsync(8_000)
  await left
})
