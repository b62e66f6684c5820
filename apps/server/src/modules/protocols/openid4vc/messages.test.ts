import { openOurWallet } from '@lastmile/e2e/our-wallet'
import {
  claimsOf,
  encryptedAnswer,
  holderKeys,
  post,
  present,
  requestAt,
  SdJwtWallet,
} from '@lastmile/e2e/sd-jwt-wallet'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../test/running-server.ts'
import { proofOutcome, readyDefinition, staffCard, staffCheck } from '../../../../test/showcase.ts'
import type { VisitorClient } from '../../../../test/visitor-client.ts'

let server: TestServer
let visitor: VisitorClient
let definitionId: string

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor, staffCard(), 'openid4vc')
})
afterAll(async () => {
  visitor.disconnect()
  await server.stop()
})

const patience = { timeout: 15_000 }

async function offer(name: string) {
  const credential_proposal = { attributes: staffCard(name).attributes }
  const record = await visitor.call('offerCredential', {
    body: { protocol: 'openid4vc', cred_def_id: definitionId, credential_proposal },
  })
  const id = record.credential_exchange_id
  await visitor.subscribe({ credentialId: id } as never)
  return { id, here: record.invitation_url ?? '', elsewhere: record.other_device }
}

async function ask(name: string, options: Parameters<typeof staffCheck>[1] = {}) {
  const { proof, ...addresses } = await visitor.call('requestProofOutOfBand', {
    body: {
      protocol: 'openid4vc',
      my_label: 'Front Desk',
      proof_request: staffCheck(definitionId, { ...options, name }),
    },
  })
  const id = proof.presentation_exchange_id
  await visitor.subscribe({ proofId: id })
  return { id, ...addresses }
}

const ofCredential = async (id: string) => (await visitor.call('getCredentialMessages', { id })).messages
const ofProof = async (id: string) => (await visitor.call('getProofMessages', { id })).messages

