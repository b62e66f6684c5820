import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, type JWK } from 'jose'
import { attributes, checkOf } from '../cluster/whole-visit.ts'
import { createVisitor } from '../interop/product-server.ts'
import {
  claimsOf,
  encryptedAnswer,
  encryptedTo,
  type Held,
  type HolderKeyPair,
  holderKeys,
  post,
  present,
  requestAt,
  SdJwtWallet,
} from '../sd-jwt-wallet.ts'
import { oneOf, type Scenario, type Target, together } from './strangers.ts'

/** The site as a visitor of its own uses it. No two offers or requests are equal; `forget` deletes one. */
async function site({ origin }: Target) {
  const visitor = createVisitor(origin)
  const { data } = await visitor.call('getOrCreateCredDef', {
    body: { credential: { name: 'Staff Card', attributes }, protocol: 'openid4vc' },
  })
  return {
    async offer() {
      const values = attributes.map((each) => (each.name === 'name' ? { ...each, value: randomUUID() } : each))
      const { invitation_url = '', credential_exchange_id: id } = await visitor.call('offerCredential', {
        body: { protocol: 'openid4vc', cred_def_id: data, credential_proposal: { attributes: values } },
      })
      return { wallet: new SdJwtWallet(invitation_url), forget: () => visitor.call('deleteCredential', { id }) }
    },
    async ask() {
      const { proof, proofUrl, shortUrl } = await visitor.call('requestProofOutOfBand', {
        body: { protocol: 'openid4vc', my_label: randomUUID(), proof_request: checkOf(data) },
      })
      const id = proof.presentation_exchange_id
      const [state, forget] = [() => visitor.call('getProof', { id }), () => visitor.call('deleteProof', { id })]
      return { id, proofUrl, shortUrl, state, forget }
    },
  }
}

/**
 * Endpoints of OpenID4VC: guessed codes and tokens, garbage of all sizes, a stranger's own offers with proofs that do
 * not fit, and its own requests with answers that can't be read.
 */
const openid4vc: Scenario = async (target) => {
  const visitor = await site(target)
  const call = (path: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
    fetch(target.origin + path, { method: 'POST', body, headers, signal: target.over }).then((answer) =>
      answer.arrayBuffer(),
    )
  const json = { 'content-type': 'application/json' }
  const read = (path: string) => fetch(target.origin + path)
  const huge = randomBytes(400_000).toString('base64url')
  const [key] = await holderKeys()
  const acts = [
    () => call('/openid4vc/token', new URLSearchParams({ grant_type: 'x', 'pre-authorized_code': randomUUID() })),
    () => call('/openid4vc/token', new URLSearchParams({ tx_code: huge })),
    () => call('/openid4vc/credential', '['.repeat(90_000), { ...json, authorization: `Bearer ${randomUUID()}` }),
    () =>
      call('/openid4vc/notification', '{}', {
        ...json,
        authorization: `DPoP ${randomUUID()}`,
        dpop: huge.slice(0, 8_000),
      }),
    () => call('/openid4vc/nonce', ''),
    () => call(`/openid4vc/answers/${randomUUID()}`, new URLSearchParams({ response: huge })),
    () => read('/openid4vc/status-lists/1'),
    () => read(`/openid4vc/requests/${randomUUID()}`),
    async () => {
      const { wallet, forget } = await visitor.offer()
      await read(`/.well-known/openid-credential-issuer${new URL(wallet.issuer).pathname}`)
      const token = await wallet.accessToken()
      const proofs = await wallet.proofs(await wallet.nonce(), key ? Array(10).fill(key) : [])
      await Promise.all([wallet.credential(token, proofs), wallet.credential(token, [huge.slice(0, 5_000)])])
      await forget()
    },
    async () => {
      const { shortUrl, forget } = await visitor.ask()
      const request = claimsOf(await requestAt(shortUrl))
      const answer = { vp_token: { credential_1: [`${huge}~`.repeat(2)] }, state: request.state }
      await post(request.response_uri, await encryptedAnswer(request, answer))
      await forget()
    },
  ]
  await together(10, target, () => oneOf(acts)())
}

/** Answers by OpenID4VP, in the length that is taken, that are long to look at: four at once to each request. */
const longAnswers: Scenario = async (target) => {
  const visitor = await site(target)
  const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`credential_${index}`, 7]))
  const digests = Buffer.from(JSON.stringify({ vct: 'x', _sd: Array(20_000).fill(1) })).toString('base64url')
  const tokens: object[] = [
    { credential_1: ['~'.repeat(66_000)] },
    { credential_1: ['W10~'.repeat(16_000)] },
    { credential_1: [`eyJhbGciOiJFUzI1NiJ9.${digests}.AAAA~`] },
    { credential_1: Array(20_000).fill('') },
    names,
  ]
  await together(10, target, async () => {
    const { shortUrl, forget } = await visitor.ask()
    const request = claimsOf(await requestAt(shortUrl))
    const answer = { vp_token: oneOf(tokens), state: request.state }
    const bodies = await Promise.all(Array.from({ length: 4 }, () => encryptedAnswer(request, answer)))
    await Promise.all(bodies.map((body) => post(request.response_uri, body)))
    await forget()
  })
}

