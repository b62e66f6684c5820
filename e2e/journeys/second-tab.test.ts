import { protocols } from '@lastmile/contracts/protocols'
import { journey, repeats } from '../journey.ts'
import { Person } from '../person.ts'
import { WebWallet } from '../web-wallet.ts'

const leaving = 'leaving in a second tab is said in the first, and nothing stays open in the wallet'

for (const protocol of protocols) {
  journey(`by ${protocol}, ${leaving}`, protocol === 'didcomm' ? {} : repeats, async ({ visit }) => {
    const wallet = new WebWallet(visit.page)
    const person = new Person(visit.page, wallet)
    person.companion = wallet.agrees
    await person.onboardsBy(protocol)
    person.companion = async () => {}
    await person.plays('Get the student price', 'PROOF')
    await wallet.request.waitFor()

    const other = await visit.openTab('/dashboard')
    await other.getByRole('button', { name: 'LEAVE' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'LEAVE' }).click()
    await other.waitForURL((url) => url.pathname === '/')
    await person.seesHeading('You left the demo in another tab.')
    await wallet.request.waitFor({ state: 'hidden' })
    await person.presses('To the home page')
    await person.isHome()
  })
}
