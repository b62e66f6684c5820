import { brand } from '@lastmile/contracts'
import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import { connect, issue, proofOutcome, readyDefinition, staffCard, staffCheck } from '../../../test/showcase.ts'
import type { VisitorClient } from '../../../test/visitor-client.ts'

let server: TestServer
let wallet: Wallet
let visitor: VisitorClient
let connectionId: string
let definitionId: string

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([TestServer.start(), createWallet()])
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor)
  connectionId = await connect(visitor, wallet)
  await issue(visitor, connectionId, definitionId)
})
afterAll(async () => {
  visitor.disconnect()
  await wallet.close()
  await server.stop()
})

const ask = (options?: Parameters<typeof staffCheck>[1]) => ({
  connection_id: connectionId,
  comment: 'May you enter?',
  proof_request: staffCheck(definitionId, options),
  auto_verify: true,
})

describe('requestProof', () => {
  it('reveals what was asked for once it is verified, until it is deleted', async () => {
    wallet.policies.proofRequests = 'accept'
    const { presentation_exchange_id: id } = await visitor.call('requestProof', { body: ask({ nonRevoked: true }) })
    const proof = await proofOutcome(visitor, id)
    expect(proof).toMatchObject({ presentation_exchange_id: id, state: 'verified', verified: true, reason: null })
    expect(proof.presentation?.requested_proof.revealed_attr_groups).toEqual({
      card: { values: { name: { raw: 'Bola' } } },
    })
    expect(proof.presentation?.requested_proof.predicates).toEqual({ valid: {} })

    expect((await visitor.send('deleteProof', { id })).status).toBe(204)
    expect((await visitor.send('deleteProof', { id })).status).toBe(204)
    expect((await visitor.send('getProof', { id })).status).toBe(404)
    expect(await server.context.agents.didcomm.getProof(id)).toBeUndefined()
  })

  it('makes one request of ten equal ones, and a fresh one when that is over', async () => {
    wallet.policies.proofRequests = 'silent'
    const before = wallet.proofRequests.received.length
    const records = await Promise.all(
      Array.from({ length: 10 }, () => visitor.call('requestProof', { body: ask({ name: 'Ten times' }) })),
    )
    expect(new Set(records.map((record) => record.presentation_exchange_id)).size).toBe(1)
    const first = records[0]?.presentation_exchange_id ?? ''
    await expect.poll(() => wallet.proofRequests.received.length, { timeout: 20_000 }).toBe(before + 1)
    await visitor.send('deleteProof', { id: first })
    const again = await visitor.call('requestProof', { body: ask({ name: 'Ten times' }) })
    expect(again.presentation_exchange_id).not.toBe(first)
    await visitor.send('deleteProof', { id: again.presentation_exchange_id })
  })

  it('says in plain words that the holder declined', async () => {
    wallet.policies.proofRequests = 'decline'
    const { presentation_exchange_id: id } = await visitor.call('requestProof', { body: ask() })
    const proof = await proofOutcome(visitor, id)
    expect(proof).toMatchObject({ state: 'abandoned', presentation: null, failed_check: null })
    expect(proof.reason).toMatch(/declined/)
  })

  it('never accepts a condition that does not hold', async () => {
    wallet.policies.proofRequests = 'accept'
    const { presentation_exchange_id: id } = await visitor.call('requestProof', { body: ask({ validOn: 20990101 }) })
    const proof = await proofOutcome(visitor, id)
    expect(proof.verified).not.toBe(true)
    expect(proof.presentation).toBeNull()
    expect(proof.reason).toBeTruthy()
  })

  it('asks for an attribute and a condition on it, which the shown value has to meet', async () => {
    wallet.policies.proofRequests = 'accept'
    const shownWith = async (validOn: number) => {
      const request = staffCheck(definitionId, { validOn })
      const { restrictions } = request.requested_attributes.card ?? { restrictions: [] }
      const requested_attributes = { card: { names: ['name', 'expiry_date'], restrictions } }
      const body = { ...ask(), proof_request: { ...request, requested_attributes } }
      return proofOutcome(visitor, (await visitor.call('requestProof', { body })).presentation_exchange_id)
    }
    const met = await shownWith(20260101)
    expect(met).toMatchObject({ verified: true })
    expect(met.presentation?.requested_proof.predicates).toEqual({ valid: {} })
    expect(met.failed_check).toBeNull()
    const unmet = await shownWith(20990101)
    expect(unmet).toMatchObject({ verified: false, refusal: 'predicate-not-met', failed_check: 'conditions' })
    const stranger = server.visitor()
    const { status, body } = await stranger.send('getProof', { id: unmet.presentation_exchange_id })
    expect([status, JSON.stringify(body).includes('conditions')]).toEqual([404, false])
    stranger.disconnect()
  })

  it('asks for an attribute of one credential and a condition on it of another', async () => {
    const other = await readyDefinition(visitor, { ...staffCard(), name: 'Locker Key' })
    const { requested_predicates } = staffCheck(other)
    const requested_attributes = { card: { names: ['expiry_date'], restrictions: [{ cred_def_id: definitionId }] } }
    const body = {
      ...ask(),
      proof_request: { name: 'Two', version: '1.0.0', requested_attributes, requested_predicates },
    }
    expect((await visitor.call('requestProof', { body })).state).toBe('request_sent')
  })

  it('refuses restrictions that name no credential definition of this site', async () => {
    const answer = await visitor.send('requestProof', {
      body: { ...ask(), proof_request: staffCheck('lmds:2.0:0000000000000000:Staff Card') },
    })
    expect(answer.status).toBe(404)
  })
})

