import { type Agent, type AgentContext, GenericRecordsApi } from '@credo-ts/core'
import { DidCommTransportService } from '@credo-ts/didcomm'
import { expect, it } from 'vitest'
import type { AgentLogger } from '../../port/options.ts'
import type { AgentStorage } from '../../port/storage.ts'
import { WaitingMessages } from './waiting-messages.ts'

type Envelope = Parameters<WaitingMessages['addMessage']>[1]['payload']
interface Stored {
  id: string
  createdAt: Date
  content: { envelope: unknown }
  tags: { connectionId: string }
}

/** Two nodes on one store. `lost`: how many of the first notifications get lost. */
function twoNodes({ lost = 0 } = {}) {
  const stored = new Map<string, Stored>()
  const api = {
    findAllByQuery: async ({ connectionId }: { connectionId?: string }) =>
      [...stored.values()].filter(({ tags }) => connectionId === undefined || tags.connectionId === connectionId),
    findById: async (id: string) => {
      const record = stored.get(id)
      return record ? { ...record, getTags: () => record.tags } : null
    },
    save: async ({ content, tags }: Pick<Stored, 'content' | 'tags'>) => {
      const record = { id: `${stored.size + 1}`, createdAt: new Date(), content, tags }
      stored.set(record.id, record)
      return record
    },
    delete: async ({ id }: Stored) => void stored.delete(id),
  }
  const listeners: [node: number, hear: (text: string) => void][] = []
  const warnings: string[] = []
  const logger = { warn: (text: string) => void warnings.push(text) } as unknown as AgentLogger
  const nodes = [0, 1].map((node) => {
    const others = {
      notify: async (_: string, text: string) => {
        if (lost-- > 0) return
        for (const [of, hear] of listeners) if (of !== node) hear(text)
      },
      listen: (_: string, hear: (text: string) => void) => void listeners.push([node, hear]),
    }
    const sockets = new Map<string, unknown>()
    const transports = { findSessionByConnectionId: (id: string) => sockets.get(id) }
    const context = {
      resolve: (token: unknown) =>
        token === GenericRecordsApi ? api : token === DidCommTransportService && transports,
    } as unknown as AgentContext
    const storage = { others, withLock: (_: string, work: () => Promise<unknown>) => work() } as unknown as AgentStorage
    const waiting = new WaitingMessages(logger, others)
    waiting.handOver({ context } as Agent, storage)
    const heard = (text: string) => listeners.find(([of]) => of === node)?.[1](text)
    return { waiting, context, sockets, heard }
  })
  return { stored, warnings, first: nodes[0] as (typeof nodes)[0], second: nodes[1] as (typeof nodes)[0] }
}

const socket = (send: (envelope: unknown) => Promise<void>) => ({
  type: 'WebSocket',
  send: (_: AgentContext, envelope: unknown) => send(envelope),
})
const message = { connectionId: 'one', payload: { protected: 'encrypted' } as unknown as Envelope }
const soon = { timeout: 3_000 }

it('goes over the socket that a wallet has to another node, once', async () => {
  const { stored, first, second } = twoNodes()
  const sent: unknown[] = []
  second.sockets.set(
    'one',
    socket(async (envelope) => void sent.push(envelope)),
  )
  await first.waiting.addMessage(first.context, message)
  await expect.poll(() => sent).toEqual([message.payload])
  await expect.poll(() => stored.size).toBe(0)
  await new Promise((done) => setTimeout(done, 1_500))
  expect(sent).toHaveLength(1)
})

it('is announced again where the notification was lost', async () => {
  const { first, second } = twoNodes({ lost: 1 })
  const sent: unknown[] = []
  second.sockets.set(
    'one',
    socket(async (envelope) => void sent.push(envelope)),
  )
  await first.waiting.addMessage(first.context, message)
  await expect.poll(() => sent, soon).toEqual([message.payload])
})

it('is handed over again where that failed, and operators hear of it', async () => {
  const { first, second, warnings } = twoNodes()
  const sent: unknown[] = []
  let isBroken = true
  second.sockets.set(
    'one',
    socket(async (envelope) => {
      if (isBroken) {
        isBroken = false
        throw new Error('The database is busy')
      }
      sent.push(envelope)
    }),
  )
  await first.waiting.addMessage(first.context, message)
  await expect.poll(() => sent, soon).toEqual([message.payload])
  expect(warnings).toEqual(['A message that waits could not be handed to its wallet'])
})

it('is handed to a few wallets at a time, and to each once however often it was announced', async () => {
  const { first, second } = twoNodes()
  const begun: string[] = []
  const ends: (() => void)[] = []
  for (let wallet = 0; wallet < 20; wallet++)
    second.sockets.set(
      `${wallet}`,
      socket(() => {
        begun.push(`${wallet}`)
        return new Promise((end) => ends.push(end))
      }),
    )
  for (let time = 0; time < 3; time++)
    for (const wallet of second.sockets.keys())
      if (time === 0) await first.waiting.addMessage(first.context, { ...message, connectionId: wallet })
      else second.heard(wallet)
  await expect.poll(() => begun.length, soon).toBe(4)
  for (let handed = 0; handed < 20; handed++) {
    await expect.poll(() => ends.length, soon).toBeGreaterThan(handed)
    ends[handed]?.()
  }
  expect(new Set(begun)).toEqual(new Set(second.sockets.keys()))
  expect(begun).toHaveLength(20)
})

it('goes over the socket that a wallet has opened to the node that keeps it meanwhile', async () => {
  const { first } = twoNodes()
  const sent: unknown[] = []
  await first.waiting.addMessage(first.context, message)
  first.sockets.set(
    'one',
    socket(async (envelope) => void sent.push(envelope)),
  )
  await expect.poll(() => sent, soon).toEqual([message.payload])
})
