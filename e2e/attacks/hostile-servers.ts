import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import type { Protocol } from '@lastmile/contracts'
import { visitorsIssuer, visitorsNote } from '@lastmile/contracts/site'
import type { Fetch } from '@lastmile/holder'
import { disclosureOf } from '@lastmile/holder/disclosure'
import { systemClock } from '@lastmile/holder/system-clock'
import { disclosure, grant, issuer, parts, Stranger, unsoundCards } from '@lastmile/holder/test/openid4vc-stranger'
import { checkOf, preparedDefinition } from '../cluster/whole-visit.ts'
import { createVisitor } from '../interop/product-server.ts'
import { claimsOf, requestAt } from '../sd-jwt-wallet.ts'
import { Stranger as StrangersAgent } from '../wallet/stranger.ts'
import { openWillingWallet, type WillingWallet } from '../willing-wallet.ts'

/** A wallet of an honest person, which is given the links of strangers. */
interface Met {
  wallet: WillingWallet
  /** An issuer and verifier by OpenID4VC, and one by DIDComm. */
  site: Stranger
  agent: StrangersAgent
  /** The honest server, and the family of the honest visit. */
  origin: string
  protocol: Protocol
  close(): Promise<void>
}

/**
 * Rejects with what the wallet did that it may not do.
 * @param visit an honest visit with the same wallet, while what strangers sent lies in it
 */
export type HostileServer = (met: Met, visit: () => Promise<unknown>) => Promise<void>

/** Opens a wallet, and strangers on sockets of this machine. */
export async function meetStrangers(origin: string, protocol: Protocol): Promise<Met> {
  const site = new Stranger()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const headers = Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join()])
    const init = { method: request.method, body, headers: Object.fromEntries(headers) }
    const answer = await site.fetch(`https:/${request.url}`, init as RequestInit)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const throughSocket: Fetch = (url, init) =>
    fetch(String(url).replace(/^https:\/(\/[\w-]+\.example\/)/, `http://127.0.0.1:${port}$1`), init)
  const wallet = await openWillingWallet({
    fetch: throughSocket,
    // Statuses are read ahead at moments of the wallet's own, which a scenario could not tell from others.
    clock: { ...systemClock, after: (time, call) => (time < 50_000 ? systemClock.after(time, call) : () => undefined) },
  })
  const agent = await StrangersAgent.listen()
  await wallet.receive(agent.invitation('Stranger'))
  await wallet.sees(({ connections: [one] }) => one?.state === 'connected')
  const close = async () => {
    await wallet.close()
    agent.close()
    server.close()
  }
  return { wallet, site, agent, origin, protocol, close }
}

/** Milliseconds of this process's CPU that one meeting may take, strangers' own work with it. */
const longestMeeting = 5_000
const cpu = () => Object.values(process.cpuUsage()).reduce((sum, each) => sum + each / 1_000, 0)

/** A meeting of this kind, whose scenario decides for the person, and an honest visit. Rejects if anything is left. */
export async function meeting(kind: string, met: Met, visit: () => Promise<unknown>): Promise<void> {
  const { wallet } = met
  let honest = 0
  const decides = (policy: 'accept' | 'silent') => {
    wallet.policies = { offers: policy, proofRequests: policy }
  }
  const visitInBetween = async () => {
    const began = cpu()
    decides('accept')
    await visit()
    decides('silent')
    honest += cpu() - began
  }
  decides('silent')
  const began = cpu()
  await hostileServers[kind]?.(met, visitInBetween)
  const took = cpu() - began - honest
  if (took > longestMeeting) throw new Error(`strangers took ${took.toFixed(0)} ms of a wallet’s CPU`)
  for (const {
    id,
    kind: { issuer: by },
  } of wallet.holder.snapshot().credentials)
    if (by === issuer) await wallet.holder.remove(id)
  // Last words leave a moment later, and a busy machine answers late.
  const { offers, requests, network } = await wallet.sees(
    (seen) => seen.waiting === 0 && seen.unreachable.length === 0 && seen,
  )
  const left = { offers: offers.length, requests: requests.length, network }
  if (JSON.stringify(left) !== nothing) throw new Error(`a wallet is left with ${JSON.stringify(left)}`)
}

const nothing = JSON.stringify({ offers: 0, requests: 0, network: 'online' })

/** Each offer has a code of its own. @returns its id */
async function offered({ wallet, site }: Met, odd: Parameters<Stranger['offers']>[0] = {}): Promise<string> {
  const offer = { grants: { [grant]: { 'pre-authorized_code': randomUUID() } } }
  const received = await wallet.holder.receive(site.offers({ offer, ...odd }))
  return 'offerId' in received ? received.offerId : ''
}

