import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CookiesPage } from '../cookies/cookies-page.tsx'
import privacyPolicy from '../privacy/privacy-policy.json'
import terms from '../terms/terms.json'
import { LegalText } from './legal-text.tsx'

test.each([
  ['cookies', <CookiesPage key="cookies" />],
  ['privacy', <LegalText key="privacy" page={privacyPolicy} />],
  ['terms', <LegalText key="terms" page={terms} />],
])('each mark in a legal text becomes what it stands for: %s', (_, page) => {
  const html = renderToStaticMarkup(page)
  expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[{}`[\]]|undefined/)
  const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, address = '']) => address)
  expect(links.filter((address) => !/^(#|\/|mailto:|https:)/.test(address))).toEqual([])
  const anchors = links.filter((address) => address.startsWith('#')).map((address) => `id="${address.slice(1)}"`)
  expect(anchors.filter((anchor) => !html.includes(anchor))).toEqual([])
})
