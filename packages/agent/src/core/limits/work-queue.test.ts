import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Position, WorkQueue } from './work-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Reports of positions, newest last. */
let reports: Position<string>[][]
const queueOf = (size: number) => {
  reports = []
  return new WorkQueue<string>(size, (places) => reports.push(places))
}
const working = (milliseconds: number) => () => new Promise<void>((done) => setTimeout(done, milliseconds))
const placesIn = (places: Position<string>[] = []) => places.map(({ subject, place }) => [subject, place])

test('who waits longer than a moment gets its place, then that it moves up, and when its turn is over', async () => {
  const queue = queueOf(1)
  const all = ['a', 'b', 'c'].map((who) => queue.run(who, who, working(3_000)))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(reports).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(reports.map(placesIn)).toEqual([
    [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ],
  ])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reports.slice(1).map(placesIn)).toEqual([
    [['a', 0]],
    [
      ['b', 1],
      ['c', 2],
    ],
  ])
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all(all)
  expect(placesIn(reports.at(-1))).toEqual([['c', 0]])
  expect(vi.getTimerCount()).toBe(0)
})

test('who does not wait gets no report', async () => {
  const queue = queueOf(2)
  for (let each = 0; each < 5; each++) {
    const run = queue.run('a', 'a', working(1_500))
    await vi.advanceTimersByTimeAsync(1_500)
    await run
  }
  expect(reports).toEqual([])
})

test('one that comes behind many of another sender stands behind those alone that hold a share', async () => {
  const queue = queueOf(4)
  const many = Array.from({ length: 10 }, (_, each) => queue.run(`many ${each}`, 'many', working(10_000)))
  const few = queue.run('few', 'few', working(10_000))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(placesIn(reports[0])).toEqual([
    ['many 0', 1],
    ['many 1', 2],
    ['few', 3],
    ...Array.from({ length: 8 }, (_, each) => [`many ${each + 2}`, each + 4]),
  ])
  expect(queue.length).toBe(11)
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.all([...many, few])
  expect(queue.length).toBe(0)
})

test('what it says of the time follows the pace at which work ends', async () => {
  const queue = queueOf(1)
  const all = Array.from({ length: 300 }, (_, each) => queue.run(`${each}`, `${each}`, working(500)))
  await vi.advanceTimersByTimeAsync(100 * 500)
  const last = reports.at(-2)?.at(-1)
  expect(last?.place).toBeGreaterThan(190)
  expect((last?.seconds ?? 0) / ((last?.place ?? 1) / 2)).toBeCloseTo(1, 1)
  expect(queue.seconds).toBeGreaterThan(90)
  await vi.advanceTimersByTimeAsync(200 * 500)
  await Promise.all(all)
  // Time without waiting work does not count.
  const before = queue.run('one', 'one', working(500))
  await vi.advanceTimersByTimeAsync(500)
  await before
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  const after = [queue.run('a', 'a', working(3_000)), queue.run('b', 'b', working(3_000))]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reports.at(-1)?.at(-1)).toEqual({ subject: 'b', place: 2, seconds: 3 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reports.at(-1)?.at(-1)).toEqual({ subject: 'b', place: 1, seconds: 1 })
  await vi.advanceTimersByTimeAsync(4_000)
  await Promise.all(after)
})

test('while nothing moves, the estimate follows the running work', async () => {
  const queue = queueOf(1)
  const both = ['a', 'b'].map((who) => queue.run(who, who, working(30_000)))
  const seconds = () => reports.at(-1)?.map((each) => each.seconds)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(seconds()).toEqual([20, 21])
  expect(queue.seconds).toBe(21)
  await vi.advanceTimersByTimeAsync(20_000)
  // The finished work set the pace, and the next has been running for ten seconds.
  expect(seconds()?.[0]).toBe(10)
  await vi.advanceTimersByTimeAsync(20_000)
  await Promise.all(both)
  expect(queue.seconds).toBe(0)
})

test('work that leaves gives up its position, and work that fails too', async () => {
  const queue = queueOf(1)
  const left = queue.run('left', 'a', async (leave) => {
    leave()
    await working(9_000)()
  })
  const failed = queue.run('failed', 'b', async () => Promise.reject(new Error('no'))).catch(() => 'failed')
  const last = queue.run('last', 'c', working(1_000))
  await vi.advanceTimersByTimeAsync(1_000)
  await last
  expect(await failed).toBe('failed')
  expect(queue.length).toBe(0)
  await vi.advanceTimersByTimeAsync(8_000)
  await left
})