const accepted = async (met: Met, odd: Parameters<Stranger['offers']>[0] = {}) =>
  met.wallet.holder.accept(await offered(met, odd))

/** @returns the request's id */
async function asked({ wallet, site }: Met, claims: object = {}): Promise<string> {
  const received = await wallet.holder.receive(await site.asks({ claims }))
  return 'requestId' in received ? received.requestId : ''
}

const rejects = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => false,
    () => true,
  )

const query = (id: string, claims: object[] = [{ path: ['name'] }]) => ({
  ...{ id, format: 'dc+sd-jwt', claims },
  meta: { vct_values: [`${issuer}/types/card`] },
})

/** Requests with as many ways to be answered as a wallet takes, with many more, and of names by the thousand. */
const dearRequests: HostileServer = async (met, visit) => {
  const { wallet, agent } = met
  const ids = Array.from({ length: 100 }, (_, index) => index.toString(36))
  const ways = (sets: number, options: number, length: number) => ({
    dcql_query: {
      credentials: ids.map((id) => query(id)),
      credential_sets: Array.from({ length: sets }, () => ({
        options: Array.from({ length: options }, (_, first) => [...ids, ...ids].slice(first, first + length)),
      })),
    },
  })
  await accepted(met)
  for (const tooMany of [ways(100, 8, 50), ways(11, 9, 10), ways(100, 8, 50)])
    if (!(await rejects(asked(met, tooMany)))) throw new Error('a request of too many ways was taken')
  await asked(met, ways(9, 9, 10))
  const names = Array.from({ length: 100 }, (_, index) => `name ${index}`)
  const groups = (count: number) => Object.fromEntries(ids.slice(0, count).map((id) => [id, { names }]))
  for (const count of [11, 10, 10]) agent.asks({ name: 'Check', requested_attributes: groups(count) })
  await wallet.sees(({ requests }) => requests.length === 3)
  await visit()
  for (const { id } of wallet.holder.snapshot().requests) await wallet.holder.decline(id)
  await wallet.sees(({ waiting }) => waiting === 0)
}

/** A card of the honest site's own type, newer than its card. */
const borrowedTypes: HostileServer = async (met, visit) => {
  const { wallet, origin } = met
  await visit()
  const visitor = createVisitor(origin)
  const proof_request = checkOf(await preparedDefinition(origin, 'openid4vc'))
  const { shortUrl, proof } = await visitor.call('requestProofOutOfBand', {
    body: { protocol: 'openid4vc', proof_request },
  })
  const [asking] = claimsOf(await requestAt(shortUrl)).dcql_query.credentials
  const [vct] = asking?.meta.vct_values ?? []
  const selectively = Object.fromEntries(asking?.claims.map(({ path: [name] }) => [name, '2030-01-01']) ?? [])
  await accepted(met, { configuration: { vct }, credential: { always: { vct }, selectively, name: 'Mallory' } })
  await wallet.receive(shortUrl)
  const request = await wallet.sees(({ requests: [first] }) => first)
  if (!request.possible) return wallet.holder.decline(request.id)
  await wallet.holder.answer(request.id)
  const { verified } = await visitor.call('getProof', { id: proof.presentation_exchange_id })
  if (!verified) throw new Error('a stranger’s card is shown in place of the honest one')
}

const alarming = {
  name: 'Your wallet was locked. Call 030 1234567',
  attributes: [{ name: 'What to do now', value: '!' }],
}

/** An offer of a credential that another visitor of the honest site designed. */
const visitorsWords: HostileServer = async ({ wallet, origin, protocol }, visit) => {
  const visitor = createVisitor(origin)
  const cred_def_id = await preparedDefinition(origin, protocol, alarming)
  const offer = { cred_def_id, credential_proposal: { attributes: alarming.attributes } }
  if (protocol === 'openid4vc') {
    const { invitation_url } = await visitor.call('offerCredential', { body: { ...offer, protocol } })
    await wallet.receive(invitation_url ?? '')
  } else {
    const { connection_id, invitation_url, invi_msg_id } = await visitor.call('createInvite', {
      body: { my_label: 'Office' },
    })
    await wallet.receive(invitation_url)
    const state = () => visitor.call('getConnectionByInvitation', { id: invi_msg_id })
    while ((await state()).state !== 'active') await pause(30)
    await visitor.call('offerCredential', { body: { ...offer, connection_id } })
  }
  const { id, from } = await wallet.sees(({ offers: [first] }) => first)
  await visit()
  if (from.label !== visitorsIssuer && from.note !== visitorsNote)
    throw new Error(`a stranger’s words stand under ${from.label}`)
  await wallet.holder.decline(id)
}

