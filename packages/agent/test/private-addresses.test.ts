import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handshakes, invitationIn, RawSender } from '@lastmile/e2e/raw-messages'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningAgent, runAgent } from './running-agent.ts'

/** One for wallets anywhere, as a public server has it, and one that may call this machine too. */
let guarded: RunningAgent
let open: RunningAgent
const hosts: Server[] = []

beforeAll(async () => {
  ;[guarded, open] = await Promise.all([runAgent({ allowPrivateAddresses: false }), runAgent()])
})
afterEach(() => {
  for (const host of hosts.splice(0)) host.close().closeAllConnections()
})
afterAll(() => Promise.all([guarded?.stop(), open?.stop()]))

/** A service within the operator's network that callers outside can't reach. */
async function internalHost(answer: RequestListener = (_, response) => void response.end()) {
  const calls: string[] = []
  const host = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  host.on('upgrade', ({ url }, socket) => {
    calls.push(`UPGRADE ${url}`)
    socket.destroy()
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  hosts.push(host)
  return { calls, port: (host.address() as AddressInfo).port }
}

/** Answers an invitation as a wallet whose answers go to the address that its DID names. */
async function shakeHands(running: RunningAgent, did: (sender: RawSender) => string): Promise<void> {
  const { invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  const sender = new RawSender()
  const { '~transport': _, ...handshake } = handshakes['did-exchange 1.1'](
    invitationIn(invitationUrl)['@id'],
    sender,
    did(sender),
  )
  const body = sender.pack(invitationUrl, handshake)
  const { status } = await running.agent.inbound.receiveHttp(body, 'application/didcomm-envelope-enc', 'here')
  expect(status).toBeLessThan(500)
}

/** Longer than a message takes to leave, and than it is tried again for the first time. */
const forAWhile = () => new Promise((resolve) => setTimeout(resolve, 3_000))

const ways: [string, (port: number) => (sender: RawSender) => string][] = [
  [
    'an http address of this machine',
    (port) => (sender) => sender.peerDidAt(`http://127.0.0.1:${port}/latest/meta-data`),
  ],
  ['a name of this machine', (port) => (sender) => sender.peerDidAt(`http://localhost:${port}/`)],
  ['an address written as a number', (port) => (sender) => sender.peerDidAt(`http://2130706433:${port}/`)],
  ['a socket of this machine', (port) => (sender) => sender.peerDidAt(`ws://127.0.0.1:${port}/`)],
  ['a socket by name', (port) => (sender) => sender.peerDidAt(`ws://localhost:${port}/`)],
  ['a DID that lies on this machine', (port) => () => `did:webvh:QmNobody:localhost%3A${port}:x`],
]

describe.each(ways)('a wallet that names %s', (_, did) => {
  test('makes a public server call no host', async () => {
    const host = await internalHost()
    await shakeHands(guarded, did(host.port))
    await forAWhile()
    expect(host.calls).toEqual([])
  })

  test('is called where the operator allows it', async () => {
    const host = await internalHost()
    await shakeHands(open, did(host.port))
    await expect.poll(() => host.calls.length, { timeout: 10_000 }).toBeGreaterThan(0)
  })
})

test('an address that sends on to another is not followed there', async () => {
  const secret = await internalHost()
  const redirecting = await internalHost((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${secret.port}/secret` }).end(),
  )
  await shakeHands(open, (sender) => sender.peerDidAt(`http://127.0.0.1:${redirecting.port}/`))
  await expect.poll(() => redirecting.calls.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await forAWhile()
  expect(secret.calls).toEqual([])
})
