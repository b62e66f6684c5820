import { deflateSync } from 'node:zlib'
import {
  base64url,
  CompactEncrypt,
  compactDecrypt,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import forger from '../../lab/src/forger/stranger-signer.json' with { type: 'json' }
import { disclosureOf } from '../src/core/disclosure.ts'
import { isWhatWasSigned } from '../src/protocols/openid4vc/batches.ts'
import { meets } from './meets.ts'
import { disclosure, grant, issuer, parts, Stranger, unsoundCards, verifier } from './openid4vc-stranger.ts'
import { visit } from './visitor.ts'

const isRefused = (code: string) => expect.objectContaining({ code })

test('a credential of a stranger is taken, shown to its verifier, and no call follows to another address', async () => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers()))
  const [card] = holder.snapshot().credentials
  expect(card).toMatchObject({ attributes: [{ name: 'name', value: 'Amina' }], unlinkable: 2, revocable: false })
  expect(card?.from).toMatchObject({ label: 'College', host: 'issuer.example', isDirect: true })
  expect(stranger.callsTo(`${issuer}/notification`)[0]?.body).toContain('credential_accepted')

  await holder.answer(await received(await stranger.asks()))
  expect(stranger.callsTo(`${verifier}/answers`)).toHaveLength(1)
  expect(holder.snapshot().history[0]).toMatchObject({ what: 'shared', shown: ['name'], with: { label: 'Shop' } })
  // The second copy is another one, and the last is used again.
  await holder.answer(await received(await stranger.asks()))
  expect(holder.snapshot().credentials[0]?.unlinkable).toBe(0)
  expect(new Set(stranger.calls.map(({ redirect }) => redirect))).toEqual(new Set(['error']))
})

test.each([undefined, 'https://backend.example'])(
  'a credential with a certificate is taken, its iss %s',
  async (iss) => {
    const { stranger, holder, received } = await meets()
    await holder.accept(await received(stranger.offers({ credential: { always: { iss } } })))
    expect(holder.snapshot().credentials).toHaveLength(1)
    expect(stranger.callsTo(`${issuer}/notification`)[0]?.body).toContain('credential_accepted')
  },
)

test.each<[string, Parameters<Stranger['offers']>[0]]>([
  ['a batch of one', { metadata: { batch_credential_issuance: { batch_size: 1 } } }],
  [
    'null for what it does not have',
    {
      metadata: { nonce_endpoint: null, notification_endpoint: null, display: null, authorization_servers: null },
      token: { refresh_token: null, authorization_details: null },
      offer: { grants: { [grant]: { 'pre-authorized_code': 'code', tx_code: null } } },
      configuration: { credential_metadata: null },
    },
  ],
])('an issuer that says %s is understood', async (_, odd) => {
  const { stranger, holder, received } = await meets()
  const link = stranger.offers(odd)
  const { [`${issuer}/credential`]: issue } = stranger.answers
  stranger.answers[`${issuer}/credential`] = async (body: string) => ({
    ...(await (issue as (body: string) => Promise<object>)(body)),
    notification_id: null,
  })
  await holder.accept(await received(link))
  expect(holder.snapshot().credentials).toHaveLength(1)
})

test.each([
  ['', '/'],
  ['/', ''],
])('an issuer is found whose offer ends with “%s”, and whose metadata stand below “%s”', async (offered, published) => {
  const { stranger, holder, received } = await meets()
  const issuerAt = `${issuer}/t/1`
  const offer = { credential_issuer: issuerAt + offered }
  const link = stranger.offers({
    offer,
    metadata: { credential_issuer: issuerAt + published, authorization_servers: [issuer] },
  })
  const { [`${issuer}/.well-known/openid-credential-issuer`]: metadata, ...others } = stranger.answers
  for (const url of Object.keys(stranger.answers)) delete stranger.answers[url]
  Object.assign(stranger.answers, others, {
    [`${issuer}/.well-known/openid-credential-issuer/t/1${published}`]: metadata,
  })
  const id = await received(link)
  await holder.accept(id)
  expect(holder.snapshot().credentials).toHaveLength(1)
  const { proofs } = JSON.parse(stranger.callsTo(`${issuer}/credential`)[0]?.body ?? '')
  expect(decodeJwt(proofs.jwt[0]).aud).toBe(issuerAt + published)
})

test('a stranger binds its tokens to a key of the wallet, with a nonce of its own', async () => {
  const { stranger, holder, received } = await meets()
  const link = stranger.offers({
    server: { dpop_signing_alg_values_supported: ['ES256'] },
    token: { token_type: 'DPoP' },
  })
  const { [`${issuer}/token`]: token } = stranger.answers
  const nonces: unknown[] = []
  stranger.answers[`${issuer}/token`] = (_body: string, headers: Headers) => {
    const { nonce } = decodeJwt(headers.get('dpop') ?? '')
    nonces.push(nonce)
    return nonce === undefined
      ? Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: { 'dpop-nonce': 'of the server' } })
      : token
  }
  await holder.accept(await received(link))
  expect(nonces).toEqual([undefined, 'of the server'])
  const [asked] = stranger.callsTo(`${issuer}/credential`)
  expect(asked?.headers.get('authorization')).toBe('DPoP token')
  const { htm, htu, ath } = decodeJwt(asked?.headers.get('dpop') ?? '')
  expect([htm, htu, ath]).toEqual(['POST', `${issuer}/credential`, 'PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A'])
  expect(stranger.callsTo(`${issuer}/notification`)[0]?.headers.get('dpop')).toBeTruthy()
})

test.each<[string[] | undefined, string, string, string]>([
  [undefined, 'College', 'Card', 'Full name'],
  [['fr-CA', 'en'], 'Collège', 'Carte', 'Nom'],
  [['de', 'fr'], 'Collège', 'Karte', 'Nom'],
  [['zh-Hant-TW', 'pt'], 'College', '卡', 'Full name'],
  [['ja'], 'College', 'Card', 'Full name'],
])('what an issuer calls things is read in the reader’s language: %s', async (languages, who, what, name) => {
  const { stranger, visitor, received } = await meets({ ...(languages && { languages }) })
  const id = await received(
    stranger.offers({
      metadata: { display: [{ name: 'Collège', locale: 'fr' }, { name: 'College' }] },
      configuration: {
        credential_metadata: {
          display: [
            { name: 'Carte', locale: 'fr-FR' },
            { name: 'Dene', locale: 'den' },
            { name: 'Karte', locale: 'de-DE' },
            { name: '卡', locale: 'zh-hant' },
            { name: 'Card', locale: 'en-GB' },
          ],
          claims: [
            { path: ['name'], display: [{ name: 'Nom', locale: 'fr' }, { name: 'Full name' }] },
            { path: ['x'], display: [{ name: 'x' }] },
            { path: ['y'], display: [{ name: 'date_of_y' }] },
          ],
        },
      },
    }),
  )
  const offered = {
    from: { label: who },
    kind: { name: what },
    names: [{ name: 'name', label: name }, { name: 'x' }, { name: 'y' }],
  }
  const [offer] = visitor.holder.snapshot().offers
  expect(offer).toMatchObject(offered)
  expect(offer?.names?.map(({ label }) => label)).toEqual([name, undefined, undefined])
  await visitor.holder.accept(id)
  await visitor.reopens()
  const attributes = [{ name: 'name', label: name, value: 'Amina' }]
  expect(visitor.holder.snapshot().credentials).toMatchObject([{ kind: { name: what }, attributes }])
  const file = await visitor.holder.export('a long password of many words')
  await visitor.holder.import(file, 'a long password of many words')
  expect(visitor.holder.snapshot().credentials).toMatchObject([{ attributes }])
})

