import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Companion } from './person.ts'

/** The web wallet in the hands of a visitor, on its page or beside the demo. */
export class WebWallet {
  readonly page: Page
  readonly isGiven = true

  constructor(page: Page) {
    this.page = page
  }

  get offer(): Locator {
    return this.page.getByTestId('wallet-offer')
  }

  get request(): Locator {
    return this.page.getByTestId('wallet-request')
  }

  get credential(): Locator {
    return this.page.getByTestId('wallet-credential')
  }

  async sees(text: string | RegExp) {
    await this.page.getByTestId('wallet').getByText(text).locator('visible=true').first().waitFor()
  }

  /** An offer or a request is there, and its buttons take presses. */
  async shows(card: Locator) {
    await card.waitFor()
    await card.locator('[inert]').waitFor({ state: 'detached' })
  }

  async presses(name: string, within: Locator = this.page.getByTestId('wallet')) {
    await within.getByRole('button', { name, exact: true }).click()
  }

  /** Pastes the link of an invitation, on the wallet's page. */
  async takes(link: string) {
    if (new URL(this.page.url()).pathname !== '/wallet') await this.page.goto('/wallet')
    await this.showsHome()
    await this.opens('Add')
    await this.page.getByLabel('Link of the invitation').fill(link)
    await this.presses('Connect')
  }

  async opens(drawer: 'Add' | 'Activity' | 'Settings') {
    const button = this.page.getByTestId('wallet').getByRole('button', { name: drawer, exact: true })
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
  }

  /** One of its settings, where they are open. */
  async setting(name: string): Promise<Locator> {
    await this.opens('Settings')
    return this.page.getByTestId('wallet').getByRole('button', { name })
  }

  /** The question before the first connection. */
  get question(): Locator {
    return this.page.getByTestId('wallet-question')
  }

  /** Puts a decision off, or shows the first that was put off or waits behind an outcome, which it may do by itself. */
  get #next(): Locator {
    return this.page.getByTestId('wallet').getByRole('button', { name: /^(Show|Decide later)$/ })
  }

  /** Puts off whatever waits for a decision. */
  async showsHome() {
    const home = this.page.getByTestId('wallet').getByRole('button', { name: 'Add', exact: true })
    const later = this.#next.filter({ hasText: 'Decide later' })
    await home.or(later).first().waitFor()
    const isNext = await this.page.getByTestId('wallet-outcome').isVisible()
    if (isNext && (await this.#next.isVisible())) await this.#next.click()
    while (await later.isVisible()) await later.click()
    await home.waitFor()
  }

  /** Turns to the request of that name. */
  async turnsTo(request: string) {
    const wanted = this.request.getByText(new RegExp(`^“?${request}”?$`))
    await this.offer.or(this.request).or(this.#next).first().waitFor()
    while (!(await wanted.isVisible())) await this.#next.click()
  }

  /** Has the invitation that the demo shows, which it is handed at once when it was taken before; answers a request. */
  async receive() {
    const opener = this.page.getByTestId('open-web-wallet')
    const given = this.page.getByText(/^(The invitation is in your wallet\.|Read in your wallet what )/)
    const established = this.page.getByTestId('connection-established')
    await opener.or(this.question).or(given).or(established).first().waitFor()
    const isRequest = (await this.page.getByTestId('proof-link').count()) > 0
    if (await opener.isVisible()) await opener.click()
    else if (!isRequest) {
      await this.question.or(established).first().waitFor()
      if (await this.question.isVisible()) await this.presses('Connect', this.question)
    }
    if (isRequest) await this.shares()
  }

  /** Takes what is offered, and has it. */
  async accepts() {
    await this.presses('Accept', this.offer)
    await this.offer.waitFor({ state: 'detached' })
  }

  async holds(credentials: number, timeout = 30_000) {
    await expect.poll(() => this.credential.count(), { timeout }).toBe(credentials)
  }

  async shares() {
    await this.request.getByRole('button', { name: /^Share( and prove)?$/ }).click()
  }

  /** Takes and shares whatever the way through the demo brings. */
  readonly agrees: Companion = async (screen, moment) => {
    if (moment !== 'reached') return
    if (/^(ACCEPT_)?CREDENTIAL/.test(screen)) await this.accepts()
    if (/^PROOF(?!_OOB)/.test(screen)) await this.shares()
  }
}
