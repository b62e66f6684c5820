import { apiRoutes, socketPath } from '@lastmile/contracts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { readyDefinition } from '../test/showcase.ts'
import { createHttpServer } from './http-server.ts'

let server: TestServer
let resource: string
let shortLink: string

beforeAll(async () => {
  server = await TestServer.start({ INSIGHTS_PASSCODE: 'nobody guesses this' })
  const visitor = server.visitor()
  const { publishedId } = await server.context.definitions.require(await readyDefinition(visitor))
  resource = `/resources/${publishedId?.split('/').at(-1)}`
  shortLink = new URL((await visitor.call('createInvite', { body: { my_label: 'Office' } })).short_url).pathname
})
afterAll(() => server?.stop())

interface Kind {
  method?: string
  path: string | (() => string)
  body?: string
  type?: string
  status: number
}

const form = 'application/x-www-form-urlencoded'
const kinds: Record<string, Kind> = {
  page: { path: '/', status: 200 },
  screen: { path: '/demo', status: 200 },
  'page that is not there': { path: '/nowhere', status: 404 },
  'file of the pages': { path: '/assets/app-1a2b3c.js', status: 200 },
  'redirect to a page': { path: '/confirmed-person', status: 302 },
  'answer of the API': { path: apiRoutes.getWallets.path, status: 200 },
  'refusal of the API': { path: '/demo/proofs/none', status: 404 },
  'body that is not valid': { method: 'POST', path: apiRoutes.createInvite.path, body: '{', status: 400 },
  'body that is too large': { method: 'POST', path: apiRoutes.revoke.path, body: '0'.repeat(200_000), status: 413 },
  'address that is not valid': { path: '/%ff', status: 404 },
  'form that is not complete': {
    method: 'POST',
    path: apiRoutes.sendEmail.path,
    body: 'name=x',
    type: form,
    status: 303,
  },
  'picture of the content': { path: '/content/shared/on.svg', status: 200 },
  'short link': { path: () => shortLink, status: 302 },
  'short link that is not there': { path: '/i/none', status: 404 },
  'DID of the issuer': { path: '/.well-known/did.jsonl', status: 200 },
  'published object': { path: () => resource, status: 200 },
  'tails file that is not there': { path: '/tails/none', status: 404 },
  'message of a wallet': { method: 'POST', path: '/didcomm', body: '{}', status: 415 },
  'page of the documentation': { path: '/docs', status: 200 },
  'OpenAPI document': { path: '/docs/openapi.json', status: 200 },
  readiness: { path: '/server/ready', status: 200 },
  'numbers of the site': { path: '/server/insights', status: 200 },
  'handshake of the socket': { path: `${socketPath}?EIO=4&transport=polling`, status: 200 },
  'refused handshake of the socket': { path: `${socketPath}?EIO=4&transport=unknown`, status: 400 },
}

it.each(Object.entries(kinds))(
  'a %s comes with what keeps a browser from doing more with it than was meant',
  async (_, { method = 'GET', path, body, type, status }) => {
    const address = typeof path === 'string' ? path : path()
    const headers = type ? { 'content-type': type } : undefined
    const answer = await server.visitor().request(method, address, body, headers)
    expect(answer.status).toBe(status)
    const header = (name: string) => answer.headers.get(name)
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('x-frame-options')).toBe('DENY')
    expect(header('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(header('permissions-policy')).toMatch(/camera=\(\w*\), geolocation=\(\), microphone=\(\), payment=\(\)/)
    const policy = header('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src '(self|none)'/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toContain('unsafe-eval')
    expect(header('x-powered-by')).toBeNull()
    expect(header('server')).toBeNull()
  },
)

it('browsers that came by https come by nothing else for a year', async () => {
  const secure = { ...server.config, publicUrl: 'https://lastmile.example' }
  const app = await createHttpServer({ ...server.context, config: secure, metrics: new Registry() })
  for (const url of ['/', '/docs', '/server/ready', '/content/shared/on.svg']) {
    expect((await app.inject({ url })).headers['strict-transport-security'], url).toBe('max-age=31536000')
  }
  await app.close()
})
