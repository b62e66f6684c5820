import { setTimeout as pause } from 'node:timers/promises'
import type { Protocol } from '@lastmile/contracts'
import { confirmedPersonPath } from '@lastmile/contracts/site'
import { labels } from '@lastmile/contracts/specified-texts'
import type { Page } from 'playwright-core'
import { readLink } from './browser.ts'
import { provingText } from './shown-texts.ts'

/** Where the visitor stands: a screen of the onboarding or of a use case, or a page without screens. */
type Place = string

/**
 * Called on the way through the demo: at each screen that is reached, when its wallet has connected, and when what it
 * waits for is there, before the person goes on.
 */
export type Companion = (screen: Place, moment: 'reached' | 'connected' | 'done') => Promise<void>

/** The wallet that a person takes an invitation with. */
interface Scanner {
  /** The page gives it what it shows, perhaps before the link could be read. */
  readonly isGiven?: boolean
  receive(link: string): Promise<unknown>
}

/** How long a screen may take to give way to the next: the wallet's answer takes its time. */
const patienceMs = 20_000

/** The data of a document that no person has. */
export const adaeze = {
  familyName: 'Okoro-Ọláyínká',
  givenNames: 'Adaeze Ifeoma',
  dateOfBirth: '1990-07-14',
  gender: 'female',
  documentType: 'national_id',
  documentNumber: 'NIN 00000000000',
  documentExpiryDate: '2031-08-30',
  documentIssuingBody: 'Example Identity Office',
}

/** A green square of one pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQn1sMAAIOATB0V7DcAAAAAElFTkSuQmCC',
  'base64',
)

/** A person at the page with a phone in hand, who reads and presses what the page says. */
export class Person {
  readonly page: Page
  readonly wallet: Scanner
  /** Looks at every screen with the person, as a camera does. */
  companion: Companion = async () => {}
  /** Has the page go on by itself once the wallet has connected, in place of pressing NEXT. */
  isPatient = false

  constructor(page: Page, wallet: Scanner) {
    this.page = page
    this.wallet = wallet
  }

  async sees(text: string | RegExp, timeout?: number) {
    await this.page.getByText(text).locator('visible=true').first().waitFor({ timeout })
  }

  async seesNo(text: string | RegExp) {
    await this.page.getByText(text).locator('visible=true').first().waitFor({ state: 'hidden' })
  }

  async seesHeading(name: string | RegExp) {
    await this.page.getByRole('heading', { name, exact: true }).first().waitFor()
  }

  async presses(name: string) {
    await this.page.getByRole('button', { name, exact: true }).locator('visible=true').click()
  }

  async canPress(name: string): Promise<boolean> {
    return this.page.getByRole('button', { name, exact: true }).isEnabled()
  }

  /** The use case's card on the dashboard. */
  useCase(name: string) {
    return this.page.getByRole('article', { name, exact: true })
  }

  /** Scans what the page shows. */
  async scans(kind: 'invitation-link' | 'offer-link' | 'proof-link' = 'invitation-link') {
    await this.wallet.receive(this.wallet.isGiven ? '' : await readLink(this.page, kind))
  }

  /** Empty while a page with screens is still being fetched. */
  async place(): Promise<Place> {
    const { pathname } = new URL(this.page.url())
    if (!/^\/(demo|uc)/.test(pathname)) return pathname
    const names = await this.page
      .getByTestId(/^(step$|screen-)/)
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-screen') ?? node.getAttribute('data-testid')))
    return names[0]?.replace('screen-', '') ?? ''
  }

  async comesTo(place: Place) {
    await this.placeThat((now) => now === place, `Nobody comes to ${place}`)
  }

  /** Has the web wallet open from the choice of wallets on, which the page leaves a moment after. */
  async choosesWebWallet() {
    await this.page.getByTestId('choose-web-wallet').click()
    await this.nextPlace('CHOOSE_WALLET')
  }

  /** Shows the wallets on phones, which are folded where no phone reaches the site. */
  async looksForPhoneWallets() {
    await this.page.locator('summary', { hasText: 'With an app on a phone' }).click()
    await this.page.getByRole('button', { name: /^USE / }).first().waitFor()
  }

  async isHome() {
    await this.page.waitForURL((url) => url.pathname === '/')
    await this.page.getByRole('banner').getByRole('link', { name: 'Get Started' }).waitFor()
  }

  /** Goes through the onboarding as the character, as far as the screen, or through its end to the dashboard. */
  async onboards(character: string, until: Place = '/dashboard') {
    if (!this.page.url().includes('/demo')) {
      await this.page.goto('/demo')
    }
    await this.goesOn(until, (screen) => this.passesOnboardingScreen(screen, character))
  }

  /** The student's onboarding with the web wallet, by this family. */
  async onboardsBy(protocol: Protocol, until: Place = '/dashboard') {
    await this.page.goto(`/demo/student?protocol=${protocol}`)
    await this.onboards('Amina Bello', 'CHOOSE_WALLET')
    await this.choosesWebWallet()
    await this.onboards('Amina Bello', until)
  }

  /** Goes through the Confirmed Person flow, as far as the screen, or through its end to the dashboard. */
  async isConfirmed(until: Place = '/dashboard') {
    if (!this.page.url().includes(confirmedPersonPath)) await this.page.goto(confirmedPersonPath)
    await this.goesOn(until, (screen) => this.passesFlowScreen(screen))
  }

  /** Writes into the form of the Confirmed Person flow, by the names of its fields. */
  async fillsIn(information: Readonly<Record<string, string>>) {
    for (const [field, value] of Object.entries(information)) {
      const control = this.page.locator(`[name="${field}"]`)
      if ((await control.count()) > 1) await this.page.locator(`[name="${field}"][value="${value}"]`).check()
      else await control.fill(value)
    }
  }

