import { readFileSync } from 'node:fs'

const drawing = readFileSync(new URL('../public/favicon.svg', import.meta.url), 'utf8')

/** The mark on its tile, in a square of 34 units. */
export const logoShapes = drawing.replace(/<\/?svg[^>]*>/g, '')

/** The same without the tile. */
export const logoFigure = logoShapes.replace(/<rect[^>]*>/, '')
