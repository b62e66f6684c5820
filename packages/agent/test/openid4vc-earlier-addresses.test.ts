import {
  claimsOf,
  encryptedAnswer,
  type HolderKeyPair,
  holderKeys,
  present,
  SdJwtWallet,
} from '@lastmile/e2e/sd-jwt-wallet'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { Encryption } from '../src/core/encryption/encryption.ts'
import { Events } from '../src/core/events.ts'
import { Records } from '../src/core/records.ts'
import { createOpenid4vcAgent, type Openid4vcAgent } from '../src/openid4vc/index.ts'
import { definitions as definitionKind } from '../src/openid4vc/store/definition.ts'
import { issuances as issuanceKind } from '../src/openid4vc/store/issuance.ts'
import { memoryStorage } from './memory-storage.ts'

const publicUrl = 'https://site.example'
const key = 'lmds:2.0:0123456789abcdef:Größe “XL”'
const definition = { key, name: 'Größe “XL”', version: '2.0', attributeNames: ['name'], revocable: true }
const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const logger = { info() {}, warn() {}, error() {} }
const options = { publicUrl, dataDir: '', storeKey: new Uint8Array(32), logger }

const offered = async (agent: Openid4vcAgent) => {
  const offer = { definitionKey: key, attributes: [{ name: 'name', value: 'Bola' }] }
  const snapshot = await agent.offerByInvitation(offer)
  return { ...snapshot, wallet: await walletFor(agent, snapshot.credentialId) }
}
const walletFor = async (agent: Openid4vcAgent, id: string) =>
  new SdJwtWallet((await agent.offerInvitation(id))?.invitationUrl ?? '')

/** Takes credentials with a token of this answer. */
async function batchOf(agent: Openid4vcAgent, wallet: SdJwtWallet, bearer: HolderKeyPair, answer: Token) {
  const [holder] = await holderKeys()
  if (!holder) throw new Error('No key')
  const dpop = await wallet.dpop(bearer, '/openid4vc/credential', answer.access_token)
  const proofs = { jwt: await wallet.proofs(agent.issuing.nonce().c_nonce, [holder]) }
  const request = { credential_configuration_id: wallet.offer.credential_configuration_ids[0], proofs }
  const given = await agent.issuing.credential({ scheme: 'DPoP', accessToken: answer.access_token, dpop }, request)
  if (typeof given === 'string') throw new Error('It is encrypted')
  return { credential: given.credentials[0]?.credential ?? '', key: holder, notificationId: given.notification_id }
}
type Token = { access_token: string; refresh_token?: string | undefined }

test('an offer, a card and further copies of it keep the addresses that an earlier version gave them', async () => {
  const storage = memoryStorage()
  const events = new Events(storage.events, logger)
  const start = async () => {
    const agent = createOpenid4vcAgent(options, storage, events)
    await agent.start()
    return agent
  }
  const before = await start()
  await before.registerCredentialDefinition(definition)
  const { credentialId: id } = await offered(before)
  await before.stop()
  // As they were stored before there were slugs.
  const stores = { rows: storage.records, encryption: new Encryption(options.storeKey), events }
  const definitions = new Records(stores, { ...definitionKind, tagsOf: () => ({ kind: 'definition' }) })
  const issuances = new Records(stores, issuanceKind)
  const [kind, issuance] = [await definitions.read(key), await issuances.read(id)]
  if (!kind || !issuance) throw new Error('It is not stored')
  await definitions.change(kind, { ...kind.value, slugs: [] })
  await issuances.change(issuance, { ...issuance.value, slug: undefined })

  const agent = await start()
  await agent.registerCredentialDefinition({ ...definition, issuerName: 'Tailor' })
  const wallet = await walletFor(agent, id)
  expect(wallet.issuer).toBe(`${publicUrl}/openid4vc/issuers/${key}`)
  const vct = `${publicUrl}/openid4vc/types/${key}`
  expect(await agent.issuing.issuerMetadata(key)).toMatchObject({
    credential_issuer: wallet.issuer,
    credential_configurations_supported: { [key]: { vct } },
  })
  expect(await agent.published.credentialType(key)).toMatchObject({ vct })

  const [bearer] = await holderKeys()
  if (!bearer) throw new Error('No key')
  const proof = () => wallet.dpop(bearer, '/openid4vc/token')
  const first = await agent.issuing.token({ grant_type: grant, 'pre-authorized_code': wallet.code }, await proof())
  const held = await batchOf(agent, wallet, bearer, first)
  expect(decodeJwt(held.credential.split('~')[0] ?? '').vct).toBe(vct)
  const authorization = {
    scheme: 'DPoP' as const,
    accessToken: first.access_token,
    dpop: await wallet.dpop(bearer, '/openid4vc/notification', first.access_token),
  }
  await agent.issuing.notify(authorization, {
    notification_id: held.notificationId ?? '',
    event: 'credential_accepted',
  })
  const refresh = async () =>
    agent.issuing.token({ grant_type: 'refresh_token', refresh_token: first.refresh_token }, await proof())
  const copy = await batchOf(agent, wallet, bearer, await refresh())
  expect(decodeJwt(copy.credential.split('~')[0] ?? '').vct).toBe(vct)

  const source = { of: [{ definitionKey: key }], unrevoked: true }
  const question = { title: 'Check', version: '1.0', prove: {}, show: { card: { attributes: ['name'], ...source } } }
  const verdictOn = async ({ credential, key: holder }: typeof held) => {
    const { proofId } = await agent.askByInvitation(question, { label: 'Site', purpose: 'verify' })
    const { acrossDevices } = (await agent.proofInvitation(proofId)) ?? {}
    const at = new URL(acrossDevices?.invitationUrl ?? '').searchParams.get('request_uri')?.split('/').at(-1) ?? ''
    const request = claimsOf((await agent.verifying.request(at)) ?? '')
    const shown = await present(request, { credential, key: holder })
    const answer = await encryptedAnswer(request, { vp_token: { credential_1: [shown] }, state: request.state })
    await agent.verifying.answer(at, Object.fromEntries(answer))
    const { state, refusal } = (await agent.getProof(proofId)) ?? {}
    return [state, refusal]
  }
  expect([await verdictOn(held), await verdictOn(copy)]).toEqual(Array(2).fill(['verified', undefined]))

  // One that is offered now has the new addresses, and both are asked for by one question.
  const { wallet: other } = await offered(agent)
  const next = await batchOf(
    agent,
    other,
    bearer,
    await agent.issuing.token({ grant_type: grant, 'pre-authorized_code': other.code }, await proof()),
  )
  expect(decodeJwt(next.credential.split('~')[0] ?? '').vct).toMatch(/\/openid4vc\/types\/[\w-]{22}$/)
  expect(await verdictOn(next)).toEqual(['verified', undefined])

  const { status } = (await agent.getCredential(id)) ?? {}
  if (!status) throw new Error('It has no status')
  await agent.revoke(status, { publish: true })
  expect([await verdictOn(held), await verdictOn(copy)]).toEqual(Array(2).fill(['abandoned', 'revoked']))
  expect(await verdictOn(next)).toEqual(['verified', undefined])
  await expect(refresh()).rejects.toMatchObject({ code: 'invalid_grant' })
  await agent.stop()
})