describe('an issuer that takes encrypted calls', () => {
  async function encrypting({ isAnswered = true, more = {} } = {}) {
    const met = await meets()
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256' })
    const jwk = { ...(await exportJWK(publicKey)), kid: 'issuer', use: 'enc', alg: 'ECDH-ES' }
    const announced = { enc_values_supported: ['A256GCM'], encryption_required: true }
    const link = met.stranger.offers({
      token: { refresh_token: 'more' },
      metadata: {
        deferred_credential_endpoint: `${issuer}/deferred`,
        credential_request_encryption: { jwks: { keys: [jwk] }, ...announced },
        ...(isAnswered && { credential_response_encryption: { alg_values_supported: ['ECDH-ES'], ...announced } }),
        ...more,
      },
    })
    const { [`${issuer}/credential`]: issue } = met.stranger.answers
    const read = async (body: string, headers: Headers) => {
      expect(headers.get('content-type')).toBe('application/jwt')
      expect(decodeProtectedHeader(body)).toEqual({
        alg: 'ECDH-ES',
        enc: 'A256GCM',
        kid: 'issuer',
        epk: expect.anything(),
      })
      const { plaintext } = await compactDecrypt(body, privateKey)
      return JSON.parse(new TextDecoder().decode(plaintext))
    }
    const answer = async (content: object, wanted?: { jwk: JWK; enc: string }) => {
      if (!wanted) return Response.json(content)
      const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
        .setProtectedHeader({ alg: 'ECDH-ES', enc: wanted.enc })
        .encrypt(await importJWK(wanted.jwk, 'ECDH-ES'))
      return new Response(jwe, { headers: { 'content-type': 'application/jwt' } })
    }
    met.stranger.answers[`${issuer}/credential`] = async (body: string, headers: Headers) => {
      const { credential_response_encryption: wanted, ...call } = await read(body, headers)
      expect(wanted !== undefined).toBe(isAnswered)
      return answer(await (issue as (body: string) => Promise<object>)(JSON.stringify(call)), wanted)
    }
    return { ...met, link }
  }

  test.each([true, false])('gets them, and is read, also for further copies; it encrypts: %s', async (isAnswered) => {
    const { stranger, holder, received, link } = await encrypting({ isAnswered })
    await holder.accept(await received(link))
    expect(holder.snapshot().credentials).toMatchObject([{ attributes: [{ value: 'Amina' }], unlinkable: 2 }])
    await holder.answer(await received(await stranger.asks()))
    await expect.poll(() => holder.snapshot().credentials[0]?.unlinkable).toBe(3)
  })

  test('is not understood where it encrypts for others', async () => {
    const { stranger, holder, received, link } = await encrypting()
    const id = await received(link)
    const answer = new Response('a.b.c.d.e', { headers: { 'content-type': 'application/jwt' } })
    stranger.answers[`${issuer}/credential`] = answer
    await holder.accept(id)
    expect(holder.snapshot().history[0]).toMatchObject({ what: 'offer-failed', why: 'unreadable' })
  })

  test.each<[string, object]>([
    [
      'for a key of another kind',
      {
        credential_request_encryption: {
          jwks: { keys: [{ kty: 'RSA' }] },
          enc_values_supported: ['A128GCM'],
          encryption_required: true,
        },
      },
    ],
    ['alone', { credential_request_encryption: undefined }],
  ])('is refused at the offer where it wants them %s', async (_, more) => {
    const { holder, link } = await encrypting({ more })
    await expect(holder.receive(link)).rejects.toEqual(isRefused('unsupported-credential'))
  })
})

