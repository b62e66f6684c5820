import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { createVisitor } from '../interop/product-server.ts'
import { type ProductServer, startServer } from '../server.ts'
import { handshakes, invitationIn, RawSender, RawWallet, type Send } from '../wallet/raw-messages.ts'
import { mutatedJson, mutatedText } from './mutations.ts'
import type { Outcome } from './outcome.ts'

const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))
const didcommType = 'application/didcomm-envelope-enc'
/** Of each kind. */
const envelopes = 4_000
const messages = 4_000
const sockets = 400
const framesPerSocket = 5
const atOnce = 4

/**
 * Wallets’ messages, changed at random: the bytes of encrypted ones, and the content of those that open. None may be
 * answered with a 5xx, none may end in an unexpected error, and the same process has to serve when it is over.
 */
export async function fuzzDidcomm(): Promise<Outcome> {
  const server = await startServer({
    // A proxy says who sends: one network's bad messages would soon be refused unread.
    settings: {
      CONTENT_DIR: content,
      // As a public server: nothing of what wallets name here may be called.
      ALLOW_PRIVATE_WALLETS: 'false',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000000',
      TRUST_PROXY: '1',
    },
  })
  try {
    const { pid } = server
    const statuses = await askAll(server)
    const ready = await fetch(`${server.origin}/server/ready`).catch(() => undefined)
    const failures = [...statuses].filter(([status]) => status >= 500 || status === 0)
    const serves = ready?.status === 200 && server.pid === pid
    // Not when a message still waits for something that never comes.
    const stops = (await server.stop()) === 0
    const logged = server.output.split('\n').filter((line) => /not caught|"level":(50|60),/.test(line))
    const count = [...statuses.values()].reduce((sum, each) => sum + each, 0)
    const passed = serves && stops && failures.length === 0 && logged.length === 0
    return {
      status: passed ? 'passed' : 'failed',
      figure: `${count} messages and ${sockets * framesPerSocket} frames, ${failures.reduce((sum, [, each]) => sum + each, 0)} × 5xx, ${logged.length} errors logged`,
      details: passed
        ? undefined
        : [
            `Answers: ${JSON.stringify([...statuses])}`,
            `Serves: ${serves}`,
            `Stops when asked to: ${stops}`,
            ...logged.slice(0, 20),
          ].join('\n'),
    }
  } finally {
    await server.discard()
  }
}

/** @returns how often each status was answered; 0 for no answer at all */
async function askAll({ origin }: ProductServer): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const post = async (body: string, type = didcommType) => {
    const headers = { 'content-type': type, 'x-forwarded-for': anyNetwork() }
    const answer = await fetch(`${origin}/didcomm`, { method: 'POST', body, headers }).catch(() => undefined)
    const status = answer?.status ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return { status, body: (await answer?.text()) || undefined }
  }
  const invitation = async () => {
    const visitor = createVisitor(origin, { network: anyNetwork() })
    return (await visitor.call('createInvite', { body: { my_label: 'Office' } })).invitation_url
  }
  const url = await invitation()
  const send: Send = (envelope) => post(envelope)
  const connected = await RawWallet.connect(await invitation(), send)
  const types = [didcommType, didcommType, didcommType, 'application/ssi-agent-wire', 'application/json', 'x']

  await severally(envelopes, async () => {
    const sender = new RawSender()
    const good = sender.pack(url, handshakeOn(url, sender))
    await post(mutatedText(good), types[randomInt(types.length)])
  })
  let wallet = connected
  await severally(messages, async (number) => {
    const sender = new RawSender()
    if (number % 4 === 0) {
      // Each takes one answer only.
      const own = await invitation()
      return void (await post(sender.pack(own, mutatedJson(handshakeOn(own, sender)))))
    }
    // A connection that its wallet has ended takes nothing more.
    if (number % 500 === 1) wallet = await RawWallet.connect(await invitation(), send)
    await post(wallet.pack(mutatedJson(anyMessage())))
  })
  await severally(sockets, async () => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/didcomm`, {
      headers: { 'x-forwarded-for': anyNetwork() },
    })
    socket.on('error', () => undefined)
    await Promise.race([once(socket, 'open'), pause(5_000)])
    for (let frame = 0; frame < framesPerSocket && socket.readyState === WebSocket.OPEN; frame++) {
      const sender = new RawSender()
      const good = mutatedJson(handshakeOn(url, sender))
      socket.send(frame === framesPerSocket - 1 ? mutatedText(sender.pack(url, good)) : sender.pack(url, good))
    }
    await pause(20)
    socket.terminate()
  })
  return statuses
}

async function severally(times: number, act: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < times) await act(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

const anyNetwork = () => `203.0.${randomInt(256)}.${randomInt(256)}`

function handshakeOn(url: string, sender: RawSender) {
  const names = Object.keys(handshakes) as (keyof typeof handshakes)[]
  const name = names[randomInt(names.length)] ?? 'did-exchange 1.1'
  const dids = [sender.did, sender.peerDid, sender.peerDidAt(addresses[randomInt(addresses.length)] ?? '')]
  const handshake = handshakes[name](invitationIn(url)['@id'], sender, dids[randomInt(dids.length)])
  // To be answered on the way of the message, or at the address that it names.
  return { '@id': randomUUID(), ...handshake, ...(randomInt(2) === 0 && { '~transport': undefined }) }
}

/** Where answers can't or mustn't go. */
const addresses = [
  'http://127.0.0.1:1/',
  'ws://127.0.0.1:1/',
  'https://[::1]:1/',
  'wss://localhost:1/',
  'http://169.254.169.254/latest/meta-data',
  'http://0/',
  'http://',
  'ftp://127.0.0.1/',
  'no address',
  'did:webvh:x:localhost%3A1:x',
  '',
]

const kinds = [
  'issue-credential/2.0/propose-credential',
  'issue-credential/2.0/request-credential',
  'issue-credential/2.0/ack',
  'issue-credential/2.0/problem-report',
  'present-proof/2.0/propose-presentation',
  'present-proof/2.0/presentation',
  'present-proof/2.0/problem-report',
  'didexchange/1.1/complete',
  'didexchange/1.1/problem_report',
  'messagepickup/1.0/batch-pickup',
  'messagepickup/2.0/delivery-request',
  'messagepickup/2.0/messages-received',
  'trust_ping/1.0/ping',
  'discover-features/2.0/queries',
  'out-of-band/1.1/handshake-reuse',
  'basicmessage/1.0/message',
]

/** Something that a wallet may say, with fields of every protocol, so that each has some to be changed. */
function anyMessage(): object {
  const attachment = { '@id': 'a', 'mime-type': 'application/json', data: { base64: 'eyJwcm9vZiI6e319' } }
  return {
    '@type': `https://didcomm.org/${kinds[randomInt(kinds.length)]}`,
    '@id': randomUUID(),
    '~thread': { thid: randomUUID(), pthid: randomUUID(), sender_order: 0, received_orders: {} },
    '~timing': { out_time: new Date().toISOString() },
    comment: 'x',
    description: { code: 'issuance-abandoned', en: 'x' },
    formats: [{ attach_id: 'a', format: 'anoncreds/proof@v1.0' }],
    'presentations~attach': [attachment],
    'requests~attach': [attachment],
    'filters~attach': [attachment],
    credential_preview: { '@type': 'x', attributes: [{ name: 'name', value: 'x' }] },
    batch_size: 10,
    limit: 10,
    message_id_list: ['x'],
    response_requested: true,
    queries: [{ 'feature-type': 'protocol', match: '*' }],
    content: 'x',
    sent_time: new Date().toISOString(),
  }
}
