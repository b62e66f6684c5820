import { describe, expect, it } from 'vitest'
import { breadcrumbs, characterPage, type Page, pages, socialImagePath } from './pages.ts'

const amina = { id: 'student', name: 'Amina Bello', type: 'Student', description: 'Amina studies.', hidden: false }

describe('the table of pages', () => {
  it('says of every page something that no other page says, as long as search results show it', () => {
    for (const part of ['path', 'name', 'title', 'description', 'socialText'] as const) {
      expect(new Set(pages.map((page) => page[part])).size, part).toBe(pages.length)
    }
    for (const { path, title, description, isIndexed } of pages) {
      expect(title.length, path).toBeLessThanOrEqual(70)
      expect(description.length, path).toBeLessThanOrEqual(160)
      if (isIndexed) expect(description.length, path).toBeGreaterThanOrEqual(50)
    }
  })

  it('leads from the home page to every other one', () => {
    for (const page of pages) {
      const trail = breadcrumbs(page)
      expect(trail[0]?.path).toBe('/')
      expect(trail.at(-1)).toBe(page)
    }
    expect(breadcrumbs(pages[0]).map(({ name }) => name)).toEqual(['Home'])
    expect(namesTo('/case-studies/fnb')).toEqual(['Home', 'Business', 'Case study: FNB'])
  })

  it('has a page for each character, listed unless the character is hidden', () => {
    const page = characterPage(amina)
    expect(page).toMatchObject({ path: '/student', title: 'Amina Bello, student | Last Mile Digital Solutions' })
    expect(breadcrumbs(page).map(({ name }) => name)).toEqual(['Home', 'Wallet showcase', 'Amina Bello'])
    expect(page.isIndexed).toBe(true)
    expect(characterPage({ ...amina, hidden: true }).isIndexed).toBe(false)
  })

  it('gives each page a social image of its own', () => {
    expect(socialImagePath('/')).toBe('/social/home.png')
    expect(socialImagePath('/case-studies/fnb')).toBe('/social/case-studies-fnb.png')
  })
})

function namesTo(path: string): string[] {
  const page: Page | undefined = pages.find((each) => each.path === path)
  return page ? breadcrumbs(page).map(({ name }) => name) : []
}
