import { type Character, confirmedPersonSlug, type Protocol } from '@lastmile/contracts'
import { confirmedPersonPath } from '@lastmile/contracts/site'
import { dialogTexts, labels } from '@lastmile/contracts/specified-texts'
import { credentialLabel, sameCredential } from '@lastmile/journey'
import type { Page } from 'playwright-core'
import { findOutOfView, type Wanted, type Window, windows } from './in-view.ts'
import { Person } from './person.ts'
import { resize } from './resize.ts'
import { WebWallet } from './web-wallet.ts'

/** From here on the wallet is beside the page, below before it. */
const dockedFrom = 1200

const isBeside = ([width]: Window) => width >= dockedFrom

type Moment = 'reached' | 'connected' | 'deciding' | 'declined' | 'refused' | 'waiting' | 'done'

/** The buttons by which the wallet is answered; the first is there at most decisions. */
const decision = [/^(Accept|Share( and prove)?)$/, 'Decline']

/** The elements that a person has to see at this moment without scrolling. */
function wantedAt(page: Page, screen: string, moment: Moment, isBeside: boolean, buttons: Names): Wanted {
  const state = page.getByTestId('step-state')
  const onwards = page.getByRole('button', { name: /^(NEXT|SKIP|FINISH|COMPLETE)$/ }).locator('visible=true')
  if (moment === 'deciding' || moment === 'refused') {
    const pressed = buttons.map((name) => [
      name,
      page.getByRole('button', { name, exact: true }).locator('visible=true').first(),
    ])
    return { ...((isBeside || moment === 'refused') && { state }), ...Object.fromEntries(pressed) }
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
  if (/^(ACCEPT_|CREDENTIAL|PROOF)/.test(screen)) return { state, ...(moment === 'done' && { onwards }) }
  if (screen === 'CHOOSE_WALLET') return { choice: page.getByTestId('choose-web-wallet'), onwards }
  if (screen === '/dashboard') return { start: page.getByRole('link', { name: labels.start }) }
  if (screen.startsWith('START')) return { onwards: page.getByTestId('next') }
  return { onwards }
}

type Names = readonly (string | RegExp)[]

/** The first card that can be revoked, and the use case and the screen where a verifier asks about that. */
function revocationScene(character: Character): [string, string, string] | undefined {
  const name = character.revocationInfo[0]?.credentialName ?? ''
  for (const useCase of character.useCases) {
    const screen = useCase.screens.find(({ requestOptions }) =>
      requestOptions?.requestedCredentials.some((asked) => sameCredential(asked.name, name) && asked.nonRevoked),
    )
    // A card that is typed is typed anew.
    if (screen && character.id !== confirmedPersonSlug) {
      return [credentialLabel(character, name), useCase.name, screen.screenId]
    }
  }
  return undefined
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
  private readonly webWallet: SeenWallet
  private readonly windows: readonly Window[]
  private hasDeclined = false

  /** @param seen the windows that every screen is looked at in */
  constructor(page: Page, seen: readonly Window[] = windows) {
    const webWallet = new SeenWallet(page)
    super(page, webWallet)
    this.webWallet = webWallet
    this.windows = seen
    this.companion = async (screen, moment) => {
      const { offer, request } = webWallet
      const isOutOfBand = screen.startsWith('PROOF_OOB')
      webWallet.isSeen = () => (isOutOfBand ? this.looks(screen, 'deciding') : Promise.resolve())
      const isDecision = moment === 'reached' && /^((ACCEPT_)?CREDENTIAL|PROOF(?!_OOB))/.test(screen)
      const opener = page.getByTestId('open-web-wallet')
      // A request that is handed over at once opens the wallet, over a page that is being measured too.
      if (moment === 'reached' && isOutOfBand) await opener.or(request).first().waitFor()
      if (isDecision) {
        await opener.or(offer).or(request).first().waitFor()
        // By OpenID4VC the first offer is what the wallet is opened for.
        if (await opener.isVisible()) await opener.click()
        await webWallet.shows(offer.or(request).first())
      }
      if (moment === 'reached' && screen.startsWith('CONNECT')) {
        await opener.or(page.getByTestId('connection-established')).first().waitFor()
        // Before one has looked, an invitation that is handed over at once connects, and the page goes on.
        if (!(await opener.isVisible())) return
      }
      await this.looks(screen, isDecision ? 'deciding' : moment)
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

  /** Becomes the character, plays every use case, hidden ones too, and shows a card that is revoked. */
  async playsAll(character: Character, protocol: Protocol) {
    const isTyped = character.id === confirmedPersonSlug
    await this.page.goto(`${isTyped ? confirmedPersonPath : '/demo'}?protocol=${protocol}`)
    if (isTyped) await this.isConfirmed()
    else await this.onboards(character.name)
    await this.commands('hidden', 'Show hidden use cases')
    for (const { name, screens } of character.useCases) {
      // No wallet can answer those.
      const refused = screens.find(({ requestOptions }) => requestOptions?.expectRefusal)
      if (refused) await this.isRefused(name, refused.screenId)
      else await this.plays(name)
    }
    await this.presses(dialogTexts.showcaseCompleted.cancel)
    const scene = revocationScene(character)
    if (scene) await this.isRevoked(...scene)
  }

  /** Plays a use case that no wallet can answer, to its end. */
  private async isRefused(useCase: string, screen: string) {
    await this.plays(useCase, screen)
    await this.webWallet.request.waitFor()
    await this.looks(screen, 'deciding', ['Decline'])
    await this.webWallet.presses('Decline', this.webWallet.request)
    await this.page.getByTestId('proof-ended').waitFor()
    await this.looks(screen, 'done')
    await this.presses(labels.next)
    await this.playsOn()
  }

  /** Revokes a card, shows it all the same to a verifier that asks, is refused, and shows a new one. */
  private async isRevoked(credential: string, useCase: string, screen: string) {
    const { page, webWallet } = this
    await this.revokes(credential)
    await this.useCase(useCase)
      .getByRole('button', { name: /^Show it to .* anyway$/ })
      .click()
    await this.comesTo('START')
    await this.looks('START', 'reached')
    await page.getByTestId('next').click()
    await this.playsOn(screen)
    const anyway = webWallet.request.getByRole('button', { name: 'Send it anyway' })
    const share = webWallet.request.getByRole('button', { name: /^Share/ })
    await anyway.or(share).waitFor()
    // A wallet that no issuer told looks the status up when the person shares.
    if (await share.isVisible()) await share.click()
    await anyway.waitFor()
    await this.looks(screen, 'deciding', ['Send it anyway'])
    await webWallet.presses('Send it anyway', webWallet.request)
    await page.getByTestId('proof-refused').waitFor()
    await this.looks(screen, 'refused', [`Get a new ${credential}`])
    await this.presses(`Get a new ${credential}`)
    await webWallet.accepts()
    await page.getByTestId('card-renewed').waitFor()
    await this.looks(screen, 'refused', ['Show the new card'])
    await this.presses('Show the new card')
    webWallet.isSeen = async () => {}
    await webWallet.shares()
    await page.getByTestId('proof-verified').waitFor()
    await this.looks(screen, 'done')
  }

  /** Looks through all windows, with the open wallet beside the page or, where there is no room, closed. */
  async looks(screen: string, moment: Moment, buttons: Names = decision) {
    const { page } = this
    const wallet = page.getByTestId('wallet')
    // The page goes on by itself so soon after a connection that only the smallest are measured.
    const seen = moment === 'connected' ? this.windows.slice(0, 2) : this.windows
    if ((await wallet.count()) === 0) return this.seesIn(seen, screen, moment, buttons)
    const isDecision = moment === 'deciding'
    await this.seesIn(isDecision ? seen : seen.filter(isBeside), screen, moment, buttons)
    const before = page.viewportSize()
    const narrow = seen.filter((window) => !isBeside(window))
    const [[width, height] = [360, 640]] = narrow
    await resize(page, { width, height })
    await page.getByRole('button', { name: 'Close the wallet' }).click()
    await this.seesIn(narrow, screen, isDecision ? 'waiting' : moment, buttons)
    if (before) await resize(page, before)
    // An offer that arrives meanwhile opens it by itself.
    const opener = page.locator('[data-testid="wallet-toggle"][aria-expanded="false"]')
    for (let tries = 0; tries < 10 && !(await wallet.isVisible()); tries++)
      await opener.click({ timeout: 2_000 }).catch(() => {})
    await wallet.waitFor()
  }

  private async seesIn(seen: readonly Window[], screen: string, moment: Moment, buttons: Names) {
    if (seen.length === 0) return
    const wanted = (width: number) => wantedAt(this.page, screen, moment, width >= dockedFrom, buttons)
    const faults = await findOutOfView(this.page, `${screen} ${moment}`, seen, wanted)
    // A slow machine looks for longer than the page stays after a connection.
    if (moment === 'connected' && (await this.place()) !== screen) return
    this.faults.push(...faults)
  }
}

/** For `addInitScript`: the wallet is open beside the page, as after a reload. */
export const opensWallet = () => sessionStorage.setItem('wallet', 'open')
