import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ApiRouteName, apiRoutes, apiSchemas, limits } from '@lastmile/contracts'
import { base64url } from 'jose'
import { attributes, checkOf } from '../cluster/whole-visit.ts'
import { createVisitor } from '../interop/product-server.ts'
import {
  claimsOf,
  encryptedAnswer,
  holderKeys,
  present,
  type RequestClaims,
  requestAt,
  SdJwtWallet,
} from '../sd-jwt-wallet.ts'
import { startServer } from '../server.ts'

/**
 * Measures what one call of a stranger can cost the event loop: for each route the dearest of many inputs within its
 * bounds, beside a call of that length without a trick. Exits with 1 where one costs more than both 20 ms
 * and three times as much. CPU of the main thread alone, from /proc: it is the event loop's, whatever the load.
 */
const allowed = { least: 20, factor: 3 }
const repeats = 7

const say = (text: string) => process.stdout.write(`${text}\n`)
const row = (name: string, figures: string[]) =>
  say(name.padEnd(44) + figures.map((each) => each.padStart(10)).join(''))
const ms = (figure: number) => figure.toFixed(1)

const server = await startServer({ settings: { LOG_LEVEL: 'fatal', RATE_LIMIT_FACTOR: '100000' } })
const { origin, pid } = server

/** Milliseconds of CPU that the server's main thread has used. */
const used = async () => Number((await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6

interface Call {
  path: string
  method?: string
  body?: string | URLSearchParams
  headers?: Record<string, string>
}

/** The median of some calls; each is made beforehand. */
async function costOf(make: () => Call | Promise<Call>): Promise<number> {
  const costs: number[] = []
  for (let count = 0; count < repeats; count++) {
    const { path, method = 'POST', ...rest } = await make()
    const before = await used()
    await (await fetch(origin + path, { method, ...rest })).arrayBuffer()
    costs.push((await used()) - before)
  }
  return costs.sort((one, other) => one - other)[Math.floor(repeats / 2)] ?? Number.NaN
}

let missed = 0
/** @param honest of the length of the others */
async function compare(route: string, honest: () => Call | Promise<Call>, tricks: Record<string, typeof honest>) {
  await costOf(honest)
  const usual = await costOf(honest)
  const costs: [string, number][] = []
  for (const [name, make] of Object.entries(tricks)) costs.push([name, await costOf(make)])
  const [dearest = '', cost = 0] = costs.sort(([, one], [, other]) => other - one)[0] ?? []
  const isMissed = cost > Math.max(allowed.least, allowed.factor * usual)
  if (isMissed) missed++
  row(route, [ms(usual), ms(cost), isMissed ? 'MISSED' : '', ` ${dearest}`])
}

const long = limits.bodyBytes - 2_000
const filled = (text: string, length = long) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const members = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))

/** Values that are long to look at. */
const odd: Record<string, unknown> = {
  zeros: Array(45_000).fill(0),
  'empty objects': Array(30_000).fill({}),
  'empty texts': Array(30_000).fill(''),
  names: members(7_000, 0),
  'names of objects': members(5_000, {}),
}
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const json = { 'content-type': 'application/json' }

const visitor = createVisitor(origin)
const credential = { name: 'Dear Card', attributes }
const { data: cred_def_id } = await visitor.call('getOrCreateCredDef', { body: { credential, protocol: 'openid4vc' } })
const { cookie } = visitor

say(`Milliseconds of the event loop's CPU; at most ${allowed.least}, or ${allowed.factor} times the honest call.`)
row('', ['honest', 'dearest'])

