import type { DidCommAgent } from '@lastmile/agent/didcomm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { inboundRoutes } from './inbound-routes.ts'

test('a message that finds no room is told when to come again, and its network is told to the agent', async () => {
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
