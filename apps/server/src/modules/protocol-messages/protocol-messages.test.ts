import { protocolMessageKind, protocolMessageLimits } from '@lastmile/contracts'
import { openWillingWallet, type WillingWallet } from '@lastmile/e2e/willing-wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import { connect, issue, offerOf, proofOutcome, readyDefinition, staffCheck } from '../../../test/showcase.ts'
import type { VisitorClient } from '../../../test/visitor-client.ts'

let server: TestServer
let wallet: WillingWallet
let visitor: VisitorClient
let definitionId: string
let connectionId: string

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([TestServer.start(), openWillingWallet()])
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor)
  connectionId = await connect(visitor, wallet)
})
afterAll(async () => {
  visitor.disconnect()
  await wallet.close()
  await server.stop()
})

const patience = { timeout: 20_000 }
const kinds = (messages: { type: string }[]) => messages.map(({ type }) => protocolMessageKind(type))
const onConnection = async () => (await visitor.call('getConnectionMessages', { id: connectionId })).messages

it('are sent live, read again in their order, and hold no value', async () => {
  const canary = 'Canary Okonkwo'
  wallet.policies.offers = 'accept'
  await visitor.call('offerCredential', { body: offerOf(connectionId, definitionId, canary) })
  await expect.poll(async () => kinds(await onConnection()), patience).toContain('issue-credential/ack')
  const { presentation_exchange_id: id } = await visitor.call('requestProof', {
    body: { connection_id: connectionId, proof_request: staffCheck(definitionId) },
  })
  await proofOutcome(visitor, id)
  const expected = ['present-proof/request-presentation', 'present-proof/presentation', 'present-proof/ack']
  await expect
    .poll(async () => kinds((await visitor.call('getProofMessages', { id })).messages), patience)
    .toEqual(expected)

  const read = await onConnection()
  expect(kinds(read).slice(0, 2)).toEqual(['out-of-band/invitation', 'didexchange/request'])
  expect(kinds(read).slice(-3)).toEqual(expected)
  await expect.poll(() => kinds(visitor.protocolMessages), patience).toContain('present-proof/ack')
  const sent = visitor.protocolMessages.map(
    ({ endpoint, connection_id, credential_exchange_id, presentation_exchange_id, ...rest }) => rest,
  )
  expect(read).toEqual(expect.arrayContaining(sent))
  expect(sent.length).toBeGreaterThan(5)
  expect(JSON.stringify(read)).not.toMatch(/Canary|Okonkwo/)
  expect(await server.everythingStored()).not.toContain(canary)
})

it('of an out-of-band proof are those of its own, and go with it', async () => {
  const { proof, proofUrl } = await visitor.call('requestProofOutOfBand', {
    body: { proof_request: staffCheck(definitionId) },
  })
  const { presentation_exchange_id: id } = proof
  await visitor.subscribe({ proofId: id })
  await wallet.receive(proofUrl)
  await proofOutcome(visitor, id)
  const expected = ['out-of-band/invitation', 'present-proof/presentation', 'present-proof/ack']
  await expect
    .poll(async () => kinds((await visitor.call('getProofMessages', { id })).messages), patience)
    .toEqual(expected)
  const sent = () => visitor.protocolMessages.filter(({ presentation_exchange_id }) => presentation_exchange_id === id)
  await expect.poll(() => kinds(sent()), patience).toEqual(expect.arrayContaining(expected.slice(1)))
  await visitor.send('deleteProof', { id })
  expect((await visitor.send('getProofMessages', { id })).status).toBe(404)
  const { protocolMessages: rows } = await server.rowCounts()
  expect(rows).toBe((await onConnection()).length)
})

it('are not for other visitors', async () => {
  const { presentation_exchange_id: id } = await visitor.call('requestProof', {
    body: { connection_id: connectionId, proof_request: staffCheck(definitionId, { name: 'Another check' }) },
  })
  const stranger = server.visitor()
  await stranger.call('getWallets')
  expect((await stranger.send('getConnectionMessages', { id: connectionId })).status).toBe(404)
  expect((await stranger.send('getProofMessages', { id })).status).toBe(404)
  expect((await visitor.send('getProofMessages', { id })).status).toBe(200)
})

it('survive a restart, are bounded, and are forgotten after a day', async () => {
  // Counted by thread: a wallet that returns while it is being answered is answered twice, and confirms both.
  const sent = (kind: string, times: number) =>
    expect
      .poll(async () => {
        const ofKind = (await onConnection()).filter(({ type }) => protocolMessageKind(type) === kind)
        return new Set(ofKind.map(({ thread_id }) => thread_id)).size
      }, patience)
      .toBe(times)
  // The last word of the request above.
  await sent('present-proof/ack', 2)
  const before = await onConnection()
  visitor.disconnect()
  await server.pause()
  await server.resume()
  expect((await onConnection()).slice(0, before.length)).toEqual(before)

  await visitor.subscribe({ connectionId })
  await issue(visitor, connectionId, definitionId)
  await sent('issue-credential/ack', 2)
  const { protocolMessages } = server.context
  const rows = async () => (await server.rowCounts()).protocolMessages ?? 0
  const rowsBefore = await rows()
  const record = async (name: string, count: number, message = {}) => {
    const common = {
      connectionId,
      direction: 'received',
      type: 'unknown',
      threadId: 'x',
      state: null,
      message,
    } as const
    for (let each = 0; each < count; each++) {
      protocolMessages.record({ ...common, id: `${name}-${each}`, at: new Date().toISOString() })
    }
    await protocolMessages.whenIdle()
  }
  await record('many', 2 * protocolMessageLimits.count)
  const many = await onConnection()
  expect(many).toHaveLength(protocolMessageLimits.count)
  expect(many.at(-1)?.id).toBe(`many-${2 * protocolMessageLimits.count - 1}`)
  expect((await rows()) - rowsBefore).toBeLessThan(protocolMessageLimits.count + 50)

  await record('long', 60, { '…': 'x'.repeat(protocolMessageLimits.bytes - 100) })
  const long = await onConnection()
  expect(long.at(-1)?.id).toBe('long-59')
  expect(JSON.stringify(long).length).toBeLessThan(600 * 1024)
  await protocolMessages.sweep(new Date(Date.now() + 25 * 60 * 60 * 1000))
  expect(await onConnection()).toEqual([])
})