for (const name of Object.keys(apiRoutes) as ApiRouteName[]) {
  const { method, path } = apiRoutes[name]
  const at = path.replace(':id', randomUUID())
  const { body } = apiSchemas[name] as { body?: { shape?: object; options?: { shape?: object }[] } }
  const headers = { ...json, cookie }
  if (method !== 'POST' || !body) {
    const address = (id: string) => () => ({ path: path.replace(':id', id), method, headers: { cookie } })
    await compare(name, address(randomUUID()), { 'long id': address('%61'.repeat(2_000)) })
    continue
  }
  const fields = [body, ...(body.options ?? [])].flatMap(({ shape = {} }) => Object.keys(shape))
  const call = (text: string) => () => ({ path: at, body: text, headers })
  const within: Record<string, unknown> = {
    proof_request: 'requested_attributes',
    credential_proposal: 'attributes',
    credential: 'attributes',
  }
  const tricks = [...new Set(fields)].flatMap((field) =>
    Object.entries(odd).flatMap(([what, value]) => {
      const inner = within[field]
      return [
        [`${field}: ${what}`, call(JSON.stringify({ [field]: value }))],
        ...(typeof inner === 'string'
          ? [[`${field}.${inner}: ${what}`, call(JSON.stringify({ [field]: { [inner]: value } }))]]
          : []),
      ]
    }),
  )
  await compare(name, call(JSON.stringify({ padding: filled('x') })), {
    ...Object.fromEntries(tricks),
    depth: call(nested(45_000)),
  })
}

const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  path,
  body: new URLSearchParams(fields),
  headers,
})
/** The open exchanges, which would be answered to the next call in place of a new one. */
const last = { offer: '', proof: '' }
const wallet = async () => {
  const body = { protocol: 'openid4vc', cred_def_id, credential_proposal: { attributes } } as const
  if (last.offer) await visitor.call('deleteCredential', { id: last.offer })
  const { credential_exchange_id, invitation_url } = await visitor.call('offerCredential', { body })
  last.offer = credential_exchange_id
  return new SdJwtWallet(invitation_url ?? '')
}
const token = '/openid4vc/token'
await compare('token', () => form(token, { grant_type: 'x', padding: filled('x', 60_000) }), {
  'refresh token': () => form(token, { grant_type: 'refresh_token', refresh_token: filled('A', 59_000) }),
  fields: () => form(token, members(6_000, '') as Record<string, string>),
  dpop: () => form(token, { grant_type: 'x' }, { dpop: filled('A', 12_000) }),
  'dpop of parts': () => form(token, { grant_type: 'x' }, { dpop: filled('.', 12_000) }),
})

const credentialPath = '/openid4vc/credential'
const keys = await holderKeys(10)
const oneToken = async () => {
  const taker = await wallet()
  return { taker, accessToken: await taker.accessToken() }
}
await compare(
  'credential',
  () => ({
    path: credentialPath,
    body: JSON.stringify({ padding: filled('x') }),
    headers: { ...json, authorization: 'Bearer x' },
  }),
  {
    ...Object.fromEntries(
      Object.entries(odd).flatMap(([what, value]) =>
        ['proofs', 'proof', 'credential_response_encryption'].map((field) => [
          `${field}: ${what}`,
          async () => {
            const { accessToken } = await oneToken()
            const named = field === 'proofs' ? { jwt: value } : { jwk: value, enc: 'A128GCM' }
            const headers = { ...json, authorization: `Bearer ${accessToken}` }
            return { path: credentialPath, body: JSON.stringify({ [field]: named }), headers }
          },
        ]),
      ),
    ),
    'ten proofs for another audience': async () => {
      const { taker, accessToken } = await oneToken()
      const jwt = await taker.proofs(await taker.nonce(), keys, 'https://another.example')
      const body = { credential_configuration_id: taker.offer.credential_configuration_ids[0], proofs: { jwt } }
      const headers = { ...json, authorization: `Bearer ${accessToken}` }
      return { path: credentialPath, body: JSON.stringify(body), headers }
    },
  },
)
await compare(
  'notification',
  () => ({ path: '/openid4vc/notification', body: JSON.stringify({ padding: filled('x') }), headers: json }),
  { depth: () => ({ path: '/openid4vc/notification', body: nested(45_000), headers: json }) },
)

const taker = await wallet()
const accessToken = await taker.accessToken()
const [key] = await holderKeys()
if (!key) throw new Error('No key')
const given = await taker.credential(accessToken, await taker.proofs(await taker.nonce(), [key]))
const held = {
  credential: ((await given.json()) as { credentials: [{ credential: string }] }).credentials[0].credential,
  key,
}

