import { goalCodes } from '@lastmile/contracts'
import { createWallet, type Wallet } from '@lastmile/e2e/wallet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import { connect } from '../../../test/showcase.ts'

let server: TestServer
let wallet: Wallet

beforeAll(async () => {
  ;[server, wallet] = await Promise.all([TestServer.start(), createWallet()])
})
afterAll(async () => {
  await wallet.close()
  await server.stop()
})

const messageIn = (invitationUrl: string) =>
  JSON.parse(Buffer.from(new URL(invitationUrl).searchParams.get('oob') ?? '', 'base64url').toString('utf8'))

describe('createInvite', () => {
  it('answers an invitation with the label, the goal and a connection that exists already', async () => {
    const visitor = server.visitor()
    const invitation = await visitor.call('createInvite', {
      body: { my_label: 'Records Office', flow_type: 'onboarding-flow' },
    })
    const message = messageIn(invitation.invitation_url)
    expect(message).toMatchObject({
      '@id': invitation.invi_msg_id,
      label: 'Records Office',
      goal_code: goalCodes.issue,
    })
    expect(message.goal).toBeTruthy()
    expect(message.services).toHaveLength(1)
    const record = await visitor.call('getConnectionByInvitation', { id: invitation.invi_msg_id })
    expect(record).toEqual({
      connection_id: invitation.connection_id,
      invi_msg_id: invitation.invi_msg_id,
      state: 'invited',
    })
  })

  it('answers a repeated request with the invitation that it made, to its visitor alone', async () => {
    const visitor = server.visitor()
    const body = { my_label: 'Records Office', request_id: 'repeated' }
    // The first answer makes the visitor's cookie.
    const before = await visitor.call('createInvite', { body: { my_label: 'Records Office' } })
    const [invitation, together] = await Promise.all([1, 2].map(() => visitor.call('createInvite', { body })))
    expect(together).toEqual(invitation)
    expect(await visitor.call('createInvite', { body })).toEqual(invitation)
    const others = [
      await visitor.call('createInvite', { body: { ...body, request_id: 'another' } }),
      await visitor.call('createInvite', { body: { my_label: 'Records Office' } }),
      await server.visitor().call('createInvite', { body }),
    ]
    const ids = [before, invitation, ...others].map((each) => each?.connection_id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('passes on pictures of this site, and of no other', async () => {
    // Wallets refuse pictures on a loopback address, so the agent leaves this server's out: seen before it does.
    const createInvitation = vi.spyOn(server.context.agents.didcomm, 'createInvitation')
    const imageOf = async (image_url: string) => {
      await server.visitor().call('createInvite', { body: { my_label: 'Office', image_url } })
      return createInvitation.mock.lastCall?.[0].imageUrl
    }
    expect(await imageOf('/content/shared/on.svg')).toBe(`${server.url}/content/shared/on.svg`)
    expect(await imageOf(`${server.url}/content/shared/on.svg`)).toBe(`${server.url}/content/shared/on.svg`)
    expect(await imageOf('https://elsewhere.example/spy.png')).toBeUndefined()
    expect(await imageOf('//elsewhere.example/spy.png')).toBeUndefined()
    expect(await imageOf('')).toBeUndefined()
  })
})

it('counts the states of connections by the flow that they began in, for the operator', async () => {
  const invited = async (flow: string) =>
    new RegExp(`exchange_states_total{exchange="connection",state="invited",flow="${flow}"} (\\d+)`).exec(
      await server.context.metrics.metrics(),
    )?.[1] ?? '0'
  const flows = ['onboarding-flow', 'confirmed-person-flow', 'unknown'] as const
  const before = await Promise.all(flows.map(invited))
  const visitor = server.visitor()
  for (const flow of flows) {
    await visitor.call('createInvite', {
      body: { my_label: 'Office', ...(flow === 'unknown' ? {} : { flow_type: flow }) },
    })
  }
  expect(await Promise.all(flows.map(invited))).toEqual(before.map((count) => String(Number(count) + 1)))
  const madeUp = await visitor.request(
    'POST',
    '/demo/connections/createInvite',
    JSON.stringify({ my_label: 'Office', flow_type: 'made-up' }),
  )
  expect(madeUp.status).toBe(400)
})

describe('short links', () => {
  it('hand the invitation to wallets that ask for JSON and send all others to its long address', async () => {
    const visitor = server.visitor()
    const invitation = await visitor.call('createInvite', { body: { my_label: 'Office' } })
    const path = new URL(invitation.short_url).pathname
    const wallets = await server.visitor().request('GET', path, undefined, { accept: 'application/json' })
    expect(wallets.status).toBe(200)
    expect(wallets.body).toEqual(messageIn(invitation.invitation_url))
    const others = await server.visitor().request('GET', path, undefined, { accept: '*/*' })
    expect(others.status).toBe(302)
    expect(others.headers.get('location')).toBe(invitation.invitation_url)
    expect(invitation.short_url.length).toBeLessThan(60)
  })

  it('end with what they open', async () => {
    const unknown = await server.visitor().request('GET', '/i/AAAAAAAAAAAAAAAA')
    expect(unknown.status).toBe(404)
    expect(unknown.body.error.code).toBe('invitation-not-found')
  })
})

it('reports every state until the wallet is connected, and keeps the last one', async () => {
  const visitor = server.visitor()
  const connectionId = await connect(visitor, wallet)
  const states = visitor.messages.map((message) => message.state)
  expect(states[0]).toBe('invited')
  expect(states.at(-1)).toBe('active')
  expect(new Set(states).size).toBe(states.length)
  visitor.messages.length = 0
  expect(await visitor.subscribe({ connectionId })).toEqual({ ok: true })
  expect((await visitor.message(() => true)).state).toBe('active')
  visitor.disconnect()
})
