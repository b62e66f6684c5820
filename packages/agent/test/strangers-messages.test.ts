import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { invitationIn, RawWallet, type Send } from '@lastmile/e2e/raw-messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { AgentEvent } from '../src/port/index.ts'
import { cardAttributes, cardQuestion, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
let definitionId: string
let owner: Connected
let stranger: Connected

interface Connected {
  wallet: RawWallet
  connectionId: string
}

const post: Send = (envelope) =>
  running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'a network')

async function connected(send = post): Promise<Connected> {
  const { connectionId, invitationUrl } = await running.agent.createInvitation({
    label: 'x',
    purpose: 'issue',
  })
  const wallet = await RawWallet.connect(invitationUrl, send)
  await running.event(isConnected(connectionId))
  return { wallet, connectionId }
}

const isConnected = (id: string) => (event: AgentEvent) =>
  event.type === 'connection' && event.connection.connectionId === id && event.connection.state === 'active'

beforeAll(async () => {
  running = await runAgent()
  definitionId = (await registerCard(running, false)).definitionId
  owner = await connected()
  stranger = await connected()
})
afterAll(() => running?.stop())

const attached = (content: unknown) => ({
  data: { base64: Buffer.from(JSON.stringify(content)).toString('base64') },
})

/** Everything that a wallet can say in an exchange, with the exchange's thread. */
const said = {
  'a request': (thid: string) => ({
    '@type': 'https://didcomm.org/issue-credential/2.0/request-credential',
    '~thread': { thid },
    formats: [{ attach_id: 'a', format: 'anoncreds/credential-request@v1.0' }],
    'requests~attach': [{ '@id': 'a', ...attached({ cred_def_id: definitionId }) }],
  }),
  'an acknowledgement': (thid: string) => ({
    '@type': 'https://didcomm.org/issue-credential/2.0/ack',
    '~thread': { thid },
    status: 'OK',
  }),
  'a refusal of an offer': (thid: string) => ({
    '@type': 'https://didcomm.org/issue-credential/2.0/problem-report',
    '~thread': { thid },
    description: { code: 'issuance-abandoned', en: 'No' },
  }),
  'a presentation': (thid: string) => ({
    '@type': 'https://didcomm.org/present-proof/2.0/presentation',
    '~thread': { thid },
    formats: [{ attach_id: 'a', format: 'anoncreds/proof@v1.0' }],
    'presentations~attach': [{ '@id': 'a', ...attached({}) }],
  }),
  'a refusal to prove': (thid: string) => ({
    '@type': 'https://didcomm.org/present-proof/2.0/problem-report',
    '~thread': { thid },
    description: { code: 'abandoned', en: 'No' },
  }),
  'a problem report of no protocol': (thid: string) => ({
    '@type': 'https://didcomm.org/notification/1.0/problem-report',
    '~thread': { thid },
  }),
  'a proposal': (thid: string) => ({
    '@type': 'https://didcomm.org/issue-credential/2.0/propose-credential',
    '~thread': { thid },
    formats: [],
    'filters~attach': [],
  }),
  'the end of a handshake': (thid: string) => ({
    '@type': 'https://didcomm.org/didexchange/1.1/complete',
    '~thread': { thid, pthid: randomUUID() },
  }),
}

async function openExchanges() {
  const { connectionId } = owner
  const credential = await running.agent.offer({ definitionKey: 'Card', attributes: cardAttributes }, { connectionId })
  const proof = await running.agent.ask(cardQuestion('Card'), { connectionId })
  const threadOf = (name: string, messages: { '@id': string; '@type': string; '~thread'?: { thid?: string } }[]) => {
    const found = messages.findLast(({ '@type': type }) => type.endsWith(name))
    return found?.['~thread']?.thid ?? found?.['@id'] ?? ''
  }
  const waiting = await owner.wallet.fetchWaiting()
  return {
    credential,
    proof,
    offerThread: threadOf('offer-credential', waiting),
    proofThread: threadOf('request-presentation', waiting),
  }
}

const states = async ({ credential, proof }: Awaited<ReturnType<typeof openExchanges>>) => [
  (await running.agent.getCredential(credential.credentialId))?.state,
  (await running.agent.getProof(proof.proofId))?.state,
  (await running.agent.getConnection(owner.connectionId))?.state,
]

describe('of a wallet on another’s thread', () => {
  test.each(Object.entries(said))('%s changes nothing', async (_, message) => {
    const exchanges = await openExchanges()
    for (const thread of [exchanges.offerThread, exchanges.proofThread]) {
      expect(thread).not.toBe('')
      const { status, answer } = await stranger.wallet.send(message(thread))
      expect(status).toBeLessThan(500)
      if (answer) expect(answer['@type']).toMatch(/problem-report$/)
    }
    expect(await states(exchanges)).toEqual(['offer_sent', 'request_sent', 'active'])
  })
})

