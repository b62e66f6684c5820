import { labels } from '@lastmile/contracts/specified-texts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, repeats } from '../journey.ts'
import { adaeze } from '../person.ts'

const farthest = 60

/** The focused element: its role or element, and its name as far as its text tells. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const name = element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
    return { element: element?.tagName ?? '', name, visible: element?.matches(':focus-visible') ?? false }
  })

/** Nothing cuts the ring of the focused element: no edge of what scrolls, and no fading out above a sticky bar. */
const ringIsWhole = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element) return false
    const { outlineWidth, outlineOffset } = getComputedStyle(element)
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const { left, top, right, bottom } = element.getBoundingClientRect()
    for (let around = element.parentElement; around; around = around.parentElement) {
      const { overflowY, position } = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      if (position === 'sticky' && top - ring < edge.top) return false
      if (overflowY === 'visible') continue
      if (left - ring < edge.left || top - ring < edge.top) return false
      if (right + ring > edge.right || bottom + ring > edge.bottom) return false
    }
    return true
  })

/** Tabs to what has this name, and sees where the focus is. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < farthest; presses++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (now.name !== name) continue
    expect(now.visible).toBe(true)
    expect(await ringIsWhole(page), `the ring of ${name} is whole`).toBe(true)
    return
  }
  throw new Error(`The keyboard does not reach ${name}`)
}

async function press(page: Page, name: string) {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/**
 * Whatever a test asks the page counts as the visitor's doing in Chromium, so a page that has just come would not know
 * it.
 */
function countsOnlyHands() {
  let hasBeenActive = false
  for (const type of ['keydown', 'pointerdown']) {
    addEventListener(type, (event) => {
      hasBeenActive ||= event.isTrusted
    })
  }
  Object.defineProperty(navigator, 'userActivation', {
    value: {
      get hasBeenActive() {
        return hasBeenActive
      },
    },
  })
}

/** Announcements of a screen reader. */
const hears = (page: Page, words: string) =>
  page.locator('[aria-live]').filter({ hasText: words }).first().waitFor({ state: 'attached' })

/** A screen of the demo has come: its heading has the focus, and it names the document. */
async function arrives(page: Page) {
  await expect.poll(() => focused(page)).toMatchObject({ element: 'H1' })
  const { name } = await focused(page)
  await expect.poll(() => page.title()).toContain(name)
}

/** A document has come: the keyboard begins at its top, and it has a name of its own. */
async function arrivesAtPage(page: Page) {
  expect(await page.title()).toContain('Business')
  expect(await focused(page)).toMatchObject({ element: 'BODY' })
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatchObject({ name: 'Skip to the content', visible: true })
}

journey('the onboarding and a use case by keyboard alone', async ({ person, wallet }) => {
  const { page } = person
  await page.addInitScript(countsOnlyHands)
  await page.goto('/demo')
  await person.seesHeading('Who would you like to be?')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatchObject({ element: 'A', visible: true })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: 'Effiong Bassey', checked: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: 'Ngozi Okafor', checked: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('radio', { name: 'Amina Bello', checked: true }).waitFor()

  await press(page, labels.next)
  await expect.poll(() => focused(page)).toMatchObject({ element: 'H1' })
  for (let place = await person.place(); place !== 'CHOOSE_WALLET'; place = await person.place()) {
    await press(page, labels.next)
    await expect.poll(() => person.place()).not.toBe(place)
  }

  await press(page, 'With an app on a phone')
  const firstWallet = await page.getByRole('button', { name: /^USE / }).first().getAttribute('aria-label')
  if (firstWallet === null) throw new Error('The wallets have no names')
  await press(page, firstWallet)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  expect(await focused(page)).toMatchObject({ name: firstWallet })
  await press(page, labels.skip)

  await person.comesTo('CONNECT')
  await page.getByTestId('invitation-link').waitFor({ state: 'attached' })
  await press(page, 'Enlarge')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  expect(await focused(page)).toMatchObject({ name: 'Enlarge' })
  await press(page, 'Copy link')
  await wallet.receive(await page.evaluate(() => navigator.clipboard.readText()))
  await hears(page, labels.connectionEstablished)
  await press(page, 'Stay here')
  await person.sees('Paused.')
  await press(page, labels.next)

  await hears(page, 'Issued: Student Card. It is in your wallet.')
  await press(page, labels.next)
  await press(page, labels.finish)
  await person.comesTo('/dashboard')

  // On through a use case, and back by what it ends with.
  await press(page, 'START: Get the student price')
  await person.comesTo('START')
  await arrives(page)
  await press(page, labels.start)
  await person.comesTo('CONNECTION')
  await page.getByTestId('invitation-link').waitFor({ state: 'attached' })
  await press(page, 'Copy link')
  await wallet.receive(await page.evaluate(() => navigator.clipboard.readText()))
  await hears(page, 'Your proof is verified.')
  await press(page, labels.next)
  await person.comesTo('END')
  await press(page, labels.complete)
  await person.comesTo('/dashboard')
  await expect.poll(() => focused(page)).toMatchObject({ name: 'START: Join the public library', visible: true })
  expect(await page.title()).toContain('Dashboard of Amina Bello')
  await person.sees('1 of 3 done')
})

