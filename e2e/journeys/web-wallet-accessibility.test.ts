import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { Desk } from '../desk.ts'
import { journey } from '../journey.ts'
import { WebWallet } from '../web-wallet.ts'

const today = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

journey('each state of the wallet is said to those who hear it', async ({ visit, server }) => {
  const { page } = visit
  const wallet = new WebWallet(page)
  const desk = await Desk.open(server.origin)
  const restrictions = [{ cred_def_id: desk.definitionId }]
  const valid = { name: 'document_expiry_date', p_type: '>=' as const, restrictions }
  /** @param lines of the accessibility tree, in this order */
  const isHeard = async (state: string, lines: string[]) => {
    const tree = (await page.getByTestId('wallet').ariaSnapshot()).split('\n').map((line) => line.trim())
    expect(tree.filter((line) => lines.includes(line))).toEqual(lines)
    expect(await findBarriers(page, state, [360, 1280])).toEqual([])
  }
  /** The pressed button is gone or disabled. */
  const keepsFocus = () =>
    expect.poll(() => page.getByTestId('wallet').evaluate((node) => node.contains(document.activeElement))).toBe(true)
  await desk.connects(wallet)
  await keepsFocus()

  await desk.offers()
  await wallet.offer.getByRole('heading', { name: 'Confirmed Person' }).waitFor()
  await wallet.shows(wallet.offer)
  await isHeard('an offer', [
    '- region "For you to decide":',
    '- heading "“Registry” offers you" [level=3]',
    '- group: "Your wallet checked: it comes from this site"',
    '- heading "Confirmed Person" [level=4]',
    '- term: Family name',
    '- definition: Okoro',
    '- button "Accept"',
    '- button "Decline"',
  ])
  await wallet.accepts()
  await keepsFocus()

  await desk.asks({
    name: 'Names',
    requested_attributes: { names: { names: ['given_names', 'family_name'], restrictions, non_revoked: {} } },
    requested_predicates: { valid: { ...valid, p_value: today } },
  })
  await wallet.shows(wallet.request)
  await isHeard('a request', [
    '- heading "“Registry” asks" [level=3]',
    '- group: "Your wallet checked: it comes from this site"',
    '- heading "Shared" [level=4]',
    '- heading "Proved without showing" [level=4]',
    '- listitem: “Confirmed Person” has not been revoked',
    '- heading "Comes with every answer" [level=4]',
    '- heading "Kept private" [level=4]',
    '- button "Share and prove"',
    '- button "Decline"',
  ])
  await wallet.shares()
  await wallet.sees('Shared. “Registry” has accepted it.')
  await keepsFocus()

  await desk.asks({ name: 'Far', requested_predicates: { far: { ...valid, p_value: 99990101 } } })
  await wallet.request.getByText('Your “Confirmed Person” says otherwise', { exact: false }).waitFor()
  await wallet.shows(wallet.request)
  await isHeard('a request that can’t be answered', [
    '- heading "“Registry” asks" [level=3]',
    '- status:',
    '- paragraph: "Press Decline: there is nothing to share."',
    '- listitem: "Your “Confirmed Person” says otherwise: “Document expiry date” is not 1 January 9999 or later."',
    '- button "Decline"',
  ])
  await wallet.presses('Decline', wallet.request)
  await wallet.request.waitFor({ state: 'detached' })
  await keepsFocus()
  await wallet.opens('Activity')
  await isHeard('the history', [
    '- heading "What happened" [level=3]',
    '- paragraph: You declined “Far” of “Registry”. Nothing was shared.',
    '- paragraph: “Registry” accepted your proof.',
    '- paragraph: You answered “Names” of “Registry”.',
    '- paragraph: "Shared: Given names and Family name"',
    '- paragraph: You received “Confirmed Person” from “Registry”.',
    '- paragraph: You connected with “Registry”.',
  ])
})
