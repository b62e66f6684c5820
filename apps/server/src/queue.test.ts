import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { connect, offerOf, readyDefinition, staffCheck } from '../test/showcase.ts'
import type { VisitorClient } from '../test/visitor-client.ts'

let server: TestServer
let wallet: Wallet
let visitor: VisitorClient
let connectionId: string
let definitionId: string

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([
    TestServer.start(),
    createWallet({ offers: 'silent', proofRequests: 'silent' }),
  ])
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor)
  connectionId = await connect(visitor, wallet)
  await visitor.subscribe({ connectionId })
})
afterEach(() => signalCryptography('SIGCONT'))
afterAll(async () => {
  visitor.disconnect()
  await wallet.close()
  await server.stop()
})

/** Holds up the processes of the cryptography, as if they had a lot to do, or lets them go on. */
async function signalCryptography(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const listing = promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'crypto-worker'])
  for (const pid of (await listing).stdout.trim().split('\n')) process.kill(Number(pid), signal)
}

const placesOf = (id: string) => visitor.queuePositions.filter((place) => place.exchange_id === id)

it('reports to a page its place while its credential waits to be signed, and when its turn is over', async () => {
  const { credential_exchange_id: id } = await visitor.call('offerCredential', {
    body: offerOf(connectionId, definitionId),
  })
  const stranger = server.visitor()
  await stranger.call('getWallets')
  await stranger.subscribe({ connectionId })
  const offer = await wallet.offers.next()
  await signalCryptography('SIGSTOP')
  const accepted = offer.accept()
  await expect.poll(() => placesOf(id), { timeout: 10_000 }).not.toEqual([])
  expect(placesOf(id)[0]).toEqual({
    endpoint: 'queue',
    connection_id: connectionId,
    exchange_id: id,
    place: 1,
    seconds: expect.any(Number),
  })
  expect(server.context.agents.didcomm.queue.length).toBe(1)
  expect(await server.context.metrics.getSingleMetricAsString('queue_length')).toMatch(/^queue_length 1$/m)
  await signalCryptography('SIGCONT')
  await accepted
  await visitor.message((message) => 'credential_exchange_id' in message && message.state === 'credential_issued')
  expect(placesOf(id).at(-1)).toMatchObject({ place: 0, seconds: 0 })
  expect(server.context.agents.didcomm.queue.length).toBe(0)
  expect(stranger.queuePositions).toEqual([])
  stranger.disconnect()
})

it('reports to the page of an out-of-band proof while that waits to be verified', async () => {
  const { proof, proofUrl } = await visitor.call('requestProofOutOfBand', {
    body: { proof_request: staffCheck(definitionId) },
  })
  const proofId = proof.presentation_exchange_id
  await visitor.subscribe({ proofId })
  await signalCryptography('SIGSTOP')
  await wallet.receive(proofUrl)
  const request = await wallet.proofRequests.next()
  const shared = request.accept()
  await expect.poll(() => placesOf(proofId), { timeout: 10_000 }).not.toEqual([])
  expect(placesOf(proofId)[0]).toMatchObject({ connection_id: null, place: 1 })
  await signalCryptography('SIGCONT')
  await shared
  await visitor.message((message) => message.endpoint === 'present_proof' && message.state === 'verified')
  expect(placesOf(proofId).at(-1)).toMatchObject({ place: 0 })
})

it('lets a wallet connect while many proofs wait to be verified', async () => {
  const names = Array.from({ length: 20 }, (_, each) => `Check ${each}`)
  const requests = []
  for (const name of names) {
    await visitor.call('requestProof', {
      body: { connection_id: connectionId, proof_request: staffCheck(definitionId, { name }) },
    })
    requests.push(await wallet.proofRequests.next())
  }
  await signalCryptography('SIGSTOP')
  const shared = Promise.all(requests.map((request) => request.accept()))
  await expect.poll(() => server.context.agents.didcomm.queue.length, { timeout: 30_000 }).toBe(names.length)
  const newcomer = await createWallet({ offers: 'silent', proofRequests: 'silent' })
  await connect(server.visitor(), newcomer)
  expect(server.context.agents.didcomm.queue.length).toBe(names.length)
  await signalCryptography('SIGCONT')
  await shared
  await expect.poll(() => server.context.agents.didcomm.queue.length, { timeout: 30_000 }).toBe(0)
  await newcomer.close()
})