journey('taking a credential back, and Confirmed Person, by keyboard alone', repeats, async ({ person, wallet }) => {
  const { page } = person
  await page.goto('/')
  await press(page, 'Business')
  await page.waitForURL('**/business')
  await arrivesAtPage(page)
  await press(page, 'Get Started')
  await page.waitForURL('**/demo')
  await person.seesHeading('Who would you like to be?')
  await person.onboards('Amina Bello')
  await press(page, 'REVOKE Student Card')
  await page.getByRole('alertdialog', { name: 'Revoke Student Card?' }).waitFor()
  await press(page, labels.revoke)
  await hears(page, 'Student Card is revoked.')
  await expect.poll(() => focused(page)).toMatchObject({ name: 'Revoked' })
  await press(page, labels.leave)
  await page.getByRole('alertdialog').waitFor()
  await press(page, labels.leave)
  await person.isHome()

  await page.goto('/confirmd')
  await press(page, 'Get Confirmed Person')
  await person.comesTo('SETUP_START')
  expect(await page.title()).toBe('Confirmed Person')
  await press(page, labels.next)
  await person.comesTo('PERSON_INFORMATION')
  const typed = [adaeze.familyName, adaeze.givenNames, '07141990', 'ArrowRight', '', 'ArrowRight']
  typed.push(adaeze.documentNumber, '08302031', adaeze.documentIssuingBody)
  await tabTo(page, 'Fill in an example')
  for (const words of typed) {
    await page.keyboard.press('Tab')
    if (words.startsWith('Arrow')) await page.keyboard.press(words)
    else if (words !== '') await page.keyboard.type(words)
    // A date is three fields in one: the day, the month and the year.
    if (/^\d{8}$/.test(words)) await page.keyboard.press('Tab')
  }
  await press(page, labels.next)
  await person.comesTo('CONNECT_WALLET')
  await page.getByTestId('invitation-link').waitFor({ state: 'attached' })
  await press(page, 'Copy link')
  await wallet.receive(await page.evaluate(() => navigator.clipboard.readText()))
  await hears(page, labels.connectionEstablished)
  await press(page, 'Issue My Credential')
  await hears(page, 'Issued: Confirmed Person. It is in your wallet.')
  const [credential] = (await wallet.credentials()).filter(({ name }) => name === 'ConfirmedPerson')
  expect(credential?.attributes).toMatchObject({
    family_name: adaeze.familyName,
    date_of_birth: '19900714',
    gender: 'female',
    document_type: 'national_id',
    document_expiry_date: '20310830',
  })
  await press(page, labels.next)
  await press(page, labels.finish)
  await person.comesTo('/dashboard')
})
