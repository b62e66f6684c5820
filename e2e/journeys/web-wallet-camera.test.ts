import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from '../axe.ts'
import { launchBrowser, Visit } from '../browser.ts'
import { writeFilm } from '../film.ts'
import { createVisitor } from '../interop/product-server.ts'
import { journey } from '../journey.ts'
import { patientFetch } from '../wallet/patient-fetch.ts'
import { WebWallet } from '../web-wallet.ts'

const scans = (page: Page) => page.getByRole('button', { name: 'Scan a QR code' }).click()

/** Runs in the page before its own scripts: keeps what the camera gives. */
function watchCamera() {
  const media = navigator.mediaDevices
  const ask = media.getUserMedia.bind(media)
  media.getUserMedia = async (wanted) => {
    const stream = await ask(wanted)
    Object.assign(window, { tracks: stream.getTracks() })
    return stream
  }
}

/** Runs in the page. */
const trackStates = () => (window as { tracks?: MediaStreamTrack[] }).tracks?.map(({ readyState }) => readyState)

journey('an invitation is scanned by the camera, which is on no longer than that', async ({ server }) => {
  const folder = await mkdtemp(join(tmpdir(), 'last-mile-film-'))
  const film = join(folder, 'film.y4m')
  const { short_url } = await createVisitor(server.origin, { asks: patientFetch }).call('createInvite', {
    body: { my_label: 'Registry' },
  })
  await writeFilm(film, ['Good morning', short_url])
  const browser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ])
  const visit = await Visit.begin(browser, server.origin, { permissions: ['camera'] })
  const { page } = visit
  const wallet = new WebWallet(page)
  await page.addInitScript(watchCamera)
  await page.goto('/wallet')
  await page.getByLabel('Link of the invitation').waitFor()
  expect(await page.evaluate(trackStates)).toBeUndefined()
  await scans(page)
  await page.getByText('This code is not an invitation.').waitFor()
  expect(await findBarriers(page, 'scanning', [360])).toEqual([])
  await wallet.sees('Connected with “Registry”.')
  expect(await page.evaluate(trackStates)).toEqual(['ended'])

  await scans(page)
  await expect.poll(() => page.evaluate(trackStates)).toEqual(['live'])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(trackStates)).toEqual(['ended'])
  await wallet.sees('Connected with “Registry”.')

  await visit.context.clearPermissions()
  await scans(page)
  await page.getByText('This page may not use the camera.').waitFor()
  await browser.close()
  expect(visit.unexpected).toEqual([])
  await rm(folder, { recursive: true })
})

journey('who has no camera is asked to paste the link', async ({ visit }) => {
  await visit.context.grantPermissions(['camera'])
  await visit.page.goto('/wallet')
  await scans(visit.page)
  await visit.page.getByText('There is no camera here.').waitFor()
})
