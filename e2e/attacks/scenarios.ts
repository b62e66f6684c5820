import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createVisitor } from '../interop/product-server.ts'
import { handshakes, invitationIn, RawSender, RawWallet, type Send } from '../wallet/raw-messages.ts'
import { staffCard } from './honest-visitor.ts'
import { openid4vcScenarios } from './openid4vc.ts'
import { network, oneOf, type Scenario, type Target, together } from './strangers.ts'

const post = ({ origin }: Target, body: string, from = network()) =>
  fetch(`${origin}/didcomm`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/didcomm-envelope-enc', 'x-forwarded-for': from },
    signal: AbortSignal.timeout(30_000),
  })

const sendTo =
  (target: Target): Send =>
  async (envelope) => {
    const answer = await post(target, envelope)
    return { status: answer.status, body: (await answer.text()) || undefined }
  }

async function invitation(target: Target): Promise<string> {
  const visitor = createVisitor(target.origin, { network: network() })
  return (await visitor.call('createInvite', { body: { my_label: 'Stranger' } })).invitation_url
}

/** A wallet of raw messages on a connection of its own; tried again while there is no room. */
async function connected(
  target: Target,
): Promise<{ wallet: RawWallet; visitor: ReturnType<typeof createVisitor>; connectionId: string }> {
  for (;;) {
    try {
      const visitor = createVisitor(target.origin, { network: network() })
      const made = await visitor.call('createInvite', { body: { my_label: 'Stranger' } })
      const wallet = await RawWallet.connect(made.invitation_url, sendTo(target))
      return { wallet, visitor, connectionId: made.connection_id }
    } catch (error) {
      if (target.over.aborted) throw error
      await pause(500)
    }
  }
}

