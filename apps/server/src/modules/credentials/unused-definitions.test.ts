import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CredentialRecord } from '@lastmile/contracts'
import { openWillingWallet, type WillingWallet } from '@lastmile/e2e/willing-wallet'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import {
  connect,
  issue,
  offerOf,
  proofOutcome,
  readyDefinition,
  staffCard,
  staffCheck,
} from '../../../test/showcase.ts'
import { letSucceed, makeFail } from '../../../test/test-database.ts'
import type { VisitorClient } from '../../../test/visitor-client.ts'

let server: TestServer
let wallet: WillingWallet
let visitor: VisitorClient
let connectionId: string

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([TestServer.start({ MAX_DEFINITIONS: '2' }), openWillingWallet()])
  visitor = server.visitor()
  await server.context.definitions.prepareShipped()
  connectionId = await connect(visitor, wallet)
})
afterEach(() => {
  vi.restoreAllMocks()
  wallet.policies.offers = 'accept'
  wallet.policies.proofRequests = 'accept'
})
afterAll(async () => {
  visitor.disconnect()
  await wallet.close()
  await server.stop()
})

const badge = (name: string, revocable = true) => ({ ...staffCard(), name, revocable })
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000)
const removeUnused = (now = inDays(31)) => server.context.definitions.removeUnused(now)
const isKept = (id: string) =>
  server.context.definitions.require(id).then(
    () => true,
    ({ status }) => status !== 404,
  )
const tails = () => join(server.config.dataDir, 'agent/anoncreds/tails')

