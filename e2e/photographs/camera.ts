import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

export const heights: Readonly<Record<number, number>> = { 360: 780, 768: 1024, 1280: 800 }
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface Film {
  readonly widths: readonly number[]
  readonly themes: readonly Theme[]
}

/** A state of the product, and the files of its pictures by width and theme, relative to the album's folder. */
export interface Photograph {
  readonly name: string
  readonly files: readonly { width: number; theme: Theme; file: string }[]
}

/** Runs in the page: two frames, so that icons and buttons have taken on the theme; a second, where none are drawn. */
const drawn = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done()))
    setTimeout(done, 1_000)
  })

/** Runs in the page: at its top, where nothing that sticks to the window's edge hides what is under it. */
const unstick = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[class*="sticky"] { position: relative !important; inset: auto !important }')
  document.adoptedStyleSheets = [sheet]
  scrollTo(0, 0)
}
const stick = () => {
  document.adoptedStyleSheets = []
}

/** Takes pictures of whole pages, at every width and in every theme of its film, into one folder. */
export class Camera {
  readonly taken: Photograph[] = []
  private readonly folder: string
  private readonly film: Film

  private constructor(folder: string, film: Film) {
    this.folder = folder
    this.film = film
  }

  /** Empties the folder. */
  static async open(folder: string, film: Film): Promise<Camera> {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    return new Camera(folder, film)
  }

  /** `before` each picture it can bring back what does not stay for long. */
  async take(page: Page, name: string, before: () => Promise<unknown> = async () => {}) {
    const size = page.viewportSize()
    const number = String(this.taken.length + 1).padStart(2, '0')
    const files: { width: number; theme: Theme; file: string }[] = []
    this.taken.push({ name, files })
    for (const theme of this.film.themes) {
      await page.emulateMedia({ colorScheme: theme })
      for (const width of this.film.widths) {
        await page.setViewportSize({ width, height: heights[width] ?? 800 })
        await before()
        await page.evaluate(unstick)
        await page.evaluate(drawn)
        const file = `${number}-${name.replaceAll(/[^\w]+/g, '-').toLowerCase()}-${width}-${theme}.jpg`
        await page.screenshot({ path: join(this.folder, file), type: 'jpeg', quality: 85, fullPage: true })
        await page.evaluate(stick)
        files.push({ width, theme, file })
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    if (size) await page.setViewportSize(size)
  }
}
