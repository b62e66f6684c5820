import { X509Certificate } from 'node:crypto'
import { SDJwtInstance } from '@sd-jwt/core'
import { compactVerify, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../test/running-server.ts'
import { holderKeys, SdJwtWallet } from '../../../../test/sd-jwt-wallet.ts'
import { readyDefinition, staffCard } from '../../../../test/showcase.ts'
import type { VisitorClient } from '../../../../test/visitor-client.ts'

let server: TestServer
let visitor: VisitorClient
let definitionId: string

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor)
})
afterAll(async () => {
  visitor.disconnect()
  await server.stop()
})

const offer = async (name = 'Bola') => {
  const record = await visitor.call('offerCredential', {
    body: {
      protocol: 'openid4vc',
      cred_def_id: definitionId,
      credential_proposal: { attributes: staffCard(name).attributes },
    },
  })
  return { id: record.credential_exchange_id, record, wallet: new SdJwtWallet(record.invitation_url ?? '') }
}

const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: string }
  return `${response.status} ${error}`
}

interface Credentials {
  credentials: { credential: string }[]
  notification_id: string
}

const eightTimes = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 8 }, work))

it('issues what was offered to the wallet that takes the invitation', async () => {
  const { id, record, wallet } = await offer()
  expect(record).toMatchObject({ state: 'offer_sent', connection_id: null, credential_definition_id: definitionId })
  await visitor.subscribe({ credentialId: id } as never)

  const accessToken = await wallet.accessToken()
  expect((await visitor.call('getCredential', { id })).state).toBe('request_received')
  const [key] = await holderKeys()
  if (!key) throw new Error('No key')
  const response = await wallet.credential(accessToken, await wallet.proofs(await wallet.nonce(), [key]))
  expect(response.status).toBe(200)
  const { credentials, notification_id: notificationId } = (await response.json()) as Credentials
  const credential = credentials[0]?.credential ?? ''

  const { x5c = [], typ } = decodeProtectedHeader(credential.split('~')[0] ?? '')
  expect(typ).toBe('dc+sd-jwt')
  const root = new X509Certificate(await (await fetch(`${server.url}/openid4vc/root.pem`)).text())
  const signer = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
  expect([x5c.length, signer.verify(root.publicKey), signer.checkIssued(root)]).toEqual([1, true, true])
  expect(signer.subjectAltName).toBe(`DNS:localhost, URI:${server.url}`)
  await compactVerify(credential.split('~')[0] ?? '', signer.publicKey)

  const hasher = async (data: string | ArrayBuffer) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.from(data as string)))
  const claims = (await new SDJwtInstance({ hasher, hashAlg: 'sha-256' }).getClaims(credential)) as Record<
    string,
    unknown
  >
  const { iat, exp, vct, ...rest } = claims
  const { kid: _, ...jwk } = key.publicJwk
  expect(rest).toEqual({ iss: server.url, cnf: { jwk }, name: 'Bola', expiry_date: '20300101' })
  expect([Number(iat) % 86_400, (Number(exp) - Number(iat)) / 86_400]).toEqual([0, 365])
  expect(await (await fetch(String(vct))).json()).toMatchObject({ vct, name: 'Staff Card' })

  expect((await wallet.notify(accessToken, notificationId)).status).toBe(204)
  await expect.poll(async () => (await visitor.call('getCredential', { id })).state).toBe('credential_issued')
  await expect.poll(() => server.context.agents.openid4vc.getCredential(id)).toBeUndefined()
})

it('gives the same offer for the same request, and another for another', async () => {
  const [one, same, other] = [await offer('Ada'), await offer('Ada'), await offer('Eze')]
  expect(same.record).toEqual(one.record)
  expect(other.id).not.toBe(one.id)
})

it('describes itself as wallets read it', async () => {
  const metadata = await (await fetch(`${server.url}/.well-known/openid-credential-issuer`)).json()
  const { wallet } = await offer()
  const [configuration = ''] = wallet.offer.credential_configuration_ids
  expect(metadata).toMatchObject({
    credential_issuer: server.url,
    credential_configurations_supported: { [configuration]: { format: 'dc+sd-jwt' } },
  })
})

describe('one effect', () => {
  it('of eight equal codes: one token', async () => {
    const { wallet } = await offer('Eight')
    const answers = await eightTimes(() => wallet.token())
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(7).fill(400)])
    expect(await errorOf(await wallet.token())).toBe('400 invalid_grant')
  })

  it('of eight equal requests: one answer', async () => {
    const { wallet } = await offer('Requests')
    const accessToken = await wallet.accessToken()
    const proofs = await wallet.proofs(await wallet.nonce(), await holderKeys())
    const answers = await eightTimes(() => wallet.credential(accessToken, proofs))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await errorOf(await wallet.credential(accessToken, proofs))).toBe('400 invalid_nonce')
  })
})

describe('refuses', () => {
  it.each<[string, (wallet: SdJwtWallet, token: string) => Promise<Response>]>([
    ['400 invalid_grant', (wallet) => wallet.token('another')],
    ['401 invalid_token', async (wallet) => wallet.credential('another', ['x'])],
    ['400 invalid_proof', (wallet, token) => wallet.credential(token, ['no proof'])],
    [
      '400 invalid_nonce',
      async (wallet, token) => wallet.credential(token, await wallet.proofs('mine', await holderKeys())),
    ],
    [
      '400 invalid_proof',
      async (wallet, token) =>
        wallet.credential(
          token,
          await wallet.proofs(await wallet.nonce(), await holderKeys(), 'https://other.example'),
        ),
    ],
    ['400 invalid_credential_request', (wallet, token) => wallet.credential(token, [])],
    ['400 unknown_credential_configuration', (wallet, token) => wallet.credential(token, ['x'], 'another')],
    ['400 invalid_notification_id', (wallet, token) => wallet.notify(token, 'another')],
  ])('%s', async (expected, ask) => {
    const { wallet } = await offer(`Refused ${Math.random()}`)
    expect(await errorOf(await ask(wallet, await wallet.accessToken()))).toBe(expected)
  })

  it('a batch with one key twice', async () => {
    const { wallet } = await offer('Twice')
    const accessToken = await wallet.accessToken()
    const [key] = await holderKeys()
    if (!key) throw new Error('No key')
    const proofs = await wallet.proofs(await wallet.nonce(), [key, key])
    expect(await errorOf(await wallet.credential(accessToken, proofs))).toBe('400 invalid_proof')
  })

  it('a connection beside the protocol, and neither', async () => {
    const credential_proposal = { attributes: staffCard().attributes }
    for (const body of [
      { cred_def_id: definitionId, credential_proposal },
      { connection_id: 'some', protocol: 'openid4vc' as const, cred_def_id: definitionId, credential_proposal },
    ])
      expect((await visitor.send('offerCredential', { body })).body.error.code).toBe('field-not-valid')
  })
})
