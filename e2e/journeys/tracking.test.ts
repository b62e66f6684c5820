import { apiRoutes } from '@lastmile/contracts/api-routes'
import { persistedState } from '@lastmile/contracts/constants'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'
import { leaveSite, type ReceivedEvent, receivedEvents } from '../tracked-events.ts'

const message = {
  'Full Name': 'Chiamaka Nwosu',
  'Email Address': 'chiamaka@example.com',
  Message: 'Could you show it to us?',
}

/** From the home page through the onboarding and a use case to the contact form, and away. */
async function visitsEverything(person: Person, answer: 'Accept all' | 'Decline all') {
  const { page } = person
  // So high that only the home page is longer: nothing scrolls but what the test scrolls.
  await page.setViewportSize({ width: 1280, height: 2200 })
  await page.goto('/')
  await page.getByRole('button', { name: answer }).click()
  // To the end and back; the page hears of it with the frame that follows.
  for (const end of [true, false])
    await page.evaluate(async (toEnd) => {
      scrollTo({ top: toEnd ? document.documentElement.scrollHeight : 0, behavior: 'instant' })
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    }, end)
  await page.getByRole('main').getByRole('link', { name: 'Try Our Demo' }).first().click()
  await page.waitForURL('**/demo')
  person.isPatient = true
  await person.onboards('Amina Bello')
  await person.plays('Get the student price')
  await page.getByRole('link', { name: /, home$/ }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await page.waitForURL('**/contact')
  for (const [label, value] of Object.entries(message)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Subject').focus()
  await page.getByLabel('Subject').selectOption('Product Demo')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByRole('status').filter({ hasText: 'Thank you.' }).waitFor()
}

/** Path, what happened, and where in the journey or on what: as people would say it. */
function described({ path, type, action, screen, details }: ReceivedEvent): string {
  const { target, field, filled, depth } = JSON.parse(details)
  const what = [action, screen, target, field, filled, depth].filter((word) => word !== undefined && word !== null)
  return [path, type, ...what].join(' ')
}

/** Keys of what the browser keeps, across visits and for this tab; the demo has one key for both. */
function contents(page: Page): Promise<string[]> {
  return page.evaluate(() => [...new Set([localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)))])
}

journey('a whole visit is reported event by event where the visitor allows it', async ({ person, visit, server }) => {
  const { page } = person
  const before = (await receivedEvents(server)).length
  await visit.context.clearCookies()
  await visitsEverything(person, 'Accept all')
  await leaveSite(page)
  const last = '/contact time_on_page'
  await expect.poll(async () => (await receivedEvents(server)).map(described).slice(before).at(-1)).toBe(last)

  const received = (await receivedEvents(server)).slice(before)
  expect(received.map(described)).toEqual([
    '/ page_view',
    '/ button_click',
    '/ scroll_depth 25',
    '/ scroll_depth 50',
    '/ scroll_depth 75',
    '/ scroll_depth 100',
    '/ link_click /demo',
    '/ time_on_page',
    '/demo route_change',
    '/demo page_view',
    '/demo onboarding_start PICK_CHARACTER',
    ...stepDone('PICK_CHARACTER'),
    ...stepDone('SETUP_START'),
    ...stepDone('CHOOSE_WALLET', 'skip'),
    '/demo connection_initiate CONNECT',
    '/demo qr_code_scan CONNECT',
    '/demo connection_complete CONNECT',
    '/demo onboarding_step_complete auto CONNECT',
    '/demo credential_view ACCEPT_CREDENTIAL',
    '/demo credential_request ACCEPT_CREDENTIAL',
    '/demo credential_accept ACCEPT_CREDENTIAL',
    ...stepDone('ACCEPT_CREDENTIAL'),
    ...stepDone('SETUP_COMPLETED', 'next', 'finish'),
    '/demo onboarding_complete SETUP_COMPLETED',
    '/demo time_on_page',
    '/dashboard route_change',
    '/dashboard page_view',
    '/dashboard button_click start /uc/student-price',
    '/dashboard time_on_page',
    '/uc/student-price route_change',
    '/uc/student-price page_view',
    '/uc/student-price button_click start START',
    '/uc/student-price connection_initiate CONNECTION',
    '/uc/student-price qr_code_scan CONNECTION',
    '/uc/student-price connection_complete CONNECTION',
    '/uc/student-price proof_request PROOF',
    '/uc/student-price proof_submit PROOF',
    '/uc/student-price proof_verified PROOF',
    '/uc/student-price button_click next PROOF',
    '/uc/student-price button_click complete END',
    '/uc/student-price time_on_page',
    '/dashboard route_change',
    '/dashboard page_view',
    '/dashboard link_click /',
    '/dashboard time_on_page',
    '/ route_change',
    '/ page_view',
    '/ link_click /contact',
    '/ time_on_page',
    '/contact route_change',
    '/contact page_view',
    '/contact form_field_focus name',
    '/contact contact_form_start 1',
    '/contact form_field_focus email',
    '/contact form_field_focus message',
    '/contact form_field_focus subject',
    '/contact button_click',
    '/contact form_submit',
    '/contact contact_form_submit 4',
    last,
  ])
  expect(new Set(received.map(({ sessionId }) => sessionId)).size).toBe(1)
  const inDemo = received.filter(({ screen }) => screen !== null && screen !== 'PICK_CHARACTER')
  expect(new Set(inDemo.map(({ character }) => character))).toEqual(new Set(['student']))
  expect(JSON.stringify(received)).not.toMatch(/Chiamaka|chiamaka|oob=|Bello/)

  // Withdrawn: what was kept is deleted, and nothing more is sent.
  await page.goto('/about')
  expect(await contents(page)).toEqual([persistedState.key, 'behavior'])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click()
  await page.getByRole('switch', { name: 'Analytics' }).uncheck()
  await page.getByRole('button', { name: 'Save my choices' }).click()
  // The browser reports a closed dialog after the press that closed it.
  await expect.poll(() => contents(page)).toEqual([persistedState.key])
  const known = (await receivedEvents(server)).length
  await page.getByRole('banner').getByRole('link', { name: 'Business' }).click()
  await leaveSite(page)
  expect(await receivedEvents(server)).toHaveLength(known)
})

journey(
  'without consent the same visit is not reported, and nothing of it is stored',
  async ({ person, visit, server }) => {
    const { page } = person
    const known = (await receivedEvents(server)).length
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await visit.context.clearCookies()
    await visitsEverything(person, 'Decline all')
    expect(await contents(page)).toEqual([persistedState.key])
    const kept = await page.evaluate((key) => localStorage.getItem(key), persistedState.key)
    expect(kept).not.toMatch(/behavior|sessionId|page_view|onboarding_start/)
    expect((await visit.context.cookies()).map(({ name }) => name).sort()).toEqual(['consent', 'visitor'])
    await leaveSite(page)
    expect(await receivedEvents(server)).toHaveLength(known)
    expect(requests.filter((url) => url.includes(apiRoutes.trackAnalytics.path))).toEqual([])
    const elsewhere = requests.filter((url) => /^https?:/.test(url) && !url.startsWith(server.origin))
    expect(elsewhere).toEqual([])
  },
)

journey('a hundred events that wait are sent when the page is left', async ({ visit, server }) => {
  const { page } = visit
  await visit.context.clearCookies()
  // With all that is known of the visit they would be more than the 64 KiB that a browser sends then.
  await page.goto(
    '/about?utm_source=newsletter.of.the.autumn&utm_medium=email&utm_campaign=credentials-for-small-businesses',
  )
  await page.getByRole('button', { name: 'Accept all' }).click()
  await page.waitForLoadState('networkidle')
  const known = (await receivedEvents(server)).length
  await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement('button'))
    for (let press = 0; press < 100; press++) button.click()
  })
  await leaveSite(page)
  await expect.poll(async () => (await receivedEvents(server)).length).toBe(known + 100)
  const types = (await receivedEvents(server)).map(({ type }) => type)
  expect(types.slice(known)).toEqual([...Array(99).fill('button_click'), 'time_on_page'])
})

