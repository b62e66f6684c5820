import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brand } from '@lastmile/contracts/constants'
import { type Page, socialImagePath } from '@lastmile/contracts/pages'
import { type Font, openSync } from 'fontkit'
import sharp from 'sharp'
import { guilloche, transformsOfRosette } from '../app/ui/guilloche.ts'
import { readLogo } from './logo-shapes.ts'

const size = { width: 1200, height: 630 }
const margin = 80
const textWidth = 800
const lineHeight = 1.1

const require = createRequire(import.meta.url)
const display = openSync(require.resolve('@fontsource/fraunces/files/fraunces-latin-600-normal.woff2')) as Font
const sans = openSync(
  require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff2'),
) as Font

/** Renders each page's preview picture for shared links: 1200 × 630, PNG. */
export async function drawSocialImages(clientFolder: string, pages: readonly Page[]): Promise<void> {
  const logo = readLogo(clientFolder).tile
  for (const page of pages.filter(({ isIndexed }) => isIndexed)) {
    const file = join(clientFolder, socialImagePath(page.path))
    await mkdir(dirname(file), { recursive: true })
    await sharp(Buffer.from(socialPicture(page, logo)))
      .png({ palette: true })
      .toFile(file)
  }
}

/** Letters as outlines: the picture looks the same on every machine. The baseline begins at 0, 0. */
function outline(font: Font, text: string, fontSize: number): { width: number; shapes: string } {
  const scale = fontSize / font.unitsPerEm
  const { glyphs, positions, advanceWidth } = font.layout(text)
  let x = 0
  const shapes = glyphs.map((glyph, index) => {
    const shape = `<path transform="translate(${x} 0)" d="${glyph.path.toSVG()}"/>`
    x += positions[index]?.xAdvance ?? 0
    return shape
  })
  return { width: advanceWidth * scale, shapes: `<g transform="scale(${scale} ${-scale})">${shapes.join('')}</g>` }
}

function brokenIntoLines(text: string, fontSize: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && outline(display, longer, fontSize).width <= textWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function headline(text: string): string {
  const fontSize = [96, 84, 72, 62].find((each) => brokenIntoLines(text, each).length <= 3) ?? 54
  const lines = brokenIntoLines(text, fontSize)
  const height = fontSize * lineHeight
  const top = 318 - ((lines.length - 1) * height) / 2 + fontSize * 0.3
  return lines
    .map((line, index) => {
      const { shapes } = outline(display, line, fontSize)
      return `<g transform="translate(${margin} ${top + index * height})">${shapes}</g>`
    })
    .join('')
}

/** The page's own engraving, behind its text on the right. */
function engraving(seed: string): string {
  const shapes = guilloche(seed).rosettes.flatMap((rosette) =>
    transformsOfRosette(rosette).map((transform) => `<path transform="${transform}" d="${rosette.path}"/>`),
  )
  return `<g transform="translate(1080 210) scale(1.55)" fill="none" stroke="#0b5d45" stroke-opacity="0.34" stroke-width="0.7">${shapes.join('')}</g>`
}

function socialPicture(page: Page, logo: string): string {
  const { shapes } = outline(sans, brand, 32)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}">
<rect width="100%" height="100%" fill="#fbfaf6"/>
${engraving(page.path)}
<path d="M0 566c190-64 420-70 620-34s420 26 580-40v138H0z" fill="#0b5d45"/>
<path d="M${margin} 588c150-44 300-16 420-6s250 40 380 0 120-70 190-84" fill="none" stroke="#f0a23b" stroke-width="9" stroke-linecap="round" stroke-dasharray="0.1 22"/>
<circle cx="1100" cy="486" r="25" fill="#fff" stroke="#0b5d45" stroke-width="9"/>
<g transform="translate(${margin} 62) scale(1.76)">${logo}</g>
<g fill="#0e1b16"><g transform="translate(160 103)">${shapes}</g>${headline(page.socialText)}</g>
</svg>`
}
