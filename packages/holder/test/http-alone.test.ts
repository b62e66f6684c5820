import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardQuestion, proofIn, registerCard } from '../../agent/test/people.ts'
import { type RunningAgent, runAgent } from '../../agent/test/running-agent.ts'
import type { Socket } from '../src/holder.ts'
import { connect, holdsCard } from './exchanges.ts'
import { visit } from './visitor.ts'

let running: RunningAgent

beforeAll(async () => {
  running = await runAgent()
  await registerCard(running, false)
})
afterAll(() => running?.stop())

/** An address that takes no sockets. */
function closedSocket(): Socket {
  const port: Socket = { send: () => undefined, close: () => undefined, onopen: null, onmessage: null, onclose: null }
  setTimeout(() => port.onclose?.(), 5)
  return port
}

test('an answer that is lost on its way by HTTP is given once more', async () => {
  let isLost = false
  const visitor = await visit({
    openSocket: closedSocket,
    async fetch(url, call) {
      const answer = await fetch(url, call)
      if (call?.method !== 'POST' || isLost) return answer
      isLost = true
      throw new TypeError('fetch failed')
    },
  })
  await connect(running, visitor)
  expect(isLost).toBe(true)
})

test('where no socket can be opened, everything goes by HTTP', async () => {
  const visitor = await visit({ openSocket: closedSocket })
  const { connectionId } = await holdsCard(running, visitor, false)
  expect(visitor.holder.snapshot().network).toBe('online')
  const { proofId } = await running.agent.ask(cardQuestion('Card'), { connectionId })
  const request = await visitor.sees(({ requests: [first] }) => first)
  await visitor.holder.answer(request.id)
  await proofIn(running, proofId, 'verified')
  await visitor.sees(({ history: [last] }) => last?.what === 'accepted')
})
