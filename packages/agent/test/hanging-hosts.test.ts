import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handshakes, invitationIn, RawSender } from '@lastmile/e2e/raw-messages'
import { createWallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connectedWallet } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
/** Takes calls and never answers. */
let hangingHost: Server
/** Answers every call at once that there is nothing. */
let promptHost: Server

beforeAll(async () => {
  // Checks the limits behind the refusals: refusals.test.ts covers those.
  running = await runAgent({ inboundConcurrency: 4, refusalsPerMinute: Number.POSITIVE_INFINITY })
  hangingHost = await listening(createServer(() => undefined))
  promptHost = await listening(createServer((_, response) => response.writeHead(404).end()))
  await connecting()
})
afterAll(async () => {
  await running?.stop()
  for (const host of [hangingHost, promptHost]) {
    host.closeAllConnections()
    host.close()
  }
})

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Milliseconds that an honest wallet takes to connect. */
async function connecting(): Promise<number> {
  const began = performance.now()
  const { wallet } = await connectedWallet(running)
  const took = performance.now() - began
  await wallet.close()
  return took
}

async function invitation(): Promise<string> {
  const { invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  return invitationUrl
}

/** A handshake of a wallet whose DID is on another host. */
function hangingHandshake(invitationUrl: string, number: number, host = hangingHost): string {
  const sender = new RawSender()
  const did = `did:webvh:QmNobody${number}:localhost%3A${(host.address() as AddressInfo).port}:x`
  return sender.pack(invitationUrl, handshakes['did-exchange 1.1'](invitationIn(invitationUrl)['@id'], sender, did))
}

const post = async (body: string) =>
  running.agent.inbound.receiveHttp(body, 'application/didcomm-envelope-enc', 'a network')

/**
 * The same wallet beside as many handshakes whose host answers at once takes `beside` milliseconds, however slow the
 * machine is. Waiting for a hanging host in turn would take 27 s more, or be refused.
 */
const unfelt = (beside = 0) => 2 * beside + 6_000

test.each([40, 560])(
  '%i handshakes on one invitation that name a hanging host are not felt by others',
  async (many) => {
    const besideThoseOf = async (host: Server) => {
      const url = await invitation()
      const bodies = Array.from({ length: many }, (_, number) => hangingHandshake(url, number, host))
      const sent = bodies.map(post)
      const took = await connecting()
      return { took, statuses: (await Promise.all(sent)).map(({ status }) => status) }
    }
    const prompt = await besideThoseOf(promptHost)
    const hanging = await besideThoseOf(hangingHost)
    expect(hanging.took).toBeLessThan(unfelt(prompt.took))
    // Those that waited got no answer, all others were refused at once.
    expect(new Set(hanging.statuses)).toEqual(new Set([400, 503]))
  },
)

test('nor are those on many invitations', async () => {
  const urls = await Promise.all(Array.from({ length: 40 }, invitation))
  const sent = urls.map((url, number) => post(hangingHandshake(url, 1_000 + number)))
  expect(await connecting()).toBeLessThan(unfelt())
  await Promise.all(sent)
})

test('nor those that come over sockets', async () => {
  const url = await invitation()
  const address = `${running.publicUrl.replace('http', 'ws')}/didcomm`
  const sockets = Array.from(
    { length: 10 },
    () => new WebSocket(address, { headers: { 'x-forwarded-for': 'a network' } }),
  )
  await Promise.all(sockets.map((socket) => new Promise((open) => socket.once('open', open))))
  for (const [index, socket] of sockets.entries()) {
    for (let number = 0; number < 8; number++) socket.send(hangingHandshake(url, 2_000 + index * 8 + number))
  }
  expect(await connecting()).toBeLessThan(unfelt())
  for (const socket of sockets) socket.terminate()
})

test('an invitation that strangers answer with a hanging host is still its owner’s', async () => {
  const wallet = await createWallet()
  const url = await invitation()
  const sent = Array.from({ length: 40 }, (_, number) => post(hangingHandshake(url, 3_000 + number)))
  const began = performance.now()
  await wallet.receive(url)
  expect(performance.now() - began).toBeLessThan(unfelt())
  await Promise.all([...sent, wallet.close()])
})

test('what one network has under way is bounded, and others still come through', async () => {
  const url = await invitation()
  const large = `{"protected":"${'A'.repeat(7_000)}","iv":"x","ciphertext":"${'A'.repeat(900_000)}","tag":"x"}`
  const statuses = await Promise.all([
    ...Array.from({ length: 60 }, () => post(withHeader(large))),
    running.agent.inbound
      .receiveHttp(hangingHandshake(url, 4_000), 'application/didcomm-envelope-enc', 'another network')
      .then(({ status }) => ({ status: status + 1_000 })),
  ])
  const counted = statuses.map(({ status }) => status)
  expect(counted).toContain(503)
  expect(counted).toContain(1_400)
})

const withHeader = (envelope: string) =>
  envelope.replace(
    'A'.repeat(7_000),
    Buffer.from(JSON.stringify({ recipients: [{ header: { kid: 'key' } }] })).toString('base64url'),
  )
