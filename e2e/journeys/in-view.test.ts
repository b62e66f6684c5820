import { labels } from '@lastmile/contracts/specified-texts'
import { expect } from 'vitest'
import { findCover, findOutOfView, type Window, windows } from '../in-view.ts'
import { journey, repeats } from '../journey.ts'
import { Onlooker, opensWallet } from '../onlooker.ts'

// The other characters and use cases: `npm run long -- in-view`.

const phonesToLaptops: readonly Window[] = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1280, 720],
]

/** Milliseconds for nine windows at each of some twenty moments. */
const manyLooks = 240_000

journey('who considers being confirmed sees that everything may be made up, and the way on', async ({ visit }) => {
  const { page } = visit
  await page.goto('/confirmd')
  const wanted = {
    'the reassurance': page.getByText('make everything up').first(),
    'the way on': page.getByRole('link', { name: 'Get Confirmed Person' }).first(),
  }
  expect(await findOutOfView(page, '/confirmd', phonesToLaptops, () => wanted)).toEqual([])
})

const looks = [
  { where: 'in the smallest window and a low one', seen: [windows[0], windows[6]], options: {} },
  { where: 'in every window', seen: windows, options: repeats },
] as const

for (const { where, seen, options } of looks) {
  journey(
    `a student sees what to do and what came of it ${where}`,
    { ...options, timeout: manyLooks },
    async ({ visit }) => {
      const { page } = visit
      const person = new Onlooker(page, seen)
      await person.onboards('Amina Bello')
      await page.getByRole('link', { name: labels.start }).first().waitFor()
      await person.looks('/dashboard', 'reached')
      await person.plays('Get the student price')
      const start = person.useCase('Join the public library').getByRole('link', { name: labels.start })
      await expect.poll(() => start.and(page.locator(':focus')).count()).toBe(1)
      expect(await start.evaluateAll(findCover)).toBe('')
      expect(person.faults).toEqual([])
    },
  )

  journey(
    `so does who confirms a person beside the wallet ${where}`,
    { ...options, timeout: manyLooks },
    async ({ visit }) => {
      const person = new Onlooker(visit.page, seen)
      await visit.page.addInitScript(opensWallet)
      await person.isConfirmed()
      expect(person.faults).toEqual([])
    },
  )
}
