import {
  claimsOf,
  encryptedAnswer,
  type HolderKeyPair,
  holderKeys,
  present,
  SdJwtWallet,
} from '@lastmile/e2e/sd-jwt-wallet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Encryption } from '../src/core/encryption/encryption.ts'
import { Events } from '../src/core/events.ts'
import { Records } from '../src/core/records.ts'
import { createOpenid4vcAgent, type Openid4vcAgent } from '../src/openid4vc/index.ts'
import { presentationRequests } from '../src/openid4vc/store/presentation-request.ts'
import type { AgentEvent } from '../src/port/index.ts'
import { memoryStorage } from './memory-storage.ts'

const periodic = vi.hoisted(() => [] as (() => Promise<void>)[])
vi.mock('../src/core/run-periodically.ts', () => ({
  runPeriodically: async (_pause: number, task: () => Promise<void>) => void periodic.push(task),
}))

const logger = { info() {}, warn() {}, error() {} }
const minute = 60_000
const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const publicUrl = 'https://site.example'
const invitation = { label: 'Site', purpose: 'verify' as const }

let agent: Openid4vcAgent
let events: AgentEvent[]
let key: HolderKeyPair
/** As the agent opens them: for records of another release. */
let stores: ConstructorParameters<typeof Records>[0]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 10, 12) })
  periodic.length = 0
  events = []
  const storage = memoryStorage()
  const bus = new Events(storage.events, logger)
  stores = { rows: storage.records, encryption: new Encryption(new Uint8Array(32)), events: bus }
  bus.listen((event) => void events.push(event))
  agent = createOpenid4vcAgent({ publicUrl, dataDir: '', storeKey: new Uint8Array(32), logger }, storage, bus)
  await agent.start()
  const definition = { name: 'Card', version: '1.0', attributeNames: ['name'], revocable: true }
  await agent.registerCredentialDefinition({ key: 'card', ...definition })
  const [made] = await holderKeys()
  if (!made) throw new Error('No key')
  key = made
})
afterEach(async () => {
  await agent.stop()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds)

/** Runs each of the agent's periodic tasks once. */
async function periodicTasks(): Promise<void> {
  for (const task of periodic) await task()
}

async function offered(validSeconds?: number) {
  const offer = { definitionKey: 'card', attributes: [{ name: 'name', value: 'Bola' }], validSeconds }
  const { credentialId: id } = await agent.offerByInvitation(offer)
  const { invitationUrl = '' } = (await agent.offerInvitation(id)) ?? {}
  return { id, wallet: new SdJwtWallet(invitationUrl) }
}

const tokenOf = (wallet: SdJwtWallet, dpop?: string) =>
  agent.issuing.token({ grant_type: grant, 'pre-authorized_code': wallet.code }, dpop)

async function credentialOf(
  wallet: SdJwtWallet,
  accessToken: string,
  nonce = agent.issuing.nonce().c_nonce,
  dpop?: string,
) {
  const proofs = { jwt: await wallet.proofs(nonce, [key]) }
  const scheme = dpop ? 'DPoP' : 'Bearer'
  const request = { credential_configuration_id: 'card', proofs }
  const answer = await agent.issuing.credential({ scheme, accessToken, dpop }, request)
  if (typeof answer === 'string') throw new Error('It is encrypted')
  return answer.credentials[0]?.credential ?? ''
}

/** Emitted states, each with its refusal. */
const statesOf = (id: string): (string | undefined)[][] =>
  events.flatMap((event): (string | undefined)[][] => {
    if (event.type === 'credential' && event.credential.credentialId === id)
      return [[event.credential.state, event.credential.refusal]]
    if (event.type === 'proof' && event.proof.proofId === id) return [[event.proof.state, event.proof.refusal]]
    return []
  })

describe('of an offer, time ends', () => {
  it('the access token after ten minutes, and with it the offer that the wallet did nothing with', async () => {
    const [{ id, wallet }, late] = [await offered(), await offered()]
    const { access_token: token } = await tokenOf(wallet)
    const { access_token: lateToken } = await tokenOf(late.wallet)
    pass(10 * minute - 1)
    await periodicTasks()
    await expect(credentialOf(wallet, token)).resolves.toContain('~')
    pass(1)
    await expect(credentialOf(wallet, token)).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(credentialOf(late.wallet, lateToken)).rejects.toMatchObject({ code: 'invalid_token' })
    pass(3_000)
    await periodicTasks()
    expect(await agent.getCredential(late.id)).toMatchObject({ state: 'abandoned', refusal: 'expired' })
    expect(await agent.getCredential(id)).toMatchObject({ state: 'credential_issued' })
    await expect.poll(() => statesOf(late.id).at(-1)).toEqual(['abandoned', 'expired'])
    expect(await agent.offerInvitation(late.id)).toBeUndefined()
    expect(await agent.issuing.credentialOffer(late.id)).toBeUndefined()
  })

  it('the access token with the credential that it is for, and asking again prolongs neither', async () => {
    const { id, wallet } = await offered(60)
    pass(minute)
    const proof = () => wallet.dpop(key, '/openid4vc/token')
    expect(await tokenOf(wallet, await proof())).toMatchObject({ expires_in: 60 })
    pass(minute / 2)
    const { access_token: token, expires_in } = await tokenOf(wallet, await proof())
    expect(expires_in).toBe(30)
    const proved = () => wallet.dpop(key, '/openid4vc/credential', token)
    const text = await credentialOf(wallet, token, undefined, await proved())
    expect(claimsOf(text)).toMatchObject({ exp: Date.now() / 1_000 + 30 })
    pass(minute / 2)
    await expect(credentialOf(wallet, token, undefined, await proved())).rejects.toMatchObject({
      code: 'invalid_token',
    })
    await periodicTasks()
    expect(await agent.getCredential(id)).toMatchObject({ state: 'credential_issued' })
  })

  it('no offer that waits for its wallet: the server ends that', async () => {
    const { id } = await offered()
    pass(20 * 60 * minute)
    await periodicTasks()
    expect(await agent.issuing.credentialOffer(id)).toMatchObject({ credential_configuration_ids: ['card'] })
  })

  it('a nonce after five minutes', async () => {
    const { wallet } = await offered()
    const { access_token: token } = await tokenOf(wallet)
    const { c_nonce: nonce } = agent.issuing.nonce()
    const { c_nonce: younger } = agent.issuing.nonce()
    pass(5 * minute - 1)
    await expect(credentialOf(wallet, token, younger)).resolves.toContain('~')
    pass(1)
    await expect(credentialOf(wallet, token, nonce)).rejects.toMatchObject({ code: 'invalid_nonce' })
    await expect(credentialOf(wallet, token)).resolves.toContain('~')
  })

  it('a proof of possession after five minutes', async () => {
    const { wallet } = await offered()
    const { access_token: accessToken } = await tokenOf(wallet)
    const ask = async (jwt: string[]) =>
      agent.issuing.credential(
        { scheme: 'Bearer', accessToken },
        { credential_configuration_id: 'card', proofs: { jwt } },
      )
    const { c_nonce: nonce } = agent.issuing.nonce()
    const early = await wallet.proofs(nonce, [key])
    pass(5 * minute + 1_000)
    await expect(ask(early)).rejects.toMatchObject({ code: 'invalid_nonce' })
  })

  it('a DPoP proof after five minutes, at each endpoint', async () => {
    const { wallet } = await offered()
    const early = await wallet.dpop(key, '/openid4vc/token')
    pass(5 * minute + 1_000)
    await expect(tokenOf(wallet, early)).rejects.toMatchObject({ code: 'use_dpop_nonce' })
    const { access_token: token } = await tokenOf(wallet, await wallet.dpop(key, '/openid4vc/token'))
    const proved = await wallet.dpop(key, '/openid4vc/credential', token)
    pass(5 * minute)
    await expect(credentialOf(wallet, token, undefined, proved)).resolves.toContain('~')
    pass(1_000)
    await expect(credentialOf(wallet, token, undefined, proved)).rejects.toMatchObject({ code: 'use_dpop_nonce' })
  })
})

describe('of a request for a proof, time ends', () => {
  const question = {
    title: 'Check',
    version: '1.0',
    prove: {},
    show: { card: { attributes: ['name'], of: [{ definitionKey: 'card' }], unrevoked: false } },
  }
  const idIn = (address: string) => new URL(address).searchParams.get('request_uri')?.split('/').at(-1) ?? ''

  /** A request, and an answer to it that holds. */
  async function asked(from: 'here' | 'elsewhere') {
    const { proofId: id, invitationUrl } = await agent.askByInvitation(question, invitation)
    const { acrossDevices } = (await agent.proofInvitation(id)) ?? {}
    const at = idIn(from === 'here' ? invitationUrl : (acrossDevices?.invitationUrl ?? ''))
    return { id, at, ...(await answering(at)) }
  }

  async function answering(at: string) {
    const { wallet } = await offered()
    const credential = await credentialOf(wallet, (await tokenOf(wallet)).access_token)
    const request = claimsOf((await agent.verifying.request(at)) ?? '')
    const answer = async () => {
      const vp_token = { credential_1: [await present(request, { credential, key })] }
      const body = await encryptedAnswer(request, { vp_token, state: request.state })
      return agent.verifying.answer(at, Object.fromEntries(body))
    }
    return { answer }
  }
  const over = { state: 'expired', refusal: 'expired', verified: false }

  it('answers after ten minutes, and the request by name', async () => {
    const [{ id, answer }, inTime] = [await asked('elsewhere'), await asked('elsewhere')]
    pass(10 * minute - 1)
    await periodicTasks()
    await inTime.answer()
    expect(await agent.getProof(inTime.id)).toMatchObject({ state: 'verified' })
    pass(1)
    await expect(answer()).rejects.toMatchObject({ code: 'invalid_request' })
    await periodicTasks()
    expect(await agent.getProof(id)).toMatchObject(over)
    expect(await agent.getProof(id)).toHaveProperty('presentation', undefined)
    await expect
      .poll(() => statesOf(id))
      .toEqual([
        ['request_sent', undefined],
        ['expired', 'expired'],
      ])
    await expect(answer()).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('not the requests that the release before stored: they are answered at their addresses, or over', async () => {
    for (const from of ['here', 'elsewhere'] as const) {
      const { id } = await asked(from)
      const records = new Records(stores, presentationRequests)
      const found = await records.read(id)
      if (!found) throw new Error('It is stored')
      const { otherDevice, ...rest } = found.value
      await records.change(found, rest)
      const { invitationUrl = '', acrossDevices } = (await agent.proofInvitation(id)) ?? {}
      expect(idIn(acrossDevices?.invitationUrl ?? '')).toBe(id)
      const { answer } = await answering(idIn(from === 'here' ? invitationUrl : (acrossDevices?.invitationUrl ?? '')))
      const { redirect_uri: back } = await answer()
      if (from === 'here') await agent.verifying.countReturned(back.split('/').at(-1) ?? '')
      expect(await agent.getProof(id)).toMatchObject({ state: 'verified' })
    }
  })

  it('the request at its address, by GET and by POST', async () => {
    for (const from of ['here', 'elsewhere'] as const) {
      const { at } = await asked(from)
      expect(await agent.verifying.request(at)).toBeDefined()
      pass(10 * minute)
      expect(await agent.verifying.request(at)).toBeUndefined()
      expect(await agent.verifying.request(at, { wallet_nonce: 'mine' })).toBeUndefined()
    }
  })

  it('an answer on the same device whose holder did not come back, whenever they do', async () => {
    const { id, answer } = await asked('here')
    const { redirect_uri: back } = await answer()
    const code = back.split('/').at(-1) ?? ''
    pass(10 * minute - 1)
    await periodicTasks()
    expect(await agent.verifying.findReturned(code)).toEqual({ proofId: id, isCounted: false })
    pass(1)
    expect(await agent.verifying.findReturned(code)).toBeUndefined()
    await agent.verifying.countReturned(code)
    expect(await agent.getProof(id)).toMatchObject({ state: 'request_sent' })
    await periodicTasks()
    await agent.verifying.countReturned(code)
    await expect(answer()).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await agent.getProof(id)).toMatchObject(over)
    expect(await agent.getProof(id)).toHaveProperty('presentation', undefined)
  })
})
