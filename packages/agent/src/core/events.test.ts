import { afterEach, expect, test } from 'vitest'
import { memoryStorage } from '../../test/memory-storage.ts'
import type { AgentEvent } from '../port/agent-event.ts'
import { Events } from './events.ts'

const storage = memoryStorage()
const log: string[] = []
const write = (message: string) => void log.push(message)
const logger = { info: write, warn: write, error: write }
let events = new Events(storage.events, logger)

afterEach(async () => {
  events.stop()
  await storage.events.delete((await storage.events.waiting(0, 1_000)).map(({ position }) => position))
  log.length = 0
})

const restarted = () => {
  events.stop()
  events = new Events(storage.events, logger)
  return events
}

let count = 0
/** Stores a change of state as the records do. */
async function store(id: string, state: string): Promise<void> {
  const connection = { connectionId: id, state } as never
  const body = JSON.stringify({ type: 'connection', connection } satisfies AgentEvent)
  await storage.records.insert(
    { type: 'Record', id: String(++count), encrypted: new Uint8Array(), tokens: [] },
    { subjectId: id, state, body },
  )
}

const hears = (heard: string[]) => (event: AgentEvent) => {
  if (event.type === 'connection') heard.push(`${event.connection.connectionId} ${event.connection.state}`)
}
const waiting = async () => (await storage.events.waiting(0, 1_000)).length

test('are delivered once each, and are then forgotten', async () => {
  const heard: string[] = []
  restarted().listen(hears(heard))
  for (let each = 0; each < 450; each++) await store(`c${each % 30}`, `state ${each}`)
  void events.deliverLeftBehind()
  await events.whenIdle()
  expect(heard).toHaveLength(450)
  expect(new Set(heard).size).toBe(450)
  expect(await waiting()).toBe(0)
})

test('of one subject keep their order, and none waits for another subject’s listener', async () => {
  const heard: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  restarted().listen(async (event) => {
    if (event.type === 'connection' && event.connection.connectionId === 'slow') await held
    hears(heard)(event)
  })
  for (const [id, state] of [
    ['slow', 'one'],
    ['slow', 'two'],
    ['quick', 'one'],
  ] as const)
    await store(id, state)
  void events.deliverLeftBehind()
  await expect.poll(() => heard).toEqual(['quick one'])
  release()
  await events.whenIdle()
  expect(heard).toEqual(['quick one', 'slow one', 'slow two'])
})

test('are delivered again until the listener takes them, and later ones wait for that', async () => {
  const heard: string[] = []
  let failures = 2
  restarted().listen((event) => {
    if (failures-- > 0) throw new Error('database is locked')
    hears(heard)(event)
  })
  await store('c', 'one')
  await store('c', 'two')
  void events.deliverLeftBehind()
  await events.whenIdle()
  expect(heard).toEqual(['c one', 'c two'])
  expect(log).toHaveLength(2)
})

test('that no listener took are delivered after the next start', async () => {
  restarted().listen(() => Promise.reject(new Error('down')))
  await store('c', 'one')
  void events.deliverLeftBehind()
  await expect.poll(() => log.length).toBeGreaterThan(0)
  expect(await waiting()).toBe(1)

  const heard: string[] = []
  restarted().listen(hears(heard))
  void events.deliverLeftBehind()
  await events.whenIdle()
  expect(heard).toEqual(['c one'])
  expect(await waiting()).toBe(0)
})

test('come when the storage is back', async () => {
  const heard: string[] = []
  let away = true
  const rows = {
    ...storage.events,
    waiting: async (after: number, limit: number) => {
      if (away) throw new Error('locked')
      return storage.events.waiting(after, limit)
    },
  }
  events.stop()
  events = new Events(rows, logger)
  events.listen(hears(heard))
  await store('c', 'one')
  void events.deliverLeftBehind()
  await expect.poll(() => log.length).toBeGreaterThan(0)
  away = false
  await events.whenIdle()
  expect(heard).toEqual(['c one'])
})

test('are forgotten together, and again when that fails', async () => {
  const heard: string[] = []
  const forgotten: number[][] = []
  const rows = {
    ...storage.events,
    delete: async (positions: number[]) => {
      forgotten.push(positions)
      if (forgotten.length === 1) throw new Error('locked')
      return storage.events.delete(positions)
    },
  }
  events.stop()
  events = new Events(rows, logger)
  events.listen(hears(heard))
  for (const id of ['a', 'b', 'c']) await store(id, 'active')
  void events.deliverLeftBehind()
  await expect.poll(() => heard).toHaveLength(3)
  await store('d', 'active')
  void events.deliverLeftBehind()
  await events.whenIdle()
  expect(heard).toEqual(['a active', 'b active', 'c active', 'd active'])
  expect(forgotten.map((positions) => positions.length)).toEqual([4, 4])
  expect(await waiting()).toBe(0)
})

test('that cannot be read are left out, and however many they are, none waits for them', async () => {
  const heard: string[] = []
  for (let each = 0; each < 250; each++) {
    await storage.records.insert(
      { type: 'Record', id: String(++count), encrypted: new Uint8Array(), tokens: [] },
      { subjectId: `damaged ${each}`, state: 'active', body: '{"type":' },
    )
  }
  await store('damaged 1', 'active')
  await store('whole', 'active')
  restarted().listen(hears(heard))
  void events.deliverLeftBehind()
  await events.whenIdle()
  expect(heard).toEqual(['damaged 1 active', 'whole active'])
  expect(await waiting()).toBe(0)
  expect(log).toContain('A state change cannot be read')
})
