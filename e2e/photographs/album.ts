import type { ApiAnswer } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/specified-texts'
import type { Visit } from '../browser.ts'
import type { Person } from '../person.ts'
import type { Wallet } from '../wallet/wallet.ts'

export type ShownCharacter = ApiAnswer<'getCharacters'>[number]

/** The person, visit and wallet of an album's walk through the product. */
export interface Studio {
  readonly visit: Visit
  readonly wallet: Wallet
  readonly person: Person
  readonly characters: readonly ShownCharacter[]
  /** Photographs what the page shows now, after `before` where that does not stay for long. */
  take(name: string, before?: () => Promise<unknown>): Promise<void>
}

/** A walk through a part of the product, photographed. */
export interface Album {
  readonly name: string
  photograph(studio: Studio): Promise<void>
}

/**
 * From now on the person photographs every screen: as it is reached, with its offer or request open in the wallet, with
 * the wallet connected, and with what it waits for done.
 */
export function photographsOnTheWay({ person, wallet, visit, take }: Studio, journey: string) {
  wallet.policies.offers = 'silent'
  wallet.policies.proofRequests = 'silent'
  const { page } = visit
  person.companion = async (screen, moment) => {
    const isIssuance = /^(ACCEPT_)?CREDENTIAL/.test(screen)
    if (moment === 'reached') {
      wallet.policies.proofRequests = screen.startsWith('PROOF_OOB') ? 'accept' : 'silent'
      if (/^(CONNECT|PROOF_OOB)/.test(screen)) await codeOrEstablished(page)
      const asked = isIssuance
        ? await wallet.offers.next()
        : screen.startsWith('PROOF') && !screen.startsWith('PROOF_OOB')
          ? await wallet.proofRequests.next()
          : undefined
      await take(`${journey} ${screen}`)
      await asked?.accept()
    }
    if (moment === 'connected') {
      // A wallet that was connected before has been photographed as the screen was reached.
      await person.presses('Stay here')
      await take(`${journey} ${screen} connected`)
      await page.getByRole('button', { name: new RegExp(`^(${labels.next}|${labels.skip})$`) }).click()
    }
    // Accepted without the album's help, but received all the same.
    if (moment === 'done' && screen.startsWith('PROOF_OOB')) await wallet.proofRequests.next()
    if (moment === 'done' && (isIssuance || screen.startsWith('PROOF'))) {
      await take(`${journey} ${screen} done`)
      // Opened once, it stays open from step to step.
      const strip = page.getByRole('button', { name: 'What just happened' })
      if ((await strip.getAttribute('aria-expanded')) === 'false') await strip.click()
      await page.getByTestId('protocol-message').first().waitFor()
      await take(`${journey} ${screen} what just happened`)
    }
  }
}

async function codeOrEstablished(page: Visit['page']) {
  const established = page.getByTestId('connection-established')
  await page
    .getByRole('img', { name: /QR code/ })
    .or(established)
    .first()
    .waitFor()
}