/** Everything that is kept of definitions. */
async function kept() {
  const queries = {
    definitions: 'credential_definitions',
    registered: 'agent_definitions',
    published: 'agent_resources',
    registries: 'revocation_registries',
    revocations: 'revocations',
    returned: 'returned_indexes',
    records: `agent_records where type like 'AnonCreds%'`,
    tokens: `agent_record_tokens where record in (select position from agent_records where type like 'AnonCreds%')`,
    strayTokens: 'agent_record_tokens where record not in (select position from agent_records)',
  }
  const counts = await server.beside((database) =>
    Promise.all(
      Object.entries(queries).map(async ([name, from]) => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(from)}`.execute(database)
        return [name, Number(rows[0]?.count)]
      }),
    ),
  )
  return { ...Object.fromEntries(counts), tails: (await readdir(tails())).length }
}

const setUsedAt = (id: string, time: Date) =>
  server.beside((database) =>
    database.updateTable('credentialDefinitions').set({ usedAt: time.toISOString() }).where('id', '=', id).execute(),
  )

const revocationOf = (credential: CredentialRecord, publish = true) => ({
  connection_id: connectionId,
  cred_rev_id: credential.revocation_id ?? '',
  rev_reg_id: credential.revoc_reg_id ?? '',
  thread_id: credential.thread_id,
  notify: false,
  notify_version: 'v2_0' as const,
  publish,
})

it('goes thirty days after its last use with all that there was of it, and is made anew as another', async () => {
  const before = await kept()
  const id = await readyDefinition(visitor, badge('Badge'))
  const credential = await issue(visitor, connectionId, id)
  const revoked = await issue(visitor, connectionId, id)
  await visitor.call('revoke', { body: revocationOf(revoked) })
  const pending = await issue(visitor, connectionId, id)
  await visitor.call('revoke', { body: revocationOf(pending, false) })
  wallet.policies.offers = 'silent'
  const offered = await visitor.call('offerCredential', { body: offerOf(connectionId, id) })
  await visitor.call('deleteCredential', { id: offered.credential_exchange_id })
  wallet.policies.offers = 'accept'
  const { publishedId } = await server.context.definitions.require(id)
  expect(await kept()).toMatchObject({ definitions: 2, returned: 1, revocations: 2, tails: before.tails + 1 })

  await removeUnused(inDays(29))
  expect(await isKept(id)).toBe(true)
  await removeUnused()
  expect(await isKept(id)).toBe(false)
  expect(await kept()).toEqual(before)

  expect((await fetch(`${server.url}/resources/${publishedId?.split('/').at(-1)}`)).status).toBe(404)
  expect((await visitor.send('offerCredential', { body: offerOf(connectionId, id) })).status).toBe(404)
  const asked = { connection_id: connectionId, proof_request: staffCheck(id) }
  expect((await visitor.send('requestProof', { body: asked })).status).toBe(404)
  for (const each of [credential, pending]) {
    const refused = await visitor.send('revoke', { body: revocationOf(each) })
    expect(refused).toMatchObject({ status: 404, body: { error: { code: 'exchange-not-found' } } })
  }
  expect((await visitor.call('getCredential', { id: credential.credential_exchange_id })).state).toBeDefined()

  expect(await readyDefinition(visitor, badge('Badge'))).toBe(id)
  expect((await server.context.definitions.require(id)).publishedId).not.toBe(publishedId)
  const anew = await issue(visitor, connectionId, id)
  expect(anew.revoc_reg_id).not.toBe(credential.revoc_reg_id)
  const { presentation_exchange_id: proofId } = await visitor.call('requestProof', {
    body: { connection_id: connectionId, proof_request: staffCheck(id, { nonRevoked: true }) },
  })
  expect(await proofOutcome(visitor, proofId)).toMatchObject({ verified: true })
  await removeUnused()
  expect(await kept()).toEqual(before)
})

it('stays while something is open on it, and the schema while another definition has it', async () => {
  const before = await kept()
  const id = await readyDefinition(visitor, badge('Open'))
  const other = await readyDefinition(visitor, badge('Open', false))
  await setUsedAt(other, inDays(2))
  wallet.policies.offers = 'silent'
  const { credential_exchange_id } = await visitor.call('offerCredential', { body: offerOf(connectionId, id) })
  await removeUnused()
  expect(await isKept(id)).toBe(true)
  await visitor.call('deleteCredential', { id: credential_exchange_id })

  wallet.policies.proofRequests = 'silent'
  const { presentation_exchange_id } = await visitor.call('requestProof', {
    body: { connection_id: connectionId, proof_request: staffCheck(id) },
  })
  await removeUnused()
  expect(await isKept(id)).toBe(true)
  await visitor.call('deleteProof', { id: presentation_exchange_id })
  await removeUnused()
  expect(await isKept(id)).toBe(false)

  wallet.policies.offers = 'accept'
  wallet.policies.proofRequests = 'accept'
  expect(await isKept(other)).toBe(true)
  await setUsedAt(other, new Date())
  await issue(visitor, connectionId, other)
  const { presentation_exchange_id: proofId } = await visitor.call('requestProof', {
    body: { connection_id: connectionId, proof_request: staffCheck(other) },
  })
  expect(await proofOutcome(visitor, proofId)).toMatchObject({ verified: true })
  await removeUnused()
  expect(await kept()).toEqual(before)
})

it('makes room for a new one when there are as many as are kept, unless all are in use', async () => {
  const before = await kept()
  const [first, second] = [
    await readyDefinition(visitor, badge('First', false)),
    await readyDefinition(visitor, badge('Second', false)),
  ]
  const third = { body: { credential: badge('Third', false) } }
  const refused = await visitor.send('getOrCreateCredDef', third)
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'definitions-full' } } })
  // The content's own count for nothing, and stay.
  await setUsedAt(first, inDays(-2))
  await setUsedAt(second, inDays(-2))
  await issue(visitor, connectionId, first)
  const made = await readyDefinition(visitor, badge('Third', false))
  expect([await isKept(first), await isKept(second), await isKept(made)]).toEqual([true, false, true])
  await removeUnused()
  expect(await kept()).toEqual(before)
})

it.each([
  ['before anything was removed', 'agent_definitions'],
  ['before the note of it was', 'credential_definitions'],
])('is removed to the end after a sudden end that came %s', async (_when, table) => {
  const before = await kept()
  const id = await readyDefinition(visitor, badge('Interrupted'))
  await server.beside((database) => makeFail(database, table, 'delete'))
  await removeUnused()
  expect(await isKept(id)).toBe(false)
  expect((await kept()).definitions).toBe(before.definitions + 1)
  await server.pause()
  await server.beside(letSucceed)
  await server.resume()
  await expect.poll(kept, { timeout: 10_000 }).toEqual(before)
})

it('is registered at the start with the protocol that earlier versions registered it with at its first offer', async () => {
  const id = await readyDefinition(visitor, badge('Earlier', false))
  await server.pause()
  await server.beside((database) => sql`delete from agent_records where type = 'Openid4vcDefinition'`.execute(database))
  await server.resume()
  expect(await server.context.definitions.require(id, 'openid4vc')).toMatchObject({ id })
  await removeUnused()
})

it('goes first when it is asked for again after a sudden end, and is made anew then', async () => {
  const id = await readyDefinition(visitor, badge('Interrupted'))
  const { publishedId } = await server.context.definitions.require(id)
  vi.spyOn(server.context.agents.didcomm, 'forgetDefinition').mockRejectedValueOnce(new Error('No such luck'))
  await removeUnused()
  expect(await isKept(id)).toBe(false)
  expect(await readyDefinition(visitor, badge('Interrupted'))).toBe(id)
  expect((await server.context.definitions.require(id)).publishedId).not.toBe(publishedId)
  const { credential_exchange_id } = await visitor.call('offerCredential', { body: offerOf(connectionId, id) })
  const state = async () => (await visitor.call('getCredential', { id: credential_exchange_id })).state
  await expect.poll(state, { timeout: 20_000 }).toBe('credential_issued')
})
