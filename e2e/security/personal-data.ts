import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiRoutes } from '@lastmile/contracts'
import { checkOf, preparedDefinition } from '../cluster/whole-visit.ts'
import { createVisitor, type Visitor } from '../interop/product-server.ts'
import { contains, writingsOf } from '../network-log.ts'
import { everythingIn, type Postgres, startPostgres } from '../postgres.ts'
import { claimsOf, holderKeys, post, requestAt, SdJwtWallet } from '../sd-jwt-wallet.ts'
import { type ProductServer, startServer } from '../server.ts'
import { openWillingWallet, type WillingWallet } from '../willing-wallet.ts'
import type { Outcome } from './outcome.ts'
import { until } from './real-things.ts'

const content = fileURLToPath(new URL('../../apps/server/test/content', import.meta.url))

/** Unique values: finding one means that it was stored or sent. */
const canaries = {
  attribute: 'Canary-Okonkwo-4711',
  openid4vcAttribute: 'Canary-Adeyemi-4722',
  walletLabel: 'Canary-phone-4712',
  refusedAttribute: 'Canary-refused-4713',
  refusedField: 'Canary-field-4714',
  brokenBody: 'Canary-broken-4715',
  walletWords: 'Canary-words-4721',
  address: 'Canary-address-4716',
  invitationLabel: 'Canary-office-4717',
  contactName: 'Canary-name-4718',
  contactEmail: 'canary-4719@example.org',
  contactMessage: 'Canary-message-4720',
}
/**
 * The team's to read, until it is mailed and for thirty days at most; and what every wallet is shown of an invitation.
 */
const meantToBeKept = ['contactName', 'contactEmail', 'contactMessage', 'invitationLabel']

/**
 * A visitor says canaries wherever something can be said; then they are searched for in all that the server has printed
 * and kept.
 */
export const personalDataInSqlite = () => personalData()

export async function personalDataInPostgres(): Promise<Outcome> {
  const postgres = await startPostgres().catch((error: Error) => error)
  if (postgres instanceof Error) return { status: 'not checked', figure: postgres.message }
  return personalData(postgres).finally(() => postgres.discard())
}

async function personalData(postgres?: Postgres): Promise<Outcome> {
  const server = await startServer({
    settings: {
      CONTENT_DIR: content,
      ALLOW_PRIVATE_WALLETS: 'true',
      // All that it can be made to say.
      LOG_LEVEL: 'trace',
      ...(postgres && { DATABASE_URL: postgres.url, STORE_KEY: 'the same for all nodes' }),
    },
  })
  const visitor = createVisitor(server.origin)
  const wallet = await openWillingWallet({
    label: canaries.walletLabel,
    visit: (url) => void fetch(url, { headers: { cookie: visitor.cookie }, redirect: 'manual' }),
  })
  try {
    const forgets = [await visit(server, visitor, wallet), await visitByOpenid4vc(server, visitor, wallet)]
    const during = await look(server, postgres)
    for (const forget of forgets) await forget()
    await wallet.close()
    await server.stop()
    const after = await look(server, postgres)
    const found = [...during.found, ...after.found]
    return {
      status: found.length === 0 ? 'passed' : 'failed',
      figure: `${Object.keys(canaries).length} values in ${Math.round((during.bytes + after.bytes) / 1e6)} MB of log, database and files: ${found.length} found`,
      details: found.join('\n') || undefined,
    }
  } finally {
    await server.discard()
  }
}

/** @returns how the visitor has everything forgotten */
async function visit({ origin }: ProductServer, visitor: Visitor, wallet: WillingWallet) {
  const cred_def_id = await preparedDefinition(origin)
  const attributes = (value: string, name = 'name') => [
    { name, value },
    { name: 'expiry_date', value: '20300101' },
  ]
  const { connection_id, invi_msg_id, invitation_url } = await visitor.call('createInvite', {
    body: { my_label: canaries.invitationLabel },
  })
  await wallet.receive(invitation_url)
  await until('active', () => visitor.call('getConnectionByInvitation', { id: invi_msg_id }))
  const offer = () =>
    visitor.call('offerCredential', {
      body: { connection_id, cred_def_id, credential_proposal: { attributes: attributes(canaries.attribute) } },
    })
  const proof_request = {
    name: 'Check',
    requested_attributes: { card: { names: ['name'], restrictions: [{ cred_def_id }] } },
  }
  const ask = () => visitor.call('requestProof', { body: { connection_id, proof_request } })
  const issued = await offer()
  await until('credential_issued', () => visitor.call('getCredential', { id: issued.credential_exchange_id }))
  const shown = await ask()
  await until('verified', () => visitor.call('getProof', { id: shown.presentation_exchange_id }))
  const { proof: scanned, proofUrl } = await visitor.call('requestProofOutOfBand', { body: { proof_request } })
  await wallet.receive(proofUrl)
  await until('verified', () => visitor.call('getProof', { id: scanned.presentation_exchange_id }))
  // And one of each that stays open.
  wallet.policies = { offers: 'silent', proofRequests: 'silent' }
  const open = await offer()
  const asked = await ask()

  await refused(origin, apiRoutes.offerCredential.path, {
    connection_id,
    cred_def_id,
    credential_proposal: { attributes: attributes(canaries.refusedAttribute, canaries.refusedField) },
  })
  await refused(origin, apiRoutes.createInvite.path, { my_label: 'x', goal_code: canaries.refusedField })
  await refused(origin, apiRoutes.createInvite.path, `{"my_label":"${canaries.brokenBody}`)
  await refused(origin, apiRoutes.trackAnalytics.path, { events: [{ type: canaries.refusedField }] })
  await refused(origin, `/demo/nowhere/${canaries.address}?${canaries.address}=1`, {})
  await fetch(`${origin}/demo/proofs/${canaries.address}?${canaries.address}=1`)
  await visitor.call('sendEmail', {
    body: {
      name: canaries.contactName,
      email: canaries.contactEmail,
      subject: 'Other',
      message: canaries.contactMessage,
    },
  })
  return async () => {
    for (const { credential_exchange_id: id } of [issued, open]) await visitor.call('deleteCredential', { id })
    for (const { presentation_exchange_id: id } of [shown, scanned, asked]) await visitor.call('deleteProof', { id })
  }
}

