import { createHash, X509Certificate } from 'node:crypto'
import { openid4vpChecks } from '@lastmile/agent/test/checks'
import type { SocketMessage } from '@lastmile/contracts'
import { openid4vpChecks as inOrder } from '@lastmile/contracts/verifier-checks'
import {
  claimsOf,
  encryptedAnswer,
  type Held,
  holderKeys,
  post,
  present,
  type RequestClaims,
  requestAt,
  SdJwtWallet,
  type Twist,
} from '@lastmile/e2e/sd-jwt-wallet'
import { issueSdJwtVc } from '@lastmile/formats/issued-sd-jwt'
import { checks as sdJwtChecks } from '@lastmile/formats/sd-jwt'
import {
  base64url,
  CompactEncrypt,
  calculateJwkThumbprint,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  importJWK,
  SignJWT,
} from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CertificateAuthority } from '../../../../test/certificates.ts'
import { TestServer } from '../../../../test/running-server.ts'
import { proofOutcome, readyDefinition, staffCard, staffCheck } from '../../../../test/showcase.ts'
import type { VisitorClient } from '../../../../test/visitor-client.ts'

let server: TestServer
let visitor: VisitorClient
let definitionId: string
let held: Held
/** For who changes what is held, and its exchange. */
let heldId: string

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor, staffCard(), 'openid4vc')
  ;({ held, id: heldId } = await received('Bola'))
})
afterAll(async () => {
  visitor.disconnect()
  await server.stop()
})

const patience = { timeout: 15_000 }

async function received(name: string): Promise<{ held: Held; id: string }> {
  const record = await visitor.call('offerCredential', {
    body: {
      protocol: 'openid4vc',
      cred_def_id: definitionId,
      credential_proposal: { attributes: staffCard(name).attributes },
    },
  })
  const wallet = new SdJwtWallet(record.invitation_url ?? '')
  const accessToken = await wallet.accessToken()
  const [key] = await holderKeys()
  if (!key) throw new Error('No key')
  const response = await wallet.credential(accessToken, await wallet.proofs(await wallet.nonce(), [key]))
  const { credentials, notification_id: notificationId } = (await response.json()) as {
    credentials: [{ credential: string }]
    notification_id: string
  }
  await wallet.notify(accessToken, notificationId)
  return { held: { credential: credentials[0].credential, key }, id: record.credential_exchange_id }
}

async function receivedAndRevoked() {
  const one = await received('Revoked')
  const { id } = one
  await expect.poll(async () => (await visitor.call('getCredential', { id })).state, patience).toBe('credential_issued')
  const { revoc_reg_id, revocation_id } = await visitor.call('getCredential', { id })
  await visitor.call('revoke', { body: { rev_reg_id: revoc_reg_id ?? '', cred_rev_id: revocation_id ?? '' } })
  return one
}

let asked = 0
/** The request that was answered last. */
let answered = ''
async function ask(options: Parameters<typeof staffCheck>[1] = {}, by: 'shortUrl' | 'proofUrl' = 'shortUrl') {
  const { [by]: proofUrl, proof } = await visitor.call('requestProofOutOfBand', {
    body: {
      protocol: 'openid4vc',
      my_label: 'Front Desk',
      proof_request: staffCheck(definitionId, { name: `Check ${++asked}`, ...options }),
    },
  })
  const id = proof.presentation_exchange_id
  await visitor.subscribe({ proofId: id })
  const requestObject = await requestAt(proofUrl)
  return { id, proofUrl, requestObject, request: claimsOf(requestObject) }
}

/** RFC 5280, 4.2.1.2. */
function keyIdOf({ publicKey }: X509Certificate): string {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return createHash('sha1').update(point).digest('base64url')
}

const answerOf = (presentation: string, request: RequestClaims) => ({
  vp_token: { credential_1: [presentation] },
  state: request.state,
})

/** Encrypted in a way that the request does not name. */
async function answerWith(request: RequestClaims, alg: string): Promise<URLSearchParams> {
  const [jwk] = request.client_metadata.jwks.keys
  const text = JSON.stringify(answerOf(await present(request, held), request))
  const response = await new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg, enc: 'A128GCM' })
    .encrypt(await importJWK(jwk, alg))
  return new URLSearchParams({ response })
}

