import { connect as openSocket } from 'node:net'
import { type ApiRouteName, apiRoutes, limits } from '@lastmile/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { offerOf, readyDefinition, staffCard, staffCheck } from '../test/showcase.ts'
import { trackedBatch } from '../test/tracked-batch.ts'
import type { VisitorClient } from '../test/visitor-client.ts'

/** More in a long run now and then: `FUZZ_RUNS=10000`. */
const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 400)

let server: TestServer
let visitor: VisitorClient
let definitionId: string

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor)
})
afterAll(() => server.stop())

/** The form of a refusal; the contact form has an answer of its own (docs/product.md, section 7). */
const refusals = [
  { error: { code: expect.any(String), message: expect.any(String) } },
  { success: false, message: expect.any(String) },
]
const expectRefusal = (answer: { status: number; body: unknown }, sent = '') => {
  expect(answer.status, sent).toBeGreaterThanOrEqual(400)
  expect(answer.status, sent).toBeLessThan(500)
  expect(refusals, sent).toContainEqual(answer.body)
  expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts|node_modules|SQLITE|did:webvh/)
}

/** A valid body for each route that takes one. */
const validBodies = () => ({
  createInvite: { my_label: 'Office', goal_code: 'aries.vc.issue', image_url: '/x.svg', flow_type: 'onboarding-flow' },
  getOrCreateCredDef: { credential: staffCard() },
  offerCredential: offerOf('nowhere', definitionId),
  offerCredentialByDeepLink: offerOf('nowhere', definitionId),
  revoke: { connection_id: 'nowhere', cred_rev_id: '1', rev_reg_id: 'none', comment: 'x', notify: true, publish: true },
  requestProof: { connection_id: 'nowhere', comment: 'x', proof_request: staffCheck(definitionId) },
  requestProofByDeepLink: { connection_id: 'nowhere', comment: 'x', proof_request: staffCheck(definitionId) },
  requestProofOutOfBand: {
    my_label: 'Office',
    image_url: '/x.svg',
    comment: 'x',
    proof_request: staffCheck(definitionId),
  },
  requestProofByDistantVerifier: {
    my_label: 'Office',
    image_url: '/x.svg',
    comment: 'x',
    proof_request: staffCheck(definitionId),
    distance: { registry: 'up', oldest_list: 60 },
  },
  trackAnalytics: trackedBatch(),
  sendEmail: { name: 'Bola', email: 'bola@example.org', phone: '1', subject: 'Other', message: 'Hello', website: '' },
})
type PostName = keyof ReturnType<typeof validBodies>
const postNames = (Object.keys(apiRoutes) as ApiRouteName[]).filter(
  (name) => apiRoutes[name].method === 'POST',
) as PostName[]
const idNames = (Object.keys(apiRoutes) as ApiRouteName[]).filter((name) => apiRoutes[name].path.includes(':id'))

const post = (name: PostName, body: string, headers?: Record<string, string>, client = visitor) =>
  client.request('POST', apiRoutes[name].path, body, headers)

