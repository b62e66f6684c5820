import { labels } from '@lastmile/contracts/specified-texts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findCover, findOutOfView, type Wanted, type Window, windows } from '../in-view.ts'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'
import { WebWallet } from '../web-wallet.ts'

/** From here on the wallet is beside the page, below before it. */
const dockedFrom = 1200

type Moment = 'reached' | 'connected' | 'decided' | 'done'

/** The elements that a person has to see at this moment without scrolling. */
function wantedAt(page: Page, screen: string, moment: Moment, isBeside: boolean): Wanted {
  const state = page.getByTestId('step-state')
  const wallet = page.getByTestId('wallet')
  const onwards = page.getByRole('button', { name: /^(NEXT|SKIP|FINISH|COMPLETE)$/ }).locator('visible=true')
  if (moment === 'decided') {
    const decision = wallet.getByRole('button', { name: /^(Accept|Share and prove)$/ })
    return { ...(isBeside && { state }), decision, decline: wallet.getByRole('button', { name: 'Decline' }) }
  }
  if (moment === 'connected') return { state, onwards }
  if (screen === 'PICK_CHARACTER') {
    const options = ['nurse', 'small-business-owner', 'student'].map((id) => page.getByTestId(`character-${id}`))
    const parts = options.flatMap((option) => [option.locator('img'), option.locator('span').first()])
    return Object.fromEntries(parts.map((part, index) => [`face or name ${index}`, part]))
  }
  // Later invitations are handed over at once.
  if (/^CONNECT(_WALLET)?$/.test(screen)) {
    return { state, 'the wallet’s button': page.getByTestId('open-web-wallet'), onwards }
  }
  if (/^(CONNECTION|PROOF_OOB)/.test(screen)) return { state }
  if (/^(ACCEPT_|CREDENTIAL|PROOF)/.test(screen)) return { state, ...(moment === 'done' && { onwards }) }
  if (screen === 'CHOOSE_WALLET') return { choice: page.getByTestId('choose-web-wallet'), onwards }
  if (screen === '/dashboard') return { start: page.getByRole('link', { name: labels.start }) }
  if (screen.startsWith('START')) return { onwards: page.getByTestId('next') }
  return { onwards }
}

/** Runs in the page: the wallet is open beside it, as after a reload. */
const opensWallet = () => sessionStorage.setItem('wallet', 'open')

/** A person with the web wallet, who looks at every screen; and what they could not see. */
function looking(page: Page) {
  const wallet = new WebWallet(page)
  const person = new Person(page, wallet)
  const faults: string[] = []
  person.companion = async (screen, moment) => {
    const isDecision = moment === 'reached' && /^((ACCEPT_)?CREDENTIAL|PROOF(?!_OOB))/.test(screen)
    if (isDecision) await wallet.offer.or(wallet.request).first().waitFor()
    if (screen.startsWith('CONNECT')) {
      await page.getByTestId('open-web-wallet').or(page.getByTestId('connection-established')).first().waitFor()
    }
    await looks(screen, isDecision ? 'decided' : moment)
    await wallet.agrees(screen, moment)
  }
  const looks = async (screen: string, moment: Moment) => {
    const seesIn = async (seen: readonly Window[]) => {
      const wanted = (width: number) => wantedAt(page, screen, moment, width >= dockedFrom)
      faults.push(...(await findOutOfView(page, `${screen} ${moment}`, seen, wanted)))
    }
    const isOpen = (await page.getByTestId('wallet').count()) > 0
    if (moment === 'decided' || !isOpen) return seesIn(windows)
    await seesIn(windows.filter(([width]) => width >= dockedFrom))
    const before = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 640 })
    await page.getByRole('button', { name: 'Close the wallet' }).click()
    await seesIn(windows.filter(([width]) => width < dockedFrom))
    if (before) await page.setViewportSize(before)
    await page.getByTestId('wallet-toggle').click()
    await page.getByTestId('wallet').waitFor()
  }
  return { person, faults, looks }
}

journey('a student sees what to do and what came of it without scrolling', async ({ visit }) => {
  const { page } = visit
  const { person, faults, looks } = looking(page)
  await person.onboards('Amina Bello')
  await page.getByRole('link', { name: labels.start }).first().waitFor()
  await looks('/dashboard', 'reached')
  await person.plays('Get the student price')
  const start = person.useCase('Join the public library').getByRole('link', { name: labels.start })
  await expect.poll(() => start.and(page.locator(':focus')).count()).toBe(1)
  expect(await start.evaluateAll(findCover)).toBe('')
  expect(faults).toEqual([])
})

journey('so does who confirms a person beside the wallet', async ({ visit }) => {
  const { person, faults } = looking(visit.page)
  await visit.page.addInitScript(opensWallet)
  await person.isConfirmed()
  expect(faults).toEqual([])
})
