import type { Holder } from '@lastmile/holder'
import { expect, it, vi } from 'vitest'
import { openLabWallet, type Seams } from './lab-wallet.ts'

async function opened(fetch: typeof globalThis.fetch) {
  let seams: Seams | undefined
  const wallet = await openLabWallet({ anoncreds: {} as never, fetch }, async (given) => {
    seams = given
    return {} as Holder
  })
  const call = (path: string) => seams?.fetch(`https://town.example${path}`).catch(() => undefined)
  return { wallet, call }
}

it('notes what came back of each call of the issuer, and of no other', async () => {
  const fetch = vi.fn(async (url: string | URL | Request) => {
    if (String(url).endsWith('/lost')) throw new TypeError('No network')
    return new Response('', { status: String(url).endsWith('/none') ? 404 : 200 })
  })
  const { wallet, call } = await opened(fetch)
  for (const path of ['/resources/list', '/resources/none', '/tails/lost', '/didcomm', '/openid4vc/answers/1'])
    await call(path)
  wallet.registry.isUp = false
  await call('/openid4vc/status-lists/1')
  expect(wallet.registry.calls.map(({ address, outcome }) => [new URL(address).pathname, outcome])).toEqual([
    ['/resources/list', 200],
    ['/resources/none', 404],
    ['/tails/lost', 'failed'],
    ['/openid4vc/status-lists/1', 'cut'],
  ])
  expect(fetch).toHaveBeenCalledTimes(5)
})

it('notes no call before it is over', async () => {
  let answer: (response: Response) => void = () => undefined
  const { wallet, call } = await opened(() => new Promise((resolve) => (answer = resolve)))
  const calling = call('/resources/list')
  expect(wallet.registry.calls).toEqual([])
  answer(new Response('', { status: 500 }))
  await calling
  expect(wallet.registry.calls).toMatchObject([{ outcome: 500 }])
})
