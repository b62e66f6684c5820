import './native.ts'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInvitationLink } from './invitation-link.ts'

const invitation = {
  '@type': 'https://didcomm.org/out-of-band/1.1/invitation',
  '@id': '69212a3a-d068-4f9d-a2dd-4741bca89af3',
  label: 'University',
  handshake_protocols: ['https://didcomm.org/didexchange/1.1'],
  services: ['did:webvh:QmTest:localhost%3A1'],
}
const query = `oob=${Buffer.from(JSON.stringify(invitation)).toString('base64url')}`

let site: Server
let origin: string

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: `/page?${query}` }).end()
    else if (request.url === '/endless') response.writeHead(302, { location: '/endless' }).end()
    else if (request.headers.accept === 'application/json' && request.url === '/short') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(invitation))
    } else response.writeHead(404).end('<p>Nothing here</p>')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})

afterAll(() => {
  site.close()
})

test.each([
  ['in its query', () => `${origin}/any?${query}`],
  ['in a deep link', () => `didcomm://aries_connection_invitation?${query}`],
  ['behind a redirect', () => `${origin}/redirect`],
  ['at a short address', () => ` ${origin}/short\n`],
])('finds an invitation %s', async (_where, link) => {
  expect((await readInvitationLink(link())).id).toBe(invitation['@id'])
})

test.each([
  ['words', () => 'scan me'],
  ['a page without an invitation', () => `${origin}/else`],
  ['a redirect without end', () => `${origin}/endless`],
  ['an invitation that is no JSON', () => `${origin}/any?oob=abc`],
  [
    'another message',
    () => `${origin}/any?oob=${Buffer.from('{"@type":"https://example.org/a/1.0/b"}').toString('base64url')}`,
  ],
])('says so when the link is %s', async (_what, link) => {
  await expect(readInvitationLink(link())).rejects.toMatchObject({ code: 'not-an-invitation' })
})

test('says so when no server is there', async () => {
  await expect(readInvitationLink('http://127.0.0.1:1/short')).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('127.0.0.1:1'),
  })
})
