import { holderKeys, requestAt, SdJwtWallet } from '@lastmile/e2e/sd-jwt-wallet'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../test/running-server.ts'
import { readyDefinition } from '../../../../test/showcase.ts'
import type { VisitorClient } from '../../../../test/visitor-client.ts'

let server: TestServer
let visitor: VisitorClient

beforeAll(async () => {
  server = await TestServer.start()
  visitor = server.visitor()
})
afterAll(async () => {
  visitor.disconnect()
  await server.stop()
})

const protocol = 'openid4vc'
const attributes = [{ name: 'name', value: 'Bola' }]

/** Every text in it that begins as an address of the site or of a wallet does. */
const addressesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return /^(https?|openid[\w-]*|openid4vp):\/\//.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : []
}

const json = async (url: string, headers?: Record<string, string>) => (await fetch(url, { headers })).json()

/** All that is published about a kind of credential, from its offer to the request for a proof with it. */
async function published(name: string): Promise<unknown[]> {
  const cred_def_id = await readyDefinition(visitor, { name, attributes }, protocol)
  const offer = await visitor.call('offerCredential', {
    body: { protocol, cred_def_id, credential_proposal: { attributes } },
  })
  const wallet = new SdJwtWallet(offer.invitation_url ?? '')
  const across = await SdJwtWallet.byReference(offer.other_device?.invitation_url ?? '')
  const wellKnown = '/.well-known/openid-credential-issuer'
  const metadata = await json(`${server.url}${wellKnown}${new URL(wallet.issuer).pathname}`)
  expect(metadata).toEqual(await json(wallet.issuer + wellKnown))
  const signed = await (await fetch(wallet.issuer + wellKnown, { headers: { accept: 'application/jwt' } })).text()
  const token = await wallet.accessToken()
  const answer = await wallet.credential(token, await wallet.proofs(await wallet.nonce(), await holderKeys()))
  const { credentials } = (await answer.json()) as { credentials: { credential: string }[] }
  const credential = decodeJwt(credentials[0]?.credential.split('~')[0] ?? '')
  const { uri } = (credential.status as { status_list: { uri: string } }).status_list
  const proof = await visitor.call('requestProofOutOfBand', {
    body: {
      protocol,
      proof_request: {
        name: 'Check',
        requested_attributes: { card: { names: ['name'], restrictions: [{ cred_def_id }] } },
        requested_predicates: {},
      },
    },
  })
  const requests = [decodeJwt(await requestAt(proof.proofUrl)), decodeJwt(await requestAt(proof.shortUrl))]
  return [
    ...[offer, wallet.offer, across.offer, metadata, decodeJwt(signed), credential, proof, ...requests],
    ...[await json(String(credential.vct)), decodeJwt(await (await fetch(uri)).text())],
    await json(`${server.url}/.well-known/oauth-authorization-server`),
  ]
}

it.each(['Student Card', 'Größe “XL” & O’Neil', 'L’Île', '学生证', 'a/b?c#d%2e\\"<>^`{|}'])(
  'for “%s” are what a URL parser makes of them',
  async (name) => {
    const addresses = addressesIn(await published(name))
    expect(addresses.length).toBeGreaterThan(30)
    const odd = addresses.filter((address) => address !== server.url && new URL(address).href !== address)
    expect(odd).toEqual([])
    expect(addresses.filter((address) => !/^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(address))).toEqual([])
  },
)