/** The messages so far, in order, each with the state that it reached. */
const passed = async (read: typeof ofProof, id: string) => {
  await server.context.protocolMessages.whenIdle()
  return (await read(id)).map(({ type, state }) => [type.replace(/^openid4v(ci|p)\//, ''), state].join(' '))
}

it('show a whole visit of our wallet in order, live too, and to no other visitor', async () => {
  const wallet = await openOurWallet({
    visit: (url) => void fetch(url, { headers: { cookie: visitor.cookie ?? '' }, redirect: 'manual' }),
  })
  const takes = async (link: string) => {
    const received = await wallet.holder.receive(link)
    if (!('offerId' in received)) throw new Error('It is no offer')
    return received.offerId
  }
  const answers = async (link: string) => {
    const received = await wallet.holder.receive(link)
    if (!('requestId' in received)) throw new Error('It is no request')
    return wallet.holder.answer(received.requestId)
  }
  const here = await offer('Here')
  await wallet.holder.accept(await takes(here.here))
  const issued = ['nonce request_received', 'credential request_received', 'notification credential_issued']
  expect(await passed(ofCredential, here.id)).toEqual([
    'credential-offer offer_sent',
    'token request_received',
    ...issued,
  ])

  const { id, elsewhere } = await offer('Elsewhere')
  await wallet.holder.accept(await takes(elsewhere?.invitation_url ?? ''), elsewhere?.tx_code)
  expect(await passed(ofCredential, id)).toEqual([
    'credential-offer offer_sent',
    'credential-offer-uri offer_sent',
    'token request_received',
    ...issued,
  ])

  const sameDevice = await ask('Here')
  await answers(sameDevice.proofUrl)
  await proofOutcome(visitor, sameDevice.id)
  const asked = ['authorization-request request_sent', 'request-uri-post request_sent']
  expect(await passed(ofProof, sameDevice.id)).toEqual([
    ...asked,
    'authorization-response request_sent',
    'redirect request_sent',
    'accepted verified',
  ])
  const acrossDevices = await ask('Elsewhere')
  await answers(acrossDevices.shortUrl)
  expect(await passed(ofProof, acrossDevices.id)).toEqual([
    ...asked,
    'authorization-response request_sent',
    'accepted verified',
  ])

  // Readable before it is stored: a page that subscribed a moment too late would miss it otherwise.
  const { protocolMessages } = server.context
  const [first] = await ofCredential(here.id)
  if (!first) throw new Error('There is no message')
  protocolMessages.record({ ...first, id: 'just now', credentialId: here.id, threadId: here.id })
  expect((await ofCredential(here.id)).at(-1)?.id).toBe('just now')
  await protocolMessages.whenIdle()

  const sent = visitor.protocolMessages.filter((message) => message.credential_exchange_id === here.id)
  expect(sent.map(({ type }) => type)).toContain('openid4vci/notification')
  const stranger = server.visitor()
  await stranger.call('getWallets')
  expect((await stranger.send('getCredentialMessages', { id: here.id })).status).toBe(404)
  expect((await stranger.send('getProofMessages', { id: acrossDevices.id })).status).toBe(404)

  await visitor.send('deleteCredential', { id })
  expect((await visitor.send('getCredentialMessages', { id })).status).toBe(404)
  expect(await ofCredential(here.id)).not.toEqual([])
  const { protocolMessages: rows } = await server.rowCounts()
  expect(rows).toBe(
    (await Promise.all([ofCredential(here.id), ofProof(sameDevice.id), ofProof(acrossDevices.id)])).flat().length,
  )
  stranger.disconnect()
  await wallet.holder.close()
})

it('hold no value, code, token, nonce, proof or key of a whole issuance and presentation', async () => {
  const [key] = await holderKeys()
  if (!key) throw new Error('No key')
  const value = 'Canary Okonkwo'
  const offered = await offer(value)
  const here = new SdJwtWallet(offered.here)
  const wallet = await SdJwtWallet.byReference(offered.elsewhere?.invitation_url ?? '')
  const txCode = offered.elsewhere?.tx_code ?? ''
  const dpop = await wallet.dpop(key, '/openid4vc/token')
  const tokenAnswer = await wallet.token(wallet.code, { dpop }, txCode)
  const { access_token: token } = (await tokenAnswer.json()) as { access_token: string }
  const nonce = await wallet.nonce()
  const proofs = await wallet.proofs(nonce, [key])
  const credentialDpop = await wallet.dpop(key, '/openid4vc/credential', token)
  const credentialAnswer = await wallet.post(
    '/openid4vc/credential',
    { credential_configuration_id: wallet.offer.credential_configuration_ids[0], proofs: { jwt: proofs } },
    { authorization: `DPoP ${token}`, dpop: credentialDpop },
  )
  const { credentials, notification_id: notificationId } = (await credentialAnswer.json()) as {
    credentials: { credential: string }[]
    notification_id: string
  }
  const credential = credentials[0]?.credential ?? ''
  const notificationDpop = await wallet.dpop(key, '/openid4vc/notification', token)
  await wallet.post(
    '/openid4vc/notification',
    { notification_id: notificationId, event: 'credential_accepted', event_description: `Thanks from ${value}` },
    { authorization: `DPoP ${token}`, dpop: notificationDpop },
  )

  const asked = await ask('Secrets')
  const walletNonce = 'nonce of the wallet of Canary'
  const reference = new URL(asked.proofUrl).searchParams.get('request_uri') ?? ''
  const requestObject = await (await post(reference, new URLSearchParams({ wallet_nonce: walletNonce }))).text()
  const request = claimsOf(requestObject)
  const presentation = await present(request, { credential, key })
  const answer = { vp_token: { credential_1: [presentation] }, state: request.state }
  const encrypted = await encryptedAnswer(request, answer)
  const { redirect_uri: back } = (await (await post(request.response_uri, encrypted)).json()) as {
    redirect_uri: string
  }
  await fetch(back, { headers: { cookie: visitor.cookie ?? '' }, redirect: 'manual' })
  expect((await proofOutcome(visitor, asked.id)).verified).toBe(true)
  await post(request.response_uri, new URLSearchParams({ error: 'Canary', error_description: 'Canary' }))
  const declined = await ask('Declined secrets')
  const uri = claimsOf(await requestAt(declined.shortUrl)).response_uri
  await post(uri, new URLSearchParams({ error: 'Canary', error_description: 'Canary', state: 'Canary' }))

  await server.context.protocolMessages.whenIdle()
  const messages = [...(await ofCredential(offered.id)), ...(await ofProof(asked.id)), ...(await ofProof(declined.id))]
  expect(messages.map(({ type }) => type.replace(/^openid4v(ci|p)\//, ''))).toEqual([
    'credential-offer',
    'credential-offer-uri',
    'token',
    'nonce',
    'credential',
    'notification',
    'authorization-request',
    'request-uri-post',
    'authorization-response',
    'redirect',
    'accepted',
    'authorization-request',
    'request-uri',
    'error-response',
    'ended',
  ])
  // Names, sizes and fixed words are there.
  const shown = JSON.stringify(messages)
  for (const harmless of ['"name":"date_of_expiry"', '"path":["name"]', 'credential_accepted', 'DPoP', 'Front Desk'])
    expect(shown).toContain(harmless)
  const parts = [credential, presentation].flatMap((text) => text.split(/[~.]/)).filter((part) => part !== '')
  const salts = credential
    .split('~')
    .slice(1, -1)
    .map((each) => JSON.parse(Buffer.from(each, 'base64url').toString())[0] as string)
  const { x, y } = key.publicJwk
  const secrets = [
    ...['Canary', 'Okonkwo', '2030-01-01', txCode, here.code, wallet.code, token, nonce, notificationId],
    ...[dpop, credentialDpop, notificationDpop, ...proofs].flatMap((jwt) => jwt.split('.')),
    ...[...parts, ...salts, x, y, requestObject, request.nonce, request.state, request.client_id, walletNonce],
    ...[encrypted.get('response'), back.split('/').at(-1), reference.split('/').at(-1), decodeJwt(credential).sub],
    ...request.client_metadata.jwks.keys.flatMap((jwk) => [jwk.x, jwk.y]),
  ]
  for (const secret of secrets) if (secret) expect(shown.includes(secret), secret).toBe(false)
  expect(shown.replaceAll(definitionId, '')).not.toMatch(/[\w+/=.-]{60,}/)
  const stored = await server.everythingStored()
  for (const secret of ['Okonkwo', here.code, wallet.code, token, notificationId])
    expect(stored.includes(secret), secret).toBe(false)
})

it('say what was refused and how it ended, a few times each and no more', async () => {
  const { id, elsewhere } = await offer('Refused')
  const reference = new URL(elsewhere?.invitation_url ?? '').searchParams.get('credential_offer_uri') ?? ''
  await Promise.all(Array.from({ length: 20 }, () => fetch(reference)))
  const wallet = await SdJwtWallet.byReference(elsewhere?.invitation_url ?? '')
  const wrong = elsewhere?.tx_code === '000000' ? '000001' : '000000'
  await wallet.token('unknown')
  for (const _ of Array(3)) await wallet.token(wallet.code, {}, wrong)
  expect(await passed(ofCredential, id)).toEqual([
    'credential-offer offer_sent',
    ...Array(5).fill('credential-offer-uri offer_sent'),
    ...Array(2).fill('token-error offer_sent'),
    'token-error abandoned',
  ])

  const silent = await offer('Silent')
  const quiet = new SdJwtWallet(silent.here)
  const token = await quiet.accessToken()
  const keys = await holderKeys(2)
  expect((await quiet.credential(token, await quiet.proofs('no nonce of ours', keys))).status).toBe(400)
  await quiet.credential(token, await quiet.proofs(await quiet.nonce(), keys))
  await quiet.notify(token, 'another id')
  await expect
    .poll(() => passed(ofCredential, silent.id), patience)
    .toEqual([
      'credential-offer offer_sent',
      'token request_received',
      'credential-error request_received',
      'nonce request_received',
      'credential request_received',
      'notification-error request_received',
      'no-notification credential_issued',
    ])
  const proof = expect.stringMatching(/^… \(encoded data, \d+ characters\)$/)
  expect((await ofCredential(silent.id))[4]?.message).toMatchObject({ request: { proofs: { jwt: [proof, proof] } } })

  const asked = await ask('Refused')
  const { response_uri: uri } = claimsOf(await requestAt(asked.shortUrl))
  for (const _ of Array(9)) await post(uri, new URLSearchParams({ response: 'a.b.c.d.e' }))
  await post(uri, new URLSearchParams({ error: 'access_denied' }))
  await post(uri, new URLSearchParams({ error: 'access_denied' }))
  expect(await passed(ofProof, asked.id)).toEqual([
    'authorization-request request_sent',
    'request-uri request_sent',
    ...Array(5).fill('authorization-response-error request_sent'),
    'error-response request_sent',
    'ended abandoned',
  ])
})
