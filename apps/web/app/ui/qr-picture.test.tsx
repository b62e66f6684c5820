import { cleanup, render } from '@testing-library/react'
import { decodeQR } from 'qr/decode.js'
import { afterEach, expect, it } from 'vitest'
import { QrPicture } from './qr-picture.tsx'

afterEach(cleanup)

/** The modules as a scanner sees them, four pixels each. */
function photographOf(svg: Element) {
  const side = 4 * Number(svg.getAttribute('viewBox')?.split(' ')[2])
  const data = new Uint8Array(4 * side * side).fill(255)
  const modules =
    svg
      .querySelector('path:last-child')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)/g) ?? []
  for (const [, x, y] of modules)
    for (let i = 0; i < 16; i++) {
      const pixel = (4 * Number(y) + (i >> 2)) * side + 4 * Number(x) + (i & 3)
      data.fill(0, 4 * pixel, 4 * pixel + 3)
    }
  return { width: side, height: side, data }
}

it.each(['https://lastmile.example/i/7gus-_Kq', `https://lastmile.example/?oob=${'x'.repeat(2_000)}`])(
  'is read by a scanner: %.40s',
  (value) => {
    const { container } = render(<QrPicture value={value} title="Code" />)
    const svg = container.querySelector('svg')
    expect(svg?.querySelector('title')?.textContent).toBe('Code')
    expect(svg && decodeQR(photographOf(svg))).toBe(value)
  },
)
