import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { handshakes, presentationOf, RawSender, RawWallet, type Send } from '@lastmile/e2e/raw-messages'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { cardQuestion, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
let invitationUrl: string
beforeAll(async () => {
  running = await runAgent({ refusalsPerMinute: 5 })
  invitationUrl = (await running.agent.createInvitation({ label: 'x', purpose: 'issue' })).invitationUrl
})
afterAll(() => running?.stop())
afterEach(() => {
  vi.restoreAllMocks()
  return timeIsReadAnew()
})

/** The expiring counters read the time each millisecond. */
const timeIsReadAnew = () => setTimeout(10)

const from =
  (sender: string): Send =>
  (envelope) =>
    running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', sender)
const stranger = () => {
  const sender = new RawSender()
  return sender.pack(invitationUrl, handshakes['did-exchange 1.1']('no invitation', sender, sender.peerDid))
}
const statuses = async (sender: string, envelopes: string[]) => {
  const answered: number[] = []
  for (const envelope of envelopes) answered.push((await from(sender)(envelope)).status)
  return answered
}

const invitation = async () => (await running.agent.createInvitation({ label: 'x', purpose: 'issue' })).invitationUrl

test.each([
  ['handshakes on no invitation', stranger],
  ['what is no envelope', () => 'x'],
])('of a sender of %s nothing is read after some of them, for a minute; of others it is', async (sender, make) => {
  const envelopes = Array.from({ length: 7 }, make)
  expect(await statuses(sender, envelopes)).toEqual([400, 400, 400, 400, 400, 429, 429])
  await RawWallet.connect(await invitation(), from('another'))
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  await timeIsReadAnew()
  expect(await statuses(sender, [make()])).toEqual([400])
})

test('nor does such a sender open another socket', async () => {
  await statuses('of sockets', Array.from({ length: 5 }, stranger))
  const headers = { 'x-forwarded-for': 'of sockets' }
  const [, response] = await once(
    new WebSocket(`${running.publicUrl.replace('http', 'ws')}/didcomm`, { headers }),
    'unexpected-response',
  )
  expect(response.statusCode).toBe(429)
})

test('a failure of ours is not counted against the sender of the message', async () => {
  const wallet = await RawWallet.connect(await invitation(), from('unlucky'))
  const ack = {
    '@type': 'https://didcomm.org/issue-credential/2.0/ack',
    status: 'OK',
    '~thread': { thid: 'of nothing' },
  }
  const { records } = running.storage
  const { find } = records
  records.find = async () => {
    throw new Error('The database is away')
  }
  for (let sent = 0; sent < 7; sent++) expect(await wallet.send(ack)).toMatchObject({ status: 503 })
  records.find = find
  const ping = { '@type': 'https://didcomm.org/trust_ping/1.0/ping', response_requested: true }
  expect(await wallet.send(ping)).toMatchObject({ status: 200 })
})

test('unsound answers to requests of ours are not counted, what comes after them is', async () => {
  await registerCard(running, false)
  const last = { envelope: '' }
  for (let sent = 0; sent < 7; sent++) {
    const asked = await running.agent.askByInvitation(cardQuestion('Card'), { label: 'x', purpose: 'verify' })
    const sender = new RawSender()
    last.envelope = sender.pack(asked.invitationUrl, presentationOf(asked.invitationUrl, sender))
    expect(await statuses('a class', [last.envelope])).toEqual([200])
  }
  const again = await statuses(
    'a class',
    Array.from({ length: 6 }, () => last.envelope),
  )
  expect(again.at(-1)).toBe(429)
})