describe('further copies', () => {
  const refresh = { token: { refresh_token: 'more' } }
  async function used(odd: Parameters<Stranger['offers']>[0] = {}) {
    const met = await meets()
    await met.holder.accept(await met.received(met.stranger.offers({ ...refresh, ...odd })))
    const use = async () => met.holder.answer(await met.received(await met.stranger.asks()))
    const refreshes = () => met.stranger.callsTo(`${issuer}/token`).filter(({ body }) => body.includes('refresh_token'))
    const copies = () => met.holder.snapshot().credentials[0]?.unlinkable
    return { ...met, use, refreshes, copies }
  }

  test('keep the card as long as they are valid themselves, and leave none behind that ends before', async () => {
    const [soon, later] = [1, 90].map((days) => Math.floor(Date.now() / 1_000) + days * 86_400) as [number, number]
    const { stranger, holder, use, refreshes } = await used({ credential: { always: { exp: soon } } })
    stranger.offers({ ...refresh, credential: { always: { exp: later } } })
    await use()
    await expect.poll(() => holder.snapshot().credentials[0]?.stated?.expiresAt).toBe(later * 1_000)
    expect(refreshes()).toHaveLength(1)
    expect(holder.snapshot().credentials[0]?.unlinkable).toBe(2)
    vi.useFakeTimers({ now: Date.now() + 2 * 86_400_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await use()
    expect(holder.snapshot().history[0]).toMatchObject({ what: 'shared' })
  })

  test('come from a stranger that gives a refresh token', async () => {
    const { use, refreshes, copies } = await used()
    await use()
    await expect.poll(copies).toBe(3)
    expect(refreshes()[0]?.body).toBe('grant_type=refresh_token&refresh_token=more')
  })

  test('are fetched later, when the stranger is away or has had enough', async () => {
    const { stranger, use, refreshes, copies } = await used()
    const { [`${issuer}/token`]: token } = stranger.answers
    for (const status of [503, 429]) {
      stranger.answers[`${issuer}/token`] = new Response('', { status })
      await use()
    }
    await expect.poll(() => refreshes().length).toBe(2)
    expect(copies()).toBe(0)
    stranger.answers[`${issuer}/token`] = token
    await use()
    await expect.poll(copies).toBe(2)
  })

  test('of a stranger that refuses are not asked for again', async () => {
    const { stranger, use, refreshes, copies } = await used()
    stranger.answers[`${issuer}/token`] = Response.json({ error: 'invalid_grant' }, { status: 400 })
    await use()
    await expect.poll(() => refreshes().length).toBe(1)
    await use()
    await use()
    expect([refreshes().length, copies()]).toEqual([1, 0])
  })

  test('that say something else are thrown away', async () => {
    const { stranger, use, refreshes, copies } = await used()
    const { [`${issuer}/token`]: token } = stranger.answers
    stranger.offers({ ...refresh, credential: { name: 'Bola' } })
    stranger.answers[`${issuer}/token`] = token
    await use()
    await expect.poll(() => refreshes().length).toBe(1)
    await use()
    await expect.poll(copies).toBe(0)
  })
})

test('a credential is asked for by the identifier that the token is for, where there is one', async () => {
  const { stranger, holder, received } = await meets()
  const authorization_details = [
    { type: 'openid_credential', credential_configuration_id: 'other', credential_identifiers: ['other-1'] },
    { type: 'openid_credential', credential_configuration_id: 'card', credential_identifiers: ['card-1', 'card-2'] },
  ]
  await holder.accept(await received(stranger.offers({ token: { authorization_details } })))
  expect(holder.snapshot().credentials).toHaveLength(1)
  const asked = JSON.parse(stranger.callsTo(`${issuer}/credential`)[0]?.body ?? '')
  expect(asked).toMatchObject({ credential_identifier: 'card-1' })
  expect(asked).not.toHaveProperty('credential_configuration_id')
})

test.each<[string, Parameters<Stranger['offers']>[0], string]>([
  [
    'an issuer that is not reached by https',
    { offer: { credential_issuer: 'http://issuer.example' } },
    'not-an-invitation',
  ],
  ['several credentials', { offer: { credential_configuration_ids: ['card', 'other'] } }, 'several-credentials'],
  ['a login', { offer: { grants: { authorization_code: {} } } }, 'login-needed'],
  ['nothing', { offer: { credential_configuration_ids: [] } }, 'not-an-invitation'],
  [
    'a draft’s name of what it offers',
    { offer: { credential_configuration_ids: undefined, credentials: ['card'] } },
    'unsupported-invitation',
  ],
  ['an unknown kind', { offer: { credential_configuration_ids: ['__proto__'] } }, 'untrusted-issuer'],
  ['metadata of another issuer', { metadata: { credential_issuer: 'https://other.example' } }, 'untrusted-issuer'],
  ['metadata without end', { metadata: { more: 'x'.repeat(1_100_000) } }, 'too-large'],
  ['a server of another name', { server: { issuer: 'https://other.example' } }, 'untrusted-issuer'],
  ['a token of this machine', { server: { token_endpoint: 'http://localhost:8080/token' } }, 'untrusted-issuer'],
  ['a nonce of this machine', { metadata: { nonce_endpoint: 'https://127.0.0.1/nonce' } }, 'untrusted-issuer'],
  [
    'a credential in clear',
    { metadata: { credential_endpoint: 'http://issuer.example/credential' } },
    'untrusted-issuer',
  ],
  ['a token of its network', { server: { token_endpoint: 'https://192.168.0.1/token' } }, 'untrusted-issuer'],
  ['a token of a cloud', { server: { token_endpoint: 'https://169.254.169.254/token' } }, 'untrusted-issuer'],
  [
    'a token of any of its addresses',
    { server: { token_endpoint: 'https://[::ffff:127.0.0.1]/token' } },
    'untrusted-issuer',
  ],
  ['a credential of a name for it', { metadata: { credential_endpoint: 'https://a.localhost/c' } }, 'untrusted-issuer'],
  ['a word to another scheme', { metadata: { notification_endpoint: 'file:///etc/passwd' } }, 'untrusted-issuer'],
  ['a login on this machine', { metadata: { authorization_servers: ['http://localhost'] } }, 'untrusted-issuer'],
  ['another format', { configuration: { format: 'mso_mdoc' } }, 'unsupported-credential'],
  [
    'keys of another kind',
    { configuration: { cryptographic_binding_methods_supported: ['did:key'] } },
    'unsupported-credential',
  ],
  [
    'keys that a device vouches for',
    {
      configuration: {
        proof_types_supported: {
          jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} },
        },
      },
    },
    'attested-keys',
  ],
])('an offer with %s is refused before anything is asked for', async (_, odd, code) => {
  const { stranger, holder } = await meets()
  await expect(holder.receive(stranger.offers(odd))).rejects.toEqual(isRefused(code))
  expect(stranger.calls.filter(({ method }) => method === 'POST')).toEqual([])
  expect(holder.snapshot().offers).toEqual([])
})

test('an offer at an address elsewhere leads to no issuer of this machine or its network', async () => {
  const { stranger, holder } = await meets()
  for (const near of ['http://localhost:3000', 'https://127.0.0.1', 'https://10.0.0.1', 'https://printer.local']) {
    const offer = new URL(stranger.offers({ offer: { credential_issuer: near } })).searchParams.get('credential_offer')
    stranger.answers['https://elsewhere.example/offer'] = offer
    const link = `openid-credential-offer://?credential_offer_uri=${encodeURIComponent('https://elsewhere.example/offer')}`
    await expect(holder.receive(link)).rejects.toEqual(isRefused('not-an-invitation'))
  }
  expect(new Set(stranger.calls.map(({ url }) => url))).toEqual(new Set(['https://elsewhere.example/offer']))
})

test.each<[string, NonNullable<Parameters<Stranger['offers']>[0]>['credential']]>([
  ['of another type', { always: { vct: `${issuer}/types/other` } }],
  [
    'bound to another key',
    { always: { cnf: { jwk: { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } } } },
  ],
  ['that is over', { always: { exp: 1 } }],
  ['that nobody signed', { isUnsigned: true }],
  ['whose copies differ', { differing: true }],
])('a credential %s is not kept, and its issuer hears of it', async (_, credential) => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers({ credential })))
  expect(holder.snapshot().credentials).toEqual([])
  expect(holder.snapshot().history[0]).toMatchObject({ what: 'offer-failed', name: 'Card' })
  expect(stranger.callsTo(`${issuer}/notification`)[0]?.body).toContain('credential_failure')
})

