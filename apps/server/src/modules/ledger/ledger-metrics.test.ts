import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import type { Entry } from '../../platform/database/schema.ts'
import { createEventPublisher } from '../../platform/process/event-publisher.ts'
import { measureExchanges, measureQueue } from './ledger-metrics.ts'

it('counts each state that this server stored, and none that another one did', async () => {
  const registry = new Registry()
  const events = createEventPublisher(() => undefined)
  measureExchanges(registry, events)
  const entry = (kind: Entry['kind'], state: string, flowType: string | null = null) =>
    ({ kind, state, flowType }) as unknown as Entry
  events.publish({ type: 'entry', entry: entry('connection', 'active', 'onboarding-flow') })
  events.publish({ type: 'entry', entry: entry('connection', 'active') })
  for (let time = 0; time < 2; time++)
    events.publish({ type: 'entry', entry: entry('credential', 'credential_issued') })
  events.publish({ type: 'entry', entry: entry('proof', 'verified'), isElsewhere: true })
  const { values } = (await registry.getSingleMetric('exchange_states_total')?.get()) ?? { values: [] }
  expect(values).toEqual([
    { value: 1, labels: { exchange: 'connection', state: 'active', flow: 'onboarding-flow' } },
    { value: 1, labels: { exchange: 'connection', state: 'active', flow: 'unknown' } },
    { value: 2, labels: { exchange: 'credential', state: 'credential_issued' } },
  ])
})

it('says how long the queue is when it is asked', async () => {
  const registry = new Registry()
  const queue = { length: 0, seconds: 0 }
  measureQueue(registry, { queue })
  Object.assign(queue, { length: 3, seconds: 12 })
  const values = await Promise.all(
    ['queue_length', 'queue_seconds'].map(
      async (name) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value,
    ),
  )
  expect(values).toEqual([3, 12])
})
