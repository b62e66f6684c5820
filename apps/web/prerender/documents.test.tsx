// @vitest-environment node
import { loadContent } from '@lastmile/content'
import { expect, it, vi } from 'vitest'
import { siteDocuments } from './documents.tsx'

vi.mock('@lastmile/contracts/site', async (original) => ({
  ...(await original<typeof import('@lastmile/contracts/site')>()),
  locale: 'ja',
}))

const assets = { firstPaint: '', stylesheets: [], modules: [], preloads: [] }

it('says of the screens that they are in the language of the demo, and of the pages that they are not', () => {
  const languages = siteDocuments().map(
    ({ kind, render }) => `${kind} ${/<html lang="(\w+)"/.exec(render(assets))?.[1]}`,
  )
  expect([...new Set(languages)].sort()).toEqual(['page en', 'screen ja'])
})

it('says of each wallet of others, wherever it is named, what was tried with it', () => {
  const { wallets } = loadContent()
  const naming = siteDocuments()
    .map(({ render }) => render(assets))
    .filter((html) => wallets.some(({ name }) => html.includes(name)))
  expect(naming.length).toBeGreaterThan(1)
  for (const html of naming)
    for (const { tried } of wallets.filter(({ name }) => html.includes(name))) expect(html).toContain(tried)
  for (const { name } of wallets) expect(naming.some((html) => html.includes(name))).toBe(true)
})

it('says in the document of each screen, before any script, that a part of it has not come', () => {
  const documents = siteDocuments().filter(({ kind }) => kind === 'screen')
  expect(documents.length).toBeGreaterThan(5)
  for (const { path, render } of documents)
    expect(render(assets), path).toMatch(/animate-late!.*A part of this page has not come/)
})
