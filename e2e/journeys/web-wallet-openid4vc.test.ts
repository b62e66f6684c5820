import { type ApiAnswer, confirmedPersonSlug } from '@lastmile/contracts'
import { expect } from 'vitest'
import failures from '../../apps/web/app/wallet/wallet-failures.en.json' with { type: 'json' }
import { findBarriers } from '../axe.ts'
import { createVisitor } from '../interop/product-server.ts'
import { journey } from '../journey.ts'
import { patientFetch } from '../wallet/patient-fetch.ts'
import { WebWallet } from '../web-wallet.ts'

journey('the web wallet takes a card by OpenID4VC and proves with it', async ({ visit, server }) => {
  const { page, context } = visit
  const wallet = new WebWallet(page)
  const api = createVisitor(server.origin, { asks: patientFetch })
  const { onboarding } = await api.call('getCharacter', { id: confirmedPersonSlug })
  const [credential] = onboarding.flatMap(({ credentials = [] }) => credentials)
  if (!credential) throw new Error('Content has no credential of a confirmed person')
  const { data: definitionId } = await api.call('getOrCreateCredDef', {
    body: { credential, protocol: 'openid4vc' },
  })
  // The browser is the visitor's who asks.
  const [name = '', value = ''] = api.cookie.split('=')
  await context.addCookies([{ name, value, url: server.origin }])

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
  const issuanceOf =
    ({ credential_exchange_id: id }: ApiAnswer<'offerCredential'>) =>
    async () =>
      (await api.call('getCredential', { id })).state

  const here = await offers('Adaeze')
  await wallet.takes(here.invitation_url ?? '')
  await wallet.shows(wallet.offer)
  await wallet.sees('This site itself, identity checked')
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
  await wallet.sees('Shared: “Given Names”')

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
