import { setTimeout } from 'node:timers/promises'
import { visitorsNote } from '@lastmile/contracts/site'
import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import { connect, offerOf, readyDefinition, staffCard } from '../../../test/showcase.ts'
import type { VisitorClient } from '../../../test/visitor-client.ts'

let server: TestServer
let wallet: Wallet
let visitor: VisitorClient
let connectionId: string
let definitionId: string

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([TestServer.start(), createWallet({ offers: 'silent' })])
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor)
  connectionId = await connect(visitor, wallet)
})
afterAll(async () => {
  visitor.disconnect()
  await wallet.close()
  await server.stop()
})

const tenTimes = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 10 }, work))

describe('getOrCreateCredDef', () => {
  it('names the definition so that its last part is the credential', () => {
    expect(definitionId.split(':').at(-1)).toBe('Staff Card')
  })

  it('does not depend on values, icon or order, but on what the credential consists of', async () => {
    const [name, date] = staffCard('Someone else').attributes
    if (!name || !date) throw new Error('The staff card has two attributes')
    const same = { name: 'Staff Card', icon: '/x.svg', attributes: [date, name] }
    expect(await readyDefinition(visitor, same)).toBe(definitionId)
    const other = await visitor.call('getOrCreateCredDef', {
      body: { credential: { name: 'Staff Card', attributes: [name] } },
    })
    expect(other.data).not.toBe(definitionId)
  })

  it('makes one definition when ten ask at once', async () => {
    const credential = { name: 'Gate Pass', revocable: false, attributes: [{ name: 'gate', value: '1' }] }
    const answers = await tenTimes(() => server.visitor().call('getOrCreateCredDef', { body: { credential } }))
    expect(new Set(answers.map((answer) => answer.data)).size).toBe(1)
    const id = await readyDefinition(visitor, credential)
    const { publishedId } = await server.context.definitions.require(id)
    expect(await server.context.definitions.require(publishedId ?? '')).toMatchObject({ id })
  })
})

describe('offerCredential', () => {
  it('makes one offer of ten equal requests, and issues it when the wallet accepts', async () => {
    const records = await tenTimes(() => visitor.call('offerCredential', { body: offerOf(connectionId, definitionId) }))
    const ids = new Set(records.map((record) => record.credential_exchange_id))
    expect(ids.size).toBe(1)
    const [id = ''] = ids
    const offer = await wallet.offers.next()
    await offer.accept()
    await visitor.message((message) => message.endpoint === 'issue_credential' && message.state === 'credential_issued')
    const record = await visitor.call('getCredential', { id })
    expect(record).toMatchObject({ state: 'credential_issued', credential_definition_id: definitionId, revoked: false })
    expect(record.revoc_reg_id).toBeTruthy()
    expect(record.revocation_id).toMatch(/^\d+$/)
    expect(wallet.offers.received).toHaveLength(1)
    await expect.poll(() => server.context.agents.didcomm.getCredential(id), { timeout: 20_000 }).toBeUndefined()
  })

  it('takes the identifier that it is published under too', async () => {
    const { publishedId } = await server.context.definitions.require(definitionId)
    const record = await visitor.call('offerCredential', { body: offerOf(connectionId, publishedId ?? '') })
    expect(record.credential_definition_id).toBe(definitionId)
    await (await wallet.offers.next()).decline()
    await visitor.message(
      (message) =>
        message.endpoint === 'issue_credential' &&
        message.credential_exchange_id === record.credential_exchange_id &&
        message.state === 'abandoned',
    )
    const declined = await visitor.call('getCredential', { id: record.credential_exchange_id })
    expect(declined.reason).toMatch(/declined/)
  })

  it('begins anew after a decline, and withdraws what is deleted', async () => {
    const record = await visitor.call('offerCredential', { body: offerOf(connectionId, definitionId) })
    const id = record.credential_exchange_id
    const offer = await wallet.offers.next()
    expect((await visitor.send('deleteCredential', { id })).status).toBe(204)
    expect((await visitor.send('deleteCredential', { id })).status).toBe(204)
    expect((await visitor.send('getCredential', { id })).status).toBe(404)
    expect(await offer.outcome).toBe('withdrawn')
    const again = await visitor.call('offerCredential', { body: offerOf(connectionId, definitionId) })
    expect(again.credential_exchange_id).not.toBe(id)
    await visitor.send('deleteCredential', { id: again.credential_exchange_id })
    await wallet.offers.next()
  })

  it('offers afresh when an offer could not reach the wallet', async () => {
    await wallet.goOffline('unreachable')
    const lost = await visitor.send('offerCredential', { body: offerOf(connectionId, definitionId) })
    expect(lost.status).toBe(503)
    await wallet.comeBack()
    const record = await visitor.call('offerCredential', { body: offerOf(connectionId, definitionId) })
    expect(record.state).toBe('offer_sent')
    await wallet.offers.next()
    await visitor.send('deleteCredential', { id: record.credential_exchange_id })
  })

  it('wants exactly the attributes of the definition', async () => {
    const offer = offerOf(connectionId, definitionId)
    const withAttributes = (attributes: { name: string; value: string }[]) =>
      visitor.send('offerCredential', { body: { ...offer, credential_proposal: { attributes } } })
    const missing = await withAttributes([{ name: 'name', value: 'x' }])
    expect(missing.status).toBe(400)
    expect(missing.body.error.message).toContain('expiry_date')
    const extra = await withAttributes([...staffCard().attributes, { name: 'shoe_size', value: '44' }])
    expect(extra.status).toBe(400)
  })

  it.each([
    ['name', 'Can\u202Eary'],
    ['name', 'Canary'.repeat(17)],
    ['expiry_date', '20260230'],
  ])('is refused at once with %s %j, before anything is asked of a wallet', async (name, value) => {
    const { connection_id } = await visitor.call('createInvite', { body: { my_label: 'Office' } })
    // The message of the invitation may still be on its way into its table.
    const rows = async () => ({ ...(await server.rowCounts()), protocolMessages: 'any' })
    const before = await rows()
    const attributes = staffCard().attributes.map((each) => (each.name === name ? { name, value } : each))
    const refused = await visitor.send('offerCredential', {
      body: { ...offerOf(connection_id, definitionId), credential_proposal: { attributes } },
    })
    expect(refused.status).toBe(400)
    expect(refused.body.error.code).toBe('attribute-not-allowed')
    expect(refused.body.error.message).toContain(` ${name} `)
    expect(refused.body.error.message).not.toContain(value)
    expect(await rows()).toEqual(before)
  })

  it('says so while no wallet is connected, and waits for one that was opened by a link', async () => {
    const newcomer = server.visitor()
    const { connection_id, short_url } = await newcomer.call('createInvite', { body: { my_label: 'Office' } })
    const early = await newcomer.send('offerCredential', { body: offerOf(connection_id, definitionId) })
    expect(early.status).toBe(409)
    expect(early.body.error).toMatchObject({ code: 'not-connected', message: expect.stringContaining('No wallet') })
    const waiting = newcomer.call('offerCredentialByDeepLink', { body: offerOf(connection_id, definitionId) })
    await wallet.receive(short_url)
    expect((await waiting).state).toBe('offer_sent')
    await (await wallet.offers.next()).decline()
  })
})

