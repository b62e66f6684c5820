import { labels } from '@lastmile/contracts/specified-texts'
import type { Page } from 'playwright-core'
import { findOutOfView, type Wanted, type Window, windows } from './in-view.ts'
import { Person } from './person.ts'
import { WebWallet } from './web-wallet.ts'

/** From here on the wallet is beside the page, below before it. */
const dockedFrom = 1200

/** The page goes on by itself so soon after a connection that only the smallest windows are measured. */
const smallest = windows.slice(0, 2)

type Moment = 'reached' | 'connected' | 'decided' | 'declined' | 'waiting' | 'done'

/** The elements that a person has to see at this moment without scrolling. */
function wantedAt(page: Page, screen: string, moment: Moment, isBeside: boolean): Wanted {
  const state = page.getByTestId('step-state')
  const wallet = page.getByTestId('wallet')
  const onwards = page.getByRole('button', { name: /^(NEXT|SKIP|FINISH|COMPLETE)$/ }).locator('visible=true')
  if (moment === 'decided') {
    const decision = wallet.getByRole('button', { name: /^(Accept|Share and prove)$/ })
    return { ...(isBeside && { state }), decision, decline: wallet.getByRole('button', { name: 'Decline' }) }
  }
  if (moment === 'declined') return { 'Try Again': page.getByRole('button', { name: labels.tryAgain }) }
  if (moment === 'waiting') return { state }
  if (moment === 'connected') return { state, onwards }
  if (screen === 'PICK_CHARACTER') {
    const options = ['nurse', 'small-business-owner', 'student'].map((id) => page.getByTestId(`character-${id}`))
    const parts = options.flatMap((option) => [option.locator('img'), option.locator('span').first()])
    return Object.fromEntries(parts.map((part, index) => [`face or name ${index}`, part]))
  }
  if (screen.startsWith('CONNECT')) {
    return { state, 'the wallet’s button': page.getByTestId('open-web-wallet'), onwards }
  }
  if (screen.startsWith('PROOF_OOB')) return { state }
  if (/^(ACCEPT_|CREDENTIAL|PROOF)/.test(screen)) return { state, ...(moment === 'done' && { onwards }) }
  if (screen === 'CHOOSE_WALLET') return { choice: page.getByTestId('choose-web-wallet'), onwards }
  if (screen === '/dashboard') return { start: page.getByRole('link', { name: labels.start }) }
  if (screen.startsWith('START')) return { onwards: page.getByTestId('next') }
  return { onwards }
}

/** Is looked at before it shares. */
class SeenWallet extends WebWallet {
  isSeen = async () => {}

  override async shares() {
    await this.shows(this.request)
    await this.isSeen()
    await super.shares()
  }
}

/** A person with the web wallet, who looks at every screen, declines once, and notes what can't be seen. */
export class Onlooker extends Person {
  readonly faults: string[] = []
  private hasDeclined = false

  constructor(page: Page) {
    const webWallet = new SeenWallet(page)
    super(page, webWallet)
    this.companion = async (screen, moment) => {
      const { offer, request } = webWallet
      const isOutOfBand = screen.startsWith('PROOF_OOB')
      webWallet.isSeen = () => (isOutOfBand ? this.looks(screen, 'decided') : Promise.resolve())
      const isDecision = moment === 'reached' && /^((ACCEPT_)?CREDENTIAL|PROOF(?!_OOB))/.test(screen)
      if (isDecision) await webWallet.shows(offer.or(request).first())
      if (moment === 'reached' && screen.startsWith('CONNECT')) {
        const opener = page.getByTestId('open-web-wallet')
        await opener.or(page.getByTestId('connection-established')).first().waitFor()
        // Before one has looked, an invitation that is handed over at once connects, and the page goes on.
        if (!(await opener.isVisible())) return
      }
      await this.looks(screen, isDecision ? 'decided' : moment)
      if (isDecision && !this.hasDeclined) {
        this.hasDeclined = true
        await webWallet.presses('Decline', offer.or(request))
        await page.getByRole('button', { name: labels.tryAgain }).waitFor()
        await this.looks(screen, 'declined')
        await this.presses(labels.tryAgain)
      }
      await webWallet.agrees(screen, moment)
    }
  }

  /** Looks through all windows, with the open wallet beside the page or, where there is no room, closed. */
  async looks(screen: string, moment: Moment) {
    const { page } = this
    const wallet = page.getByTestId('wallet')
    const seen = moment === 'connected' ? smallest : windows
    if ((await wallet.count()) === 0) return this.seesIn(seen, screen, moment)
    const isDecision = moment === 'decided'
    await this.seesIn(isDecision ? seen : seen.filter(([width]) => width >= dockedFrom), screen, moment)
    const before = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 640 })
    await page.getByRole('button', { name: 'Close the wallet' }).click()
    const narrow = seen.filter(([width]) => width < dockedFrom)
    await this.seesIn(narrow, screen, isDecision ? 'waiting' : moment)
    if (before) await page.setViewportSize(before)
    await page.getByTestId('wallet-toggle').click()
    await wallet.waitFor()
  }

  private async seesIn(seen: readonly Window[], screen: string, moment: Moment) {
    const wanted = (width: number) => wantedAt(this.page, screen, moment, width >= dockedFrom)
    this.faults.push(...(await findOutOfView(this.page, `${screen} ${moment}`, seen, wanted)))
  }
}

/** For `addInitScript`: the wallet is open beside the page, as after a reload. */
export const opensWallet = () => sessionStorage.setItem('wallet', 'open')
