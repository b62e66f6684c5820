import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { compressedText, sendCompressed } from './compressed-text.ts'

const text = compressedText('as it stands')
const app = Fastify().get('/', (request, reply) => sendCompressed(request, reply, text))

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0.000', undefined],
  ['x-br', undefined],
  ['deflate', undefined],
  [undefined, undefined],
])('for a caller that takes %s the encoding is %s', async (accepted, encoding) => {
  const { headers, body } = await app.inject({
    url: '/',
    headers: { ...(accepted && { 'accept-encoding': accepted }) },
  })
  expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding'])
  expect(body === 'as it stands').toBe(encoding === undefined)
})
