import type { QueuePosition } from '@lastmile/agent/port'
import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { createEventPublisher } from '../../platform/process/event-publisher.ts'
import type { NodeNews } from '../../platform/process/node-news.ts'
import type { Ledger } from './ledger.ts'
import { createQueuePositions } from './queue-positions.ts'

const place = (id: string): QueuePosition => ({ kind: 'credential', id, place: 1, seconds: 5 })

function start() {
  const find = vi.fn(async (_kind: string, id: string) => (id === 'unknown' ? undefined : { connectionId: `on ${id}` }))
  const events = createEventPublisher(() => undefined)
  const published: string[] = []
  events.subscribe((event) => {
    if (event.type === 'queue-position')
      published.push(`${event.position.id} ${event.position.connectionId} ${event.isElsewhere}`)
  })
  const sent: string[][] = []
  let hear = (_text: string) => {}
  const news: Pick<NodeNews, 'notify' | 'listen'> = {
    notify: async (_topic, text) => {
      sent.push((JSON.parse(text) as QueuePosition[]).map(({ id }) => id))
    },
    listen: (_topic, listener) => {
      hear = listener
    },
  }
  const positions = createQueuePositions(
    { find } as unknown as Ledger,
    events,
    news as NodeNews,
    pino({ level: 'silent' }),
  )
  return { positions, find, published, sent, hear: (text: string) => hear(text) }
}

it('reports to pages and other servers the connection of each place, in the order of the calls', async () => {
  const { positions, published, sent } = start()
  positions.emit([place('one'), place('two')])
  positions.emit([place('three')])
  await expect.poll(() => sent).toEqual([['one', 'two'], ['three']])
  expect(published).toEqual(['one on one false', 'two on two false', 'three on three false'])
})

it('leaves out what the ledger does not know, and reports the rest', async () => {
  const { positions, published, sent } = start()
  positions.emit([place('unknown'), place('one')])
  await expect.poll(() => sent).toEqual([['one']])
  expect(published).toEqual(['one on one false'])
})

it('looks up a connection once, however often its place is reported', async () => {
  const { positions, find, sent } = start()
  for (let time = 0; time < 3; time++) positions.emit([place('one')])
  await expect.poll(() => sent).toHaveLength(3)
  expect(find).toHaveBeenCalledTimes(1)
})

it('sends many positions in several pieces of news', async () => {
  const { positions, sent } = start()
  positions.emit(Array.from({ length: 65 }, (_, each) => place(`${each}`)))
  await expect.poll(() => sent.map((ids) => ids.length)).toEqual([30, 30, 5])
  expect(new Set(sent.flat()).size).toBe(65)
})

it('goes on when the ledger cannot be asked', async () => {
  const { positions, find, published } = start()
  find.mockRejectedValueOnce(new Error('The database is away'))
  positions.emit([place('one')])
  positions.emit([place('two')])
  await expect.poll(() => published).toEqual(['two on two false'])
})

it('reports to pages of this server what others reported', () => {
  const { hear, published } = start()
  hear(JSON.stringify([{ ...place('one'), connectionId: null }]))
  expect(published).toEqual(['one null true'])
})
