import { pages as table } from '@lastmile/contracts/pages'
import type { Album } from '../album.ts'

/** The pages outside the demo, and the addresses that lead nowhere. */
export const pages: Album = {
  name: 'pages',
  photograph: async ({ visit, characters, take }) => {
    visit.tolerate(/404/)
    for (const { path } of [...table, ...characters.map(({ id }) => ({ path: `/${id}` }))]) {
      await visit.page.goto(path)
      await visit.page.waitForLoadState('networkidle')
      await take(`page ${path}`)
    }
    await visit.page.goto('/nowhere/at-all')
    await take('unknown page')
    await visit.page.goto('/demo/nobody')
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    await take('unknown character')
    for (const path of ['/', '/demo']) {
      await visit.context.clearCookies()
      await visit.page.goto(path)
      await visit.page.getByRole('region', { name: 'May we use cookies for analytics?' }).waitFor()
      await take(`${path} with the question about cookies`)
    }
    await visit.page.getByRole('link', { name: 'Choose one by one' }).click()
    await visit.page.getByRole('dialog', { name: 'Cookie settings' }).waitFor()
    await take('cookie settings')
  },
}
