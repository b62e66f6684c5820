// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveRegion } from '../../ui/announce.ts'
import { QueuePositionNotice } from './queue-position.tsx'
import { queuePositionOf, queuePositionReported, queuePositionsCleared, queueReducer } from './queue-slice.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const page = (place: number, seconds: number) => (
  <>
    <QueuePositionNotice place={place} seconds={seconds} />
    <p {...liveRegion('polite')} data-testid="said" />
  </>
)

it.each([
  [12, 18, 'you are number 12 in the queue', 'about 20 seconds'],
  [1, 0, 'you are number 1 in the queue', 'about 1 second.'],
  [900, 91, 'you are number 900 in the queue', 'about 2 minutes'],
])('says that one is number %i, for %i seconds more', (place, seconds, where, howLong) => {
  const { container } = render(page(place, seconds))
  expect(container.textContent).toContain(where)
  expect(container.textContent).toContain(howLong)
})

it('announces it to screen readers at first, and then only when the place has halved', () => {
  const { rerender, getByTestId, container } = render(page(12, 20))
  const said = getByTestId('said')
  expect(said.textContent).toContain('number 12')
  expect(container.querySelectorAll('[role=status]')).toHaveLength(0)
  const changes: string[] = []
  for (let place = 11; place > 0; place--) {
    said.textContent = ''
    rerender(page(place, place * 2))
    if (said.textContent) changes.push(/number (\d+)/.exec(said.textContent)?.[1] ?? '')
  }
  expect(changes).toEqual(['6', '3', '1'])
})

it('knows the last place of several exchanges, until its turn is over or the link is lost', () => {
  const heard = (id: string, place: number) =>
    queuePositionReported({ endpoint: 'queue', connection_id: 'c', exchange_id: id, place, seconds: place * 2 })
  const queue = [heard('a', 3), heard('b', 5), heard('b', 4), heard('other', 9)].reduce(queueReducer, {})
  expect(queuePositionOf({ queue }, ['a', 'b', 'none'])).toEqual({ place: 4, seconds: 8 })
  expect(queuePositionOf({ queue: queueReducer(queue, heard('b', 0)) }, ['a', 'b'])).toEqual({ place: 3, seconds: 6 })
  expect(queuePositionOf({ queue: queueReducer(queue, queuePositionsCleared()) }, ['a', 'b'])).toBeUndefined()
})