/** Answers a new request, and says what came of it. */
async function outcomeOf(twist: Twist, by: Held = held, options: Parameters<typeof staffCheck>[1] = {}) {
  const { id, request } = await ask(options)
  answered = id
  const body = await encryptedAnswer(request, answerOf(await present(request, by, twist), request))
  const { status } = await post(request.response_uri, body)
  expect(status).toBe(200)
  const { state, refusal, failed_check } = await proofOutcome(visitor, id)
  return [state, refusal, failed_check]
}

/** The name of the check that refuses an answer, as the page says it. */
async function faultOf(twist: Twist, by: Held = held): Promise<unknown> {
  const [state, refusal, failedCheck] = await outcomeOf(twist, by)
  expect([state, refusal]).toEqual(['abandoned', 'not-verifiable'])
  let decided: Record<string, unknown> | undefined
  await expect
    .poll(async () => {
      const { messages } = await visitor.call('getProofMessages', { id: answered })
      decided = messages.find(({ type }) => type === 'openid4vp/refused')?.message
      return decided
    }, patience)
    .toBeTruthy()
  expect(decided?.fault).toBe(failedCheck)
  return failedCheck
}

describe('a request', () => {
  it('is signed by a certificate under the root that the client id is the hash of', async () => {
    const { proofUrl, requestObject, request } = await ask()
    expect(new URL(proofUrl).searchParams.get('client_id')).toBe(request.client_id)
    const { typ, x5c = [] } = decodeProtectedHeader(requestObject)
    expect([typ, x5c.length]).toEqual(['oauth-authz-req+jwt', 1])
    const der = Buffer.from(x5c[0] ?? '', 'base64')
    const signer = new X509Certificate(der)
    const root = new X509Certificate(await (await fetch(`${server.url}/openid4vc/root.pem`)).text())
    expect(signer.verify(root.publicKey)).toBe(true)
    const hash = base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', der)))
    expect(request.client_id).toBe(`x509_hash:${hash}`)
    await compactVerify(requestObject, signer.publicKey)
    expect(decodeJwt(requestObject)).toMatchObject({
      aud: 'https://self-issued.me/v2',
      response_type: 'vp_token',
      response_mode: 'direct_post.jwt',
      client_metadata: { client_name: 'Front Desk' },
      dcql_query: {
        credentials: [
          {
            format: 'dc+sd-jwt',
            trusted_authorities: [{ type: 'aki', values: [keyIdOf(root)] }],
            claims: [{ path: ['name'] }, { path: ['date_of_expiry'] }],
          },
        ],
      },
    })
  })

  it('holds the nonce of a wallet that asks by POST, and is the same request', async () => {
    const { proofUrl, request } = await ask()
    const address = new URL(proofUrl).searchParams
    expect(address.get('request_uri_method')).toBe('post')
    const response = await post(
      address.get('request_uri') ?? '',
      new URLSearchParams({ wallet_nonce: 'of the wallet' }),
    )
    expect(response.headers.get('content-type')).toContain('application/oauth-authz-req+jwt')
    expect(decodeJwt(await response.text())).toMatchObject({ wallet_nonce: 'of the wallet', nonce: request.nonce })
  })
})

