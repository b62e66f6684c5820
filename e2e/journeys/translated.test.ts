import { expect } from 'vitest'
import type { Visit } from '../browser.ts'
import { journey, repeats } from '../journey.ts'
import { Person } from '../person.ts'
import { WebWallet } from '../web-wallet.ts'

type Way = 'around' | 'instead'

/**
 * Translates as browsers do, word for word: puts elements around text nodes, or in their place, as soon as they come.
 * Runs in the page.
 */
function translates(way: Way) {
  const isOurs = (node: Node) => node.parentElement?.closest('font, script, style, textarea, [translate=no]') != null
  const translate = (text: Text) => {
    if (isOurs(text) || text.data.trim() === '') return
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    if (way === 'instead') {
      inner.textContent = text.data
      text.replaceWith(outer)
    } else {
      text.before(outer)
      inner.append(text)
    }
  }
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(translate)
  }
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Text && target.isConnected) translate(target)
      for (const node of addedNodes) if (node.isConnected) translateAll(node)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

async function translated(visit: Visit, way: Way) {
  await visit.context.addInitScript(translates, way)
  const wallet = new WebWallet(visit.page)
  const person = new Person(visit.page, wallet)
  person.companion = wallet.agrees
  return { wallet, person }
}

journey('a browser that puts its words in the place of the page’s changes nothing else', async ({ visit }) => {
  const { wallet, person } = await translated(visit, 'instead')
  await person.onboards('Effiong Bassey')
  expect(await visit.page.locator('font').count()).toBeGreaterThan(10)
  await person.plays('Open the medicines cabinet')
  await person.sees('1 of 3 done')
  await person.revokes('Hospital Staff Pass')
  await person.sees('Revoked')
  await wallet.page.goto('/wallet')
  await wallet.sees('Revoked')
})

journey('nor does one that puts them around the page’s', repeats, async ({ visit }) => {
  const { wallet, person } = await translated(visit, 'around')
  await person.isConfirmed()
  await person.plays('Open a bank account')
  await person.sees('1 of 3 done')
  await wallet.page.goto('/wallet')
  await wallet.holds(1)
})