/** A request of its own for each call, and an answer to it. */
const answering = (make: (request: RequestClaims) => URLSearchParams | Promise<URLSearchParams>) => async () => {
  if (last.proof) await visitor.call('deleteProof', { id: last.proof })
  const { proofUrl, proof } = await visitor.call('requestProofOutOfBand', {
    body: { protocol: 'openid4vc', proof_request: checkOf(cred_def_id) },
  })
  const request = claimsOf(await requestAt(proofUrl))
  last.proof = proof.presentation_exchange_id
  return { path: new URL(request.response_uri).pathname, body: await make(request) }
}
const shown = (presentation: unknown) =>
  answering((request) => encryptedAnswer(request, { vp_token: { credential_1: [presentation] }, state: request.state }))
const most = 66_000
const unsigned = (payload: object, header: object = { alg: 'ES256', typ: 'dc+sd-jwt', x5c: ['AAAA'] }) =>
  `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify(payload))}.${filled('A', 86)}~`
await compare(
  'answers',
  answering(async (request) =>
    encryptedAnswer(request, {
      vp_token: { credential_1: [await present(request, held)] },
      state: request.state,
      padding: filled('x', most - 4_000),
    }),
  ),
  {
    tildes: shown(filled('~', most)),
    'a hundred disclosures': shown(filled(`${filled('W', 600)}~`, 62_000)),
    dots: shown(filled('.', most)),
    'digests that are numbers': shown(unsigned({ vct: 'x', cnf: {}, _sd: Array(20_000).fill(1) })),
    'claims by the thousand': shown(unsigned({ vct: 'x', ...members(3_500, 0) })),
    'a long chain': shown(unsigned({ vct: 'x' }, { alg: 'ES256', x5c: Array(9_000).fill('') })),
    'a long certificate': shown(unsigned({ vct: 'x' }, { alg: 'ES256', x5c: [filled('A', 45_000)] })),
    names: answering((request) => encryptedAnswer(request, { vp_token: members(5_000, 7) })),
    'many presentations': answering((request) =>
      encryptedAnswer(request, { vp_token: { credential_1: Array(20_000).fill('') } }),
    ),
    depth: answering((request) => encryptedAnswer(request, JSON.parse(nested(900)) as object)),
    'no ciphertext': answering(() => new URLSearchParams({ response: filled('A', most) })),
    'parts of a response': answering(() => new URLSearchParams({ response: filled('.', most) })),
    'a long header': answering(
      () =>
        new URLSearchParams({
          response: `${base64url.encode(JSON.stringify({ alg: 'ECDH-ES', enc: 'A128GCM', apu: filled('A', 45_000) }))}....`,
        }),
    ),
    fields: answering(() => new URLSearchParams(members(6_000, '') as Record<string, string>)),
  },
)
await compare('requests', () => form(`/openid4vc/requests/${randomUUID()}`, { padding: filled('x', 50_000) }), {
  'wallet metadata': () =>
    form(`/openid4vc/requests/${randomUUID()}`, { wallet_metadata: filled('[', 49_000), wallet_nonce: 'x' }),
})

const didcomm = { 'content-type': 'application/didcomm-envelope-enc' }
await compare(
  'didcomm',
  () => ({ path: '/didcomm', body: JSON.stringify({ padding: filled('x') }), headers: didcomm }),
  {
    depth: () => ({ path: '/didcomm', body: nested(45_000), headers: didcomm }),
    ...Object.fromEntries(
      Object.entries(odd).map(([what, value]) => [
        `recipients: ${what}`,
        () => ({
          path: '/didcomm',
          body: JSON.stringify({
            protected: base64url.encode(JSON.stringify({ typ: 'JWM/1.0', alg: 'Authcrypt', recipients: value })),
            iv: 'x',
            ciphertext: 'x',
            tag: 'x',
          }).slice(0, limits.didcommBytes),
          headers: didcomm,
        }),
      ]),
    ),
  },
)
for (const path of ['/.well-known/oauth-authorization-server', '/openid4vc/root.pem', '/openid4vc/status-lists/1'])
  await compare(path, () => ({ path, method: 'GET' }), {
    'much accepted': () => ({ path, method: 'GET', headers: { accept: filled('a/b,', 8_000) } }),
  })

await server.discard()
say(missed === 0 ? 'None is dearer than allowed.' : `${missed} cost more than allowed.`)
process.exit(missed === 0 ? 0 : 1)
