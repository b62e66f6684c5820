import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { journey } from '../journey.ts'

journey('a visitor compares notes in the lab, without a character', async ({ visit }) => {
  const { page } = visit
  await page.goto('/lab')
  await page.getByRole('link', { name: 'Compare notes' }).click()
  const says = page.getByTestId('candidates')
  const among = /any of the 3 people/
  const found = /It was you/
  const outcomes = [
    ['AnonCreds: 16 or older?', among, among],
    ['AnonCreds: your document’s number', found, found],
    ['SD-JWT: one copy, shown twice', found, found],
    ['SD-JWT: a copy for each', among, found],
  ] as const
  for (const [setting, alone, withIssuer] of outcomes) {
    await page.getByRole('radio', { name: setting }).check()
    await page.getByRole('button', { name: 'Share with both' }).click()
    const compare = page.getByRole('button', { name: 'Let them compare' })
    await compare.waitFor()
    expect(await isFocusLost(page)).toBe(false)
    await compare.click()
    await says.getByText(alone).waitFor()
    await page.getByRole('status').getByText(alone).waitFor()
    await expect.poll(() => says.evaluate(isInView)).toBe(true)
    expect(await isFocusLost(page)).toBe(false)
    await page.getByRole('switch').check()
    await says.getByText(withIssuer).waitFor()
    await page.getByRole('switch').uncheck()
    const matches = page.getByText(/matches, and would do alone|things match; each alone would do/)
    expect(await matches.count()).toBe(alone === found ? 1 : 0)
  }
  await page.getByRole('link', { name: 'Can you cheat the shop?' }).waitFor()
  expect(await findBarriers(page, 'compare notes')).toEqual([])
})

journey('a visitor cheats with both families, and is caught', async ({ visit }) => {
  const { page } = visit
  await page.goto('/lab/cheat')
  for (const family of ['AnonCreds', 'SD-JWT']) {
    await page.getByRole('button', { name: family }).click()
    await page.getByRole('button', { name: /^Answer/ }).click()
    await page.getByTestId('verdict-honest').getByText('Verified').waitFor()
    for (const [list, word, atLeast] of [
      ['caught', 'Refused', 15],
      ['not-caught', 'Verified', 1],
    ] as const) {
      const within = page.getByTestId(list)
      const attempts = await within.getByRole('button', { name: /^Try it/ }).all()
      expect(attempts.length).toBeGreaterThanOrEqual(atLeast)
      for (const [number, attempt] of attempts.entries()) {
        await attempt.click()
        const stamp = within.getByText(word, { exact: true }).nth(number)
        await stamp.waitFor()
        await expect.poll(() => stamp.evaluate(isInView)).toBe(true)
        const next = page.getByRole('button', { name: /^Next:/ })
        if ((await next.count()) === 0) continue
        await next.press('Enter')
        const focused = await page.evaluate(() => document.activeElement?.textContent)
        expect(focused).toBe(`Try it ${(await next.textContent())?.replace('Next: ', '')}`)
      }
    }
    const number =
      family === 'AnonCreds' ? '18 of 18 tried: 17 caught, 1 passed' : '22 of 22 tried: 20 caught, 2 passed'
    await page.getByTestId('tally').getByText(number).waitFor()
  }
  const prepare = async () => {
    await page.getByRole('button', { name: 'Prepare an answer' }).click()
    await page.getByRole('button', { name: 'Send it as it stands' }).waitFor()
    expect(await isFocusLost(page)).toBe(false)
  }
  const sendOwn = async () => {
    await page.getByRole('button', { name: 'Send it as it stands' }).click()
    await page.getByTestId('verdict-own').getByText('Refused').waitFor()
  }
  await prepare()
  await page.getByRole('textbox', { name: 'Shown: family name' }).fill('Windsor')
  await sendOwn()
  await prepare()
  await page.getByText('Everything, as JSON').click()
  const answer = page.getByRole('textbox', { name: 'The answer, as JSON' })
  await answer.fill((await answer.inputValue()).replace('"family_name"', '"given_names"'))
  await sendOwn()
  expect(await findBarriers(page, 'cheat the shop')).toEqual([])
})

journey('a visitor shows a card while the registry is down', async ({ visit }) => {
  const { page } = visit
  await page.goto('/lab/registry')
  const registry = page.getByRole('switch')
  for (const family of ['AnonCreds', 'SD-JWT']) {
    await page.getByRole('button', { name: family }).click()
    const show = async (number: number, word: string) => {
      await page.getByRole('button', { name: 'Show your card' }).click()
      await page.getByTestId(`presentation-${number}`).getByText(word).waitFor()
    }
    await show(1, 'Taken')
    await registry.uncheck()
    await show(2, 'Taken')
    await page.getByRole('status').getByText('A sound proof, and nobody needed the town hall').waitFor()
    await page.getByRole('button', { name: 'Have the town hall revoke it' }).click()
    await page.getByText('It can tell nobody').waitFor()
    // Pressed once more by mistake, it does nothing.
    await page.keyboard.press('Enter')
    expect(await isFocusLost(page)).toBe(false)
    await show(3, 'Taken')
    await registry.check()
    await show(4, 'Not sent')
    await page.getByRole('button', { name: 'Send it all the same' }).click()
    // AnonCreds proves it on the list of before, which the rule of a day allows.
    const word = family === 'AnonCreds' ? 'Taken' : 'Refused'
    await page.getByTestId('presentation-5').getByText(word).waitFor()
    expect(await findBarriers(page, `the registry is down, ${family}`)).toEqual([])
    await page.getByRole('button', { name: 'Get a new card' }).click()
    await page.getByText('The museum has no list yet').waitFor()
  }
})

const isInView = (node: Element) => {
  const { top, bottom } = node.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body)
