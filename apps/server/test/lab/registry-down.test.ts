import { join } from 'node:path'
import { protocols } from '@lastmile/contracts'
import { openNodeLabWallet } from '@lastmile/e2e/node-lab-wallet'
import type { Lab } from '@lastmile/lab/lab'
import type { LabWallet } from '@lastmile/lab/lab-wallet'
import { openLabs } from '@lastmile/lab/open-lab'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../running-server.ts'

let server: TestServer
let lab: Lab
const wallets: LabWallet[] = []

beforeAll(async () => {
  server = await TestServer.start({ CONTENT_DIR: join(import.meta.dirname, '../../../../packages/content') })
  const visitor = server.visitor()
  ;[lab] = await openLabs(visitor.call.bind(visitor), async () => {
    const wallet = await openNodeLabWallet()
    wallets.push(wallet)
    return wallet
  })
})
afterAll(async () => {
  await lab.close()
  await server.stop()
})

const up = { registry: 'up', oldest_list: 3_600 } as const
const down = { registry: 'down', oldest_list: 3_600 } as const

// One story by each family, in this order: the card is read, its registry goes down, it is revoked, all is up again.
for (const protocol of protocols)
  describe(`a distant verifier by ${protocol}`, { shuffle: false }, () => {
    it('is refused where the verifier has never reached the registry', async () => {
      const { verdict, stopped } = await lab.presentToDistant(protocol, down)
      // A wallet of AnonCreds needs the list for its proof, and has none either.
      if (protocol === 'didcomm') expect(stopped).toBe('unreachable')
      else expect(verdict?.proof).toMatchObject({ verified: false, refusal: 'not-verifiable', failed_check: 'status' })
    })

    it('is taken while all is up, and every call is reported', async () => {
      const { verdict, calls } = await lab.presentToDistant(protocol, up)
      expect(verdict?.proof.verified).toBe(true)
      const reads = verdict?.proof.registry_reads
      expect(reads?.calls.every(({ answered }) => answered)).toBe(true)
      expect(reads?.calls.map(({ address }) => new URL(address).pathname.split('/')[1])).toEqual(
        protocol === 'didcomm' ? ['.well-known', 'resources', 'resources', 'resources', 'resources'] : ['openid4vc'],
      )
      expect(Date.now() - Date.parse(reads?.list_read_at ?? '')).toBeLessThan(60_000)
      expect(calls.length).toBeGreaterThan(0)
      expect(calls.every(({ outcome }) => outcome === 200)).toBe(true)
    })

    it('is taken from what is kept while the registry is down, and only the list was asked for anew', async () => {
      const { verdict, calls } = await lab.presentToDistant(protocol, down)
      expect(verdict?.proof.verified).toBe(true)
      expect(verdict?.proof.registry_reads?.calls).toEqual([{ address: expect.any(String), answered: false }])
      expect(calls.length).toBeGreaterThan(0)
      expect(calls.every(({ outcome }) => outcome === 'cut')).toBe(true)
      // Nor does the wallet read a list ahead before the next showing.
      expect(wallets.at(-1)?.registry.isUp).toBe(false)
    })

    it('is taken even when it has been revoked meanwhile, until the kept list is older than the verifier allows', async () => {
      await lab.revokeDistant(protocol)
      expect((await lab.presentToDistant(protocol, down)).verdict?.proof.verified).toBe(true)

      await new Promise((resolve) => setTimeout(resolve, 2_100))
      const { verdict, stopped } = await lab.presentToDistant(protocol, { ...down, oldest_list: 1 })
      if (protocol === 'didcomm') expect(stopped).toBe('unreachable')
      else expect(verdict?.proof).toMatchObject({ verified: false, refusal: 'not-verifiable', failed_check: 'status' })
    })

    it('is found revoked once the registry is back, and can be sent all the same', async () => {
      expect(await lab.presentToDistant(protocol, up)).toMatchObject({ stopped: 'revoked' })
      const strict = { ...up, oldest_list: 1 }
      const { verdict } = await lab.presentToDistant(protocol, strict, true)
      expect(verdict?.proof).toMatchObject({
        verified: false,
        refusal: 'revoked',
        failed_check: protocol === 'didcomm' ? 'newest-list' : 'status',
      })
      // AnonCreds asks for a proof on any list since then, and this card was good within the hour.
      const { verdict: mild } = await lab.presentToDistant(protocol, up, true)
      expect(mild?.proof.verified).toBe(protocol === 'didcomm')
      await lab.renewDistant(protocol)
      expect((await lab.presentToDistant(protocol, up)).verdict?.proof.verified).toBe(true)
    })
  })

it('lets no other route say how old a list may be', async () => {
  const { verdict } = await lab.presentToDistant('didcomm', up)
  const body = { ...verdict?.asked, proof_request: verdict?.asked.proof_request as never, distance: up }
  const { proofUrl } = await server.visitor().call('requestProofOutOfBand', { body })
  const decoded = (text: string | null) => JSON.parse(Buffer.from(text ?? '', 'base64').toString())
  const [invited] = decoded(new URL(proofUrl).searchParams.get('oob'))['requests~attach']
  const message = invited.data.json ?? decoded(invited.data.base64)
  const asked = JSON.stringify(decoded(message['request_presentations~attach'][0].data.base64))
  const intervals = [...asked.matchAll(/"non_revoked":\{"from":(\d+),"to":(\d+)\}/g)]
  expect(intervals.length).toBeGreaterThan(0)
  for (const [, from, to] of intervals) expect(from).toBe(to)
})

it('is asked for with copies of the visitor’s own proofs alone', async () => {
  const { verdict } = await lab.presentToDistant('didcomm', up)
  const body = { ...verdict?.asked, proof_request: verdict?.asked.proof_request as never }
  const earlier = verdict?.proof.presentation_exchange_id
  const stranger = server.visitor()
  const distance = { ...down, earlier }
  await expect(stranger.call('requestProofByDistantVerifier', { body: { ...body, distance } })).rejects.toThrow('404')
  for (const wrong of [
    { ...distance, oldest_list: 86_401 },
    { ...distance, oldest_list: -1 },
    { ...distance, more: 1 },
  ])
    await expect(
      stranger.call('requestProofByDistantVerifier', { body: { ...body, distance: wrong } }),
    ).rejects.toThrow('400')
})
