import { holderKeys, SdJwtWallet } from '@lastmile/e2e/sd-jwt-wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../test/running-server.ts'
import { readyDefinition, staffCard, staffCheck } from '../../../../test/showcase.ts'
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

const origin = 'https://wallet.example'
const wanted = ['authorization', 'content-type', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop']

/** The headers that let a page of another origin, without cookies, read an answer. */
const openness = ({ headers }: Response) => ({
  origin: headers.get('access-control-allow-origin'),
  credentials: headers.get('access-control-allow-credentials'),
  cookies: headers.getSetCookie(),
  resource: headers.get('cross-origin-resource-policy'),
})
const openToAll = { origin: '*', credentials: null, cookies: [], resource: 'cross-origin' }

it.each([
  ['GET', '/.well-known/openid-credential-issuer/openid4vc/issuers/some'],
  ['GET', '/openid4vc/issuers/some/.well-known/openid-credential-issuer'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/openid4vc/offers/some'],
  ['GET', '/openid4vc/types/some'],
  ['GET', '/openid4vc/status-lists/some'],
  ['GET', '/openid4vc/root.pem'],
  ['GET', '/openid4vc/requests/some'],
  ['POST', '/openid4vc/requests/some'],
  ['POST', '/openid4vc/answers/some'],
  ['POST', '/openid4vc/token'],
  ['POST', '/openid4vc/nonce'],
  ['POST', '/openid4vc/credential'],
  ['POST', '/openid4vc/notification'],
  ['GET', '/.well-known/openid-configuration'],
  ['GET', '/.well-known/openid-credential-issuer/unknown/path'],
  ['GET', '/openid4vc/unknown'],
  ['POST', '/openid4vc/unknown'],
])('lets wallets of other origins %s %s', async (method, path) => {
  const cookie = visitor.cookie ?? ''
  const preflight = await fetch(server.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      cookie,
      'access-control-request-method': method,
      'access-control-request-headers': wanted.join(),
    },
  })
  expect([preflight.status, openness(preflight)]).toEqual([204, openToAll])
  const listed = (name: string) => preflight.headers.get(name)?.toLowerCase().split(', ')
  expect(listed('access-control-allow-methods')).toContain(method.toLowerCase())
  expect(listed('access-control-allow-headers')).toEqual(expect.arrayContaining(wanted))
  // Found or not, refused or not, the wallet may read the answer.
  expect(openness(await fetch(server.url + path, { method, headers: { origin } }))).toEqual(openToAll)
})

it('answers who tries an address below these without a page', async () => {
  for (const path of ['/.well-known/jwt-vc-issuer/openid4vc', '/.well-known/openid-credential-issuer', '/openid4vc/x'])
    for (const method of ['GET', 'POST']) {
      const response = await fetch(server.url + path, { method, headers: { accept: 'text/html' } })
      expect([response.status, await response.json()]).toMatchObject([404, { error: 'invalid_request' }])
    }
})

it('reads no form of thousands of fields', async () => {
  const body = new URLSearchParams(Array.from({ length: 51 }, (_, index): [string, string] => [`f${index}`, '']))
  for (const path of ['token', 'answers/some', 'requests/some'])
    expect((await fetch(`${server.url}/openid4vc/${path}`, { method: 'POST', body })).status).toBe(413)
})

it('serves a wallet that attests itself', async () => {
  const { attributes } = staffCard()
  const { invitation_url: link = '' } = await visitor.call('offerCredential', {
    body: { protocol: 'openid4vc', cred_def_id: definitionId, credential_proposal: { attributes } },
  })
  const wallet = new SdJwtWallet(link)
  const attested = { origin, 'oauth-client-attestation': 'a.b.c', 'oauth-client-attestation-pop': 'a.b.c' }
  const answer = await wallet.token(wallet.code, attested)
  expect([answer.status, openness(answer)]).toEqual([200, openToAll])
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const credential = await wallet.credential(token, await wallet.proofs(await wallet.nonce(), await holderKeys()))
  expect([credential.status, openness(credential)]).toEqual([200, openToAll])
})

it('lets no page of another origin call what belongs to a visitor', async () => {
  const preflight = await fetch(`${server.url}/demo/credentials/offerCredential`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  expect(openness(preflight)).toMatchObject({ origin: null, credentials: null })
  const { shortUrl } = await visitor.call('requestProofOutOfBand', {
    body: { protocol: 'openid4vc', proof_request: staffCheck(definitionId) },
  })
  const request = await fetch(new URL(shortUrl).searchParams.get('request_uri') ?? '', { headers: { origin } })
  expect([request.status, openness(request)]).toEqual([200, openToAll])
})
