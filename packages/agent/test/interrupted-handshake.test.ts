import { RawWallet } from '@lastmile/e2e/raw-messages'
import { afterEach, expect, test } from 'vitest'
import { memoryStorage } from './memory-storage.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
afterEach(() => running?.stop())

test('a handshake that was interrupted after its DID was made is answered all the same', async () => {
  const storage = memoryStorage()
  running = await runAgent({ storage })
  const { connectionId, invitationUrl } = await running.agent.createInvitation({
    label: 'x',
    purpose: 'issue',
  })
  const { update } = storage.records
  storage.records.update = async (row, options) => {
    if (options?.event?.state === 'response') throw new Error('The process ends here')
    return update(row, options)
  }
  const connecting = RawWallet.connect(invitationUrl, (envelope) =>
    running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here'),
  )
  await expect(connecting).rejects.toThrow('without a message')
  const state = async () => (await running.agent.getConnection(connectionId))?.state
  expect(await state()).toBe('request')
  storage.records.update = update
  await expect.poll(state, { timeout: 20_000 }).toBe('response')
})
