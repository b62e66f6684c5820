import assert from 'node:assert/strict'
import type { OurWallet } from '../../our-wallet.ts'
import { waitUntil } from '../processes.ts'
import type { Openvc } from './openvc.ts'
import type { OurSite } from './our-site.ts'
import { take, takeRequest } from './our-wallet-takes.ts'

interface Begun {
  id: string
  link: string
}
interface Verdict {
  verified: boolean
  reason?: string
  claims?: Record<string, unknown>[]
}

/** Our wallet takes credentials from an issuer on openvc and from our server, and proves both to openvc. */
export function openvcJourney(
  openvc: Openvc,
  { holder }: OurWallet,
  site: OurSite,
): [name: string, work: () => Promise<void>][] {
  const offer = () => openvc.call<Begun>('offer', { claims: { full_name: 'Amina Bello', expiry_date: '20991231' } })
  const ask = (type: string) => {
    const query = { id: 'card', format: 'dc+sd-jwt', meta: { vct_values: [type] }, claims: [{ path: ['full_name'] }] }
    return openvc.call<Begun>('request', { query: { credentials: [query] } })
  }
  const event = (id: string) =>
    waitUntil(
      'the wallet to say how it ended',
      async () => (await openvc.call<{ event?: string }>('outcome', { id })).event,
    )
  const verdict = (id: string) => openvc.call<Verdict>('outcome', { id })
  const newest = () => {
    const [first] = holder.snapshot().credentials
    assert(first)
    return first
  }

  return [
    [
      'our wallet takes a batch of three by the identifier that its token is for',
      async () => {
        const { id, link } = await offer()
        await holder.accept(await take(holder, link))
        assert.equal(newest().unlinkable, 3)
        assert.equal(await event(id), 'credential_accepted')
      },
    ],
    [
      'our wallet declines an offer, and the issuer hears of it',
      async () => {
        const { id, link } = await offer()
        await holder.decline(await take(holder, link))
        assert.equal(await event(id), 'credential_deleted')
      },
    ],
    [
      'our wallet proves it, and shows nothing else',
      async () => {
        const { id, link } = await ask(openvc.type)
        await holder.answer(await takeRequest(holder, link))
        const { verified, reason, claims: [shown] = [] } = await verdict(id)
        assert.deepEqual([verified, reason], [true, undefined])
        assert.deepEqual([shown?.full_name, shown?.expiry_date], ['Amina Bello', undefined])
      },
    ],
    [
      'our wallet declines a request, and the verifier hears of it',
      async () => {
        const { id, link } = await ask(openvc.type)
        await holder.decline(await takeRequest(holder, link))
        assert.deepEqual(await verdict(id), { verified: false, reason: 'access_denied' })
      },
    ],
    [
      'openvc takes a credential of our server, until it is revoked',
      async () => {
        const offered = await site.offer('Femi Ojo')
        await holder.accept(await take(holder, offered.here))
        const { id: credentialId } = newest()
        const first = await ask(site.type)
        await holder.answer(await takeRequest(holder, first.link))
        const { verified, reason, claims: [shown] = [] } = await verdict(first.id)
        assert.deepEqual([verified, reason, shown?.full_name], [true, undefined, 'Femi Ojo'])

        await site.revoke(offered.id)
        const second = await ask(site.type)
        const requestId = await takeRequest(holder, second.link)
        const [item] = holder.snapshot().requests[0]?.items ?? []
        await holder.answer(requestId, { [item?.referent ?? '']: { credentialId, evenRevoked: true } })
        const refused = await verdict(second.id)
        assert.equal(refused.verified, false)
        assert.match(refused.reason ?? '', /^CredentialRevoked/)
      },
    ],
  ]
}
