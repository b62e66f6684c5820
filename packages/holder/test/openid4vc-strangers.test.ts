import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { grant, issuer, Stranger, verifier } from './openid4vc-stranger.ts'
import { visit } from './visitor.ts'

async function meets() {
  const stranger = new Stranger()
  const visited: string[] = []
  const visitor = await visit({ fetch: stranger.fetch, visit: (url) => visited.push(url) })
  const { holder } = visitor
  const received = async (link: string) => {
    const found = await visitor.holder.receive(link)
    if ('offerId' in found) return found.offerId
    if ('requestId' in found) return found.requestId
    throw new Error('It is a connection')
  }
  return { stranger, visitor, holder, received, visited }
}

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

test('a credential that leaves its issuer to its certificate is taken', async () => {
  const { stranger, holder, received } = await meets()
  await holder.accept(await received(stranger.offers({ credential: { always: { iss: undefined } } })))
  expect(holder.snapshot().credentials).toHaveLength(1)
  expect(stranger.callsTo(`${issuer}/notification`)[0]?.body).toContain('credential_accepted')
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
  ['several credentials', { offer: { credential_configuration_ids: ['card', 'other'] } }, 'unsupported-invitation'],
  ['a login', { offer: { grants: { authorization_code: {} } } }, 'unsupported-invitation'],
  ['nothing', { offer: { credential_configuration_ids: [] } }, 'not-an-invitation'],
  [
    'a draft’s name of what it offers',
    { offer: { credential_configuration_ids: undefined, credentials: ['card'] } },
    'unsupported-invitation',
  ],
  ['an unknown kind', { offer: { credential_configuration_ids: ['__proto__'] } }, 'untrusted'],
  ['metadata of another issuer', { metadata: { credential_issuer: 'https://other.example' } }, 'untrusted'],
  ['metadata without end', { metadata: { more: 'x'.repeat(1_100_000) } }, 'untrusted'],
  ['a server of another name', { server: { issuer: 'https://other.example' } }, 'untrusted'],
  ['a token of this machine', { server: { token_endpoint: 'http://localhost:8080/token' } }, 'untrusted'],
  ['a nonce of this machine', { metadata: { nonce_endpoint: 'https://127.0.0.1/nonce' } }, 'untrusted'],
  ['a credential in clear', { metadata: { credential_endpoint: 'http://issuer.example/credential' } }, 'untrusted'],
  ['a token of its network', { server: { token_endpoint: 'https://192.168.0.1/token' } }, 'untrusted'],
  ['a token of a cloud', { server: { token_endpoint: 'https://169.254.169.254/token' } }, 'untrusted'],
  ['a token of any of its addresses', { server: { token_endpoint: 'https://[::ffff:127.0.0.1]/token' } }, 'untrusted'],
  ['a credential of a name for it', { metadata: { credential_endpoint: 'https://a.localhost/c' } }, 'untrusted'],
  ['a word to another scheme', { metadata: { notification_endpoint: 'file:///etc/passwd' } }, 'untrusted'],
  ['a login on this machine', { metadata: { authorization_servers: ['http://localhost'] } }, 'untrusted'],
  ['another format', { configuration: { format: 'mso_mdoc' } }, 'unsupported-invitation'],
  [
    'keys of another kind',
    { configuration: { cryptographic_binding_methods_supported: ['did:key'] } },
    'unsupported-invitation',
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
  ['of another issuer', { always: { iss: 'https://other.example' } }],
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
  ['signed by another key', { spoil: (jwt) => `${jwt.slice(0, -8)}AAAAAAAA` }, 'untrusted'],
  ['that is no request', { typ: 'JWT' }, 'untrusted'],
  ['of another certificate', { clientId: `x509_hash:${'A'.repeat(43)}` }, 'untrusted'],
  ['named in another way', { clientId: 'redirect_uri:https://verifier.example' }, 'unsupported-invitation'],
  ['of another verifier inside', { claims: { client_id: `x509_hash:${'A'.repeat(43)}` } }, 'untrusted'],
  ['with an answer to this machine', { claims: { response_uri: 'http://localhost:631/print' } }, 'untrusted'],
  ['with an answer in clear', { claims: { response_uri: 'http://verifier.example/answers' } }, 'untrusted'],
  ['without the wallet’s nonce', { byPost: true, claims: { wallet_nonce: undefined } }, 'untrusted'],
  ['posted as any JWT', { byPost: true, type: 'application/jwt' }, 'untrusted'],
  ['posted as a text', { byPost: true, type: 'text/plain' }, 'untrusted'],
  ['that is over', { claims: { exp: 1 } }, 'not-open'],
  ['without a nonce', { claims: { nonce: '' } }, 'unsupported-invitation'],
  ['with an unencrypted answer', { claims: { response_mode: 'direct_post' } }, 'unsupported-invitation'],
  ['without a key', { client: { jwks: { keys: [] } } }, 'unsupported-invitation'],
  ['with a weak key', { client: { jwks: { keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] } } }, 'unsupported-invitation'],
  ['with a transaction', { claims: { transaction_data: ['e30'] } }, 'unsupported-invitation'],
  [
    'with a redirect beside the answer',
    { claims: { redirect_uri: 'https://verifier.example' } },
    'unsupported-invitation',
  ],
  ['for nothing', { claims: { dcql_query: { credentials: [] } } }, 'unsupported-invitation'],
  ['without end', { spoil: (jwt) => jwt + 'x'.repeat(300_000) }, 'untrusted'],
])('a request %s is refused', async (_, odd, code) => {
  const { stranger, holder } = await meets()
  await expect(holder.receive(await stranger.asks(odd))).rejects.toEqual(isRefused(code))
  expect(holder.snapshot().requests).toEqual([])
  expect(stranger.callsTo(`${verifier}/answers`)).toEqual([])
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

test.each([
  [['address', 'city'], ['address › city']],
  [['address'], ['address › city', 'address › street']],
  [['address.city'], ['address.city']],
  [['addr'], undefined],
  [['address', 'city', 'name'], undefined],
  [['address', null], undefined],
])('of an object, the path %j shows %j', async (path, shown) => {
  const { stranger, holder, received } = await meets()
  const selectively = { address: { city: 'Lagos', street: 'Marina' }, 'address.city': 'Abuja' }
  await holder.accept(await received(stranger.offers({ credential: { selectively } })))
  const credentials = [card('card', undefined, [{ path }])]
  const id = await received(await stranger.asks({ claims: { dcql_query: { credentials } } }))
  expect(holder.snapshot().requests[0]).toMatchObject({ id, possible: shown !== undefined })
  if (shown) await holder.answer(id)
  expect(holder.snapshot().history.find(({ what }) => what === 'shared')?.shown).toEqual(shown)
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

test('a wallet by OpenID4VC alone is offline while a proof or a credential can not leave', async () => {
  const { stranger, visitor, holder, received } = await meets()
  const busy = () => new Response('', { status: 503 })
  const sees = (state: string, network: string) =>
    visitor.sees(({ offers, requests, network: now }) => {
      const [item] = [...offers, ...requests]
      return (item?.state ?? 'ended') === state && now === network
    })
  const offer = await received(stranger.offers())
  const { [`${issuer}/token`]: token } = stranger.answers
  stranger.answers[`${issuer}/token`] = busy
  expect(holder.snapshot().network).toBe('online')
  await holder.accept(offer)
  await sees('accepted', 'offline')
  stranger.answers[`${issuer}/token`] = token
  holder.wake()
  await sees('ended', 'online')

  const request = await received(await stranger.asks())
  const { [`${verifier}/answers`]: taken } = stranger.answers
  stranger.answers[`${verifier}/answers`] = busy
  await holder.answer(request)
  await sees('answered', 'offline')
  expect(holder.snapshot().waiting).toBe(1)
  stranger.answers[`${verifier}/answers`] = taken
  holder.wake()
  await sees('ended', 'online')
})
