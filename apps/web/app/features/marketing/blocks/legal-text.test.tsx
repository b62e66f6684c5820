import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CookiesPage } from '../cookies/cookies-page.tsx'
import { PrivacyPage } from '../privacy/privacy-page.tsx'
import { TermsPage } from '../terms/terms-page.tsx'

test.each([CookiesPage, PrivacyPage, TermsPage])('each mark in a legal text becomes what it stands for: %o', (Page) => {
  const html = renderToStaticMarkup(<Page />)
  expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[{}`[\]]|undefined/)
  const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, address = '']) => address)
  expect(links.filter((address) => !/^(#|\/|mailto:|https:)/.test(address))).toEqual([])
  const anchors = links.filter((address) => address.startsWith('#')).map((address) => `id="${address.slice(1)}"`)
  expect(anchors.filter((anchor) => !html.includes(anchor))).toEqual([])
})