describe('a wallet that has not said its last word when the offer is asked for', () => {
  /** A connection in `response`: the wallet sleeps, and its mediator keeps the answer that it would have to confirm. */
  async function almostConnected() {
    const newcomer = server.visitor()
    const invitation = await newcomer.call('createInvite', { body: { my_label: 'Office' } })
    await wallet.goOffline('mediated')
    const connected = wallet.receive(invitation.invitation_url)
    // Awaited at the end; it may fail before.
    connected.catch(() => undefined)
    const state = async () => (await newcomer.call('getConnectionByInvitation', { id: invitation.invi_msg_id })).state
    await expect.poll(state, { timeout: 10_000 }).toBe('response')
    return { newcomer, connected, body: offerOf(invitation.connection_id, definitionId) }
  }

  it('is waited for, and gets it', async () => {
    const { newcomer, connected, body } = await almostConnected()
    let answered = false
    const offering = newcomer.send('offerCredential', { body }).finally(() => {
      answered = true
    })
    await setTimeout(1_000)
    expect(answered).toBe(false)
    await wallet.comeBack()
    await connected
    expect(await offering).toMatchObject({ status: 200, body: { state: 'offer_sent' } })
    await (await wallet.offers.next()).decline()
  })

  it('is given up after a while, in clear words', async () => {
    const { newcomer, connected, body } = await almostConnected()
    const refused = await newcomer.send('offerCredential', { body })
    expect(refused.status).toBe(409)
    expect(refused.body.error).toEqual({
      code: 'still-connecting',
      message: 'The wallet has not finished connecting yet. Open it, wait a moment and try again.',
    })
    await wallet.comeBack()
    await connected
    const late = await newcomer.call('offerCredential', { body })
    expect(late.state).toBe('offer_sent')
    await (await wallet.offers.next()).decline()
  })
})

it('says beside an offer that a visitor designed the credential, and of content’s own nothing', async () => {
  const credential = { ...staffCard(), name: 'Your account was locked' }
  const designed = await readyDefinition(visitor, credential)
  const noteOn = async (id: string, name: string) => {
    await visitor.call('offerCredential', { body: offerOf(connectionId, id, name) })
    const offer = await wallet.offers.next()
    await offer.decline()
    return offer.comment
  }
  expect(await noteOn(designed, 'Stranger')).toBe(visitorsNote)
  expect(await noteOn(definitionId, 'Of content')).toBeUndefined()
})

it('keeps attribute values out of our database and forgets them when issued', async () => {
  const canary = `Canary-${'x'.repeat(12)}`
  const { credential_exchange_id: id } = await visitor.call('offerCredential', {
    body: offerOf(connectionId, definitionId, canary),
  })
  expect(await server.everythingStored()).not.toContain(canary)
  await (await wallet.offers.next()).accept()
  await expect.poll(() => server.context.agents.didcomm.getCredential(id), { timeout: 20_000 }).toBeUndefined()
  expect(await server.everythingStored()).not.toContain(canary)
})