/** The same by OpenID4VC, with a return on the same device. @returns how the visitor has everything forgotten */
async function visitByOpenid4vc({ origin }: ProductServer, visitor: Visitor, wallet: WillingWallet) {
  const cred_def_id = await preparedDefinition(origin, 'openid4vc')
  /** @param expiry_date another for each, because the same request again is the same offer */
  const offer = async (expiry_date: string) => {
    const attributes = [
      { name: 'name', value: canaries.openid4vcAttribute },
      { name: 'expiry_date', value: expiry_date },
    ]
    const record = await visitor.call('offerCredential', {
      body: { protocol: 'openid4vc', cred_def_id, credential_proposal: { attributes } },
    })
    return { id: record.credential_exchange_id, link: record.invitation_url ?? '' }
  }
  const ask = async () => {
    const { proof, ...links } = await visitor.call('requestProofOutOfBand', {
      body: { protocol: 'openid4vc', my_label: canaries.invitationLabel, proof_request: checkOf(cred_def_id) },
    })
    return { id: proof.presentation_exchange_id, ...links }
  }
  wallet.policies = { offers: 'accept', proofRequests: 'accept' }
  const issued = await offer('20300101')
  await wallet.receive(issued.link)
  await until('credential_issued', () => visitor.call('getCredential', issued))
  const here = await ask()
  await wallet.receive(here.proofUrl)
  await until('verified', () => visitor.call('getProof', here))
  const scanned = await ask()
  await wallet.receive(scanned.shortUrl)
  await until('verified', () => visitor.call('getProof', scanned))

  const declined = await ask()
  const { response_uri, state } = claimsOf(await requestAt(declined.shortUrl))
  const words = { error: 'access_denied', error_description: canaries.walletWords, state }
  await post(response_uri, new URLSearchParams(words))
  await until('abandoned', () => visitor.call('getProof', declined))
  const unkept = await offer('20310101')
  const other = new SdJwtWallet(unkept.link)
  const token = await other.accessToken()
  const answer = await other.credential(token, await other.proofs(await other.nonce(), await holderKeys()))
  const { notification_id } = (await answer.json()) as { notification_id: string }
  const unsound = { notification_id, event: 'credential_failure', event_description: canaries.walletWords }
  await other.post('/openid4vc/notification', unsound, { authorization: `Bearer ${token}` })
  await until('abandoned', () => visitor.call('getCredential', unkept))

  wallet.policies = { offers: 'silent', proofRequests: 'silent' }
  const open = await offer('20320101')
  await wallet.receive(open.link)
  const unanswered = await ask()
  await wallet.receive(unanswered.shortUrl)

  await refused(origin, '/openid4vc/token', { grant_type: canaries.refusedField })
  await refused(origin, '/openid4vc/credential', `{"proofs":"${canaries.brokenBody}`)
  await refused(origin, `/openid4vc/answers/${canaries.address}`, { state: canaries.refusedField })
  for (const path of ['offers', 'requests', 'returns'])
    await fetch(`${origin}/openid4vc/${path}/${canaries.address}?${canaries.address}=1`)
  return async () => {
    for (const { id } of [issued, unkept, open]) await visitor.call('deleteCredential', { id })
    for (const { id } of [here, scanned, declined, unanswered]) await visitor.call('deleteProof', { id })
  }
}

async function refused(origin: string, path: string, body: object | string) {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  if (answer.status < 400 || answer.status > 499) throw new Error(`${path} answered ${answer.status}`)
}

/** Searches everything, written as it is, in Base64 or in hex. */
async function look(server: ProductServer, postgres?: Postgres): Promise<{ found: string[]; bytes: number }> {
  const log = { path: 'the log', bytes: Buffer.from(server.output) }
  const kept = [
    ...(await filesIn(server.dataDir)),
    ...(postgres ? await filesIn(postgres.folder) : []),
    ...(postgres ? [{ path: 'the dump', bytes: Buffer.from(await everythingIn(postgres.url)) }] : []),
  ]
  const found = Object.entries(canaries).flatMap(([name, value]) => {
    const written = writingsOf(Buffer.from(value))
    const isMeant = meantToBeKept.includes(name)
    const places = kept.filter((each) => contains(each, written)).map(({ path }) => path)
    // Where nothing is found of these, the search is at the wrong place.
    if (isMeant && places.length === 0) return [`${name} was to be found and is not`]
    return [...(contains(log, written) ? [log.path] : []), ...(isMeant ? [] : places)].map((at) => `${name} in ${at}`)
  })
  if (!server.output.includes('/demo/credentials/offerCredential')) found.push('the log names no call')
  return { found, bytes: [log, ...kept].reduce((sum, { bytes }) => sum + bytes.length, 0) }
}

async function filesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })))
}