test.each<[string, Parameters<Stranger['asks']>[0], string]>([
  ['signed by another key', { spoil: (jwt) => `${jwt.slice(0, -8)}AAAAAAAA` }, 'untrusted-request'],
  ['that is no request', { typ: 'JWT' }, 'untrusted-request'],
  ['of another certificate', { clientId: `x509_hash:${'A'.repeat(43)}` }, 'untrusted-request'],
  ['named in another way', { clientId: 'redirect_uri:https://verifier.example' }, 'unsupported-request'],
  ['of another verifier inside', { claims: { client_id: `x509_hash:${'A'.repeat(43)}` } }, 'untrusted-request'],
  ['with an answer to this machine', { claims: { response_uri: 'http://localhost:631/print' } }, 'untrusted-request'],
  ['with an answer in clear', { claims: { response_uri: 'http://verifier.example/answers' } }, 'untrusted-request'],
  ['without the wallet’s nonce', { byPost: true, claims: { wallet_nonce: undefined } }, 'untrusted-request'],
  ['posted as any JWT', { byPost: true, type: 'application/jwt' }, 'untrusted-request'],
  ['posted as a text', { byPost: true, type: 'text/plain' }, 'untrusted-request'],
  ['that is over', { claims: { exp: 1 } }, 'not-open'],
  ['without a nonce', { claims: { nonce: '' } }, 'unsupported-request'],
  ['with an unencrypted answer', { claims: { response_mode: 'direct_post' } }, 'unsupported-request'],
  ['without a key', { client: { jwks: { keys: [] } } }, 'unsupported-request'],
  ['with a weak key', { client: { jwks: { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] } } }, 'unsupported-request'],
  [
    'with a key for signatures alone',
    { client: { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', use: 'sig' }] } } },
    'unsupported-request',
  ],
  ['with a transaction', { claims: { transaction_data: ['e30'] } }, 'unsupported-request'],
  [
    'with a redirect beside the answer',
    { claims: { redirect_uri: 'https://verifier.example' } },
    'unsupported-request',
  ],
  ['for nothing', { claims: { dcql_query: { credentials: [] } } }, 'unsupported-request'],
  ['without end', { spoil: (jwt) => jwt + 'x'.repeat(300_000) }, 'too-large'],
])('a request %s is refused', async (_, odd, code) => {
  const { stranger, holder } = await meets()
  await expect(holder.receive(await stranger.asks(odd))).rejects.toEqual(isRefused(code))
  expect(holder.snapshot().requests).toEqual([])
  expect(stranger.callsTo(`${verifier}/answers`)).toEqual([])
})

test('an answer is encrypted for the key that is for encryption, where others stand before it', async () => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers()))
  const newKey = async () => exportJWK((await generateKeyPair('ECDH-ES', { crv: 'P-256' })).publicKey)
  const keys = [
    { ...(await newKey()), kid: 'signs', use: 'sig' },
    { ...(await newKey()), kid: 'encrypts', use: 'enc', alg: null },
  ]
  await holder.answer(await received(await stranger.asks({ client: { jwks: { keys } } })))
  const [answer] = stranger.callsTo(`${verifier}/answers`)
  const jwe = new URLSearchParams(answer?.body).get('response') ?? ''
  expect(decodeProtectedHeader(jwe).kid).toBe('encrypts')
})

test('a request that is no longer there is over, however it is asked for', async () => {
  const { stranger, holder } = await meets()
  for (const byPost of [false, true]) {
    const link = await stranger.asks({ byPost })
    delete stranger.answers[`${verifier}/requests`]
    await expect(holder.receive(link)).rejects.toEqual(isRefused('not-open'))
  }
})

test('a request is asked for by POST, with a nonce, as no other type than its own', async () => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers()))
  const type = 'application/oauth-authz-req+jwt; charset=utf-8'
  await holder.answer(await received(await stranger.asks({ byPost: true, type })))
  expect(holder.snapshot().history[0]).toMatchObject({ what: 'shared', shown: ['name'] })
  const [{ method, headers, body } = expect.fail()] = stranger.callsTo(`${verifier}/requests`)
  expect([method, headers.get('accept'), headers.get('content-type')]).toEqual([
    'POST',
    'application/oauth-authz-req+jwt',
    'application/x-www-form-urlencoded',
  ])
  expect(new URLSearchParams(body).get('wallet_nonce')).toMatch(/^[\w-]{22}$/)
})

const card = (id: string, vct = `${issuer}/types/card`, claims = [{ path: ['name'] }] as object[]) => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: [vct] },
  claims,
})

test.each<[string, object, boolean]>([
  ['a required set that nothing answers', { credential_sets: [{ options: [['other']] }] }, false],
  ['an option that can be answered', { credential_sets: [{ options: [['other'], ['card']] }] }, true],
  [
    'a set that may be left out',
    { credential_sets: [{ options: [['card']] }, { options: [['other']], required: false }] },
    true,
  ],
  [
    'a value that the card does not have',
    { credentials: [card('card', undefined, [{ path: ['name'], values: ['Bisi'] }])] },
    false,
  ],
  ['a claim within another', { credentials: [card('card', undefined, [{ path: ['name', 'first'] }])] }, false],
])('a query with %s is answered only if it can be', async (_, query, isPossible) => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers()))
  const credentials = [card('card'), card('other', `${issuer}/types/other`)]
  const id = await received(await stranger.asks({ claims: { dcql_query: { credentials, ...query } } }))
  expect(holder.snapshot().requests[0]).toMatchObject({ id, possible: isPossible })
  if (isPossible) await holder.answer(id)
  else await expect(holder.answer(id)).rejects.toEqual(isRefused('cannot-prove'))
  expect(stranger.callsTo(`${verifier}/answers`)).toHaveLength(isPossible ? 1 : 0)
})

const claimsOf = (stranger: Stranger) =>
  stranger.shown().then((text) => {
    const [jwt = '', ...disclosures] = text.split('~').slice(0, -1)
    return [decodeJwt(jwt), ...disclosures.map((each) => JSON.parse(new TextDecoder().decode(base64url.decode(each))))]
  })

async function asksFor(met: Awaited<ReturnType<typeof meets>>, query: object, credential: object) {
  const { stranger, holder, received } = met
  await holder.accept(await received(stranger.offers({ credential })))
  const credentials = [{ ...card('card'), ...query }]
  const id = await received(await stranger.asks({ claims: { dcql_query: { credentials } } }))
  const [request = expect.fail()] = holder.snapshot().requests
  const { shared, visible, kept } = disclosureOf(request, {}, holder.snapshot().credentials)
  const names = (all: { name: string }[]) => all.map(({ name }) => name)
  return { id, request, shared: names(shared), visible: names(visible), kept: names(kept) }
}

test('what a card says to everybody is listed, and not as private', async () => {
  const met = await meets()
  const always = {
    birthdate: '2001-02-03',
    sub: 'Amina',
    cards: { since: 2020 },
    iat: 1_700_000_000,
    exp: 4_000_000_000,
  }
  const asked = await asksFor(met, {}, { always, selectively: { tax_id: '123' } })
  expect(asked).toMatchObject({ shared: ['name'], visible: ['birthdate', 'cards › since', 'sub'], kept: ['tax_id'] })
  expect(met.holder.snapshot().credentials[0]?.stated).toEqual({
    issuedAt: 1_700_000_000_000,
    expiresAt: 4_000_000_000_000,
  })
  await met.holder.answer(asked.id)
  expect(met.holder.snapshot().history[0]).toMatchObject({ shown: asked.shared, visible: asked.visible })
})

