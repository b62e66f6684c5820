import { join } from 'node:path'
import { openWillingWallet, type WillingWallet } from '@lastmile/e2e/willing-wallet'
import { decodeQR } from 'qr/decode.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../test/running-server.ts'
import { connect, readyDefinition, staffCheck } from '../../../test/showcase.ts'
import type { VisitorClient } from '../../../test/visitor-client.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let server: TestServer
let wallet: WillingWallet
let visitor: VisitorClient
let definitionId: string

beforeAll(async () => {
  const WEB_DIR = join(import.meta.dirname, '../../../../web/build/client')
  ;[server, wallet] = await Promise.all([TestServer.start({ WEB_DIR }), openWillingWallet()])
  visitor = server.visitor()
  definitionId = await readyDefinition(visitor)
})
afterAll(async () => {
  await wallet.close()
  await server.stop()
})

interface Page {
  status: number
  headers: Headers
  html: string
  title: string
}

/** As a browser sees it that has never been here. */
async function open(address: string): Promise<Page> {
  const { pathname, search } = new URL(address, server.url)
  const { status, headers, body } = await server.visitor().request('GET', pathname + search, undefined, browser)
  const html = String(body)
  return { status, headers, html, title: /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '' }
}

const invite = (my_label = 'Records Office') => visitor.call('createInvite', { body: { my_label } })
const oobOf = (message: unknown) => Buffer.from(JSON.stringify(message)).toString('base64url')
const queryOf = (address: string) => new URL(address).search.slice(1)
const deepLinks = (html: string) =>
  [...html.matchAll(/href="(\w+):\/\/aries_connection_invitation\?([^"]*)"/g)].map(([, scheme, query]) => [
    scheme,
    query,
  ])

/** The page's code as a scanner sees it, four pixels for each module. */
function photographOf(page: string) {
  const side = 4 * Number(/viewBox="0 0 (\d+)/.exec(page)?.[1])
  const data = new Uint8Array(4 * side * side).fill(255)
  for (const [, x, y] of page.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < 4; row++) {
      const start = 4 * ((4 * Number(y) + row) * side + 4 * Number(x))
      data.fill(0, start, start + 16)
    }
  }
  return { width: side, height: side, data }
}

const unknown = 'This invitation is not one of ours or has expired.'

