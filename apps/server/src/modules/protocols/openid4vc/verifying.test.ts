import { createHash, X509Certificate } from 'node:crypto'
import { openid4vpChecks } from '@lastmile/agent/test/checks'
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
import { issueSdJwtVc, checks as sdJwtChecks } from '@lastmile/formats/sd-jwt'
import { base64url, compactVerify, decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
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
    for (const each of answers) expect([each.status, await each.json()]).toEqual([200, {}])
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

  it.each<[string, URLSearchParams]>([
    ['nothing', new URLSearchParams()],
    ['no ciphertext', new URLSearchParams({ response: 'a.b.c.d.e' })],
    ['a long one', new URLSearchParams({ response: 'a'.repeat(50_000) })],
  ])('and stays open after %s', async (_, body) => {
    const { id, request } = await ask()
    expect((await post(request.response_uri, body)).status).toBe(400)
    expect((await visitor.call('getProof', { id })).state).toBe('request_sent')
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
    expect((await opens(back, visitor.cookie)).status).toBe(404)
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

  it('leads back by a new code when it comes again, and the earlier code ends', async () => {
    const { id, request, body, back } = await answered()
    const again = await Promise.all(Array.from({ length: 8 }, () => post(request.response_uri, body)))
    expect(again.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const codes = await Promise.all(
      again.map(async (each) => ((await each.json()) as { redirect_uri: string }).redirect_uri),
    )
    expect((await opens(back, visitor.cookie)).status).toBe(404)
    expect(await stateOf(id)).toEqual(['request_sent', null])
    const statuses: number[] = []
    for (const code of codes) {
      expect((await opens(code, undefined)).status).toBe(404)
      statuses.push((await opens(code, visitor.cookie)).status)
    }
    expect(statuses.sort()).toEqual([303, ...Array(7).fill(404)])
    expect((await proofOutcome(visitor, id)).verified).toBe(true)
    expect(await (await post(request.response_uri, body)).json()).toEqual({})
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