interface Tokens {
  access_token: string
  refresh_token: string
}
interface Batch {
  credentials: { credential: string }[]
}
/** @returns undefined for a refusal */
const contentOf = async <Content>(call: Promise<Response>): Promise<Content | undefined> => {
  const answer = await call
  const text = await answer.text()
  return answer.ok ? (JSON.parse(text) as Content) : undefined
}

/** Credentials of one offer are worth so many copies. */
const mostCopies = 50

/** One offer after the other, of which all tokens are used again and again, two calls at once. */
const refreshTokens: Scenario = async (target) => {
  const visitor = await site(target)
  const [tokenKey] = await holderKeys()
  const keys = await holderKeys(10)
  await together(4, target, async () => {
    const { wallet } = await visitor.offer()
    const bound = (path: string, token?: string) => wallet.bound(tokenKey as HolderKeyPair, `/openid4vc/${path}`, token)
    let copies = 0
    const take = async ({ access_token: token }: Tokens) => {
      const proofs = await wallet.proofs(await wallet.nonce(), keys)
      const given = wallet.credential('', proofs, undefined, await bound('credential', token))
      copies += (await contentOf<Batch>(given))?.credentials.length ?? 0
    }
    const all: Tokens[] = []
    const note = async (call: Promise<Response>) => {
      const tokens = await contentOf<Tokens>(call)
      if (!tokens) return
      all.push(tokens)
      await Promise.all([take(tokens), take(tokens)])
    }
    await note(wallet.token(wallet.code, await bound('token')))
    for (let round = 0; round < 6 && all.length > 0; round++) {
      const { refresh_token: token } = oneOf(all)
      const again = async () => note(wallet.refresh(token, await bound('token')))
      await Promise.all([again(), again()])
    }
    if (copies > mostCopies) target.got(`${copies} copies by the tokens of one offer`)
    // A wallet that got nothing was not attacking.
    if (copies === 0) throw new Error('Nothing was given')
  })
}

/** A proof of possession whose signature is none. */
const unsigned = (proof: string) => `${proof.slice(0, -86)}${'A'.repeat(86)}`

/**
 * Ten proofs of possession a call, right in all but their signatures or their audience, by one token; answers wanted
 * encrypted for keys that can't be; and a code in JSON.
 */
