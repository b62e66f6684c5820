import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lacking } from '../../apps/web/browsers.ts'
import { journey } from '../journey.ts'
import { Person } from '../person.ts'
import { WebWallet } from '../web-wallet.ts'

const built = fileURLToPath(new URL('../../apps/web/build/client', import.meta.url))

/** Takes from a page or a worker what the oldest browsers lack. Runs there: it uses nothing from outside. */
function growOlder(paths: readonly string[]) {
  for (const path of paths) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const holder = names.reduce<unknown>((object, name) => (object as Record<string, unknown>)?.[name], globalThis)
    if (holder) Reflect.deleteProperty(holder as object, last)
  }
}

const statement = `;(${growOlder})(${JSON.stringify(lacking)});`

journey('the demo, its wallet and its menu do without what the oldest browsers lack', async ({ visit }) => {
  const { context, page } = visit
  await context.addInitScript(growOlder, lacking)
  // Workers run no init script.
  await context.route(/\.js$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: statement + (await response.text()) })
  })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  expect(await page.evaluate(() => 'canParse' in URL)).toBe(false)
  const about = page.getByRole('banner').getByRole('link', { name: 'About Us' })
  await about.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await about.click()
  await page.waitForURL('**/about')

  await page.setViewportSize({ width: 1280, height: 800 })
  const wallet = new WebWallet(page)
  const person = new Person(page, wallet)
  person.companion = wallet.agrees
  await person.onboards('Amina Bello')
  await person.plays('Get the student price')
  await person.sees('1 of 3 done')
})

/** Calls of libraries that look first, or are ready to fail. */
const guarded = [
  /typeof ([\w$.]+)==`function`(\?(\w+=>)?|\)\w+=)\1\(/g,
  /if\(([\w$.]+)\)return \1\(/g,
  /if\([\w$.]+\.prototype\.(\w+)\)return \w+\.\1\(/g,
  /try\{var \w+=\w+\.startViewTransition\(/g,
]

test('no built file calls what the oldest browsers lack', async () => {
  const calls = lacking.map((path) => `${path.replace(/^.*\.prototype/, '')}(`)
  const found: string[] = []
  for (const file of await readdir(built, { recursive: true })) {
    if (!/\.(js|css)$/.test(file)) continue
    const text = guarded.reduce((rest, call) => rest.replace(call, ''), await readFile(join(built, file), 'utf8'))
    found.push(...[...calls, 'light-dark('].filter((call) => text.includes(call)).map((call) => `${file}: ${call}`))
  }
  expect(found).toEqual([])
})