test('what says nothing of the key that a card is bound to is listed too', async () => {
  const met = await meets()
  const { stranger, holder, received } = met
  const link = stranger.offers()
  const { [`${issuer}/credential`]: issue } = stranger.answers
  const [payload] = [{ status: { status_list: { idx: 1, uri: `${issuer}/status` }, note: 'Amina' } }]
  stranger.offers({ credential: { always: payload } })
  expect(issue).not.toBe(stranger.answers[`${issuer}/credential`])
  await holder.accept(await received(link))
  expect(holder.snapshot().credentials[0]?.attributes).toMatchObject([{ name: 'name' }, { name: 'status › note' }])
})

test.each([
  ['an object within an object as one', { name: 'place › zone', value: '{"code":7}' }, true],
  ['another value', { name: 'place › zone', value: '{"code":8}' }, false],
])('a record that lists %s is as signed: %s', async (_, listed, isSigned) => {
  const { stranger, visitor, holder, received } = await meets()
  const credential = parts({ place: { zone: { code: 7 } }, sub: 'Amina' })
  await holder.accept(await received(stranger.offers({ credential })))
  const { storage, cipher } = visitor.dependencies
  const [{ id, encrypted } = expect.fail()] = await storage.list('credential')
  const record = JSON.parse(new TextDecoder().decode(await cipher.decrypt(encrypted, `credential ${id}`)))
  expect(await isWhatWasSigned(record)).toBe(true)
  expect(await isWhatWasSigned({ ...record, attributes: [listed] })).toBe(isSigned)
})

test('an object that has one disclosure is shown whole, and none of it is called private', async () => {
  const met = await meets()
  const address = disclosure('address', { city: 'Lagos', street: '5 Broad Street' })
  const credential = parts({ _sd: [address.digest] }, address)
  const asked = await asksFor(met, { claims: [{ path: ['address', 'city'] }] }, credential)
  expect(asked).toMatchObject({ shared: ['address › city', 'address › street'], kept: [] })
  await met.holder.answer(asked.id)
  expect(met.holder.snapshot().history[0]?.shown).toEqual(asked.shared)
})

test.each([
  [['person.name'], ['person.name'], 'Amina'],
  [['person', 'name'], ['person › name'], 'SECRET'],
])('of claims whose names are alike, %j shows %j alone', async (path, shown, value) => {
  const met = await meets()
  const [dotted, name] = [disclosure('person.name', 'Amina'), disclosure('name', 'SECRET')]
  const credential = parts({ _sd: [dotted.digest], person: { _sd: [name.digest] } }, dotted, name)
  const asked = await asksFor(met, { claims: [{ path }] }, credential)
  expect(asked.shared).toEqual(shown)
  await met.holder.answer(asked.id)
  const [, ...sent] = await claimsOf(met.stranger)
  expect(sent).toEqual([['salt', path.at(-1), value]])
})

test.each<[unknown[], string[] | undefined, unknown[][]]>([
  [['nationalities'], ['nationalities › 1', 'nationalities › 2'], [['DE'], ['FR']]],
  [
    ['nationalities', null],
    ['nationalities › 1', 'nationalities › 2'],
    [['DE'], ['FR']],
  ],
  [['nationalities', 1], ['nationalities › 2'], [['FR']]],
  [['nationalities', 2], undefined, []],
  [['nationalities', 'DE'], undefined, []],
  [
    ['place', 'zone', 'code'],
    ['place › zone › code'],
    [
      ['zone', { _sd: [expect.any(String)] }],
      ['code', 7],
    ],
  ],
  [
    ['place', 'zone'],
    ['place › zone › code'],
    [
      ['zone', { _sd: [expect.any(String)] }],
      ['code', 7],
    ],
  ],
  [
    ['place'],
    ['place › zone › code'],
    [
      ['zone', { _sd: [expect.any(String)] }],
      ['code', 7],
    ],
  ],
  [['place', 'zone', 'code', 'deeper'], undefined, []],
  [['plain', null, 'type'], ['plain'], []],
])('the path %j shows %j', async (path, shown, sent) => {
  const met = await meets()
  const [de, fr, code] = [disclosure('DE'), disclosure('FR'), disclosure('code', 7)]
  const zone = disclosure('zone', { _sd: [code.digest] })
  const payload = {
    nationalities: [{ '...': de.digest }, { '...': fr.digest }, { '...': 'decoy' }],
    ...{ place: { _sd: [zone.digest] }, plain: [{ type: 'A' }, { type: 'B' }] },
  }
  const asked = await asksFor(met, { claims: [{ path }] }, parts(payload, de, fr, zone, code))
  expect(asked.request.possible).toBe(shown !== undefined)
  if (!shown) {
    expect(asked.request.items[0]?.missing).toMatchObject({ reason: 'missing-claim' })
    return
  }
  expect(asked.shared).toEqual(shown)
  await met.holder.answer(asked.id)
  const [, ...content] = await claimsOf(met.stranger)
  expect(content.map((each) => each.slice(1)).sort()).toEqual([...sent].sort())
})

test.each<[string, object, boolean]>([
  ['a number as a text', { claims: [{ path: ['age'], values: ['30'] }] }, false],
  ['a number', { claims: [{ path: ['age'], values: [18, 30] }] }, true],
  ['a truth as a text', { claims: [{ path: ['member'], values: ['true'] }] }, false],
  ['one of an array', { claims: [{ path: ['tags', null], values: ['b'] }] }, true],
  [
    'the second of two sets',
    {
      claims: [
        { id: 'a', path: ['absent'] },
        { id: 'b', path: ['age'] },
      ],
      claim_sets: [['a', 'b'], ['b']],
    },
    true,
  ],
  ['its authority', { trusted_authorities: [{ type: 'aki', values: ['other', 'GpY03ak6pS0wgi-MtQ2eQBzx9zo'] }] }, true],
  ['another authority', { trusted_authorities: [{ type: 'aki', values: ['other'] }] }, false],
  ['a list of authorities', { trusted_authorities: [{ type: 'etsi_tl', values: ['https://list.example'] }] }, false],
  ['several', { multiple: true }, true],
  ['one without its key', { require_cryptographic_holder_binding: false }, true],
])('a query for %s is answered only if it can be', async (what, query, isPossible) => {
  const met = await meets()
  const selectively = { age: 30, member: true, tags: ['a', 'b'] }
  const asked = await asksFor(met, query, { selectively })
  expect(asked.request.possible).toBe(isPossible)
  if (isPossible) await met.holder.answer(asked.id)
  else await expect(met.holder.answer(asked.id)).rejects.toEqual(isRefused('cannot-prove'))
  const missing = asked.request.items[0]?.missing?.reason
  expect(missing).toBe(isPossible ? undefined : /author/.test(what) ? 'wrong-issuer' : 'missing-claim')
})