/** An issuer that gives tokens and nothing else, and verifiers that take no answer, or say nothing to one. */
const neverArrives: HostileServer = async (met, visit) => {
  const { holder, sees } = met.wallet
  const answers = `${issuer}/answers`
  await accepted(met)
  const withoutAnswer = () => new Response('', { status: 500 })
  const waiting: string[] = []
  for (const endpoint of ['token', 'credential']) {
    const id = await offered(met)
    met.site.answers[`${issuer}/${endpoint}`] = withoutAnswer
    await holder.accept(id)
    waiting.push(id)
  }
  met.site.answers[answers] = withoutAnswer
  const request = await asked(met, { response_uri: answers })
  await holder.answer(request)
  met.agent.asks({ name: 'Word', requested_attributes: { word: { name: 'word' } } }, { will_confirm: true })
  const silent = await sees(({ requests }) => requests.find(({ name }) => name === 'Word')?.id)
  await holder.answer(silent, { word: { said: 'hello' } })
  await visit()
  if (holder.snapshot().network === 'offline') throw new Error('one server that is busy makes a wallet offline')
  for (const id of [...waiting, request, silent]) {
    await holder.giveUp(id)
    if (!(await rejects(holder.giveUp(id)))) throw new Error('what was given up is given up again')
  }
  const made = met.site.calls.length
  holder.wake()
  await sees((snapshot) => snapshot.waiting === 0)
  await pause(100)
  if (met.site.calls.length > made) throw new Error('a server is called for what was given up')
}

/** A card whose status has an address of its own, asked for by its issuer. */
const heardByStatus: HostileServer = async (met, visit) => {
  const uri = `${issuer}/status/${randomUUID()}`
  await met.site.lists(uri, { status_list: { bits: 1, lst: deflateSync(Buffer.alloc(1)).toString('base64url') } })
  await accepted(met, { credential: { always: { status: { status_list: { idx: 1, uri } } } } })
  const request = await asked(met)
  met.wallet.holder.wake()
  await visit()
  if (met.site.callsTo(uri).length > 0) throw new Error('an issuer hears of a request before its person has decided')
  await met.wallet.holder.answer(request)
  if (met.site.callsTo(uri).length !== 1) throw new Error('the status of a card is not looked up when it is shown')
}

/** Cards that RFC 9901 says must be rejected. */
const unsound: HostileServer = async (met, visit) => {
  for (const [what, credential] of unsoundCards) {
    await accepted(met, { credential })
    if (met.wallet.holder.snapshot().credentials.some(({ kind }) => kind.issuer === issuer))
      throw new Error(`a card with ${what} is taken`)
  }
  await visit()
}

/** Cards of which a verifier sees more than it asks for, or that have two claims of one name. */
const saidToAll: HostileServer = async (met, visit) => {
  const canary = () => randomBytes(16).toString('hex')
  const address = disclosure('address', { city: canary(), street: canary() })
  const [dotted, name] = [disclosure('person.name', canary()), disclosure('name', canary())]
  const cards: [object, string[]][] = [
    [{ always: { birthdate: canary() }, selectively: { tax_id: canary() } }, ['name']],
    [parts({ _sd: [address.digest] }, address), ['address', 'city']],
    [parts({ _sd: [dotted.digest], person: { _sd: [name.digest] } }, dotted, name), ['person.name']],
    [parts({ _sd: [dotted.digest], person: { _sd: [name.digest] } }, dotted, name), ['person', 'name']],
  ]
  const { holder } = met.wallet
  for (const [credential, path] of cards) {
    await accepted(met, { credential })
    const id = await asked(met, { dcql_query: { credentials: [query('card', [{ path }])] } })
    const { credentials, requests } = holder.snapshot()
    const request = requests.find((each) => each.id === id)
    if (!request?.possible) throw new Error(`no card answers ${path}`)
    const { kept } = disclosureOf(request, {}, credentials)
    await holder.answer(id)
    const decoded = (await met.site.shown())
      .split(/[~.]/)
      .map((piece) => Buffer.from(piece, 'base64url').toString())
      .join()
    const left = kept.find(({ value }) => decoded.includes(value))
    if (left) throw new Error(`${left.name} is called private and was sent`)
    for (const each of holder.snapshot().credentials) if (each.kind.issuer === issuer) await holder.remove(each.id)
  }
  await visit()
}

export const hostileServers: Record<string, HostileServer> = {
  'dear-requests': dearRequests,
  'borrowed-types': borrowedTypes,
  'visitors-words': visitorsWords,
  'never-arrives': neverArrives,
  'heard-by-status': heardByStatus,
  'unsound-cards': unsound,
  'said-to-all': saidToAll,
}
