import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiRoutes } from '@lastmile/contracts/api-routes'
import { expect } from 'vitest'
import lab from '../../apps/web/app/features/lab/texts.en.json' with { type: 'json' }
import failures from '../../apps/web/app/texts/failures.en.json' with { type: 'json' }
import visit from '../../apps/web/app/visit/texts.en.json' with { type: 'json' }
import wallet from '../../apps/web/app/wallet/texts.en.json' with { type: 'json' }
import { launchProfile } from '../browser.ts'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'
import { WebWallet } from '../web-wallet.ts'

/** The visitor's choice, in the browser's settings, to let no site store anything; cookies stand for all of it. */
const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }

/** Milliseconds in which a page that goes on by itself would have tried four times. */
const watched = 20_000

journey(
  'a browser that stores nothing for the site is told so, and invites no wallet again and again',
  async ({ server }) => {
    const folder = await mkdtemp(join(tmpdir(), 'last-mile-profile-'))
    await mkdir(join(folder, 'Default'))
    await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(blocked))
    const context = await launchProfile(folder, server.origin)
    try {
      const page = await context.newPage()
      const uncaught: string[] = []
      page.on('pageerror', ({ message }) => uncaught.push(message))
      const invitations: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === apiRoutes.createInvite.path) invitations.push(request.url())
      })
      const webWallet = new WebWallet(page)
      await page.goto('/wallet')
      await webWallet.sees(wallet.notKept)
      // Before anything was pressed.
      await page.goto('/lab/cheat')
      await page.getByRole('alert').getByText(lab.noCookies).waitFor()

      const person = new Person(page, webWallet)
      await page.goto('/demo/student')
      await person.sees(failures['cookies-refused'].replace('\n', ' '))
      await person.sees(visit.notKept)
      await page.waitForTimeout(watched)
      expect(invitations).toEqual([])
      expect(uncaught).toEqual([])
    } finally {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
