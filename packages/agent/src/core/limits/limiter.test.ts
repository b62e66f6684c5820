import { expect, test } from 'vitest'
import { KeyedLimiter, Limiter, QueueFull } from './limiter.ts'

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

test('only so many run at once, the rest in the order in which they came', async () => {
  const limiter = new Limiter(1)
  const order: number[] = []
  const first = gate()
  const all = [
    limiter.run(async () => {
      await first.opened
      order.push(1)
    }),
    ...[2, 3].map((number) => limiter.run(async () => void order.push(number))),
  ]
  expect(order).toEqual([])
  first.open()
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3])
  expect(limiter.idle).toBe(true)
})

test('a full queue is refused', async () => {
  const limiter = new Limiter(1)
  const held = gate()
  const running = [limiter.run(() => held.opened), limiter.run(() => held.opened)]
  await expect(limiter.run(async () => undefined, 1)).rejects.toBeInstanceOf(QueueFull)
  held.open()
  await Promise.all(running)
})

test('work that only waits lets the next begin', async () => {
  const limiter = new Limiter(1)
  const wallet = gate()
  let answered = false
  const hanging = limiter.run(async (leave) => {
    leave()
    await wallet.opened
    answered = true
  })
  await limiter.run(async () => undefined)
  expect(answered).toBe(false)
  wallet.open()
  await hanging
  expect(limiter.idle).toBe(true)
})

test('work that fails frees its place', async () => {
  const limiter = new Limiter(1)
  await expect(limiter.run(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(limiter.idle).toBe(true)
})

test('so does work that fails before it has waited for anything', async () => {
  const limiter = new Limiter(1)
  const fail = () => {
    throw new Error('no')
  }
  await expect(limiter.run(fail)).rejects.toThrow('no')
  expect(await limiter.run(async () => 'next')).toBe('next')
  expect(limiter.idle).toBe(true)
})

test('each key has its own limit, and a queue as long as the caller allows', async () => {
  const limiter = new KeyedLimiter(1)
  const held = gate()
  const running = [limiter.run('one', () => held.opened), limiter.run('one', async () => undefined, 1)]
  await expect(limiter.run('one', async () => undefined, 1)).rejects.toBeInstanceOf(QueueFull)
  expect(await limiter.run('other', async () => 'done', 0)).toBe('done')
  held.open()
  await Promise.all(running)
})