describe('bad input', () => {
  it.each(postNames)('%s refuses what is no JSON object of its own', async (name) => {
    const before = await server.rowCounts()
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '42',
      'true',
      '{}',
      '\u0000',
      '{"a":1,}',
      '[[[[[[[[',
      '{"":{}}',
    ]) {
      expectRefusal(await post(name, body), body)
    }
    expect(await server.rowCounts()).toEqual(before)
  })

  it.each(postNames)('%s refuses every field with a wrong type, too long, or with control characters', async (name) => {
    const before = await server.rowCounts()
    const valid = validBodies()[name]
    const wrong = [null, 7, -1.5, [], {}, [[]], 'x'.repeat(70_000), '\u0000', '\u202Eevil', '', { $gt: '' }]
    for (const [path, type] of leaves(valid)) {
      for (const value of wrong) {
        if (typeof value === type && !(typeof value === 'string' && value.length > 60_000)) continue
        // An empty text counts as absent where a text may be absent, as in the event's connection.
        if (value === '' && path.at(-1) === 'connectionId') continue
        const body = JSON.stringify(replaced(valid, path, value))
        const answer = await post(name, body)
        if (path.join('.') === 'credential_proposal.attributes.0.value' || path.at(-1) === 'value') continue
        expectRefusal(answer, `${path.join('.')} = ${JSON.stringify(value).slice(0, 40)}`)
      }
    }
    expect(await server.rowCounts()).toEqual(before)
  })

  it('says which field is wrong and what is expected, and does not repeat what was sent', async () => {
    const answer = await post('createInvite', JSON.stringify({ my_label: 'x'.repeat(65) }))
    expect(answer.body.error.message).toContain('my_label')
    expect(answer.body.error.message).toContain('64')
    expect(answer.body.error.message).not.toContain('xxxx')
    const code = await post('createInvite', JSON.stringify({ my_label: 'x', goal_code: 'secret-value' }))
    expect(code.body.error.message).toContain('goal_code')
    expect(JSON.stringify(code.body)).not.toContain('secret-value')
  })

  it.each([
    ['createInvite', {}, 'field-missing', 'The field my_label is missing.'],
    ['createInvite', { my_label: 5 }, 'field-not-valid', 'The field my_label must be text.'],
    ['createInvite', { my_label: '' }, 'field-not-valid', 'The field my_label must not be empty.'],
    [
      'createInvite',
      { my_label: 'Canary\u202E' },
      'field-not-valid',
      'The field my_label must not contain control or direction characters.',
    ],
    [
      'offerCredential',
      { connection_id: 'x', cred_def_id: 'x', credential_proposal: { attributes: [] } },
      'field-not-valid',
      'The field credential_proposal.attributes needs at least one entry.',
    ],
    [
      'requestProof',
      {
        connection_id: 'x',
        proof_request: { name: 'x', requested_attributes: { Canary: { names: ['a'], restrictions: [{ Canary: 1 }] } } },
      },
      'field-unknown',
      'The field proof_request.requested_attributes.….restrictions.0 holds something that is not known here.',
    ],
    [
      'revoke',
      { connection_id: 'x', cred_rev_id: 'x', rev_reg_id: 'x', notify_version: 'Canary' },
      'field-not-valid',
      'The field notify_version must be v1_0 or v2_0.',
    ],
  ] as const)('%s with %j says so in plain words', async (name, body, code, message) => {
    expect((await post(name, JSON.stringify(body))).body).toEqual({ error: { code, message } })
  })

  it('an address with more than an identifier in it is refused in plain words', async () => {
    const answer = await visitor.request('GET', '/demo/proofs/%20Canary')
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'address-not-valid', message: 'There can be nothing at this address.' } },
    })
  })

  it.each(postNames)('%s refuses keys that reach for prototypes', async (name) => {
    for (const key of ['__proto__', 'constructor']) {
      const inner = key === 'constructor' ? '{"prototype":{"polluted":true}}' : '{"polluted":true}'
      const body = JSON.stringify(validBodies()[name]).replace('{', `{"${key}":${inner},`)
      expectRefusal(await post(name, body), key)
    }
    expect('polluted' in {}).toBe(false)
  })

  it.each(postNames)('%s refuses bodies that are too large or of another kind', async (name) => {
    const large = await post(name, JSON.stringify({ padding: 'x'.repeat(limits.uploadBytes) }))
    expect(large.status).toBe(413)
    expectRefusal(large)
    // The contact form is the one form that can be posted (contact.test.ts).
    const kind = name === 'sendEmail' ? 'application/xml' : 'application/x-www-form-urlencoded'
    const other = await post(name, 'my_label=x', { 'content-type': kind })
    expect(other.status).toBe(415)
    expectRefusal(other)
  })

  it('takes more only where an uploaded character’s credential is registered', async () => {
    const padded = (name: PostName, bytes: number) => {
      const body = { ...validBodies()[name], padding: '' }
      const padding = 'x'.repeat(bytes - JSON.stringify(body).length)
      return post(name, JSON.stringify({ ...body, padding }))
    }
    expect((await padded('getOrCreateCredDef', limits.uploadBytes)).status).toBe(200)
    expect((await padded('getOrCreateCredDef', limits.uploadBytes + 1)).status).toBe(413)
    expect((await padded('createInvite', limits.bodyBytes)).status).toBe(200)
    expect((await padded('createInvite', limits.bodyBytes + 1)).status).toBe(413)
    const attributes = Array.from({ length: 21 }, (_, index) => ({ name: `n${index}`, value: '' }))
    const many = await post('getOrCreateCredDef', JSON.stringify({ credential: { name: 'Many', attributes } }))
    expect(many.body.error.message).toBe('The field credential.attributes must have at most 20 entries.')
  })

  it.each(idNames)('%s refuses ids that are none', async (name) => {
    const { method, path } = apiRoutes[name]
    for (const id of [
      'unknown',
      '%00',
      '%2e%2e%2f',
      '%',
      '%ff',
      'x'.repeat(301),
      'x'.repeat(5_000),
      "';--",
      '%20',
      '🐘',
    ]) {
      const answer = await visitor.request(method, path.replace(':id', id))
      expectRefusal(answer, id)
    }
  })

  it('answers malformed requests without giving anything away', async () => {
    const raw = await new Promise<string>((resolve) => {
      const socket = openSocket(server.config.port, '127.0.0.1', () => socket.end('GARBAGE\r\n\r\n'))
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('close', () => resolve(text))
    })
    expect(raw).toContain('400')
    expect(raw).not.toContain('at ')
  })

  it(
    'gives no 5xx for whatever is posted',
    async () => {
      const mutation = fc.constantFrom(...postNames).chain((name) => {
        const valid = validBodies()[name]
        const paths = leaves(valid).map(([path]) => path)
        return fc.record({
          name: fc.constant(name),
          body: fc.oneof(
            fc.json(),
            fc.string(),
            fc
              .tuple(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 3 }))
              .map(([path, value]) => JSON.stringify(replaced(valid, path, value))),
            fc
              .tuple(fc.string({ unit: 'binary' }), fc.jsonValue())
              .map(([key, value]) => JSON.stringify({ ...valid, [key]: value })),
          ),
        })
      })
      const fuzzer = server.visitor()
      await fc.assert(
        fc.asyncProperty(mutation, async ({ name, body }) => {
          const { status } = await post(name, body, {}, fuzzer)
          expect(status, `${name} ${body}`).toBeLessThan(500)
        }),
        { numRuns: fuzzRuns },
      )
    },
    fuzzRuns * 100,
  )
})

