import { setTimeout } from 'node:timers/promises'
import { RawWallet } from '@lastmile/e2e/raw-messages'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MessageLimiter } from '../src/core/limits/message-limiter.ts'
import { Resumption } from '../src/didcomm/exchanges/resume.ts'
import { MountedInbound } from '../src/didcomm/transport/inbound.ts'
import { WaitingMessages } from '../src/didcomm/transport/waiting-messages.ts'
import { cardAttributes, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

// Parts of the adapter find each other's notes by an object that passes through Credo: a copy would lose them.

let running: RunningAgent
beforeAll(async () => {
  running = await runAgent()
  await registerCard(running, false)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => running?.stop())

const deliveryRequest = { '@type': 'https://didcomm.org/messagepickup/2.0/delivery-request', limit: 10 }

async function walletWithoutAddress() {
  const { connectionId, invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  const wallet = await RawWallet.connect(invitationUrl, (envelope) =>
    running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here'),
  )
  return { wallet, connectionId }
}

test('the queue is handed the envelope whose thread was noted when it was packed', async () => {
  const { wallet, connectionId } = await walletWithoutAddress()
  const offer = { definitionKey: 'Card', attributes: cardAttributes }
  const { threadId } = await running.agent.offer(offer, { connectionId })
  const threadsFor = vi.spyOn(WaitingMessages.prototype, 'threadsFor')
  await wallet.send(deliveryRequest)
  expect(await threadsFor.mock.results[0]?.value).toEqual(new Set([threadId]))
})

test('a wallet that fetched its messages is known by the context once its answer has left', async () => {
  const { wallet } = await walletWithoutAddress()
  const answerHandshake = vi.spyOn(Resumption.prototype, 'answerHandshake')
  await wallet.send(deliveryRequest)
  await expect.poll(() => answerHandshake.mock.calls.length, { timeout: 10_000 }).toBe(1)
})

test('limits are given back for the envelope that they were taken for', async () => {
  const begin = vi.spyOn(MessageLimiter.prototype, 'begin')
  const handled = vi.spyOn(MountedInbound.prototype, 'handled')
  const { wallet } = await walletWithoutAddress()
  begin.mockClear()
  handled.mockClear()
  await wallet.send(deliveryRequest)
  await setTimeout(0)
  expect([begin.mock.calls.length, handled.mock.calls.length]).toEqual([1, 1])
  expect(handled.mock.calls[0]?.[0]).toBe(begin.mock.calls[0]?.[0])
})
