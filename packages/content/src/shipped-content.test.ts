import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadContent, resolveCharacter } from './content.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const content = loadContent()
const characters = content.characters.map((character) => resolveCharacter(character, new Date()))
const pictures = ['characters', 'shared', 'wallets'].flatMap((part) =>
  readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svg|png|jpg|webp|avif)$/.test(name))
    .map((name) => `${part}/${name}`),
)
const inValues = ['characters/student/amina-photo.jpg']

describe('the characters that ship', () => {
  it('each have two visible use cases, a hidden one and at most three starter credentials', () => {
    expect(characters.map((character) => character.id)).toEqual(['small-business-owner', 'student'])
    for (const { useCases, onboarding } of characters) {
      expect(useCases.filter((useCase) => !useCase.hidden).length).toBeGreaterThanOrEqual(2)
      expect(useCases.filter((useCase) => useCase.hidden)).toHaveLength(1)
      const starters = onboarding.flatMap((screen) => screen.credentials ?? [])
      expect(starters.length).toBeGreaterThanOrEqual(1)
      expect(starters.length).toBeLessThanOrEqual(3)
    }
  })

  it('show every kind of use-case screen', () => {
    const ids = characters.flatMap(({ useCases }) =>
      useCases.flatMap(({ screens }) => screens.map((screen) => screen.screenId)),
    )
    for (const kind of ['START', 'INFO', 'CONNECTION', 'CREDENTIAL', 'PROOF', 'PROOF_OOB', 'STEP_END', 'END']) {
      expect(ids).toContain(kind)
    }
  })

  it('have a picture on every screen, because a screen without one looks broken beside the others', () => {
    for (const { useCases, onboarding } of characters) {
      for (const screen of [...onboarding, ...useCases.flatMap(({ screens }) => screens)]) {
        expect(screen.image, screen.title).toBeDefined()
      }
    }
  })
})

describe('the pictures that ship', () => {
  it('are all used', () => {
    const unused = pictures.filter((name) => !content.pictureFile(`/content/${name}`) && !inValues.includes(name))
    expect(unused).toEqual([])
  })

  it.each(pictures)('%s is small, without words, scripts or anything from elsewhere', (name) => {
    const picture = readFileSync(join(folder, name))
    expect(picture.length).toBeLessThan(12 * 1024)
    if (name.endsWith('.svg'))
      expect(picture.toString()).not.toMatch(/<(text|script|style|image|foreignObject)|href="[^#]|\son\w+=/)
  })
})

describe('the wallets that ship', () => {
  it('are three, one of them recommended, each with both stores', () => {
    expect(content.wallets).toHaveLength(3)
    expect(content.wallets.filter((wallet) => wallet.recommended)).toHaveLength(1)
    for (const wallet of content.wallets) {
      expect(wallet.apple).toMatch(/^https:\/\/apps\.apple\.com\/app\//)
      expect(wallet.android).toMatch(/^https:\/\/play\.google\.com\/store\/apps\/details\?id=/)
    }
  })
})