test.each([
  [['card'], true],
  [['other'], false],
])('where all that is asked for may be left out, %j is shown, or nothing is sent', async (option, isPossible) => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers()))
  const credentials = [card('card'), card('other', `${issuer}/types/other`)]
  const credential_sets = [{ options: [option], required: false }]
  const id = await received(await stranger.asks({ claims: { dcql_query: { credentials, credential_sets } } }))
  expect(holder.snapshot().requests[0]?.possible).toBe(isPossible)
  await holder.answer(id).catch(() => holder.decline(id))
  const [sent] = stranger.callsTo(`${verifier}/answers`)
  if (isPossible) expect(await stranger.shown()).not.toBe('')
  else expect(sent?.body).toBe('error=access_denied')
})

test.each(unsoundCards)('a card with %s is not taken', async (_, credential) => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers({ credential })))
  expect(holder.snapshot().credentials).toEqual([])
  expect(stranger.callsTo(`${issuer}/notification`)[0]?.body).toContain('credential_failure')
})

test('a card with decoys is taken', async () => {
  const { stranger, holder, received } = await meets()
  await holder.accept(
    await received(stranger.offers({ credential: parts({ _sd: ['decoy'], list: [{ '...': 'other' }] }) })),
  )
  expect(holder.snapshot().credentials[0]?.attributes).toMatchObject([{ name: 'list', value: '[]' }])
})

test('a card of 10,000 claims is taken, and shown after a restart', async () => {
  const { stranger, visitor, holder, received } = await meets()
  const members = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`claim ${index}`, index]))
  await holder.accept(await received(stranger.offers({ credential: parts({ all: { ...members } }) })))
  expect(holder.snapshot().credentials[0]?.attributes).toHaveLength(10_000)
  await visitor.reopens()
  await received(await stranger.asks())
  expect(visitor.holder.snapshot().credentials[0]?.attributes).toHaveLength(10_000)
})

test('a condition that a shown value does not meet is known before it is shown', async () => {
  const { stranger, holder, received } = await meets()
  const of = (birthdate: string) => ({ always: { birthdate, of_age: birthdate < '2000' } })
  await holder.accept(await received(stranger.offers({ credential: of('2010-02-03') })))
  const condition = { operator: '<=', bound: 20000101 }
  const claims = [
    { path: ['birthdate'], lastmile_conditions: [condition] },
    { path: ['of_age'], lastmile_conditions: [{ operator: '>=', bound: 1 }] },
  ]
  const asks = async () => {
    const dcql_query = { credentials: [card('card', undefined, claims)] }
    await received(await stranger.asks({ claims: { dcql_query } }))
    return holder.snapshot().requests[0]?.items[0]
  }
  const [{ id: credentialId } = expect.fail()] = holder.snapshot().credentials
  expect(await asks()).toMatchObject({
    fitting: [credentialId],
    unmet: [
      { credentialId, attribute: 'birthdate', condition },
      { credentialId, attribute: 'of_age', condition: undefined },
    ],
  })
  const grants = { [grant]: { 'pre-authorized_code': 'another' } }
  await holder.accept(await received(stranger.offers({ offer: { grants }, credential: of('1990-02-03') })))
  const [{ id: older } = expect.fail()] = holder.snapshot().credentials
  expect(await asks()).toMatchObject({ fitting: [older, credentialId], unmet: [{ credentialId }, { credentialId }] })
})

test('a card of a type of another site is used last, and never shown to that site', async () => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers()))
  const other = 'https://other.example'
  const borrowed = `${other}/types/card`
  stranger.offers({ configuration: { vct: borrowed }, credential: { always: { vct: borrowed } } })
  const link = stranger.offers({
    offer: { grants: { [grant]: { 'pre-authorized_code': 'another' } } },
    configuration: { vct: borrowed },
    credential: { always: { vct: borrowed }, name: 'Mallory' },
  })
  await holder.accept(await received(link))
  const asks = async (claims: object) => {
    await received(await stranger.asks({ claims }))
    const [request] = holder.snapshot().requests
    await holder.decline(request?.id ?? '')
    return request?.items[0]?.fitting.map((id) => holder.snapshot().credentials.find((each) => each.id === id)?.kind)
  }
  const dcql_query = { credentials: [{ id: 'any', format: 'dc+sd-jwt', meta: {}, claims: [{ path: ['name'] }] }] }
  expect(await asks({ dcql_query })).toMatchObject([
    { definitionId: `${issuer}/types/card` },
    { definitionId: borrowed },
  ])
  expect(await asks({ dcql_query, response_uri: `${other}/answers` })).toMatchObject([
    { definitionId: `${issuer}/types/card` },
  ])
})

test('a request of 40,000 ways to answer is refused, and a large one costs little', async () => {
  const met = await meets()
  const credentials = Array.from({ length: 100 }, (_, index) => card(index.toString(36)))
  const ways = (sets: number, options: number, ids: number) => ({
    credentials,
    credential_sets: Array.from({ length: sets }, () => ({
      options: Array.from({ length: options }, (_, first) =>
        Array.from({ length: ids }, (_, index) => ((first + index) % 100).toString(36)),
      ),
    })),
  })
  const asking = async (dcql_query: object) => met.received(await met.stranger.asks({ claims: { dcql_query } }))
  await expect(asking(ways(100, 8, 50))).rejects.toEqual(isRefused('unsupported-request'))
  const claims = Array.from({ length: 100 }, (_, index) => ({ path: Array.from({ length: 100 }, () => index) }))
  await expect(asking({ credentials: [{ ...card('card'), claims }] })).rejects.toEqual(isRefused('unsupported-request'))
  await met.holder.accept(await met.received(met.stranger.offers()))
  await asking(ways(10, 8, 10))
  const [request] = met.holder.snapshot().requests
  expect(request).toMatchObject({ possible: true })
  expect(request?.items).toHaveLength(10)
})