describe('requestProofOOB', () => {
  it('verifies whatever wallet opens the link, without a connection', async () => {
    wallet.policies.proofRequests = 'accept'
    const body = { comment: 'Show it', proof_request: staffCheck(definitionId, { name: 'Door' }), auto_present: true }
    const asked = await visitor.call('requestProofOutOfBand', { body })
    expect(asked.proof).toMatchObject({ state: 'request_sent', connection_id: null, verified: null })
    expect((await visitor.call('requestProofOutOfBand', { body })).proofUrl).toBe(asked.proofUrl)
    const id = asked.proof.presentation_exchange_id
    expect(await visitor.subscribe({ proofId: id })).toEqual({ ok: true })
    await wallet.receive(asked.shortUrl)
    const proof = await proofOutcome(visitor, id)
    expect(proof.verified).toBe(true)
    const link = await visitor.request('GET', new URL(asked.shortUrl).pathname)
    expect(link.status).toBe(404)
    const fresh = await visitor.call('requestProofOutOfBand', { body })
    expect(fresh.proof.presentation_exchange_id).not.toBe(id)
  })

  it('asks in the name and with the picture of the verifier, and has the title for the question', async () => {
    const ask = vi.spyOn(server.context.agents.didcomm, 'askByInvitation')
    const by = (my_label?: string, image_url?: string) =>
      visitor.call('requestProofOutOfBand', {
        body: { my_label, image_url, proof_request: staffCheck(definitionId, { name: 'Laptop loan' }) },
      })
    const described = async (url: string) =>
      (await server.context.agents.didcomm.describeInvitation(url)) ?? { label: '' }

    const room = await by('Riverbank Reading Room', '/content/shared/room.svg')
    expect((await described(room.proofUrl)).label).toBe('Riverbank Reading Room')
    expect(ask.mock.lastCall?.[0].title).toBe('Laptop loan')
    expect(ask.mock.lastCall?.[1]).toMatchObject({ imageUrl: `${server.url}/content/shared/room.svg` })
    expect((await by('Riverbank Reading Room')).proofUrl).toBe(room.proofUrl)

    const gate = await by('Front Gate', 'https://elsewhere.example/spy.png')
    expect(gate.proof.presentation_exchange_id).not.toBe(room.proof.presentation_exchange_id)
    expect(ask.mock.lastCall?.[1]).toMatchObject({ label: 'Front Gate', imageUrl: undefined })
    expect((await described((await by()).proofUrl)).label).toBe(brand)
  })

  it('asks anew when a sudden end came before its link was stored', async () => {
    const body = { proof_request: staffCheck(definitionId, { name: 'Interrupted' }) }
    const lost = (await visitor.call('requestProofOutOfBand', { body })).proof.presentation_exchange_id
    await server.context.shortLinks.close(lost)
    const { proof, shortUrl } = await visitor.call('requestProofOutOfBand', { body })
    const id = proof.presentation_exchange_id
    expect(id).not.toBe(lost)
    expect((await visitor.call('getProof', { id })).state).toBe('request_sent')
    expect((await visitor.call('requestProofOutOfBand', { body })).shortUrl).toBe(shortUrl)
    expect(await server.context.agents.didcomm.getProof(lost)).toBeUndefined()
  })
})
