import { Gauge, type Registry } from 'prom-client'
import type { ContactRepository } from './repository.ts'

/** How many messages wait, were delivered and failed, as they are stored at the time of asking. */
export function measureContact(registry: Registry, repository: ContactRepository): void {
  new Gauge({
    name: 'contact_messages',
    help: 'Stored messages of the contact form, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      for (const [state, count] of Object.entries(await repository.countByState())) this.set({ state }, count)
    },
  })
}