describe('the two ways to one request', () => {
  const segments = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(segments)
      : decodeURIComponent(String(value)).split(/[/?&=:~.\s"]+/)
  const idIn = (address: string) => new URL(address).searchParams.get('request_uri')?.split('/').at(-1) ?? ''

  async function askedBothWays() {
    const { proofUrl, shortUrl, proof } = await visitor.call('requestProofOutOfBand', {
      body: { protocol: 'openid4vc', proof_request: staffCheck(definitionId, { name: `Check ${++asked}` }) },
    })
    await visitor.subscribe({ proofId: proof.presentation_exchange_id })
    const [here, elsewhere] = [claimsOf(await requestAt(proofUrl)), claimsOf(await requestAt(shortUrl))]
    return { id: proof.presentation_exchange_id, proofUrl, shortUrl, here, elsewhere }
  }

  it('are two secrets: nothing that a wallet is shown on one leads to the other, nor does the proof', async () => {
    for (const [from, other] of [
      ['proofUrl', 'shortUrl'],
      ['shortUrl', 'proofUrl'],
    ] as const) {
      const request = await askedBothWays()
      const { [from]: link, id } = request
      const answered = await post(
        claimsOf(await requestAt(link)).response_uri,
        new URLSearchParams({ response: 'a.b.c.d.e' }),
      )
      const shown = [id, link, claimsOf(await requestAt(link)), await answered.json()].flatMap(segments)
      const tokens = [...new Set(shown)].filter((text) => text.length > 7 && text !== idIn(link))
      expect(tokens.length).toBeGreaterThan(10)
      expect(tokens).not.toContain(idIn(request[other]))
      for (const token of tokens) {
        const place = encodeURIComponent(token)
        expect((await fetch(`${server.url}/openid4vc/requests/${place}`)).status).toBe(404)
        const declined = new URLSearchParams({ error: 'access_denied' })
        expect((await post(`${server.url}/openid4vc/answers/${place}`, declined)).status).toBe(400)
      }
      expect((await visitor.call('getProof', { id })).state).toBe('request_sent')
    }
  })

  it.each([
    ['state', (here: RequestClaims, there: RequestClaims) => ({ ...there, state: here.state })],
    ['nonce', (here: RequestClaims, there: RequestClaims) => ({ ...there, nonce: here.nonce })],
  ])('each refuse the %s of the other', async (fault, mixed) => {
    const { id, here, elsewhere } = await askedBothWays()
    expect(here.nonce).not.toBe(elsewhere.nonce)
    const request = mixed(here, elsewhere)
    const body = await encryptedAnswer(elsewhere, answerOf(await present(request, held), request))
    expect((await post(elsewhere.response_uri, body)).status).toBe(200)
    expect((await proofOutcome(visitor, id)).failed_check).toBe(fault)
  })

  it('each have a key, which is called by its thumbprint', async () => {
    const { id, here, elsewhere } = await askedBothWays()
    for (const { client_metadata } of [here, elsewhere]) {
      const [jwk] = client_metadata.jwks.keys
      expect(jwk.kid).toBe(await calculateJwkThumbprint(jwk))
    }
    const body = await encryptedAnswer(here, answerOf(await present(elsewhere, held), elsewhere))
    expect((await post(elsewhere.response_uri, body)).status).toBe(400)
    expect(await visitor.call('getProof', { id })).toMatchObject({ refusal: 'unreadable-encryption' })
  })
})

it.each(['A128GCM', 'A256GCM'])(
  'verifies an answer encrypted with %s, and shows what was asked',
  async (encryption) => {
    const { id, request } = await ask({ nonRevoked: true })
    const answer = answerOf(await present(request, held), request)
    expect((await post(request.response_uri, await encryptedAnswer(request, answer, encryption))).status).toBe(200)
    const proof = await proofOutcome(visitor, id)
    expect(proof).toMatchObject({ state: 'verified', verified: true })
    expect(proof.presentation?.requested_proof).toEqual({
      revealed_attrs: {},
      revealed_attr_groups: { card: { values: { name: { raw: 'Bola' } } } },
      predicates: { valid: {} },
      holder_keys: [expect.stringMatching(/^[\w-]{43}$/)],
    })
    const states = visitor.messages.flatMap((message) =>
      message.endpoint === 'present_proof' && message.presentation_exchange_id === id ? [message.state] : [],
    )
    expect(states.slice(-2)).toEqual(['presentation_received', 'verified'])
  },
)

describe('refuses', () => {
  afterEach(() => vi.restoreAllMocks())
  // One socket follows fifty exchanges at most.
  afterAll(() => visitor.disconnect())
  const taken = ['verified', null, null]

  it('another audience', async () => {
    expect(await faultOf({ audience: 'x509_hash:another' })).toBe('audience')
  })
  it('another nonce', async () => {
    expect(await faultOf({ nonce: 'another' })).toBe('nonce')
  })
  it('another key', async () => {
    expect(await faultOf({ signedBy: (await holderKeys())[0] })).toBe('key-binding-signature')
  })
  it('another type of binding', async () => {
    expect(await faultOf({ type: 'jwt' })).toBe('key-binding-type')
  })
  it.each([-600, 600])('a binding made %i seconds from now', async (seconds) => {
    expect(await faultOf({ issuedAt: Math.floor(Date.now() / 1_000) + seconds })).toBe('key-binding-time')
  })
  it('a binding to other disclosures', async () => {
    expect(await faultOf({ swapped: (shown) => shown.toReversed() })).toBe('sd-hash')
  })
  it('no binding', async () => {
    expect(await faultOf({ withoutBinding: true })).toBe('key-binding-missing')
  })
  it('a disclosure twice', async () => {
    expect(await faultOf({ disclosures: (shown) => [...shown, shown[0] ?? ''] })).toBe('disclosures')
  })
  it('a disclosure that was not signed', async () => {
    const invented = base64url.encode(JSON.stringify(['salt', 'name', 'Somebody else']))
    expect(await faultOf({ disclosures: (shown) => [...shown, invented] })).toBe('disclosures')
  })
  it('an answer without what was asked', async () => {
    expect(await faultOf({ disclosures: ([first = '']) => [first] })).toBe('claims')
  })
  it('a value that does not compare as asked', async () => {
    expect(await outcomeOf({}, held, { validOn: 20310101 })).toEqual(['abandoned', 'predicate-not-met', 'condition'])
    vi.spyOn(openid4vpChecks, 'condition').mockImplementation(() => undefined)
    expect(await outcomeOf({}, held, { validOn: 20310101 })).toEqual(taken)
  })
  it('another number of credentials than asked', async () => {
    const outcome = async () => {
      const { id, request } = await ask()
      const answer = answerOf(await present(request, held), request)
      const { credential_1 } = answer.vp_token
      const vp_token = { credential_1, credential_2: credential_1 }
      expect((await post(request.response_uri, await encryptedAnswer(request, { ...answer, vp_token }))).status).toBe(
        200,
      )
      const { state, refusal, failed_check } = await proofOutcome(visitor, id)
      return [state, refusal, failed_check]
    }
    expect(await outcome()).toEqual(['abandoned', 'not-verifiable', 'credentials'])
    vi.spyOn(openid4vpChecks, 'credentials').mockImplementation(() => undefined)
    expect(await outcome()).toEqual(taken)
  })
  it('naming the check to the visitor who asked, and to no other', async () => {
    expect(await faultOf({ nonce: 'another' })).toBe('nonce')
    const stranger = server.visitor()
    const { status, body } = await stranger.send('getProof', { id: answered })
    expect([status, JSON.stringify(body).includes('nonce')]).toEqual([404, false])
    stranger.disconnect()
  })

  it('a foreign issuer with a valid chain of its own', async () => {
    const authority = await CertificateAuthority.create()
    const { cert, key } = await authority.certify('localhost')
    const signingKey = await crypto.subtle.importKey(
      'pkcs8',
      Buffer.from(key.replace(/-----.*-----|\s/g, ''), 'base64'),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign'],
    )
    const { vct } = decodeJwt(held.credential.split('~')[0] ?? '') as { vct: string }
    const forged = await issueSdJwtVc(
      {
        x5c: [cert.replace(/-----.*-----|\s/g, '')],
        always: { iss: server.url, vct, cnf: { jwk: held.key.publicJwk } },
        selectively: { name: 'Mallory', date_of_expiry: '2099-01-01' },
      },
      async (input) =>
        base64url.encode(
          new Uint8Array(
            await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, signingKey, new TextEncoder().encode(input)),
          ),
        ),
    )
    expect(await faultOf({}, { credential: forged, key: held.key })).toBe('issuer-signature')
  })

  it('a credential that the wallet signed itself', async () => {
    const [jwt = '', ...disclosures] = held.credential.split('~')
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await new SignJWT(decodeJwt(jwt))
      .setProtectedHeader({ ...decodeProtectedHeader(jwt), alg: 'ES256' })
      .sign(privateKey)
    const credential = [forged, ...disclosures].join('~')
    expect(await faultOf({}, { credential, key: held.key })).toBe('issuer-signature')
  })

  it('another type of credential', async () => {
    const { request } = await ask()
    expect(request.dcql_query.credentials).toHaveLength(1)
    const credential = { name: 'Gate Pass', revocable: false, attributes: staffCard().attributes }
    const other = await readyDefinition(visitor, credential, 'openid4vc')
    const staff = definitionId
    definitionId = other
    const { held: gatePass } = await received('Bola').finally(() => {
      definitionId = staff
    })
    expect(await faultOf({}, gatePass)).toBe('type')
    vi.spyOn(openid4vpChecks, 'type').mockImplementation(() => undefined)
    expect(await outcomeOf({}, gatePass)).toEqual(taken)
  })

  it('a revoked credential, where it is asked for one that is not', async () => {
    const { held: revoked, id } = await receivedAndRevoked()
    expect(await outcomeOf({}, revoked, { nonRevoked: true })).toEqual(['abandoned', 'revoked', 'status'])
    expect(await outcomeOf({}, revoked)).toEqual(taken)
    expect(await outcomeOf({}, held, { nonRevoked: true })).toEqual(taken)
    vi.spyOn(openid4vpChecks, 'status').mockResolvedValue(undefined)
    expect(await outcomeOf({}, revoked, { nonRevoked: true })).toEqual(taken)
    expect(heldId).not.toBe(id)
  })

  it('for the first of its faults, in the order in which the checks are listed', async () => {
    const { held: revoked } = await receivedAndRevoked()
    const faultOfAll = async () => {
      const { id, request } = await ask({ nonRevoked: true, validOn: 20310101 })
      const presentation = await present(request, revoked, { nonce: 'another' })
      const vp_token = { credential_1: [presentation], credential_2: [presentation] }
      await post(request.response_uri, await encryptedAnswer(request, { vp_token, state: 'another' }))
      return (await proofOutcome(visitor, id)).failed_check
    }
    const faults = inOrder.filter((name) => ['condition', 'status', 'nonce', 'credentials', 'state'].includes(name))
    for (const name of faults) {
      expect(await faultOfAll()).toBe(name)
      const table: Record<string, () => unknown> = (name === 'nonce' ? sdJwtChecks : openid4vpChecks) as never
      vi.spyOn(table, name).mockImplementation(() => undefined)
    }
    expect(await faultOfAll()).toBeNull()
  })
})

describe('a request is answered', () => {
  it('once, by a wallet that answers eight times at once', async () => {
    const { id, request } = await ask()
    const answer = answerOf(await present(request, held), request)
    const bodies = await Promise.all(Array.from({ length: 8 }, () => encryptedAnswer(request, answer)))
    const answers = await Promise.all(bodies.map((body) => post(request.response_uri, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    expect((await proofOutcome(visitor, id)).verified).toBe(true)
  })

  it('with one effect by eight equal answers at once, and by one more; any other one is refused', async () => {
    const { id, request } = await ask()
    const answer = answerOf(await present(request, held), request)
    const body = await encryptedAnswer(request, answer)
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(request.response_uri, body)))
    answers.push(await post(request.response_uri, body))
    const redirect_uri = `${server.url}/openid4vc/returns/other-device`
    for (const each of answers) expect([each.status, await each.json()]).toEqual([200, { redirect_uri }])
    expect(await (await fetch(redirect_uri, { headers: { cookie: visitor.cookie ?? '' } })).text()).toBe('')
    expect((await post(request.response_uri, await encryptedAnswer(request, answer))).status).toBe(400)
    expect((await proofOutcome(visitor, id)).verified).toBe(true)
    const { messages } = await visitor.call('getProofMessages', { id })
    expect(messages.filter(({ type }) => type === 'openid4vp/accepted')).toHaveLength(1)
    expect(messages.filter(({ type }) => type === 'openid4vp/authorization-response')).toHaveLength(1)
  })

  it('by a wallet that declines, without encryption', async () => {
    const { id, request } = await ask()
    const { status } = await post(
      request.response_uri,
      new URLSearchParams({ error: 'access_denied', state: request.state }),
    )
    expect(status).toBe(200)
    expect(await proofOutcome(visitor, id)).toMatchObject({ state: 'abandoned', refusal: 'declined' })
    const again = (error: string) => post(request.response_uri, new URLSearchParams({ error, state: request.state }))
    expect([(await again('access_denied')).status, (await again('invalid_request')).status]).toEqual([200, 400])
  })

  type Body = URLSearchParams | string
  const encrypted = (answer: unknown) => (request: RequestClaims) => encryptedAnswer(request, answer as object)
  it.each<[string, string, Body | ((request: RequestClaims) => Promise<Body>)]>([
    ['nothing', 'fields', new URLSearchParams()],
    ['a text', 'fields', 'vp_token'],
    ['a field that is too long', 'fields', new URLSearchParams({ error: 'x'.repeat(501) })],
    ['no ciphertext', 'encryption', new URLSearchParams({ response: 'a.b.c.d.e' })],
    ['a long one', 'encryption', new URLSearchParams({ response: 'a'.repeat(50_000) })],
    ['one without encryption', 'encryption', new URLSearchParams({ vp_token: '{"credential_1":["a~"]}' })],
    ['another algorithm', 'encryption', async (request) => answerWith(request, 'ECDH-ES+A256KW')],
    ['a presentation as text', 'content', encrypted({ vp_token: { credential_1: 'a~' } })],
    ['two presentations', 'content', encrypted({ vp_token: { credential_1: ['a~', 'b~'] } })],
    ['all as text', 'content', encrypted({ vp_token: 'a~' })],
    ['JSON in a text', 'content', encrypted({ vp_token: '{"credential_1":["a~"]}' })],
    ['a list', 'content', encrypted([])],
    ['a text in place of an object', 'content', encrypted('vp_token')],
  ])('after %s, which its visitor hears of', async (_, part, given) => {
    const { id, request } = await ask()
    const refusal = `unreadable-${part}`
    const body = typeof given === 'function' ? await given(request) : given
    const { status } = await fetch(request.response_uri, { method: 'POST', body })
    expect(status).toBeGreaterThanOrEqual(400)
    const isTold = (message: SocketMessage) =>
      message.endpoint === 'present_proof' && message.presentation_exchange_id === id && message.refusal === refusal
    expect(await visitor.message(isTold)).toMatchObject({ state: 'request_sent', verified: null })
    const told = await visitor.call('getProof', { id })
    expect(told).toMatchObject({ state: 'request_sent', refusal, verified: null, failed_check: null })
    expect(told.reason).toMatch(/^.{30,}\.$/)
    const answer = await encryptedAnswer(request, answerOf(await present(request, held), request))
    expect((await post(request.response_uri, answer)).status).toBe(200)
    expect(await proofOutcome(visitor, id)).toMatchObject({ state: 'verified', refusal: null, reason: null })
  })

  it('after a bounded look at a long header, at thousands of names, or of tildes', async () => {
    const { id, request } = await ask()
    const answer = answerOf(await present(request, held), request)
    const long = await encryptedAnswer(request, answer, 'A128GCM', { cty: 'x'.repeat(4_000) })
    expect((await post(request.response_uri, long)).status).toBe(400)
    const parse = JSON.parse
    let [texts, members] = [0, 0]
    const get: ProxyHandler<object>['get'] = (target, name) => {
      members++
      return Reflect.get(target, name)
    }
    vi.spyOn(JSON, 'parse').mockImplementation((text, ...rest) => {
      texts++
      const value = parse(text, ...rest)
      const isAnswer = typeof value === 'object' && value !== null && 'vp_token' in value
      return isAnswer ? { ...value, vp_token: new Proxy(value.vp_token, { get }) } : value
    })
    const many = Object.fromEntries(Array.from({ length: 7_000 }, (_, index) => [`c${index}`, 7]))
    expect((await post(request.response_uri, await encryptedAnswer(request, { vp_token: many }))).status).toBe(400)
    const tildes = { vp_token: { credential_1: ['~'.repeat(60_000)] } }
    expect((await post(request.response_uri, await encryptedAnswer(request, tildes))).status).toBe(200)
    expect([members < 20, texts < 200]).toEqual([true, true])
    vi.restoreAllMocks()
    expect((await proofOutcome(visitor, id)).failed_check).toBe('malformed')
  })

  it('one at a time: of thirty at once ten wait, and others are told to come again', async () => {
    const { id, request } = await ask()
    let [running, most, release] = [0, 0, () => {}]
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    onTestFinished(() => release())
    vi.spyOn(sdJwtChecks, 'issuer-signature').mockImplementation(async () => {
      most = Math.max(most, ++running)
      await released
      running--
    })
    const answer = answerOf(await present(request, held), request)
    const bodies = await Promise.all(Array.from({ length: 30 }, () => encryptedAnswer(request, answer)))
    const statuses: number[] = []
    const all = bodies.map(async (body) => void statuses.push((await post(request.response_uri, body)).status))
    await expect.poll(() => statuses, patience).toEqual(Array(19).fill(503))
    release()
    await Promise.all(all)
    expect(statuses.slice(19).sort()).toEqual([200, ...Array(10).fill(400)])
    expect(most).toBe(1)
    vi.restoreAllMocks()
    expect((await proofOutcome(visitor, id)).verified).toBe(true)
  })

  it('after its wallet asked for it in a form that nobody can read', async () => {
    const { id, proofUrl } = await ask()
    const address = new URL(proofUrl).searchParams.get('request_uri') ?? ''
    expect((await post(address, new URLSearchParams({ wallet_nonce: 'x'.repeat(501) }))).status).toBe(400)
    expect(await visitor.call('getProof', { id })).toMatchObject({ refusal: 'unreadable-fields' })
    await post(address.replace(/[^/]+$/, 'unknown'), new URLSearchParams({ wallet_nonce: 'x'.repeat(501) }))
  })

  it('by a wallet that declines, or fails, with encryption', async () => {
    const refusalAfter = async (error: string) => {
      const { id, request } = await ask()
      expect((await post(request.response_uri, await encryptedAnswer(request, { error }))).status).toBe(200)
      return (await proofOutcome(visitor, id)).refusal
    }
    expect([await refusalAfter('access_denied'), await refusalAfter('invalid_request')]).toEqual([
      'declined',
      'unavailable',
    ])
  })

  it('never after it was withdrawn', async () => {
    const { id, request, proofUrl } = await ask()
    await visitor.call('deleteProof', { id })
    expect((await fetch(new URL(proofUrl).searchParams.get('request_uri') ?? '')).status).toBe(404)
    const answer = answerOf(await present(request, held), request)
    expect((await post(request.response_uri, await encryptedAnswer(request, answer))).status).toBe(400)
  })
})

describe('an answer on the same device', () => {
  /** Answers a request of this device. @returns where the wallet leads its holder back to */
  async function answered(given?: URLSearchParams) {
    const { id, request, proofUrl } = await ask({}, 'proofUrl')
    const body = given ?? (await encryptedAnswer(request, answerOf(await present(request, held), request)))
    const { redirect_uri: back } = (await (await post(request.response_uri, body)).json()) as { redirect_uri: string }
    return { id, request, proofUrl, body, back }
  }
  const opens = (address: string, cookie: string | undefined) =>
    fetch(address, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } })
  const stateOf = async (id: string) => {
    const { state, presentation } = await visitor.call('getProof', { id })
    return [state, presentation]
  }

  it('counts when its holder comes back with the cookie of the visitor who asked, once', async () => {
    const { id, back } = await answered()
    expect(await stateOf(id)).toEqual(['request_sent', null])
    const { status, headers } = await opens(back, visitor.cookie)
    expect([status, headers.get('location')]).toEqual([303, `/dashboard?proof=${id}`])
    expect(await proofOutcome(visitor, id)).toMatchObject({ state: 'verified', verified: true })
    const again = await opens(back, visitor.cookie)
    expect([again.status, again.headers.get('location')]).toEqual([303, `/dashboard?proof=${id}`])
    const { messages } = await visitor.call('getProofMessages', { id })
    expect(messages.filter(({ type }) => type === 'openid4vp/redirect')).toHaveLength(1)
    expect((await opens(back, undefined)).status).toBe(404)
  })

  it('does not count because something looked at its address', async () => {
    const { id, back } = await answered()
    const { status } = await fetch(back, {
      method: 'HEAD',
      redirect: 'manual',
      headers: { cookie: visitor.cookie ?? '' },
    })
    expect([status, await stateOf(id)]).toEqual([303, ['request_sent', null]])
    await opens(back, visitor.cookie)
    expect((await proofOutcome(visitor, id)).verified).toBe(true)
  })

  it('counts for no other browser, and teaches it nothing', async () => {
    const { id, back } = await answered()
    const stranger = server.visitor()
    await stranger.call('getCharacters')
    for (const cookie of [stranger.cookie, undefined]) {
      const response = await opens(back, cookie)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('Bola')
    }
    expect((await opens(`${back.slice(0, -8)}AAAAAAAA`, visitor.cookie)).status).toBe(404)
    expect(await stateOf(id)).toEqual(['request_sent', null])
    expect((await opens(back, visitor.cookie)).status).toBe(303)
    expect((await proofOutcome(visitor, id)).verified).toBe(true)
    stranger.disconnect()
  })

  it('takes the place of any other one', async () => {
    const { id, request, body, proofUrl } = await answered()
    const another = await encryptedAnswer(request, answerOf(await present(request, held), request))
    expect((await post(request.response_uri, another)).status).toBe(400)
    expect((await fetch(new URL(proofUrl).searchParams.get('request_uri') ?? '')).status).toBe(404)
    const elsewhere = request.response_uri.replace(/[^/]+$/, id)
    expect((await post(elsewhere, body)).status).toBe(400)
  })

  it('leads back by one code, however often and how many at once it comes', async () => {
    const { id, request, body, back } = await answered()
    const again = await Promise.all(Array.from({ length: 8 }, () => post(request.response_uri, body)))
    const answers = await Promise.all(again.map(async (each) => [each.status, await each.json()]))
    expect(answers).toEqual(Array(8).fill([200, { redirect_uri: back }]))
    expect(await stateOf(id)).toEqual(['request_sent', null])
    expect([(await opens(back, undefined)).status, (await opens(back, visitor.cookie)).status]).toEqual([404, 303])
    expect((await proofOutcome(visitor, id)).verified).toBe(true)
    expect(await (await post(request.response_uri, body)).json()).toEqual({ redirect_uri: back })
    const another = await answered()
    expect(another.back).not.toBe(back)
  })

  it('counts as declined likewise', async () => {
    const { id, back } = await answered(new URLSearchParams({ error: 'access_denied' }))
    expect(await stateOf(id)).toEqual(['request_sent', null])
    await opens(back, visitor.cookie)
    expect(await proofOutcome(visitor, id)).toMatchObject({ state: 'abandoned', refusal: 'declined' })
  })

  it('is bound to the address that it was given for', async () => {
    const outcome = async () => {
      const { request } = await ask({}, 'proofUrl')
      const { id, request: across } = await ask({}, 'shortUrl')
      const answer = answerOf(await present(across, held), { ...across, state: request.state })
      expect((await post(across.response_uri, await encryptedAnswer(across, answer))).status).toBe(200)
      return proofOutcome(visitor, id)
    }
    expect(await outcome()).toMatchObject({ refusal: 'not-verifiable', failed_check: 'state' })
    vi.spyOn(openid4vpChecks, 'state').mockImplementation(() => undefined)
    expect(await outcome()).toMatchObject({ state: 'verified', failed_check: null })
    vi.restoreAllMocks()
  })
})
