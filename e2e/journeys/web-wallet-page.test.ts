import { expect } from 'vitest'
import { Desk } from '../desk.ts'
import { findOutOfView, windows } from '../in-view.ts'
import { journey } from '../journey.ts'
import { resize } from '../resize.ts'
import { WebWallet } from '../web-wallet.ts'

const today = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

const shown = ['given_names', 'family_name', 'date_of_birth', 'nationality', 'gender', 'document_number'] as const

journey('the page of the wallet has many cards and a long question in view', async ({ visit, server }) => {
  const { page } = visit
  const wallet = new WebWallet(page)
  const desk = await Desk.open(server.origin)
  await desk.connects(wallet)
  for (let held = 1; held <= 8; held++) {
    const offered = await desk.offers()
    await wallet.accepts()
    // An equal offer is the same one until then.
    await desk.issued(offered)
  }
  const restrictions = [{ cred_def_id: desk.definitionId }]
  const bound = { p_type: '>=' as const, restrictions }
  await desk.asks({
    name: 'Everything',
    requested_attributes: Object.fromEntries(shown.map((name) => [name, { name, restrictions, non_revoked: {} }])),
    requested_predicates: Object.fromEntries(
      [20260101, 20260601, 20260901, 20261001, 20261101, today].map((p_value) => [
        `valid ${p_value}`,
        { name: 'document_expiry_date', p_value, ...bound },
      ]),
    ),
  })
  await wallet.shows(wallet.request)
  const buttons = () => ({
    share: wallet.request.getByRole('button', { name: 'Share and prove' }),
    decline: wallet.request.getByRole('button', { name: 'Decline' }),
  })
  expect(await findOutOfView(page, 'a long question', windows, buttons)).toEqual([])
  for (const width of [1280, 1920]) {
    await resize(page, { width, height: 800 })
    const box = await page.getByTestId('wallet').boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(width * 0.6)
    expect(await wallet.credential.first().isVisible()).toBe(true)
  }
  await wallet.credential.last().getByRole('heading').first().click()
  await wallet.request.waitFor({ state: 'detached' })
  await wallet.credential.last().getByText('Okoro').waitFor()
  await wallet.presses('Show')
  await wallet.shares()
  await wallet.sees('Shared. “Registry” has accepted it.')
})