describe('of a wallet on its own thread, at the wrong time', () => {
  test('what does not belong there changes nothing', async () => {
    const exchanges = await openExchanges()
    for (const [what, message] of Object.entries(said)) {
      for (const thread of [exchanges.offerThread, exchanges.proofThread]) {
        // Those that belong there end it, or are refused; see below.
        if (what === 'a problem report of no protocol') continue
        if (['a refusal of an offer', 'a proposal'].includes(what) && thread === exchanges.offerThread) continue
        if (['a refusal to prove', 'a presentation'].includes(what) && thread === exchanges.proofThread) continue
        expect((await owner.wallet.send(message(thread))).status, what).toBeLessThan(500)
      }
    }
    expect(await states(exchanges)).toEqual(['offer_sent', 'request_sent', 'active'])
  })

  test('a presentation that announces more parts is not taken', async () => {
    const exchanges = await openExchanges()
    await owner.wallet.send({ ...said['a presentation'](exchanges.proofThread), last_presentation: false })
    expect(await states(exchanges)).toEqual(['offer_sent', 'request_sent', 'active'])
  })

  test('what is said again after the end changes nothing', async () => {
    const exchanges = await openExchanges()
    const ending = [said['a refusal of an offer'](exchanges.offerThread), said['a presentation'](exchanges.proofThread)]
    for (const message of ending) await owner.wallet.send(message)
    const ended = ['abandoned', 'abandoned', 'active']
    expect(await states(exchanges)).toEqual(ended)
    for (const message of ending) await owner.wallet.send(message)
    for (const message of Object.values(said)) {
      await owner.wallet.send(message(exchanges.offerThread))
      await owner.wallet.send(message(exchanges.proofThread))
    }
    expect(await states(exchanges)).toEqual(ended)
  })

  test('the same envelope ten times at once counts once', async () => {
    const exchanges = await openExchanges()
    const before = running.events.length
    const envelope = owner.wallet.pack(said['a refusal of an offer'](exchanges.offerThread))
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => post(envelope)))).map(({ status }) => status)
    expect(Math.max(...statuses)).toBeLessThanOrEqual(503)
    expect(await states(exchanges)).toEqual(['abandoned', 'request_sent', 'active'])
    await expect.poll(() => running.events.slice(before).filter(({ type }) => type === 'credential')).toHaveLength(1)
  })

  test('a finished handshake begins no other', async () => {
    const { invitationUrl } = await running.agent.createInvitation({
      label: 'x',
      purpose: 'issue',
    })
    const sent: string[] = []
    await RawWallet.connect(invitationUrl, (envelope) => {
      sent.push(envelope)
      return post(envelope)
    })
    for (const envelope of sent.concat(sent)) expect((await post(envelope)).body).toBeUndefined()
    expect(invitationIn(invitationUrl)['@id']).toBeTruthy()
  })
})

describe('what waits for wallets that do not come', () => {
  test('is bounded for each of them, and reported as a wallet that cannot be reached', async () => {
    const { connectionId, wallet } = await connected()
    const offer = { definitionKey: 'Card', attributes: cardAttributes }
    let offered = 0
    const refused = await (async () => {
      for (; offered < 100; offered++) await running.agent.offer(offer, { connectionId })
    })().catch((error) => error)
    expect(refused).toMatchObject({ code: 'unreachable' })
    expect(offered).toBe(40)
    // Others are offered theirs, and so is this one, once it has fetched what waits.
    const other = await connected()
    await running.agent.offer(offer, other)
    await wallet.fetchWaiting()
    await running.agent.offer(offer, { connectionId })
  })

  test('also in bytes', async () => {
    const { connectionId } = await connected()
    const attributes = [
      { name: 'name', value: 'x'.repeat(300_000) },
      { name: 'expiry_date', value: '1' },
    ]
    let offered = 0
    await (async () => {
      for (; offered < 20; offered++) await running.agent.offer({ definitionKey: 'Card', attributes }, { connectionId })
    })().catch(() => undefined)
    expect(offered).toBeGreaterThan(0)
    expect(offered).toBeLessThan(7)
  })

  test('is not deleted by others', async () => {
    const { connectionId, wallet } = await connected()
    await running.agent.offer({ definitionKey: 'Card', attributes: cardAttributes }, { connectionId })
    const deliver = { '@type': 'https://didcomm.org/messagepickup/2.0/delivery-request', limit: 10 }
    const { answer } = await wallet.send(deliver)
    const [{ '@id': id }] = (answer as unknown as { '~attach': { '@id': string }[] })['~attach'] as [{ '@id': string }]
    const had = { '@type': 'https://didcomm.org/messagepickup/2.0/messages-received', message_id_list: [id] }
    await stranger.wallet.send(had)
    expect(await wallet.fetchWaiting()).toHaveLength(1)
  })
})

test('two connections on one socket get each its own answers', async () => {
  const socket = new WebSocket(`${running.publicUrl.replace('http', 'ws')}/didcomm`)
  await once(socket, 'open')
  const overSocket: Send = async (envelope) => {
    const came = once(socket, 'message')
    socket.send(envelope)
    // The end of a handshake has no answer.
    const answer = await Promise.race([came, setTimeout(2_000, undefined)])
    return { status: 200, body: answer?.[0].toString() }
  }
  const one = await connected(overSocket)
  const other = await connected(overSocket)
  const ping = { '@type': 'https://didcomm.org/trust_ping/1.0/ping', response_requested: true }
  const answers: string[] = []
  socket.on('message', (data) => answers.push(data.toString()))
  const ids = Array.from({ length: 6 }, () => randomUUID())
  // All at once, so that each would find the other's.
  for (const [index, id] of ids.entries()) {
    const { wallet } = index % 2 === 0 ? one : other
    socket.send(wallet.pack({ '@id': id, ...ping }))
  }
  await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(ids.length)
  const opened = ({ wallet }: Connected) =>
    answers.flatMap((envelope) => {
      try {
        return wallet.unpack(envelope)['~thread']?.thid ?? []
      } catch {
        return []
      }
    })
  expect(opened(one).sort()).toEqual(ids.filter((_, index) => index % 2 === 0).sort())
  expect(opened(other).sort()).toEqual(ids.filter((_, index) => index % 2 === 1).sort())

  // A later message finds its own wallet too.
  await running.agent.offer({ definitionKey: 'Card', attributes: cardAttributes }, { connectionId: one.connectionId })
  await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(ids.length + 1)
  expect(one.wallet.unpack(answers.at(-1) ?? '')['@type']).toMatch(/offer-credential$/)
  socket.terminate()
})
