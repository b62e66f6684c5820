import { describe, expect, it } from 'vitest'
import { pictureLimits, rasterPicture } from './raster-picture.ts'

declare const btoa: (data: string) => string

const big16 = (value: number) => String.fromCharCode(value >> 8, value & 0xff)
const big32 = (value: number) => big16(value >>> 16) + big16(value & 0xffff)
const little16 = (value: number) => String.fromCharCode(value & 0xff, value >> 8)
const little24 = (value: number) => little16(value & 0xffff) + String.fromCharCode(value >> 16)
const padding = '\0'.repeat(20)

/** Headers as the formats prescribe them; what follows is never looked at. */
const headers: Record<string, (width: number, height: number) => string> = {
  png: (width, height) => `\x89PNG\r\n\x1a\n${big32(13)}IHDR${big32(width)}${big32(height)}`,
  jpeg: (width, height) =>
    `\xff\xd8\xff\xe1${big16(2 + 10)}\xff\xc0 segment\xff\xc2${big16(17)}\x08${big16(height)}${big16(width)}`,
  gif: (width, height) =>
    `GIF89a${little16(1)}${little16(1)}\x80\0\0${'\0'.repeat(6)}!\xf9\x04${'\0'.repeat(4)}\0,${little16(0)}${little16(0)}${little16(width)}${little16(height)}`,
  'webp, lossy': (width, height) =>
    `RIFF${'\0'.repeat(4)}WEBPVP8 ${'\0'.repeat(7)}\x9d\x01*${little16(width)}${little16(height)}`,
  'webp, lossless': (width, height) => {
    const bits = width - 1 + (height - 1) * 0x4000
    return `RIFF${'\0'.repeat(4)}WEBPVP8L${'\0'.repeat(4)}/${little24(bits & 0xffffff)}${String.fromCharCode(bits >>> 24)}`
  },
  'webp, extended': (width, height) =>
    `RIFF${'\0'.repeat(4)}WEBPVP8X${'\0'.repeat(8)}${little24(width - 1)}${little24(height - 1)}`,
}

describe.each(Object.entries(headers))('%s', (name, header) => {
  const [format] = name.split(',')

  it('is drawn as what it is, whatever its address says', () => {
    const encoded = btoa(header(2_000, 2_000) + padding)
    for (const given of [encoded, `data:image/svg+xml;base64,${encoded}`, `data:image/${format};base64,${encoded}`])
      expect(rasterPicture(given)).toBe(`data:image/${format};base64,${encoded}`)
  })

  it.each([
    ['too wide', 4_001, 1_000],
    ['too high', 500, 8_001],
    ['as large as can be said', 16_383, 16_383],
  ])('is not drawn when it is %s', (_, width, height) => {
    expect(rasterPicture(btoa(header(width, height) + padding))).toBeUndefined()
  })

  it('is not drawn when its header ends early', () => {
    const whole = header(100, 100)
    for (let length = 0; length < whole.length - 1; length++) {
      expect(rasterPicture(btoa(whole.slice(0, length)))).toBeUndefined()
    }
  })
})

it.each([
  ['an SVG', `<svg xmlns="http://www.w3.org/2000/svg">${padding}</svg>`],
  ['an AVIF', `\0\0\0\x1cftypavif${padding}`],
  ['a BMP', `BM${padding}${padding}`],
  ['text', 'a line of text that is long enough to be one'],
])('%s is not drawn', (_, content) => {
  expect(rasterPicture(`data:image/png;base64,${btoa(content)}`)).toBeUndefined()
})

it('is not drawn as a JPEG of many scans, each of which goes over all of its pixels again', () => {
  const ofScans = (count: number) => btoa(`${headers.jpeg?.(2_000, 2_000)}${padding}${'\xff\xda scan'.repeat(count)}`)
  expect(rasterPicture(ofScans(12))).toBeDefined()
  expect(rasterPicture(ofScans(100))).toBeUndefined()
})

it('is not drawn when it has too many bytes, or is no base64', () => {
  const png = headers.png?.(10, 10) ?? ''
  const filled = (bytes: number) => btoa(png.padEnd(bytes, '\0'))
  expect(rasterPicture(filled(pictureLimits.bytes))).toBeDefined()
  expect(rasterPicture(filled(pictureLimits.bytes + 3))).toBeUndefined()
  expect(rasterPicture(`data:image/png,${filled(100)}`)).toBeUndefined()
  expect(rasterPicture(`${filled(60)}A`)).toBeUndefined()
})
