import { expect } from 'vitest'
import failures from '../../apps/web/app/wallet/wallet-failures.en.json' with { type: 'json' }
import { serverAway } from '../browser.ts'
import { Desk } from '../desk.ts'
import { journey, repeats } from '../journey.ts'
import { Person } from '../person.ts'
import { issuingText, provingText } from '../shown-texts.ts'
import { WebWallet } from '../web-wallet.ts'

const genuine = provingText('verifiedText')
const isThere = issuingText('arrived')

/** Longer than the wallet's pause before it tries again, which grows to a minute while a server starts slowly. */
const patience = 75_000

const offline = 'Nobody can be reached at the moment.'
const away = /can’t be reached at the moment\./

/** How each family says that its answer waits: DIDComm holds a link open, which ends first. */
const families = [
  {
    protocol: 'didcomm',
    family: 'DIDComm',
    linkEnds: away,
    // A word about the connection may wait beside the answer.
    accepted: /(One message waits|\d messages wait) for the other side\./,
    shared: { offline: 'You are offline just now.', away: 'Nobody answers there just now.' },
    checked: /Shared\. “?ShopEasy”? has accepted it\./,
  },
  {
    protocol: 'openid4vc',
    family: 'OpenID4VC',
    linkEnds: undefined,
    accepted: away,
    shared: { offline, away },
    checked: /Shared\. The page of “?ShopEasy”? says what came of it\./,
  },
] as const

for (const { protocol, family, linkEnds, accepted, shared, checked } of families) {
  const further = protocol === 'didcomm' ? repeats : {}
  const isOffered = async (wallet: WebWallet, person: Person) => {
    await person.onboardsBy(protocol, 'ACCEPT_CREDENTIAL')
    await wallet.offer.getByRole('heading', { name: 'Student Card' }).waitFor()
  }
  const isAsked = async (wallet: WebWallet, person: Person) => {
    await person.onboards('Amina Bello')
    await person.plays('Get the student price', 'PROOF')
    await wallet.shows(wallet.request)
  }

  /** Whether an SD-JWT was revoked can't be looked up then, which the wallet says first (docs/decisions/0132). */
  const sharesUnreached = async (wallet: WebWallet) => {
    await wallet.shares()
    if (protocol === 'didcomm') return
    await wallet.sees(failures.unread)
    await wallet.shares()
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
    await sharesUnreached(wallet)
    await wallet.sees(shared.offline)
    await visit.context.setOffline(false)
    await person.sees(genuine)
  })

  journey(
    `by ${family}, the server dies between offer and answer, and between question and answer`,
    further,
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
      await wallet.holds(1, patience)
      await person.sees(isThere)

      await isAsked(wallet, person)
      await server.kill9()
      if (linkEnds) await wallet.sees(linkEnds)
      await sharesUnreached(wallet)
      await wallet.sees(shared.away)
      await server.restart()
      await person.sees(genuine, patience)
    },
  )

  journey(`by ${family}, a tab that is closed in the middle is gone on with in another`, further, async ({ visit }) => {
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
