// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const app = fileURLToPath(new URL('..', import.meta.url))

/** May ask for the window's width. */
const allowed = [
  // The site's pages, which no wallet narrows.
  'features/marketing/',
  'ui/breadcrumbs.tsx',
  // Header and foot, which they share with the demo.
  'ui/footer-bar.tsx',
  'ui/logo.tsx',
  'ui/secret-mark.tsx',
  // The wallet's own page.
  'features/web-wallet/wallet-screen.tsx',
]

it('lays out the demo by the room that the wallet leaves, not by the window', () => {
  const files = ['features', 'exchanges', 'visit', 'ui', 'wallet'].flatMap((folder) =>
    readdirSync(`${app}${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const found = files.filter(
    (file) =>
      /(?<!\.test)\.tsx$/.test(file) &&
      !allowed.some((one) => file.startsWith(one)) &&
      /[\s"'`:](max-)?(sm|md|lg|xl|2xl):[a-z-[]/.test(readFileSync(`${app}${file}`, 'utf8')),
  )
  expect(found).toEqual([])
})

// The checks of accessibility judge colours in the narrowest and in the widest window alone (e2e/axe.ts).
it('gives nothing another colour from some width on', () => {
  const tokens = readFileSync(`${app}ui/tokens.css`, 'utf8')
  const colours = [...tokens.matchAll(/--color-([a-z-]+):/g)].map(([, name]) => name)
  expect(colours.length).toBeGreaterThan(15)
  const fromWidth = String.raw`(?<![\w-])@?(?:sm|md|lg|xl|2xl|min-\[[^\]]+\])(?:/\w+)?:`
  const coloured = new RegExp(String.raw`${fromWidth}[^\s"']*-(?:${colours.join('|')})(?![\w-])`)
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx$/.test(file))
  expect(files.filter((file) => coloured.test(readFileSync(`${app}${file}`, 'utf8')))).toEqual([])
})
