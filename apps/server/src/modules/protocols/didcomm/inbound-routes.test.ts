import type { DidCommAgent } from '@lastmile/agent/didcomm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { inboundRoutes } from './inbound-routes.ts'

test('a message beyond the quota is answered with when to come again, and its network is given to the agent', async () => {
  const senders: string[] = []
  const inbound = {
    contentTypes: ['application/didcomm-envelope-enc'],
    receiveHttp: async (_body: string, _type: string, sender: string) => {
      senders.push(sender)
      return { status: senders.length === 1 ? 503 : 202 }
    },
  }
  const app = Fastify()
  inboundRoutes(app, { inbound } as unknown as DidCommAgent, 'https://demo.example')
  const post = () =>
    app.inject({
      method: 'POST',
      url: '/didcomm',
      remoteAddress: '2001:db8:1:2:3::4',
      headers: { 'content-type': 'application/didcomm-envelope-enc' },
      payload: '{}',
    })
  const refused = await post()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  const taken = await post()
  expect([taken.statusCode, taken.headers['retry-after']]).toEqual([202, undefined])
  expect(senders).toEqual(['2001:db8:1', '2001:db8:1'])
  await app.close()
})

test('messages that a page of another site posts are refused apart from those of its network', async () => {
  const sources: string[] = []
  const inbound = {
    contentTypes: ['application/didcomm-envelope-enc'],
    receiveHttp: async (_body: string, _type: string, _sender: string, source: string) => {
      sources.push(source)
      return { status: 202 }
    },
  }
  const app = Fastify()
  inboundRoutes(app, { inbound } as unknown as DidCommAgent, 'https://demo.example')
  for (const origin of [undefined, 'https://demo.example', 'https://advertisement.example'])
    await app.inject({
      method: 'POST',
      url: '/didcomm',
      remoteAddress: '203.0.113.7',
      headers: { 'content-type': 'application/didcomm-envelope-enc', ...(origin && { origin }) },
      payload: '{}',
    })
  const foreign = expect.stringMatching(/^203\.0\.113\.7 from other sites, group \d$/)
  expect(sources).toEqual(['203.0.113.7', '203.0.113.7', foreign])
  await app.close()
})
