import { expect } from 'vitest'
import { serverAway } from '../browser.ts'
import { Desk } from '../desk.ts'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'
import { issuingText, provingText } from '../shown-texts.ts'
import { WebWallet } from '../web-wallet.ts'

const genuine = provingText('verifiedText')
const isThere = issuingText('arrived')

const unreachable = 'Nobody can be reached at the moment.'

/** How each family says that its answer waits: DIDComm holds a link open, which ends first. */
const families = [
  {
    protocol: 'didcomm',
    family: 'DIDComm',
    linkEnds: unreachable,
    accepted: 'One message waits for the other side.',
    shared: 'You are offline just now.',
    checked: 'Shared. “ShopEasy” has checked it.',
  },
  {
    protocol: 'openid4vc',
    family: 'OpenID4VC',
    linkEnds: undefined,
    accepted: unreachable,
    shared: unreachable,
    checked: 'Shared. What “ShopEasy” made of it stands on its page.',
  },
] as const

for (const { protocol, family, linkEnds, accepted, shared, checked } of families) {
  const isOffered = async (wallet: WebWallet, person: Person) => {
    await person.onboardsBy(protocol, 'ACCEPT_CREDENTIAL')
    await wallet.offer.getByRole('heading', { name: 'Student Card' }).waitFor()
  }
  const isAsked = async (wallet: WebWallet, person: Person) => {
    await person.onboards('Amina Bello')
    await person.plays('Get the student price', 'PROOF')
    await wallet.shows(wallet.request)
  }

  journey(`by ${family}, what is accepted or shared without a network arrives when it is back`, async ({ visit }) => {
    visit.tolerate(...serverAway)
    const wallet = new WebWallet(visit.page)
    const person = new Person(visit.page, wallet)
    await isOffered(wallet, person)
    await visit.context.setOffline(true)
    await visit.closeSockets()
    await wallet.presses('Accept', wallet.offer)
    await wallet.sees(/^On its way\. It is here as soon as .+ has signed it\.$/)
    await visit.context.setOffline(false)
    await wallet.holds(1)
    await person.sees(isThere)

    await isAsked(wallet, person)
    await visit.context.setOffline(true)
    await visit.closeSockets()
    await wallet.shares()
    await wallet.sees(shared)
    await visit.context.setOffline(false)
    await person.sees(genuine)
  })

  journey(
    `by ${family}, the server dies between offer and answer, and between question and answer`,
    async ({ visit, server }) => {
      visit.tolerate(...serverAway)
      const wallet = new WebWallet(visit.page)
      const person = new Person(visit.page, wallet)
      await isOffered(wallet, person)
      await server.kill9()
      if (linkEnds) await wallet.sees(linkEnds)
      await wallet.presses('Accept', wallet.offer)
      await wallet.sees(accepted)
      await server.restart()
      await wallet.holds(1)
      await person.sees(isThere)

      await isAsked(wallet, person)
      await server.kill9()
      if (linkEnds) await wallet.sees(linkEnds)
      await wallet.shares()
      await wallet.sees(shared)
      await server.restart()
      await person.sees(genuine)
    },
  )

  journey(`by ${family}, a tab that is closed in the middle is gone on with in another`, async ({ visit }) => {
    visit.tolerate(...serverAway)
    const first = new WebWallet(visit.page)
    await isOffered(first, new Person(visit.page, first))
    await visit.context.setOffline(true)
    await first.presses('Accept', first.offer)
    await first.sees('On its way.')
    await visit.page.close()
    await visit.context.setOffline(false)

    const tab = await visit.openTab('/demo')
    const wallet = new WebWallet(tab)
    const person = new Person(tab, wallet)
    await wallet.holds(1)
    await person.sees(isThere)
    await isAsked(wallet, person)
    await tab.close()

    const last = await visit.openTab('/wallet')
    await new WebWallet(last).shares()
    await new WebWallet(last).sees(checked)
  })
}

journey('a browser that deletes what it keeps has the wallet say so, and begin anew', async ({ visit, server }) => {
  const { page } = visit
  const wallet = new WebWallet(page)
  const desk = await Desk.open(server.origin)
  await desk.connects(wallet)
  await desk.offers()
  await wallet.accepts()

  const debug = await visit.context.newCDPSession(page)
  await debug.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes: 'all' })
  await wallet.sees('Your wallet is gone.')
  await wallet.presses('Begin a new one')
  await wallet.sees('There are none yet.')
  await desk.connects(wallet, 'Registry again')
  await desk.offers()
  await wallet.accepts()
  await page.reload()
  await wallet.holds(1)
  expect(await wallet.offer.count()).toBe(0)
})