it('has a page for the Confirmed Person flow, where the addresses of its character lead too', async () => {
  const page = await visitor.request('GET', '/demo/confirmedPerson')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  const redirections = {
    '/demo/confirmed-person': '/demo/confirmedPerson',
    '/demo/confirmed-person?theme=dark&hidden=1': '/demo/confirmedPerson?theme=dark&hidden=1',
    '/confirmed-person': '/confirmd',
  }
  for (const [from, to] of Object.entries(redirections)) {
    const answer = await visitor.request('GET', from)
    expect(answer).toMatchObject({ status: 302 })
    expect(answer.headers.get('location')).toBe(to)
  }
})

it('asks to come back when the database takes nothing, and then works again', async () => {
  const body = { my_label: 'Office' }
  const refused = await server.whileNothingCanBeStored(() => visitor.send('createInvite', { body }))
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(refused.body).toEqual({ error: { code: 'storage-unavailable', message: expect.any(String) } })
  expect((await visitor.send('createInvite', { body })).status).toBe(200)
})

describe('ownership', () => {
  it('sets an opaque cookie that scripts cannot read, once', async () => {
    const newcomer = server.visitor()
    const first = await newcomer.send('getCharacters')
    expect(first.headers.get('set-cookie')).toMatch(
      /^visitor=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(first.headers.get('x-new-visitor')).toBe('1')
    const second = await newcomer.send('getCharacters')
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(second.headers.get('x-new-visitor')).toBeNull()
    newcomer.cookie = 'visitor=forged'
    expect((await newcomer.send('getCharacters')).headers.get('set-cookie')).toBeTruthy()
    expect((await newcomer.request('GET', '/')).headers.get('set-cookie')).toBeNull()
  })

  it('takes changes from its own pages only', async () => {
    const from = (origin: string) =>
      post('createInvite', JSON.stringify({ my_label: 'Office' }), { origin }).then(({ status }) => status)
    expect(await from(server.url)).toBe(200)
    expect(await from(server.url.replace('localhost', '127.0.0.1'))).toBe(200)
    expect(await from('https://elsewhere.example')).toBe(403)
    expect(await from('http://localhost:1')).toBe(403)
    expect(await from('null')).toBe(403)
  })
})

describe('content', () => {
  it('lists the characters to choose from and finds hidden ones by slug and type', async () => {
    const characters = await visitor.call('getCharacters')
    expect(characters.map((character) => character.id)).toEqual(['clerk'])
    const hidden = await visitor.call('getCharacter', { id: 'night-guard' })
    expect(await visitor.call('getCharacter', { id: 'Night Guard' })).toEqual(hidden)
    const value = characters[0]?.onboarding[2]?.credentials?.[0]?.attributes[1]?.value
    expect(value).toMatch(/^\d{8}$/)
  })

  it('serves the pictures that the content names and no other file', async () => {
    const [character] = await visitor.call('getCharacters')
    const picture = await visitor.request('GET', character?.image ?? '')
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toContain('image/svg+xml')
    for (const path of ['/content/characters/clerk/character.json', '/content/..%2fpackage.json', '/content/']) {
      expectRefusal(await visitor.request('GET', path), path)
    }
  })

  it('lists wallets with what a deep link needs', async () => {
    expect(await visitor.call('getWallets')).toMatchObject([{ id: 'plain', deepLinkScheme: 'plain' }])
  })
})

describe('pages', () => {
  it.each([
    ['/', 200, 'Home'],
    ['/demo', 200, 'Screen demo'],
    ['/demo/', 200, 'Screen demo'],
    ['/demo/clerk', 200, 'Screen demo'],
    ['/demo/night-guard', 200, 'Screen demo'],
    ['/dashboard?x=1', 200, 'Screen dashboard'],
    ['/uc/enter-archive', 200, 'Screen uc'],
    ['/demo/uploaded-courier', 200, 'Screen demo'],
    ['/uc/uploaded-front-gate', 200, 'Screen uc'],
    ['/uc/uploaded-', 404, 'Screen uc'],
    ['/demo/nobody', 404, 'Screen demo'],
    ['/uc/nothing', 404, 'Screen uc'],
    ['/404', 404, 'Not found'],
    ['/__screens/demo', 404, 'Not found'],
    ['/anything/else', 404, 'Not found'],
    ['/..%2f..%2fpackage.json', 404, 'Not found'],
    ['/%E0', 404, 'Not found'],
    ['/demo/%E0', 404, 'Not found'],
    ['/wallet/%E0', 404, 'Not found'],
    ['/lab/%', 404, 'Not found'],
    ['/uc/%zz?x=%E0', 404, 'Not found'],
    ['/lab/cheat/%E0', 404, 'Not found'],
    ['/privacy-policy%', 404, 'Not found'],
    ['/offers/%E0', 404, 'Not found'],
    ['/demo?x=%E0&way=%', 200, 'Screen demo'],
    ['/dashboard?proof=%E0', 200, 'Screen dashboard'],
  ])('answers %s with %i', async (path, status, text) => {
    const page = await visitor.request('GET', path)
    expect(page.status).toBe(status)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.body).toContain(`<body>${text}</body>`)
  })

  it.each([
    '/demo/connections/unknown',
    '/demo/proofs',
    '/server/unknown',
    '/resources/none',
    '/tails/none',
    '/i/short',
    '/i/%E0',
    '/demo/proofs/%E0',
    '/demo/proofs/%E0/messages?x=%',
    '/content/%',
    '/resources/%E0',
    '/tails/%',
    '/server/%E0',
    '/i/short?x=%E0',
  ])('answers %s with an error that programs understand', async (path) => {
    const answer = await visitor.request('GET', path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expectRefusal(answer)
  })

  it('allows the scripts and styles that each page was built with, and no others', async () => {
    const policy = async (path: string) =>
      (await visitor.request('GET', path)).headers.get('content-security-policy') ?? ''
    const [home, lost] = [await policy('/'), await policy('/nowhere')]
    expect(home).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(home).not.toContain('unsafe')
    expect(home).toContain("frame-ancestors 'none'")
    expect(home).not.toBe(lost)
  })

  it('keeps hashed files for ever, compressed', async () => {
    const file = await visitor.request('GET', '/assets/app-1a2b3c.js', undefined, { 'accept-encoding': 'br' })
    expect(file.status).toBe(200)
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect(file.headers.get('content-encoding')).toBe('br')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('public files and documentation', () => {
  it('lets wallets anywhere read the DID and its resources', async () => {
    const log = await visitor.request('GET', '/.well-known/did.jsonl')
    expect(log.status).toBe(200)
    expect(log.headers.get('access-control-allow-origin')).toBe('*')
    const { publishedId } = await server.context.definitions.require(definitionId)
    const resource = await visitor.request('GET', `/resources/${publishedId?.split('/').at(-1)}`)
    expect(resource.status).toBe(200)
    expect(resource.headers.get('cache-control')).toContain('immutable')
    expect(resource.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('sends tails files as they are: they are random, and nothing makes them shorter', async () => {
    await readyDefinition(visitor, { ...staffCard(), name: 'Revocable card', revocable: true })
    const { tailsHash } = await server.beside((database) =>
      database
        .selectFrom('revocationRegistries')
        .select('tailsHash')
        .where('tailsHash', 'is not', null)
        .executeTakeFirstOrThrow(),
    )
    const { status, headers } = await visitor.request('GET', `/tails/${tailsHash}`)
    expect(status).toBe(200)
    expect(headers.get('content-encoding')).toBeNull()
  })

  it('refuses what is no DIDComm message', async () => {
    expectRefusal(await visitor.request('POST', '/didcomm', '{}'))
    for (const body of ['', '{}', 'x', '{"protected":"a"}', '\u0000']) {
      const headers = { 'content-type': 'application/didcomm-envelope-enc' }
      const { status } = await visitor.request('POST', '/didcomm', body, headers)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  it('documents every route of the contract, offline', async () => {
    const { body } = (await visitor.request('GET', '/docs/openapi.json')) as unknown as { body: { paths: object } }
    const documented = Object.keys(body.paths)
    for (const { path } of Object.values(apiRoutes)) expect(documented).toContain(path.replace(':id', '{id}'))
    for (const path of ['token', 'credential', 'requests/{id}', 'answers/{id}', 'root.pem'])
      expect(documented).toContain(`/openid4vc/${path}`)
    const page = await visitor.request('GET', '/docs')
    expect(page.status).toBe(200)
    for (const { path } of Object.values(apiRoutes)) {
      expect(String(page.body).replaceAll('<wbr>', '')).toContain(path.replace(':id', '{id}'))
    }
    expect(String(page.body)).toContain('credential_proposal.\u200battributes[].\u200bname')
    expect(String(page.body)).toContain('Several SD-JWTs may be several people’s.')
    expect(String(page.body)).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
  })

  it('says that it is ready', async () => {
    expect(await visitor.request('GET', '/server/ready')).toMatchObject({ status: 200, body: { ready: true } })
  })
})

it('while it is asked to stop, asks those who just call to come again', async () => {
  const stopped = server.pause()
  const answer = await fetch(`${server.url}${apiRoutes.getCharacters.path}`)
  expect(answer.status).toBe(200)
  const refused = await fetch(`${server.url}${apiRoutes.createInvite.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ my_label: 'Office' }),
  })
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ error: { code: 'stopping' } })
  expect(Object.fromEntries(refused.headers)).toMatchObject({ 'retry-after': '5', connection: 'close' })
  await stopped
})

type Path = (string | number)[]

/** Every value inside, with the way to it. */
function leaves(value: unknown, path: Path = []): [Path, string][] {
  if (typeof value !== 'object' || value === null) return [[path, typeof value]]
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaced(item, rest, by) : item))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) }
}
