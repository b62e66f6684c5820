import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Repository } from '@credo-ts/core'
import { DidCommConnectionRepository } from '@credo-ts/didcomm'
import { handshakes, invitationIn, RawSender, RawWallet, type Send } from '@lastmile/e2e/raw-messages'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { cardQuestion, connectedWallet, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
/** The records that were stored. */
let saved: string[]

beforeAll(async () => {
  running = await runAgent()
})
afterAll(() => running?.stop())

beforeEach(() => {
  saved = []
  const { save } = Repository.prototype
  vi.spyOn(Repository.prototype, 'save').mockImplementation(function (this: Repository<never>, context, record) {
    saved.push((record as { type: string }).type)
    return save.call(this, context, record)
  })
})
afterEach(() => vi.restoreAllMocks())

const about = { label: 'x', purpose: 'issue' } as const
const invite = async () => (await running.agent.createInvitation(about)).invitationUrl
const idOf = (invitationUrl: string) => invitationIn(invitationUrl)['@id']

/** @param key the invitation to whose key the message is encrypted @returns the status of the answer */
async function send(key: string, message: object, sender: RawSender): Promise<number> {
  return (await post(sender.pack(key, message))).status
}

const post: Send = (envelope) => running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here')

/** How wallets write a key (RFC 0360). */
const keyForms: Record<string, (sender: RawSender) => string> = {
  'a DID': ({ did }) => did,
  'a DID with its fragment': ({ did }) => `${did}#${did.slice('did:key:'.length)}`,
  base58: ({ key }) => key,
}

describe.each(Object.entries(handshakes))('a handshake of %s', (_, handshake) => {
  const stranger = new RawSender()
  const refused = async (key: string, pthid: string, did?: string) => {
    saved = []
    expect(await send(key, handshake(pthid, stranger, did), stranger)).toBe(400)
    expect(saved).toEqual([])
  }

  test('answers an open invitation, once', async () => {
    const open = await invite()
    const guest = new RawSender()
    expect(await send(open, handshake(idOf(open), guest), guest)).toBe(200)
    saved = []
    const second = handshake(idOf(open), stranger)
    const { status, body } = await post(stranger.pack(open, { '@id': 'of-the-second', ...second }))
    expect([status, saved]).toEqual([200, []])
    expect(stranger.unpack(body ?? '')).toMatchObject({
      '@type': String(second['@type']).replace('request', 'problem_report'),
      '~thread': { thid: 'of-the-second', pthid: idOf(open) },
      description: { code: 'request_not_accepted', en: expect.stringContaining('used before') },
    })
  })

  test('that comes second hears so at its own address', async () => {
    const open = await invite()
    const guest = new RawSender()
    await send(open, handshake(idOf(open), guest), guest)
    const { arrived, address } = await phone()
    const second = {
      ...handshake(idOf(open), stranger, undefined, address),
      '~transport': undefined,
    }
    expect(await send(open, second, stranger)).toBe(400)
    expect(stranger.unpack(arrived[0] ?? '')).toMatchObject({ description: { code: 'request_not_accepted' } })
  })

  test.each(Object.entries(keyForms))(
    'is answered through a mediator whose key is written as %s',
    async (_, written) => {
      const [open, mediator] = [await invite(), new RawSender()]
      const { arrived, address } = await phone()
      const answered = async () => {
        const guest = new RawSender()
        const request = handshake(idOf(open), guest, undefined, address, [written(mediator)])
        return send(open, { ...request, '~transport': undefined }, guest)
      }
      expect(await answered()).toBe(202)
      await expect.poll(() => arrived.map(recipientOf)).toEqual([mediator.key])
      // The second hears that the invitation was used.
      expect(await answered()).toBe(400)
      expect(arrived.map(recipientOf)).toEqual([mediator.key, mediator.key])
    },
  )

  test('cannot name one of our DIDs instead of an invitation', async () => {
    const open = await invite()
    const guest = new RawSender()
    await send(open, handshake(idOf(open), guest), guest)
    const ours = await ownDids()
    expect(ours.length).toBeGreaterThan(0)
    for (const did of [...ours, running.agent.issuer]) await refused(open, did)
  })

  test('names the invitation to whose key it is encrypted', async () => {
    const [used, open] = [await invite(), await invite()]
    const guest = new RawSender()
    await send(used, handshake(idOf(used), guest), guest)
    await refused(used, idOf(open))
    await refused(open, idOf(used))
  })

  test('does not answer an invitation that only asks for a proof', async () => {
    await registerCard(running, false)
    const { invitationUrl } = await running.agent.askByInvitation(cardQuestion('Card'), about)
    await refused(invitationUrl, idOf(invitationUrl))
  })

  test('does not answer an invitation that was forgotten', async () => {
    const { connectionId, invitationUrl } = await running.agent.createInvitation(about)
    await running.agent.forgetConnection(connectionId)
    await refused(invitationUrl, idOf(invitationUrl))
  })
})

test('a wallet may write its own keys as DIDs too', async () => {
  const [open, guest] = [await invite(), new RawSender()]
  const text = JSON.stringify(handshakes['connections 1.0'](idOf(open), guest))
  const request = JSON.parse(text.replace(`"recipientKeys":["${guest.key}"]`, `"recipientKeys":["${guest.did}"]`))
  expect(await send(open, request, guest)).toBe(200)
})

test.each([
  'did:example:nobody',
  'did:sov:WRfXPg8dantKVubE3HX8pw',
  'did:webvh:QmNobody:localhost%3A1',
  'did:peer:0z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH',
  'did:peer:3zQmS19jtYDvGtKVrJhQnRFpBQAx3pJ9omx2HpNrcXFuRCz9',
])('a wallet named %s leaves the invitation as it was', async (did) => {
  const open = await invite()
  const [stranger, guest] = [new RawSender(), new RawSender()]
  saved = []
  expect(await send(open, handshakes['did-exchange 1.1'](idOf(open), stranger, did), stranger)).toBe(400)
  expect(saved).toEqual([])
  expect(await send(open, handshakes['did-exchange 1.1'](idOf(open), guest), guest)).toBe(200)
})

test('a wallet that would reuse its connection hears that it has to shake hands, and can', async () => {
  const wallet = await RawWallet.connect(await invite(), post)
  const { connectionId, invitationUrl } = await running.agent.createInvitation(about)
  const { answer } = await wallet.send({
    '@type': 'https://didcomm.org/out-of-band/1.1/handshake-reuse',
    '@id': 'of-the-reuse',
    '~thread': { thid: 'of-the-reuse', pthid: idOf(invitationUrl) },
  })
  expect(answer).toMatchObject({
    '@type': 'https://didcomm.org/out-of-band/1.1/problem_report',
    '~thread': { thid: 'of-the-reuse', pthid: idOf(invitationUrl) },
    description: { code: 'existing_connection_not_active' },
  })
  expect(await running.agent.getConnection(connectionId)).toMatchObject({ state: 'invited' })
  await RawWallet.connect(invitationUrl, post)
  expect(await running.agent.getConnection(connectionId)).toMatchObject({ state: 'active' })
})

test('an honest wallet connects', async () => {
  const { wallet } = await connectedWallet(running)
  await wallet.close()
})

test('two wallets that share a socket each get the answer that they can read', async () => {
  const wallets = [new RawSender(), new RawSender()]
  const packed = await Promise.all(
    wallets.map(async (wallet) => {
      const open = await invite()
      return wallet.pack(open, handshakes['did-exchange 1.1'](idOf(open), wallet))
    }),
  )
  const socket = new WebSocket(`${running.publicUrl.replace('http', 'ws')}/didcomm`)
  await once(socket, 'open')
  const answers: string[] = []
  socket.on('message', (data) => answers.push(recipientOf(data.toString())))
  for (const message of packed) socket.send(message)
  await expect.poll(() => answers.length).toBe(2)
  expect(new Set(answers)).toEqual(new Set(wallets.map(({ key }) => key)))
  socket.terminate()
})

/** An address for messages, and those that arrived there. */
async function phone(): Promise<{ address: string; arrived: string[] }> {
  const arrived: string[] = []
  const server = createServer(async (request, response) => {
    arrived.push((await request.toArray()).join(''))
    response.writeHead(202).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { arrived, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The key that an envelope is for. */
function recipientOf(envelope: string): string {
  const { protected: header } = JSON.parse(envelope) as { protected: string }
  return JSON.parse(Buffer.from(header, 'base64url').toString()).recipients[0].header.kid
}

/** The DIDs that we have towards wallets. */
async function ownDids(): Promise<string[]> {
  const { findByQuery } = DidCommConnectionRepository.prototype
  const dids: string[] = []
  const spy = vi.spyOn(DidCommConnectionRepository.prototype, 'findByQuery').mockImplementation(async function (
    this: DidCommConnectionRepository,
    context,
  ) {
    const all = await findByQuery.call(this, context, {})
    dids.push(...all.flatMap(({ did }) => did ?? []))
    return []
  })
  await running.agent.getConnection('anything')
  spy.mockRestore()
  return dids
}
