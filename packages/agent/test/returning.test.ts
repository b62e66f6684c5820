import { setTimeout } from 'node:timers/promises'
import { RawWallet } from '@lastmile/e2e/raw-messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardAttributes, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
beforeAll(async () => {
  running = await runAgent()
  await registerCard(running, false)
})
afterAll(() => running?.stop())

const askForWaiting = {
  '@type': 'https://didcomm.org/messagepickup/2.0/delivery-request',
  limit: 10,
}

test('what a wallet fetches is not sent to it a second time at the same moment; what it fetched before is', async () => {
  const { connectionId, invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  const wallet = await RawWallet.connect(invitationUrl, (envelope) =>
    running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here'),
  )
  await running.agent.offer({ definitionKey: 'Card', attributes: cardAttributes }, { connectionId })

  const { answer } = await wallet.send(askForWaiting)
  expect(answer?.['~attach']).toHaveLength(1)
  await setTimeout(1_000)
  const [offer, ...others] = await wallet.fetchWaiting()
  expect(offer?.['@type']).toContain('/offer-credential')
  expect(others).toEqual([])

  await wallet.send(askForWaiting)
  const again = async () => (await wallet.fetchWaiting()).map((message) => message['@id'])
  await expect.poll(again, { timeout: 10_000 }).toEqual([offer?.['@id']])
})