async function hangingHost(): Promise<{ host: string; server: Server }> {
  const server = createServer(() => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { host: `localhost%3A${(server.address() as AddressInfo).port}`, server }
}

const close = (server: Server) => {
  server.closeAllConnections()
  server.close()
}

/** Handshakes on one invitation that name a host which never answers. */
const hangingHandshakes: Scenario = async (target) => {
  const { host, server } = await hangingHost()
  const url = await invitation(target)
  await together(40, target, () => {
    const sender = new RawSender()
    const did = `did:webvh:QmNobody${randomUUID()}:${host}:x`
    return post(target, sender.pack(url, handshakes['did-exchange 1.1'](invitationIn(url)['@id'], sender, did)))
  })
  close(server)
}

const messageTypes = [
  'issue-credential/2.0/request-credential',
  'issue-credential/2.0/ack',
  'issue-credential/2.0/problem-report',
  'issue-credential/2.0/propose-credential',
  'present-proof/2.0/presentation',
  'present-proof/2.0/problem-report',
  'didexchange/1.1/complete',
  'messagepickup/2.0/messages-received',
  'trust_ping/1.0/ping',
]

/**
 * Everything that a wallet can say, on threads that are others’, none, or its own at the wrong time; and all of it
 * twice.
 */
const othersThreads: Scenario = async (target) => {
  const { wallet } = await connected(target)
  await together(8, target, async () => {
    const envelope = wallet.pack({
      '@type': `https://didcomm.org/${oneOf(messageTypes)}`,
      '~thread': { thid: randomUUID(), pthid: randomUUID() },
      formats: [],
      message_id_list: [randomUUID()],
      response_requested: true,
    })
    await Promise.all([post(target, envelope), post(target, envelope)])
  })
}

const nines = (digits: number) => '9'.repeat(digits)
const attached = (content: unknown) => ({ data: { base64: Buffer.from(JSON.stringify(content)).toString('base64') } })

/** Envelopes of a megabyte and of nothing, messages with huge and tiny values in every place. */
const sizes: Scenario = async (target) => {
  const { wallet } = await connected(target)
  const huge = randomBytes(400_000).toString('base64')
  const bodies = [
    () => `{"protected":"${huge}","iv":"x","ciphertext":"x","tag":"x"}`,
    () => '['.repeat(500_000),
    () => '',
    () => wallet.pack({ '@type': 'https://didcomm.org/trust_ping/1.0/ping', comment: huge }),
    () => wallet.pack({ '@type': 'https://didcomm.org/trust_ping/1.0/ping', more: Array(100_000).fill(1) }),
    () =>
      wallet.pack({
        '@type': 'https://didcomm.org/present-proof/2.0/presentation',
        '~thread': { thid: randomUUID() },
        formats: [{ attach_id: 'a', format: 'anoncreds/proof@v1.0' }],
        'presentations~attach': [{ '@id': 'a', ...attached({ proof: nines(500_000) }) }],
      }),
  ]
  await together(4, target, () => post(target, oneOf(bodies)()))
}

/** Proofs asked by a stranger of its own wallet, which answers with numbers and lists as large as they may be. */
const hostileProofs: Scenario = async (target) => {
  const { wallet, visitor, connectionId } = await connected(target)
  const { data } = await staffCard(visitor)
  const restrictions = [{ cred_def_id: data }]
  const squares = Object.fromEntries(['0', '1', '2', '3', 'DELTA'].map((name) => [name, nines(1_000)]))
  const predicate = { attr_name: 'expiry_date', p_type: 'GE', value: 1 }
  const forged = {
    proof: {
      proofs: [
        {
          primary_proof: {
            eq_proof: {
              revealed_attrs: {},
              a_prime: nines(600),
              e: '1',
              v: nines(1_000),
              m: { expiry_date: '1' },
              m2: nines(1_000),
            },
            ge_proofs: [{ predicate, mj: '1', t: squares, u: squares, r: squares, alpha: nines(1_000) }],
          },
        },
      ],
      aggregated_proof: { c_hash: '1', c_list: Array(2_000).fill([1]) },
    },
    requested_proof: { predicates: { valid: { sub_proof_index: 0 } } },
    identifiers: [{ schema_id: 'x', cred_def_id: data }],
  }
  await together(4, target, async () => {
    const { presentation_exchange_id: id } = await visitor.call('requestProof', {
      body: {
        connection_id: connectionId,
        proof_request: {
          name: 'Check',
          requested_predicates: { valid: { name: 'expiry_date', p_type: '>=', p_value: 1, restrictions } },
        },
      },
    })
    for (const { '@id': thid, '@type': type } of await wallet.fetchWaiting()) {
      if (!type.endsWith('request-presentation')) continue
      await wallet.send({
        '@type': 'https://didcomm.org/present-proof/2.0/presentation',
        '~thread': { thid },
        formats: [{ attach_id: 'a', format: 'anoncreds/proof@v1.0' }],
        'presentations~attach': [{ '@id': 'a', ...attached(forged) }],
      })
    }
    await visitor.call('deleteProof', { id })
  })
}

/**
 * Wallets that connect and never come for what is sent to them, invitations that no wallet answers, callers that say
 * nothing.
 */
const silence: Scenario = async (target) => {
  const silent: Socket[] = []
  await together(6, target, async () => {
    const { visitor, connectionId } = await connected(target)
    const { data } = await staffCard(visitor)
    const attributes = [
      { name: 'name', value: 'x'.repeat(500) },
      { name: 'expiry_date', value: '20300101' },
    ]
    await visitor.call('offerCredential', {
      body: { connection_id: connectionId, cred_def_id: data, credential_proposal: { attributes } },
    })
    await invitation(target)
    if (silent.length > 500) return
    const socket = connect(target.port, '127.0.0.1').on('error', () => undefined)
    socket.write(
      `POST /didcomm HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${network()}\r\nContent-Length: 1000000\r\n`,
    )
    silent.push(socket)
  })
  for (const socket of silent) socket.destroy()
}

/** Sockets: opened and left, reset while they open, full of garbage, and real ones that send hanging handshakes. */
const sockets: Scenario = async (target) => {
  const { host, server } = await hangingHost()
  const url = await invitation(target)
  const open = async (path: string) => {
    const socket = new WebSocket(target.origin.replace('http', 'ws') + path, {
      headers: { 'x-forwarded-for': network() },
    })
    socket.on('error', () => undefined)
    await Promise.race([once(socket, 'open'), pause(3_000)])
    return socket
  }
  const acts = [
    async () => {
      const socket = connect(target.port, '127.0.0.1').on('error', () => undefined)
      await once(socket, 'connect')
      const path = oneOf(['/didcomm', '/demo/socket/?EIO=4&transport=websocket', '/nowhere'])
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network()}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`,
      )
      socket.write('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
      await pause(Math.random() * 5)
      socket.resetAndDestroy()
    },
    async () => {
      const socket = await open('/didcomm')
      for (let sent = 0; sent < 10 && socket.readyState === WebSocket.OPEN; sent++) {
        const sender = new RawSender()
        const did = `did:webvh:QmNobody${randomUUID()}:${host}:x`
        socket.send(sender.pack(url, handshakes['did-exchange 1.1'](invitationIn(url)['@id'], sender, did)))
      }
      await pause(3_000)
      socket.terminate()
    },
    async () => {
      const socket = await open('/demo/socket/?EIO=4&transport=websocket')
      if (socket.readyState !== WebSocket.OPEN) return
      socket.send('40')
      for (let sent = 0; sent < 30; sent++)
        socket.send(`42${sent}${JSON.stringify(['subscribe', { connectionId: randomUUID(), more: 'x'.repeat(900) }])}`)
      await pause(1_000)
      socket.terminate()
    },
  ]
  await together(12, target, () => oneOf(acts)())
  close(server)
}

/** The API: many cookies, others’ ids, garbage, everything ten times at once. */
const api: Scenario = async (target) => {
  const call = (method: string, path: string, body?: string) =>
    fetch(target.origin + path, {
      method,
      body,
      headers: { 'x-forwarded-for': network(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: target.over,
    }).then((answer) => answer.arrayBuffer())
  const acts = [
    () => call('POST', '/demo/connections/createInvite', JSON.stringify({ my_label: 'x' })),
    () => call('POST', '/demo/connections/createInvite', '{"my_label":'),
    () => call('POST', '/demo/credentials/offerCredential', 'x'.repeat(90_000)),
    () => call('POST', '/demo/proofs/requestProof', JSON.stringify({ connection_id: randomUUID() })),
    () => call('GET', `/demo/proofs/${randomUUID()}`),
    () => call('GET', `/demo/credentials/${randomUUID()}`),
    () => call('DELETE', `/demo/credentials/${randomUUID()}`),
    () => call('GET', '/demo/characters'),
    () => call('GET', `/%${randomUUID()}`),
    () => call('POST', '/demo/analytics', JSON.stringify({ events: Array(500).fill({}) })),
  ]
  await together(10, target, async () => {
    const act = oneOf(acts)
    await Promise.all(Array.from({ length: 10 }, act))
  })
}

/**
 * Posts that are refused before their bodies come, or whose bodies never end, on the kept connections of a proxy, and
 * honest calls among them.
 */
const refusedPosts: Scenario = async (target) => {
  // No request hears of bytes that are on the way when a connection breaks.
  const createConnection = (to: NetConnectOpts) => connect(to).on('error', () => undefined)
  const agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 8 }), { createConnection })
  const paths = ['/demo/connections/createInvite', '/demo/proofs/%E0', '/nowhere', '/didcomm', '/openid4vc/nonce']
  const call = (method: string, path: string, headers: Record<string, string | number> = {}) =>
    request(target.origin + path, { method, agent, headers: { 'x-forwarded-for': network(), ...headers } })
  const refused = async () => {
    const length = oneOf([35, 300_000, 3_000_000])
    const headers = { origin: 'null', 'content-type': 'image/png', 'content-length': length }
    const post = call('POST', oneOf(paths), headers)
    post.on('response', (answer) => answer.resume()).on('error', () => undefined)
    post.flushHeaders()
    await pause(oneOf([0, 2, 50]))
    if (Math.random() < 0.2) post.write('x')
    else post.end(Buffer.alloc(length))
    await Promise.race([once(post, 'close'), pause(3_000)])
  }
  const honest = async () => {
    const get = call('GET', '/demo/wallets').end()
    const [answer] = (await once(get, 'response').catch((error: Error) => {
      if (!target.over.aborted) target.got(`the end of another call on its connection: ${error.message}`)
      throw error
    })) as [IncomingMessage]
    await once(answer.resume(), 'end')
  }
  await together(16, target, () => Promise.all([refused(), honest()]))
  agent.destroy()
}

export const scenarios: Record<string, Scenario> = {
  'hanging-handshakes': hangingHandshakes,
  'others-threads': othersThreads,
  sizes,
  'hostile-proofs': hostileProofs,
  silence,
  sockets,
  api,
  'refused-posts': refusedPosts,
  ...openid4vcScenarios,
}
