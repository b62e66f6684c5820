import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardAttributes, cardQuestion, credentialIn, proofIn, registerCard } from '../../agent/test/people.ts'
import { type RunningAgent, runAgent } from '../../agent/test/running-agent.ts'
import { connect } from './exchanges.ts'
import { visit } from './visitor.ts'

let running: RunningAgent

beforeAll(async () => {
  running = await runAgent()
  await registerCard(running, false)
})
afterAll(() => running?.stop())

test('a visitor connects, takes a credential and proves', async () => {
  const visitor = await visit()
  const connectionId = await connect(running, visitor)
  const [connection] = visitor.holder.snapshot().connections
  expect(connection?.with.label).toBe('College')
  await visitor.sees(({ connections: [first] }) => first?.with.did === running.agent.issuer)

  const { credentialId } = await running.agent.offer(
    { definitionKey: 'Card', attributes: cardAttributes },
    { connectionId },
  )
  const offer = await visitor.sees(({ offers: [first] }) => (first?.kind.name ? first : undefined))
  expect(offer).toMatchObject({
    state: 'offered',
    attributes: cardAttributes,
    kind: { name: 'Card', issuer: running.agent.issuer },
  })
  await visitor.holder.accept(offer.id)
  const card = await visitor.sees(({ credentials: [first] }) => first)
  expect(card).toMatchObject({ attributes: cardAttributes, revocable: false, kind: { name: 'Card' } })
  await credentialIn(running, credentialId, 'credential_issued')
  expect(visitor.holder.snapshot().offers).toEqual([])

  const { proofId } = await running.agent.ask(cardQuestion('Card'), { connectionId })
  const request = await visitor.sees(({ requests: [first] }) => first)
  expect(request.possible).toBe(true)
  await visitor.holder.answer(request.id)
  await proofIn(running, proofId, 'verified')
  await visitor.sees(({ history: [last] }) => last?.what === 'accepted')
  expect(await running.agent.getProof(proofId)).toMatchObject({ verified: true })
  expect(running.log.filter((line) => line.includes('could not be'))).toEqual([])
})