const refusedProofs: Scenario = async (target) => {
  const visitor = await site(target)
  const keys = await holderKeys(10)
  const [{ publicJwk: jwk, privateKey }] = (await holderKeys()) as [HolderKeyPair]
  const { d } = await exportJWK(privateKey)
  const recipients = [{ ...jwk, d }, { ...jwk, x: jwk.y }, { ...jwk, crv: 'P-384' }, { kty: 'oct', k: 'AA' }, {}]
  await together(4, target, async () => {
    const { wallet } = await visitor.offer()
    const inJson = {
      grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
      'pre-authorized_code': wallet.code,
    }
    if ((await wallet.post('/openid4vc/token', inJson, {})).ok) target.got('a token by a request in JSON')
    const token = await wallet.accessToken()
    const { jwks } = await requestEncryption(wallet)
    for (const recipient of recipients) {
      const body = {
        credential_configuration_id: wallet.offer.credential_configuration_ids[0],
        proofs: { jwt: await wallet.proofs(await wallet.nonce(), keys) },
        credential_response_encryption: { jwk: { ...recipient, alg: 'ECDH-ES' }, enc: 'A128GCM' },
      }
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/jwt' }
      const encrypted = await encryptedTo(jwks.keys[0], body)
      await fetch(`${target.origin}/openid4vc/credential`, { method: 'POST', body: encrypted, headers })
    }
    const elsewhere = await wallet.proofs(await wallet.nonce(), keys, 'https://another.example')
    const forged = (await wallet.proofs(await wallet.nonce(), keys)).map(unsigned)
    for (let round = 0; round < 5; round++)
      await Promise.all([elsewhere, ...Array(8).fill(forged)].map((proofs) => wallet.credential(token, proofs)))
    const good = await wallet.proofs(await wallet.nonce(), keys)
    if ((await wallet.credential(token, good)).ok)
      target.got('a credential by a token whose proofs were refused again and again')
  })
}

/** How an issuer takes encrypted requests. */
async function requestEncryption({ issuer, origin }: SdJwtWallet): Promise<{ jwks: { keys: [JWK] } }> {
  const path = new URL(issuer).pathname
  const metadata = await fetch(`${origin}/.well-known/openid-credential-issuer${path}`)
  const content = (await metadata.json()) as { credential_request_encryption: { jwks: { keys: [JWK] } } }
  return content.credential_request_encryption
}

/** All texts in a link, or in what is signed. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : decodeURIComponent(String(value)).split(/[/?&=:~\s"]+/)

/**
 * A stranger who was sent a visitor's link for the same device answers with a card of their own: there, twice, and at
 * every address that a word of the link, the request or the reply makes; and follows the way back without a cookie.
 */
const othersLinks: Scenario = async (target) => {
  const visitor = await site(target)
  const held = await heldBy(visitor)
  await together(2, target, async () => {
    const { id, proofUrl, state, forget } = await visitor.ask()
    const request = claimsOf(await requestAt(proofUrl))
    const answerAt = async (place: string, address: string) => {
      const shown = await present(request, held)
      const answer = await encryptedAnswer(request, { vp_token: { credential_1: [shown] }, state: place })
      return contentOf<{ redirect_uri: string }>(post(address, answer))
    }
    const answerEverywhere = async (...shown: unknown[]) => {
      const words = [...new Set(shown.flatMap(textsIn))].filter(({ length }) => length >= 16 && length <= 50)
      await Promise.all(
        words.flatMap((word) => [
          answerAt(word, `${target.origin}/openid4vc/answers/${encodeURIComponent(word)}`),
          requestAt(`openid4vp://?request_uri=${target.origin}/openid4vc/requests/${encodeURIComponent(word)}`),
        ]),
      )
    }
    const { state: place, response_uri: address, ...rest } = request
    await answerEverywhere(id, rest)
    const reply = await answerAt(place, address)
    await answerAt(place, address)
    if (reply) await fetch(reply.redirect_uri, { redirect: 'manual', headers: { accept: 'text/html' } })
    await answerEverywhere(proofUrl, reply ?? '')
    if ((await state()).verified) target.got('a proof by the card of a stranger who was sent the link')
    await forget()
  })
}

/** A credential in a stranger's wallet. */
async function heldBy(visitor: Awaited<ReturnType<typeof site>>): Promise<Held> {
  const { wallet } = await visitor.offer()
  const [key] = (await holderKeys()) as [HolderKeyPair]
  const proofs = await wallet.proofs(await wallet.nonce(), [key])
  const given = await contentOf<Batch>(wallet.credential(await wallet.accessToken(), proofs))
  return { credential: given?.credentials[0]?.credential ?? '', key }
}

export const openid4vcScenarios: Record<string, Scenario> = {
  openid4vc,
  'long-answers': longAnswers,
  'refresh-tokens': refreshTokens,
  'refused-proofs': refusedProofs,
  'others-links': othersLinks,
}
