import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readLogo } from './logo-shapes.ts'

const svg = (shapes: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34">${shapes}</svg>`)

/** Bleeds to the edge, with the figure inside every system's safe zone: 80 % of the width. */
const fullBleedOf = (figure: string) =>
  svg(`<rect width="34" height="34" fill="#0b5d45"/><g transform="translate(3.4 3.4) scale(.8)">${figure}</g>`)

const png = (drawing: Buffer, side: number) =>
  sharp(drawing, { density: (72 * side) / 34 })
    .resize(side, side)
    .png()
    .toBuffer()

/** Renders the icons for browsers and home screens from the mark. */
export async function drawIcons(clientFolder: string): Promise<void> {
  const logo = readLogo(clientFolder)
  const tile = svg(logo.tile)
  const fullBleed = fullBleedOf(logo.figure)
  const folder = join(clientFolder, 'icons')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'icon-192.png'), await png(tile, 192))
  await writeFile(join(folder, 'icon-512.png'), await png(tile, 512))
  await writeFile(join(folder, 'icon-maskable-512.png'), await png(fullBleed, 512))
  await writeFile(join(folder, 'apple-touch-icon.png'), await png(fullBleed, 180))
  const small = await png(tile, 32)
  await writeFile(join(folder, 'icon-32.png'), small)
  await writeFile(join(clientFolder, 'favicon.ico'), icoOf(small, 32))
}

/** An ICO file with one picture: a 6-byte header, a 16-byte entry, and the PNG. */
function icoOf(picture: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon …
  head.writeUInt16LE(1, 4) // … with one picture
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10) // colour planes
  head.writeUInt16LE(32, 12) // bits for each pixel
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, picture])
}
