import { type ApiAnswer, confirmedPersonSlug } from '@lastmile/contracts'
import type { BrowserContext } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import labTexts from '../../apps/web/app/features/lab/texts.en.json' with { type: 'json' }
import failures from '../../apps/web/app/wallet/wallet-failures.en.json' with { type: 'json' }
import { findBarriers } from '../axe.ts'
import { launchBrowser } from '../browser.ts'
import { Desk } from '../desk.ts'
import { createVisitor } from '../interop/product-server.ts'
import { journey } from '../journey.ts'
import { patientFetch } from '../wallet/patient-fetch.ts'
import { WebWallet } from '../web-wallet.ts'

/** Issues ConfirmedPerson by OpenID4VC to the browser of the visit. */
async function openDesk(context: BrowserContext, origin: string) {
  const api = createVisitor(origin, { asks: patientFetch })
  const { onboarding } = await api.call('getCharacter', { id: confirmedPersonSlug })
  const [credential] = onboarding.flatMap(({ credentials = [] }) => credentials)
  if (!credential) throw new Error('Content has no credential of a confirmed person')
  const { data: definitionId } = await api.call('getOrCreateCredDef', {
    body: { credential, protocol: 'openid4vc' },
  })
  // The browser is the visitor's who asks.
  const [name = '', value = ''] = api.cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  const offers = (givenNames: string) =>
    api.call('offerCredential', {
      body: {
        protocol: 'openid4vc',
        cred_def_id: definitionId,
        credential_proposal: {
          attributes: credential.attributes.map((each) =>
            each.name === 'given_names' ? { ...each, value: givenNames } : each,
          ),
        },
      },
    })
  const asks = async (title: string) => {
    const asked = await api.call('requestProofOutOfBand', {
      body: {
        protocol: 'openid4vc',
        my_label: 'Market',
        proof_request: {
          name: title,
          version: '1.0',
          requested_attributes: { who: { name: 'given_names', restrictions: [{ cred_def_id: definitionId }] } },
          requested_predicates: {},
        },
      },
    })
    const { presentation_exchange_id: id } = asked.proof
    return { ...asked, outcome: async () => (await api.call('getProof', { id })).state }
  }
  return { api, offers, asks }
}

journey('the web wallet takes a card by OpenID4VC and proves with it', async ({ visit, server }) => {
  const { page } = visit
  const wallet = new WebWallet(page)
  const { api, offers, asks } = await openDesk(visit.context, server.origin)
  const issuanceOf =
    ({ credential_exchange_id: id }: ApiAnswer<'offerCredential'>) =>
    async () =>
      (await api.call('getCredential', { id })).state

  const here = await offers('Adaeze')
  await wallet.takes(here.invitation_url ?? '')
  await wallet.shows(wallet.offer)
  await wallet.sees('Your wallet checked: this site itself')
  await wallet.sees('Its values come with it')
  await wallet.accepts()
  await wallet.holds(1)
  await expect.poll(issuanceOf(here)).toBe('credential_issued')

  const elsewhere = await offers('Bisi')
  const { invitation_url: link = '', tx_code: code = '' } = elsewhere.other_device ?? {}
  await wallet.takes(link)
  await wallet.shows(wallet.offer)
  const field = page.getByLabel('Code', { exact: true })
  expect(await findBarriers(page, 'the field for the code', [360, 1280])).toEqual([])
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await wallet.presses('Accept', wallet.offer)
  visit.tolerate(/status of 400/, /^refused: 400 POST \S+\/openid4vc\/token$/)
  await wallet.sees(failures['wrong-code'])
  await field.fill(code)
  await wallet.accepts()
  await wallet.holds(2)

  const unwanted = await offers('Chidi')
  await wallet.takes(unwanted.invitation_url ?? '')
  await wallet.shows(wallet.offer)
  await wallet.presses('Decline', wallet.offer)
  await expect.poll(issuanceOf(unwanted)).toBe('abandoned')

  const sameDevice = await asks('On this device')
  await wallet.takes(sameDevice.proofUrl)
  await wallet.shows(wallet.request)
  await wallet.sees('“Market” asks')
  await wallet.request.getByText('Bisi', { exact: true }).first().waitFor()
  await wallet.shares()
  await expect.poll(sameDevice.outcome).toBe('verified')

  const byCode = await asks('By QR code')
  await wallet.takes(byCode.shortUrl)
  await wallet.shows(wallet.request)
  await wallet.presses('Decline', wallet.request)
  await expect.poll(byCode.outcome).toBe('abandoned')

  await page.reload()
  await wallet.holds(2)
  await wallet.opens('Activity')
  await wallet.sees('You answered “Market”.')
  await wallet.sees(/Shared: “?Given names”?/)

  const elsewhereDecided = await asks('In another tab')
  await wallet.takes(elsewhereDecided.shortUrl)
  await wallet.shows(wallet.request)
  const other = new WebWallet(await visit.openTab('/wallet'))
  await other.sees('Your wallet is open in another tab.')
  await other.presses('Use it here')
  await wallet.sees('Your wallet is open in another tab.')
  await other.shares()
  await expect.poll(elsewhereDecided.outcome).toBe('verified')
})

