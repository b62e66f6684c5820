import assert from 'node:assert/strict'
import type { OurWallet } from '../../our-wallet.ts'
import type { OurSite } from './our-site.ts'
import { take, takeRequest } from './our-wallet-takes.ts'
import type { Polaris } from './polaris.ts'

/**
 * Our wallet shows a credential of our server to a verifier that knows neither.
 * @param ask starts a verifier that takes credentials under one root: ours, or another one
 */
export function polarisJourney(
  site: OurSite,
  { holder, sees }: OurWallet,
  ask: (root: 'ours' | 'another') => Promise<Polaris>,
): [name: string, work: () => Promise<void>][] {
  const asked = async (root: 'ours' | 'another', work: (polaris: Polaris) => Promise<void>) => {
    const polaris = await ask(root)
    try {
      await work(polaris)
    } finally {
      await polaris.stop()
    }
  }
  const recorded = (what: string) => sees(({ history: [last] }) => last?.what === what)

  return [
    [
      'our wallet takes a credential from our server',
      async () => {
        const { here } = await site.offer('Amina Bello')
        await holder.accept(await take(holder, here))
        assert.equal(holder.snapshot().credentials.length, 1)
      },
    ],
    [
      'the verifier takes it, and its request is over then',
      () =>
        asked('ours', async ({ link, verdict }) => {
          await holder.answer(await takeRequest(holder, link))
          assert.match(await verdict(1), /^200 authentic, claims (?=.*'full_name')(?!.*'(date_of_expiry|birthdate)')/)
          await recorded('shared')
          await assert.rejects(takeRequest(holder, link), { code: 'not-open' })
        }),
    ],
    [
      'the verifier sees that our wallet declines',
      () =>
        asked('ours', async ({ link, verdict }) => {
          await holder.decline(await takeRequest(holder, link))
          assert.match(await verdict(1), /^200 wallet error: .*access_denied/)
        }),
    ],
    [
      'a verifier that knows another root refuses it',
      () =>
        asked('another', async ({ link, verdict }) => {
          await holder.answer(await takeRequest(holder, link))
          assert.match(await verdict(1), /^400 refused: /)
          await recorded('not-accepted')
        }),
    ],
  ]
}
