import { Desk } from '../../desk.ts'
import { WebWallet } from '../../web-wallet.ts'
import type { Album } from '../album.ts'

/** The web wallet on its page, and beside or before the demo. */
export const webWallet: Album = {
  name: 'web-wallet',
  async photograph({ visit, take }) {
    const { page } = visit
    const wallet = new WebWallet(page)
    await page.goto('/wallet')
    await wallet.sees('There are none yet.')
    await take('empty')
    await page.getByLabel('Link of the invitation').fill('https://far.example/no-invitation')
    await wallet.presses('Connect')
    await wallet.sees(/That server did not answer/)
    await take('no invitation')

    const desk = await Desk.open(new URL(page.url()).origin)
    await desk.connects(wallet)
    await take('connected')
    const impossible = { names: { names: ['given_names'], restrictions: [{ cred_def_id: desk.definitionId }] } }
    await desk.asks({ name: 'Check', requested_attributes: impossible, requested_predicates: {} })
    await wallet.request.waitFor()
    await take('asked for what is missing')
    await wallet.presses('Decline', wallet.request)
    await wallet.request.waitFor({ state: 'detached' })
    const offer = await desk.offers()
    await wallet.offer.waitFor()
    await take('offer')
    await wallet.presses('Accept', wallet.offer)
    await wallet.credential.getByRole('heading').first().click()
    await take('held')
    await desk.asks({
      name: 'Check',
      requested_attributes: impossible,
      requested_predicates: {
        valid: {
          name: 'document_expiry_date',
          p_type: '>=',
          p_value: 20260101,
          restrictions: [{ cred_def_id: desk.definitionId }],
        },
      },
    })
    await wallet.request.waitFor()
    await take('request')
    await wallet.shares()
    await wallet.sees(/has accepted it/)
    await desk.revokes(offer)
    await wallet.opens('Activity')
    await wallet.sees(/revoked/)
    await take('revoked, with history')

    for (const [name, title] of [
      ['Save it as a file', 'save as a file'],
      ['Open a file', 'open a file'],
      ['Lock it with a passkey', 'lock'],
      ['Erase the wallet', 'erase'],
    ] as const) {
      await (await wallet.setting(name)).click()
      await take(title)
      await page.keyboard.press('Escape')
    }
    await wallet.opens('Add')
    await page.getByRole('button', { name: 'Scan a QR code' }).click()
    await page.getByText('There is no camera here.').waitFor()
    await take('no camera')
    await page.keyboard.press('Escape')

    const other = await visit.openTab('/wallet')
    await page.bringToFront()
    await other.getByRole('button', { name: 'Use it here' }).click()
    await wallet.sees('Your wallet is open in another tab.')
    await take('open elsewhere')
    await other.close()

    await page.goto('/demo')
    await page.getByText('Amina Bello', { exact: true }).click()
    await page.evaluate(() => sessionStorage.setItem('wallet', 'open'))
    await page.reload()
    await wallet.credential.first().waitFor()
    await take('with the demo')
  },
}