  /** From the dashboard through a use case, as far as the screen, or through its end back to the dashboard. */
  async plays(useCase: string, until: Place = '/dashboard') {
    await this.useCase(useCase).getByRole('link', { name: labels.start }).click()
    await this.page.waitForURL(/\/uc\//)
    await this.goesOn(until, (screen) => this.passesUseCaseScreen(screen))
  }

  /** Goes on in the use case that is open. */
  async playsOn(until: Place = '/dashboard') {
    await this.goesOn(until, (screen) => this.passesUseCaseScreen(screen))
  }

  /**
   * Opens the strip of messages, once it says the sentence, and each message in it; resolves with all that is shown.
   */
  async looksInside(sentence: string): Promise<string> {
    const strip = this.page.getByTestId('what-just-happened')
    const toggle = strip.getByRole('button', { name: 'What just happened' })
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    await strip.getByText(sentence).waitFor()
    for (const block of await strip.getByText('The message itself', { exact: true }).all()) await block.click()
    return (await strip.textContent()) ?? ''
  }

  /** Calls the hidden menu, types what is looked for and takes the option, which is found first: by keyboard alone. */
  async commands(words: string, option: string) {
    const menu = this.page.getByRole('dialog', { name: 'Hidden menu' })
    await this.page.keyboard.press('Control+k')
    await menu.getByRole('combobox').and(this.page.locator(':focus')).waitFor()
    await this.page.keyboard.type(words)
    await menu.getByRole('option', { name: option, selected: true }).waitFor()
    await this.page.keyboard.press('Enter')
    await menu.waitFor({ state: 'hidden' })
  }

  /** Takes a credential back, on the dashboard. */
  async revokes(credential: string) {
    await this.page.getByRole('button', { name: `${labels.revoke} ${credential}` }).click()
    const question = this.page.getByRole('alertdialog', { name: `Revoke ${credential}?` })
    await question.getByRole('button', { name: labels.revoke, exact: true }).click()
  }

  private async goesOn(until: Place, pass: (screen: string) => Promise<void>) {
    for (let screen = await this.nextPlace(''); screen !== until; screen = await this.nextPlace(screen)) {
      await this.companion(screen, 'reached')
      await pass(screen)
    }
  }

  private nextPlace(last: Place): Promise<Place> {
    return this.placeThat((now) => now !== '' && now !== last, `Nobody leaves ${last || 'the page that is fetched'}`)
  }

  /** Looks again until the visitor stands where it is wanted. */
  private async placeThat(isWanted: (place: Place) => boolean, failure: string): Promise<Place> {
    const giveUpAt = Date.now() + patienceMs
    for (;;) {
      const place = await this.place()
      if (isWanted(place)) return place
      if (Date.now() > giveUpAt) throw new Error(`${failure}: it is ${place || 'nowhere'} for ${patienceMs / 1000} s.`)
      await pause(50)
    }
  }

  private async passesOnboardingScreen(screen: string, character: string) {
    if (screen === 'PICK_CHARACTER') {
      await this.page.getByText(character, { exact: true }).click()
      await this.presses(labels.next)
    } else if (screen === 'CHOOSE_WALLET') await this.presses(labels.skip)
    else if (screen === 'SETUP_COMPLETED') await this.presses(labels.finish)
    else if (screen.startsWith('CONNECT')) await this.connects(screen)
    else await this.goesOnFrom(screen)
  }

  private async passesFlowScreen(screen: string) {
    if (screen === 'PERSON_INFORMATION') {
      const isFilled = await this.canPress(labels.next)
      if (!isFilled) await this.fillsIn(adaeze)
      await this.presses(labels.next)
    } else if (screen === 'CONNECT_WALLET') await this.connects(screen)
    else if (screen === 'SETUP_COMPLETED') await this.presses(labels.finish)
    else await this.goesOnFrom(screen)
  }

  private async passesUseCaseScreen(screen: string) {
    if (screen.startsWith('START')) await this.presses(labels.start)
    else if (screen.startsWith('CONNECTION')) await this.connects(screen)
    else if (screen.startsWith('PROOF')) {
      if (screen.startsWith('PROOF_OOB')) await this.scans('proof-link')
      await this.sees(provingText('verifiedText'))
      await this.goesOnFrom(screen)
    } else await this.goesOnFrom(screen)
  }

  /** Scans the code, unless the wallet has connected before, and goes on. */
  private async connects(screen: string) {
    // Not by its text alone, which the live region keeps from an earlier connection.
    const established = this.page.getByTestId('connection-established')
    await this.page.getByTestId('invitation-link').or(established).first().waitFor({ state: 'attached' })
    if ((await established.count()) === 0) await this.scans()
    await established.first().waitFor()
    await this.companion(screen, 'connected')
    if (this.isPatient) return
    // The page may have gone on by itself.
    const here = this.page.locator(`[data-screen="${screen}"], [data-testid="screen-${screen}"]`)
    const next = here.getByRole('button', { name: labels.next, exact: true }).locator('visible=true')
    await next.click({ timeout: 1_000 }).catch(() => {})
  }

  private async goesOnFrom(screen: string) {
    const name = new RegExp(`^(${labels.next}|${labels.complete})$`)
    const onwards = this.page.getByRole('button', { name }).locator('visible=true')
    await onwards.and(this.page.locator(':enabled')).waitFor()
    await this.companion(screen, 'done')
    await onwards.click()
  }
}