describe('the status of a card', () => {
  const uri = `${issuer}/status/1`
  const deflated = (byte: number) => base64url.encode(deflateSync(Buffer.from([byte])))
  const heldWith = async (status_list = { idx: 1, uri }) => {
    const met = await meets()
    await met.holder.accept(
      await met.received(met.stranger.offers({ credential: { always: { status: { status_list } } } })),
    )
    return met
  }
  const inList = (bits: number, byte: number) => ({ status_list: { bits, lst: deflated(byte) } })

  test.each<[number, number, object]>([
    [1, 0b10, { revokedAt: expect.any(Number) }],
    [2, 0b0100, { revokedAt: expect.any(Number) }],
    [4, 0b0001_0000, { revokedAt: expect.any(Number) }],
    [2, 0b1000, { doubt: 'suspended', revokedAt: undefined }],
    [4, 0b0010_0000, { doubt: 'suspended', revokedAt: undefined }],
    [2, 0b0011, { doubt: undefined, revokedAt: undefined }],
  ])('of %i bits, %i, is read', async (bits, byte, expected) => {
    const { stranger, holder } = await heldWith()
    await stranger.lists(uri, inList(bits, byte))
    await holder.checkRevocations()
    expect(holder.snapshot().credentials[0]).toMatchObject(expected)
  })

  test('of 8 bits is read on another host, signed without a certificate by the key of the card', async () => {
    const elsewhere = 'https://lists.example/1'
    const { stranger, holder } = await heldWith({ idx: 0, uri: elsewhere })
    await stranger.lists(elsewhere, inList(8, 1), { kid: 'key' })
    await holder.checkRevocations()
    expect(holder.snapshot().credentials[0]).toMatchObject({ revokedAt: expect.any(Number) })
  })

  test.each<[string, (stranger: Stranger) => unknown]>([
    ['is nowhere', () => undefined],
    ['is over', (stranger) => stranger.lists(uri, { ...inList(1, 0), exp: 1 })],
    ['has no such place', (stranger) => stranger.lists(uri, inList(8, 0))],
    ['has bits of another number', (stranger) => stranger.lists(uri, inList(3, 0))],
    ['is another one', (stranger) => stranger.lists(uri, { ...inList(1, 0), sub: `${uri}0` })],
    ['is signed by somebody else', (stranger) => stranger.lists(uri, inList(1, 0), { x5c: forger.x5c }, forger.jwk)],
  ])('is in doubt where its list %s, until it can be read', async (_, publish) => {
    const { stranger, holder, received } = await heldWith()
    await publish(stranger)
    await holder.checkRevocations()
    expect(holder.snapshot().credentials[0]).toMatchObject({ doubt: 'unread', revokedAt: undefined })
    await holder.answer(await received(await stranger.asks()))
    expect(holder.snapshot().history[0]).toMatchObject({ what: 'shared', unread: ['Card'] })
    await stranger.lists(uri, inList(1, 0))
    await holder.checkRevocations()
    expect(holder.snapshot().credentials[0]?.doubt).toBeUndefined()
    await holder.answer(await received(await stranger.asks()))
    expect(holder.snapshot().history[0]).toMatchObject({ what: 'shared', unread: [] })
  })

  test.each<[string, string, (stranger: Stranger) => unknown]>([
    ['unread', 'can not be read', () => undefined],
    ['unread', 'says what no reader knows', (stranger) => stranger.lists(uri, inList(4, 0b1100_0000))],
    ['suspended', 'says that it is suspended', (stranger) => stranger.lists(uri, inList(2, 0b1000))],
  ])('is %s where its list %s, and its person knows before anything is sent', async (doubt, _, publish) => {
    const { stranger, holder, received } = await heldWith()
    await publish(stranger)
    const id = await received(await stranger.asks())
    await expect(holder.answer(id)).rejects.toEqual(isRefused(doubt))
    expect(stranger.callsTo(`${verifier}/answers`)).toEqual([])
    expect(holder.snapshot()).toMatchObject({ requests: [{ state: 'asked' }], credentials: [{ doubt, unlinkable: 2 }] })
    await holder.answer(id)
    expect(holder.snapshot().history[0]).toMatchObject({ what: 'shared', unread: doubt === 'unread' ? ['Card'] : [] })
  })

  test('is read of all cards before a copy of one is used', async () => {
    const met = await heldWith()
    const { stranger, holder, received } = met
    await stranger.lists(uri, inList(1, 0))
    const vct = `${issuer}/types/other`
    const gone = `${issuer}/status/2`
    const other = stranger.offers({
      offer: { grants: { [grant]: { 'pre-authorized_code': 'another' } } },
      configuration: { vct },
      credential: { always: { vct, status: { status_list: { idx: 1, uri: gone } } } },
    })
    await holder.accept(await received(other))
    await stranger.lists(gone, inList(1, 0b10))
    const credentials = [card('card'), card('other', vct)]
    const id = await received(await stranger.asks({ claims: { dcql_query: { credentials } } }))
    await expect(holder.answer(id)).rejects.toEqual(isRefused('revoked'))
    expect(holder.snapshot().credentials.map(({ unlinkable }) => unlinkable)).toEqual([2, 2])
  })

  test('is asked for when a person shows the card, not when a request comes or the wallet wakes', async () => {
    const { stranger, visitor, received } = await heldWith()
    await stranger.lists(uri, inList(1, 0b10))
    const id = await received(await stranger.asks())
    visitor.holder.wake()
    await visitor.reopens()
    expect(stranger.callsTo(uri)).toEqual([])
    await expect(visitor.holder.answer(id)).rejects.toEqual(isRefused('revoked'))
    expect(stranger.callsTo(uri)).toHaveLength(1)
    expect(visitor.holder.snapshot().requests[0]?.items[0]?.missing).toMatchObject({ reason: 'revoked' })
  })

  test('is read ahead at moments that no request has chosen', async () => {
    const stranger = new Stranger()
    const later: { milliseconds: number; call: () => void }[] = []
    const clock = {
      now: Date.now,
      after: (milliseconds: number, call: () => void) => {
        later.push({ milliseconds, call })
        return () => undefined
      },
    }
    const { holder, sees } = await visit({ fetch: stranger.fetch, clock })
    await holder.receive(stranger.offers({ credential: { always: { status: { status_list: { idx: 1, uri } } } } }))
    await holder.accept(holder.snapshot().offers[0]?.id ?? '')
    await stranger.lists(uri, inList(1, 0b10))
    const first = later.splice(0)
    expect(Math.min(...first.map(({ milliseconds }) => milliseconds))).toBeGreaterThanOrEqual(60_000)
    for (const { call } of first) call()
    await sees(({ credentials }) => credentials[0]?.revokedAt !== undefined)
    expect(later).toHaveLength(first.length)
  })
})

test('what could not be fetched or sent comes when the network is back', async () => {
  const { stranger, visitor, received } = await meets()
  const offerId = await received(stranger.offers())
  const { [`${issuer}/credential`]: issue } = stranger.answers
  stranger.answers[`${issuer}/credential`] = new Response('', { status: 503 })
  await visitor.holder.accept(offerId)
  expect(visitor.holder.snapshot().offers[0]?.state).toBe('accepted')
  await visitor.reopens()
  stranger.answers[`${issuer}/credential`] = issue
  visitor.holder.wake()
  await visitor.sees(({ credentials }) => credentials.length === 1)

  const requestId = await received(await stranger.asks())
  stranger.answers[`${verifier}/answers`] = new Response('', { status: 503 })
  await visitor.holder.answer(requestId)
  expect(visitor.holder.snapshot().requests[0]?.state).toBe('answered')
  await visitor.reopens()
  stranger.answers[`${verifier}/answers`] = {}
  visitor.holder.wake()
  await visitor.sees(({ requests }) => requests.length === 0)
  const sent = stranger.callsTo(`${verifier}/answers`).map(({ body }) => body)
  expect(new Set(sent).size).toBe(1)
})