journey('what two tabs hear of the wallet is reported by one of them', async ({ person, visit, wallet, server }) => {
  const known = (await receivedEvents(server)).length
  person.isPatient = true
  await visit.context.clearCookies()
  await visit.page.goto('/demo')
  await visit.page.getByRole('button', { name: 'Accept all' }).click()
  await person.onboards('Amina Bello', 'CONNECT')
  const other = new Person(await visit.openTab('/demo'), wallet)
  await other.comesTo('CONNECT')
  await person.onboards('Amina Bello', 'SETUP_COMPLETED')
  await other.comesTo('SETUP_COMPLETED')
  for (const { page } of [person, other]) await leaveSite(page)

  const received = async () => (await receivedEvents(server)).slice(known)
  const tabsLeft = async () =>
    new Set((await received()).flatMap((event) => (event.type === 'time_on_page' ? event.sessionId : [])))
  await expect.poll(async () => (await tabsLeft()).size).toBe(2)
  const ofTheWallet = /^(connection_|qr_code_scan|credential_(request|accept|reject))/
  const outcomes = (await received()).filter(({ type, action }) => ofTheWallet.test(type) || action === 'auto')
  expect(outcomes.map(({ type }) => type).sort()).toEqual([
    'connection_complete',
    'connection_initiate',
    'credential_accept',
    'credential_request',
    'onboarding_step_complete',
    'qr_code_scan',
  ])
})

/** Next, or what stands in its place, and the step that it ends. */
const stepDone = (screen: string, how = 'next', press = how) => [
  `/demo button_click ${press} ${screen}`,
  `/demo onboarding_step_complete ${how} ${screen}`,
]
