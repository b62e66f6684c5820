import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { attributes, checkOf } from '../cluster/whole-visit.ts'
import { createVisitor } from '../interop/product-server.ts'
import { claimsOf, encryptedAnswer, holderKeys, post as postForm, requestAt, SdJwtWallet } from '../sd-jwt-wallet.ts'
import { handshakes, invitationIn, RawSender, RawWallet, type Send } from '../wallet/raw-messages.ts'
import { staffCard } from './honest-visitor.ts'

export interface Target {
  origin: string
  port: number
  /** Aborted when the attack is over. */
  over: AbortSignal
  /** Called when the attack begins to send. */
  begun(): void
}

/** Attacks until the target says that it is over. What the server answers is its business. */
export type Scenario = (target: Target) => Promise<void>

const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

/** Each stranger has some addresses of its own: of one that all share, the limits would end one attack by another. */
let networks: string[] = []
const network = () => oneOf(networks)

/** So many do the same side by side, each again and again, a short breath apart. */
async function together(count: number, { over, begun }: Target, act: () => Promise<unknown>): Promise<void> {
  begun()
  const one = async () => {
    while (!over.aborted) {
      await act().catch(() => undefined)
      await pause(250)
    }
  }
  await Promise.all(Array.from({ length: count }, one))
}

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
 * Endpoints of OpenID4VC: guessed codes and tokens, garbage of all sizes, a stranger's own offers with proofs that do
 * not fit, and its own requests with answers that can't be read.
 */
const openid4vc: Scenario = async (target) => {
  const visitor = createVisitor(target.origin, { network: network() })
  const { data } = await visitor.call('getOrCreateCredDef', {
    body: { credential: { name: 'Staff Card', attributes }, protocol: 'openid4vc' },
  })
  const call = (path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
    fetch(target.origin + path, {
      method: 'POST',
      body,
      headers: { 'x-forwarded-for': network(), ...headers },
      signal: target.over,
    }).then((answer) => answer.arrayBuffer())
  const json = { 'content-type': 'application/json' }
  const read = (path: string) => fetch(target.origin + path, { headers: { 'x-forwarded-for': network() } })
  const huge = randomBytes(400_000).toString('base64url')
  const [key] = await holderKeys()
  const acts = [
    () => call('/openid4vc/token', new URLSearchParams({ grant_type: 'x', 'pre-authorized_code': randomUUID() })),
    () => call('/openid4vc/token', new URLSearchParams({ tx_code: huge })),
    () => call('/openid4vc/credential', '['.repeat(90_000), { ...json, authorization: `Bearer ${randomUUID()}` }),
    () =>
      call('/openid4vc/notification', '{}', {
        ...json,
        authorization: `DPoP ${randomUUID()}`,
        dpop: huge.slice(0, 8_000),
      }),
    () => call('/openid4vc/nonce', ''),
    () => call(`/openid4vc/answers/${randomUUID()}`, new URLSearchParams({ response: huge })),
    () => read(`/.well-known/openid-credential-issuer/openid4vc/issuers/${data}`),
    () => read('/openid4vc/status-lists/1'),
    () => read(`/openid4vc/requests/${randomUUID()}`),
    async () => {
      const { invitation_url = '', credential_exchange_id: id } = await visitor.call('offerCredential', {
        body: { protocol: 'openid4vc', cred_def_id: data, credential_proposal: { attributes } },
      })
      const wallet = new SdJwtWallet(invitation_url)
      const token = await wallet.accessToken()
      const proofs = await wallet.proofs(await wallet.nonce(), key ? Array(10).fill(key) : [])
      await Promise.all([wallet.credential(token, proofs), wallet.credential(token, [huge.slice(0, 5_000)])])
      await visitor.call('deleteCredential', { id })
    },
    async () => {
      const { proof, shortUrl } = await visitor.call('requestProofOutOfBand', {
        body: { protocol: 'openid4vc', my_label: 'Stranger', proof_request: checkOf(data) },
      })
      const request = claimsOf(await requestAt(shortUrl))
      const answer = { vp_token: { credential_1: [`${huge}~`.repeat(2)] }, state: request.state }
      await postForm(request.response_uri, await encryptedAnswer(request, answer))
      await visitor.call('deleteProof', { id: proof.presentation_exchange_id })
    },
  ]
  await together(10, target, () => oneOf(acts)())
}

/** In a process of its own for each. */
export async function attack(kind: string, target: Target): Promise<void> {
  const number = Object.keys(scenarios).indexOf(kind)
  networks = [1, 2, 3].map((each) => `203.0.113.${number * 10 + each}`)
  await scenarios[kind]?.(target)
}

export const scenarios: Record<string, Scenario> = {
  'hanging-handshakes': hangingHandshakes,
  'others-threads': othersThreads,
  sizes,
  'hostile-proofs': hostileProofs,
  silence,
  sockets,
  api,
  openid4vc,
}