test.each([
  ['a token', undefined, 'received'],
  ['a refusal', Response.json({ error: 'invalid_grant' }, { status: 400 }), 'offer-withdrawn'],
  ['nonsense', 'nonsense', 'offer-failed'],
])('an offer accepted without a network ends with %s when it is back', async (_, answer, logged) => {
  const { stranger, visitor, received } = await meets()
  const id = await received(stranger.offers())
  const { [`${issuer}/token`]: token } = stranger.answers
  stranger.answers[`${issuer}/token`] = new Response('', { status: 503 })
  await visitor.holder.accept(id)
  expect(visitor.holder.snapshot().offers[0]?.state).toBe('accepted')
  await visitor.reopens()
  stranger.answers[`${issuer}/token`] = answer ?? token
  visitor.holder.wake()
  await visitor.sees(({ offers, history }) => offers.length === 0 && history[0]?.what === logged)
  expect(visitor.holder.snapshot().credentials).toHaveLength(logged === 'received' ? 1 : 0)
})

test.each([false, true])('asks for a lost token by the key of before, a code wanted: %s', async (hasCode) => {
  const { stranger, visitor, received } = await meets()
  const tx_code = hasCode ? { length: 4, input_mode: 'numeric' } : undefined
  const link = stranger.offers({
    offer: { grants: { [grant]: { 'pre-authorized_code': 'code', tx_code } } },
    server: { dpop_signing_alg_values_supported: ['ES256'] },
    token: { token_type: 'DPoP' },
  })
  const { [`${issuer}/token`]: token } = stranger.answers
  stranger.answers[`${issuer}/token`] = new Response('', { status: 503 })
  const id = await received(link)
  await visitor.holder.accept(id, '1234').catch(() => undefined)
  await visitor.reopens()
  stranger.answers[`${issuer}/token`] = token
  if (hasCode) await visitor.holder.accept(id, '1234')
  else visitor.holder.wake()
  await visitor.sees(({ credentials }) => credentials.length === 1)
  const calls = [...stranger.callsTo(`${issuer}/token`), ...stranger.callsTo(`${issuer}/credential`)]
  const keys = calls.map(({ headers }) => JSON.stringify(decodeProtectedHeader(headers.get('dpop') ?? '').jwk))
  expect(keys.length).toBeGreaterThan(2)
  expect(new Set(keys).size).toBe(1)
})

test.each([503, 429])('an offer is not called untrue where its issuer has no time: %i', async (status) => {
  const { stranger, holder } = await meets()
  const link = stranger.offers({})
  stranger.answers[`${issuer}/.well-known/openid-credential-issuer`] = new Response('', { status })
  await expect(holder.receive(link)).rejects.toMatchObject({ code: 'unreachable' })
})

test('an offer whose code was typed in stays open without a network', async () => {
  const { stranger, holder, received } = await meets()
  const tx_code = { length: 4, input_mode: 'numeric' }
  const id = await received(
    stranger.offers({ offer: { grants: { [grant]: { 'pre-authorized_code': 'code', tx_code } } } }),
  )
  stranger.answers[`${issuer}/token`] = new Response('', { status: 503 })
  await expect(holder.accept(id, '1234')).rejects.toMatchObject({ code: 'unreachable' })
  expect(holder.snapshot().offers[0]?.state).toBe('offered')
})

test('a wallet with both families goes into a file and comes back', async () => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers()))
  const file = await holder.export('a long password of many words')
  await holder.erase()
  expect(holder.snapshot().credentials).toEqual([])
  await holder.import(file, 'a long password of many words')
  await holder.answer(await received(await stranger.asks()))
  expect(stranger.callsTo(`${verifier}/answers`)).toHaveLength(1)
})

test.each([
  ['invalid_grant', false, 'not-open', 'offer-withdrawn'],
  ['invalid_dpop_proof', false, 'not-open', 'offer-failed'],
  ['invalid_dpop_proof', true, 'not-open', 'offer-failed'],
  ['invalid_grant', true, 'wrong-code', undefined],
])('a token that is refused with %s, a code wanted: %s', async (error, hasCode, code, logged) => {
  const { stranger, holder, received } = await meets()
  const tx_code = hasCode ? { length: 4, input_mode: 'numeric' } : undefined
  const offer = { grants: { [grant]: { 'pre-authorized_code': 'code', tx_code } } }
  const id = await received(stranger.offers({ offer }))
  stranger.answers[`${issuer}/token`] = Response.json({ error }, { status: 400 })
  await expect(holder.accept(id, '1234')).rejects.toMatchObject({ code })
  expect(holder.snapshot().offers).toHaveLength(logged ? 0 : 1)
  expect(holder.snapshot().history[0]?.what).toBe(logged)
})

test('an offer or a request that its page takes back is gone, unless it was answered', async () => {
  const { stranger, holder, received } = await meets()
  const offer = stranger.offers()
  await received(offer)
  await holder.withdraw(offer)
  expect(holder.snapshot().offers).toEqual([])
  expect(holder.snapshot().history[0]).toMatchObject({ what: 'offer-withdrawn', name: 'Card' })

  const other = stranger.offers({ offer: { grants: { [grant]: { 'pre-authorized_code': 'another' } } } })
  await holder.accept(await received(other))
  await holder.withdraw(other)
  expect(holder.snapshot().credentials).toHaveLength(1)

  const request = await stranger.asks()
  await received(request)
  await holder.withdraw(request)
  expect(holder.snapshot().requests).toEqual([])
  expect(holder.snapshot().history[0]).toMatchObject({ what: 'request-withdrawn' })
})

test.each([
  ['https://verifier.example/thanks', true],
  ['http://verifier.example/thanks', false],
  ['https://localhost/thanks', false],
  ['javascript:alert(1)', false],
  ['thanks', false],
])('a verifier may want its visitor back at %s: %s', async (address, isVisited) => {
  const { stranger, holder, received, visited } = await meets()
  await holder.accept(await received(stranger.offers()))
  stranger.answers[`${verifier}/answers`] = { redirect_uri: address }
  await holder.answer(await received(await stranger.asks()))
  expect(visited).toEqual(isVisited ? [address] : [])
  expect(holder.snapshot().requests).toEqual([])
})
