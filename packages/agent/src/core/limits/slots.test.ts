import { expect, test } from 'vitest'
import { Slots, SlotsByKey, SlotsFull } from './slots.ts'

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

test('only so many run at once, the rest in the order in which they came', async () => {
  const slots = new Slots(1, 10)
  const order: number[] = []
  const first = gate()
  const all = [
    slots.run(async () => {
      await first.opened
      order.push(1)
    }),
    ...[2, 3].map((number) => slots.run(async () => void order.push(number))),
  ]
  expect(order).toEqual([])
  first.open()
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3])
  expect(slots.idle).toBe(true)
})

test('a full line is refused', async () => {
  const slots = new Slots(1, 1)
  const held = gate()
  const running = [slots.run(() => held.opened), slots.run(() => held.opened)]
  await expect(slots.run(async () => undefined)).rejects.toBeInstanceOf(SlotsFull)
  held.open()
  await Promise.all(running)
})

test('work that only waits gives its slot to the next', async () => {
  const slots = new Slots(1, 10)
  const wallet = gate()
  let answered = false
  const hanging = slots.run(async (leave) => {
    leave()
    await wallet.opened
    answered = true
  })
  await slots.run(async () => undefined)
  expect(answered).toBe(false)
  wallet.open()
  await hanging
  expect(slots.idle).toBe(true)
})

test('work that fails gives its slot back', async () => {
  const slots = new Slots(1, 1)
  await expect(slots.run(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(slots.idle).toBe(true)
})

test('so does work that fails before it has waited for anything', async () => {
  const slots = new Slots(1, 1)
  const fail = () => {
    throw new Error('no')
  }
  await expect(slots.run(fail)).rejects.toThrow('no')
  expect(await slots.run(async () => 'next')).toBe('next')
  expect(slots.idle).toBe(true)
})

test('each key has its own slots, and a line as long as the caller allows', async () => {
  const slots = new SlotsByKey(1)
  const held = gate()
  const running = [slots.run('one', () => held.opened), slots.run('one', async () => undefined, 1)]
  await expect(slots.run('one', async () => undefined, 1)).rejects.toBeInstanceOf(SlotsFull)
  expect(await slots.run('other', async () => 'done', 0)).toBe('done')
  held.open()
  await Promise.all(running)
})