/** Sets the clock of pages and workers, which a browser has no setting for. */
async function setClock(context: BrowserContext, ahead: number) {
  const shifted = `if (!globalThis.RealDate) {
    const RealDate = globalThis.RealDate = Date
    globalThis.Date = class extends RealDate {
      constructor(...given) { given.length > 0 ? super(...given) : super(RealDate.now() + ${ahead}) }
      static now() { return RealDate.now() + ${ahead} }
    }
  }\n`
  await context.route('**/*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: shifted + (await response.text()) })
  })
}

journey.for([-23, 23])(
  'with a clock %i hours off, cards of both families are taken and shown, or it is named',
  async (hours, { visit, server }) => {
    await setClock(visit.context, hours * 60 * 60_000)
    const wallet = new WebWallet(visit.page)
    const { offers, asks } = await openDesk(visit.context, server.origin)
    await wallet.takes((await offers('Adaeze')).invitation_url ?? '')
    await wallet.shows(wallet.offer)
    expect(await visit.page.evaluate(() => Math.round((Date.now() - performance.timeOrigin) / 3_600_000))).toBe(hours)
    visit.tolerate(/status of 40[01]/, /^refused: 40[01] POST /)
    await wallet.accepts()
    await wallet.holds(1)
    const asked = await asks('By OpenID4VC')
    await wallet.takes(asked.proofUrl)
    await wallet.shows(wallet.request)
    await wallet.shares()
    await expect.poll(asked.outcome).toBe('verified')

    const desk = await Desk.open(server.origin)
    await desk.connects(wallet)
    await desk.offers()
    await wallet.shows(wallet.offer)
    await wallet.presses('Accept', wallet.offer)
    const named = visit.page.getByText(/^By this device’s clock it is .*, and what the issuer signed is from later/)
    await wallet.credential.nth(1).or(named).first().waitFor()
    if (await named.isVisible()) return
    const restrictions = [{ cred_def_id: desk.definitionId }]
    const who = { name: 'given_names', restrictions, non_revoked: {} }
    const { comesTo } = await desk.asks({ name: 'By DIDComm', requested_attributes: { who }, requested_predicates: {} })
    await wallet.turnsTo('By DIDComm')
    await wallet.shares()
    const outcome = wallet.page.getByTestId('wallet-outcome')
    await outcome.or(named).first().waitFor()
    if (!(await named.isVisible())) await comesTo('verified')
  },
)

journey(
  'without WebAssembly a card by OpenID4VC is taken, and one by DIDComm says what it needs, in the lab too',
  async ({ server }) => {
    const browser = await launchBrowser(['--js-flags=--jitless'])
    onTestFinished(() => browser.close())
    const context = await browser.newContext({ baseURL: server.origin })
    const wallet = new WebWallet(await context.newPage())
    const { offers } = await openDesk(context, server.origin)
    const offered = await offers('Adaeze')
    await wallet.takes(offered.invitation_url ?? '')
    await wallet.shows(wallet.offer)
    await wallet.accepts()
    await wallet.holds(1)

    const desk = await Desk.open(server.origin)
    await desk.connects(wallet)
    await desk.offers()
    await wallet.shows(wallet.offer)
    await wallet.presses('Accept', wallet.offer)
    await wallet.sees(failures['no-webassembly'])
    await wallet.holds(1)

    const lab = await context.newPage()
    await lab.goto('/lab/cheat')
    await lab.getByRole('button', { name: 'AnonCreds' }).click()
    await lab.getByRole('button', { name: /^Answer/ }).click()
    await lab.getByText(labTexts.noWebAssembly.replace('\n', ' ')).waitFor()
    await lab.getByRole('button', { name: 'SD-JWT' }).click()
    await lab.getByRole('button', { name: /^Answer/ }).click()
    await lab.getByTestId('verdict-honest').getByText('Verified').waitFor()
  },
)
