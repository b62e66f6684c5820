import { once } from 'node:events'
import { invitationIn, RawSender } from '@lastmile/e2e/raw-messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { CredoLogger } from '../src/didcomm/credo/logger.ts'
import { connectedWallet } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
/** Unhandled rejections end a server's process. */
const unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)

beforeAll(async () => {
  running = await runAgent()
  process.on('unhandledRejection', note)
})
afterAll(async () => {
  await running?.stop()
  process.off('unhandledRejection', note)
})

const nobody = 'did:example:nobody'

const handshakes = {
  'did-exchange 1.1': (invitationId: string) => ({
    '@type': 'https://didcomm.org/didexchange/1.1/request',
    '~thread': { pthid: invitationId },
    label: 'Nobody',
    did: nobody,
  }),
  'did-exchange 1.0': (invitationId: string) => ({
    '@type': 'https://didcomm.org/didexchange/1.0/request',
    '~thread': { pthid: invitationId },
    label: 'Nobody',
    did: nobody,
  }),
  'connections 1.0': (invitationId: string) => ({
    '@type': 'https://didcomm.org/connections/1.0/request',
    '~thread': { pthid: invitationId },
    label: 'Nobody',
    connection: { DID: nobody, DIDDoc: { '@context': 'https://w3id.org/did/v1', id: nobody } },
  }),
}

async function packed(handshake: (invitationId: string) => object): Promise<string> {
  const { invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'issue' })
  return new RawSender().pack(invitationUrl, handshake(invitationIn(invitationUrl)['@id']))
}

describe.each(Object.entries(handshakes))('a %s handshake that names an unresolvable DID', (name, handshake) => {
  test('over http harms no other, and is answered as what it is', async () => {
    const before = running.log.length
    const answer = await running.agent.inbound.receiveHttp(
      await packed(handshake),
      'application/didcomm-envelope-enc',
      'here',
    )
    // The older protocol brings its document along: such a handshake is taken, and only its answer gets nowhere.
    expect(answer.status).toBe(name === 'connections 1.0' ? 202 : 400)
    await refusal(before)
    await stillWell()
  })

  test('over a socket harms no other', async () => {
    const socket = new WebSocket(`${running.publicUrl.replace('http', 'ws')}/didcomm`)
    await once(socket, 'open')
    const before = running.log.length
    socket.send(await packed(handshake))
    await refusal(before)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    socket.terminate()
    await stillWell()
  })
})

test('the log takes whatever a library throws or says', () => {
  const lines: unknown[] = []
  const write = (_message: string, fields?: object) => void lines.push(fields)
  const logger = new CredoLogger({ info: write, warn: write, error: write })
  for (const said of [new Error('Unable to resolve: Canary'), undefined, null, 42, { message: 'x' }, Symbol('x')]) {
    for (const level of ['warn', 'error', 'fatal'] as const) logger[level](said)
  }
  expect(lines).toHaveLength(18)
  expect(lines[0]).toEqual({ about: 'Unable to resolve' })
  expect(JSON.stringify(lines)).not.toContain('Canary')
})

/** Said in the log: the message itself was refused, or its answer has no address. */
const refusal = (before: number) =>
  expect
    .poll(() => running.log.slice(before).join('\n'), { timeout: 10_000 })
    .toMatch(/could not be handled|undeliverable/)

async function stillWell() {
  const { wallet } = await connectedWallet(running)
  await wallet.close()
  expect(unhandled).toEqual([])
}