describe('the page of an invitation', () => {
  it('says at both addresses who invites, and opens every wallet of the content', async () => {
    const { short_url, invitation_url } = await invite()
    for (const address of [short_url, invitation_url]) {
      const page = await open(address)
      expect(page.status).toBe(200)
      expect(page.title).toBe('“Records Office” would like to connect with your wallet.')
      const query = queryOf(invitation_url)
      expect(deepLinks(page.html)).toEqual(['didcomm', 'didcomm'].map((scheme) => [scheme, query]))
      expect(page.html).toContain(`value="${short_url}"`)
      expect(page.html).toContain('aria-label="QR code of this invitation"')
      expect(decodeQR(photographOf(page.html))).toBe(short_url)
      expect(page.html).toContain('data-reach="device"')
      expect(page.html).toContain(`its address, ${new URL(short_url).host}, means this computer alone`)
      expect(page.html).toContain('Other wallets want https at a public name.')
      expect(page.html).toContain('href="/demo"')
      expect(page.html).toContain('content="noindex"')
      expect(page.html).not.toContain('{{')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('vary')?.toLowerCase()).toContain('accept')
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/)
    }
  })

  it('says who asks and what a proof request is about, and nothing of its values', async () => {
    const body = { my_label: 'Front Gate', proof_request: staffCheck(definitionId, { name: 'Door check' }) }
    const { shortUrl, proofUrl, proof } = await visitor.call('requestProofOutOfBand', { body })
    for (const address of [shortUrl, proofUrl]) {
      const page = await open(address)
      expect(page.status).toBe(200)
      expect(page.title).toBe('“Front Gate” asks you for a proof.')
      expect(page.html).toContain('It asks for “name” and “expiry date”.')
      expect(deepLinks(page.html)[0]).toEqual(['didcomm', queryOf(proofUrl)])
    }
    await visitor.call('deleteProof', { id: proof.presentation_exchange_id })
    for (const address of [shortUrl, proofUrl]) {
      expect(await open(address)).toMatchObject({ status: 410, title: 'This invitation has expired.' })
    }
  })

  it('says when a wallet has taken it', async () => {
    const connectionId = await connect(visitor, wallet)
    const addresses = await server.context.shortLinks.of(connectionId)
    for (const address of [addresses?.shortUrl ?? '', addresses?.invitationUrl ?? '']) {
      const page = await open(address)
      expect(page).toMatchObject({ status: 410, title: 'This invitation has been used.' })
      expect(deepLinks(page.html)).toEqual([])
    }
  })

  it('says when it has expired', async () => {
    const at = {
      subjectId: 'nothing',
      invitationId: 'old',
      invitationUrl: `${server.url}/?oob=${oobOf({ '@id': 'old' })}`,
    }
    const { shortUrl } = await server.context.shortLinks.create(at, -1)
    for (const address of [shortUrl, at.invitationUrl]) {
      expect(await open(address)).toMatchObject({ status: 410, title: 'This invitation has expired.' })
    }
  })

  it('escapes what the visitor called the invitation', async () => {
    const label = `<script>alert(1)</script> {{query}} $&' “”`
    const { short_url } = await invite(label)
    const { html, title } = await open(short_url)
    expect(html).not.toContain('<script>alert')
    expect(title).toBe(
      '“&lt;script&gt;alert(1)&lt;/script&gt; {{query}} $&amp;&#39; ’’” would like to connect with your wallet.',
    )
  })

  const foreign = [
    '/i/AAAAAAAAAAAAAAAA',
    '/i/short',
    '/i/%3Cscript%3E',
    '/?oob=',
    '/?oob=%%%',
    '/?oob=abc',
    '/?oob=%3Cscript%3Ealert(1)%3C/script%3E',
    `/?oob=${'A'.repeat(12_000)}`,
    `/?oob=${oobOf('text')}`,
    `/?oob=${oobOf(null)}`,
    `/?oob=${oobOf([[]])}`,
    `/?oob=${oobOf({ '@id': { $gt: '' }, label: 'Canary' })}`,
    `/?oob=${oobOf({ '@id': 'x'.repeat(5_000), label: 'Canary' })}`,
    `/?oob=${oobOf({ '@id': 'elsewhere', label: '<b>Canary</b>', 'requests~attach': [{}] })}`,
    `/?oob=${oobOf({ '@id': 'elsewhere', label: 'Canary' })}&oob=x`,
  ]
  it.each(foreign.map((address) => [address.slice(0, 60), address]))(
    'says of %s that it is not ours, and shows nothing of it',
    async (_name, address) => {
      const page = await open(address)
      expect(page.status).toBe(404)
      expect(page.title).toBe(unknown)
      expect(page.html).toContain('href="/demo"')
      expect(page.html).not.toMatch(/Canary|alert\(|AAAAAAAA|elsewhere/)
      expect(deepLinks(page.html)).toEqual([])
    },
  )

  it('passes on its own invitation, not one that only borrows the id', async () => {
    const { invi_msg_id, invitation_url } = await invite()
    const forged = oobOf({
      '@id': invi_msg_id,
      label: 'Canary',
      services: [{ serviceEndpoint: 'https://evil.example' }],
    })
    const page = await open(`/?oob=${forged}`)
    expect(page.title).toContain('Records Office')
    expect(page.html).not.toContain(forged.slice(0, 80))
    expect(deepLinks(page.html)[0]?.[1]).toBe(queryOf(invitation_url))
  })

  it('stands at /invitation without one, and nowhere else', async () => {
    expect(await open('/invitation')).toMatchObject({ status: 200, title: unknown })
    expect((await open('/__invitations/connect')).status).toBe(404)
  })
})

describe('other callers', () => {
  it('are answered as wallets are: with the message, or with the long address', async () => {
    const { short_url, invitation_url } = await invite()
    const path = new URL(short_url).pathname
    for (const accept of ['application/json', 'application/json, text/html']) {
      const answer = await server.visitor().request('GET', path, undefined, { accept })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ label: 'Records Office' })
    }
    const redirected = await server.visitor().request('GET', path, undefined, { accept: '*/*' })
    expect(redirected.status).toBe(302)
    expect(redirected.headers.get('location')).toBe(invitation_url)
    const gone = await server.visitor().request('GET', '/i/AAAAAAAAAAAAAAAA', undefined, { accept: 'application/json' })
    expect(gone).toMatchObject({ status: 404, body: { error: { code: 'invitation-not-found' } } })
  })

  it('get the home page where there is no invitation in the address', async () => {
    const home = await open('/')
    expect(home.status).toBe(200)
    expect(home.headers.get('cache-control')).toBe('no-cache')
    const etag = home.headers.get('etag') ?? ''
    expect((await server.visitor().request('GET', '/', undefined, { 'if-none-match': etag })).status).toBe(304)
    const campaign = await open('/?utm_source=newsletter')
    expect(campaign.title).toBe(home.title)
    const { pathname, search } = new URL((await invite()).invitation_url)
    const json = await server.visitor().request('GET', pathname + search, undefined, { accept: 'application/json' })
    expect(json).toMatchObject({ status: 200, body: home.html })
  })
})
