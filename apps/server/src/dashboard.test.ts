import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { connectionStates, credentialStates, proofStates } from '@lastmile/contracts/lifecycles'
import fastify from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { measureContact } from './modules/contact/contact-metrics.ts'
import type { ContactRepository } from './modules/contact/repository.ts'
import { measureExchanges, measureQueue } from './modules/ledger/ledger-metrics.ts'
import { createEventPublisher } from './platform/process/event-publisher.ts'
import { createMetrics, measureRequests } from './platform/process/process-metrics.ts'

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}
let queries: string[]
beforeAll(async () => {
  const file = fileURLToPath(new URL('../../../deploy/grafana-dashboard.json', import.meta.url))
  const { panels } = JSON.parse(await readFile(file, 'utf8')) as Dashboard
  queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
})

it('the dashboard asks for nothing that the server does not measure', async () => {
  const registry = createMetrics()
  measureRequests(fastify(), registry)
  measureExchanges(
    registry,
    createEventPublisher(() => undefined),
  )
  measureQueue(registry, { queue: { length: 0, seconds: 0 } })
  measureContact(registry, { countByState: async () => ({}) } as unknown as ContactRepository)
  const measured = registry.getMetricsAsArray().map(({ name }) => name)

  const asked = queries.flatMap((query) => [...query.matchAll(/\b(\w+)\{/g)].map(([, name = '']) => name))
  expect(asked.length).toBeGreaterThanOrEqual(queries.length)
  // Whether a server could be asked at all is Prometheus' own figure.
  const unknown = asked.filter((name) => name !== 'up' && !measured.includes(name.replace(/_(bucket|count)$/, '')))
  expect(unknown).toEqual([])
})

it('and for no state of an exchange that there is none of', () => {
  const states: string[] = [...connectionStates, ...credentialStates, ...proofStates]
  const asked = queries
    .filter((query) => query.includes('exchange_states_total'))
    .flatMap((query) => [...query.matchAll(/state=~?"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|')))
  expect(asked).toContain('verified')
  expect(asked.filter((state) => !states.includes(state))).toEqual([])
})
