import { once } from 'node:events'
import { handshakes, invitationIn, RawSender } from '@lastmile/e2e/raw-messages'
import { createWallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { cardAttributes, connectedWallet, credentialIn, issueCard, registerCard, undecidedOffer } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent

beforeAll(async () => {
  running = await runAgent({ inboundConcurrency: 1 })
  await registerCard(running, false)
})

afterAll(() => running?.stop())

const envelope = { protected: 'e30', iv: 'a', ciphertext: 'b', tag: 'c' }
const post = (body: string, contentType = 'application/didcomm-envelope-enc') =>
  running.agent.inbound.receiveHttp(body, contentType, 'here')

describe('what is not a message for us', () => {
  test('another content type', async () => {
    expect(await post('{}', 'application/json')).toEqual({ status: 415 })
  })

  test.each(['', 'no json', '[]', 'null', '{}'])('%j', async (body) => {
    expect(await post(body)).toEqual({ status: 400 })
  })

  test('a message that is not encrypted, which anyone could send in anyone’s name', async () => {
    const ping = { '@type': 'https://didcomm.org/trust_ping/1.0/ping', '@id': crypto.randomUUID() }
    expect(await post(JSON.stringify(ping))).toEqual({ status: 400 })
  })

  test('an envelope that is not for us', async () => {
    expect(await post(JSON.stringify(envelope))).toEqual({ status: 400 })
  })

  test('the same over a socket; what is no envelope closes it', async () => {
    const socket = new WebSocket(`${running.publicUrl.replace('http', 'ws')}/didcomm`)
    await once(socket, 'open')
    socket.send(JSON.stringify(envelope))
    socket.send('no json')
    const [code] = await once(socket, 'close')
    expect(code).toBe(1008)
  })
})

test('a wallet that takes messages and then hangs delays no other, even with a concurrency of one', async () => {
  const [slow, quick] = await Promise.all([connectedWallet(running), connectedWallet(running)])
  const arrived = undecidedOffer(slow.wallet)
  const { credentialId } = await running.agent.offer(
    { definitionKey: 'Card', attributes: cardAttributes },
    { connectionId: slow.connectionId },
  )
  const offered = await arrived
  await slow.wallet.goOffline('hanging')
  await offered.accept()
  await credentialIn(running, credentialId, 'request_received')

  await issueCard(running, quick.connectionId, false)
  expect(await running.agent.getCredential(credentialId)).toMatchObject({ state: 'request_received' })

  // The answer is tried again, so the wallet gets its credential once it is back.
  await slow.wallet.comeBack()
  await credentialIn(running, credentialId, 'credential_issued')
  await Promise.all([slow.wallet.close(), quick.wallet.close()])
})

test('a message counts as taken only when it is handled, because no wallet would send it again', async () => {
  const { wallet, connectionId } = await connectedWallet(running)
  const arrived = undecidedOffer(wallet)
  const { credentialId } = await running.agent.offer(
    { definitionKey: 'Card', attributes: cardAttributes },
    { connectionId },
  )
  const offered = await arrived
  const { inbound } = running.agent
  const receiveHttp = inbound.receiveHttp.bind(inbound)
  const state = async () => (await running.agent.getCredential(credentialId))?.state
  // Of every message, as others of the wallet may still be on their way: the state before and when it counts as taken.
  const taken: { before?: string; after?: string }[] = []
  const spy = vi.spyOn(inbound, 'receiveHttp').mockImplementation(async (...message) => {
    const before = await state()
    const answer = await receiveHttp(...message)
    taken.push({ before, after: await state() })
    return answer
  })
  await offered.accept()
  await credentialIn(running, credentialId, 'credential_issued')
  spy.mockRestore()
  const asked = taken.filter(({ before }) => before === 'offer_sent').map(({ after }) => after)
  expect(asked.some((after) => after !== 'offer_sent')).toBe(true)
  await wallet.close()
})

test('an invitation that two wallets answer at once is taken by one of them', async () => {
  const wallets = await Promise.all([createWallet(), createWallet()])
  const { connectionId, invitationUrl } = await running.agent.createInvitation({
    label: 'One only',
    purpose: 'issue',
  })
  const first = Promise.race(wallets.map((wallet) => wallet.receive(invitationUrl)))
  await first
  const states = running.events.flatMap((event) =>
    event.type === 'connection' && event.connection.connectionId === connectionId ? event.connection.state : [],
  )
  expect(states.filter((state) => state === 'request')).toHaveLength(1)
  await Promise.all(wallets.map((wallet) => wallet.close()))
})

test('a did-exchange response names the invitation as its parent thread', async () => {
  const { invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  const pthid = invitationIn(invitationUrl)['@id']
  const sender = new RawSender()
  const request = { '@id': 'of-the-request', ...handshakes['did-exchange 1.1'](pthid, sender) }
  const { body } = await post(sender.pack(invitationUrl, request))
  expect(sender.unpack(body ?? '')).toMatchObject({
    '@type': 'https://didcomm.org/didexchange/1.1/response',
    '~thread': { thid: 'of-the-request', pthid },
  })
})
