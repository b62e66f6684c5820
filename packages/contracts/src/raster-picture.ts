/**
 * Pictures that others send, recognised by their bytes. Only these four kinds are drawn: an SVG can block a browser
 * without any script. Brings no validation library, so that a page can use it.
 */

/** In browsers, workers and Node alike; this package takes the types of none of them. */
declare const atob: (encoded: string) => string

/** Enough for a portrait. Four million pixels take 16 MB once they are decoded. */
export const pictureLimits = { bytes: 512 * 1024, pixels: 4_000_000 } as const

interface Size {
  width: number
  height: number
}

/** A picture's bytes, each as a character. */
type Binary = string

const byte = (data: Binary, at: number): number => data.charCodeAt(at)
const big16 = (data: Binary, at: number): number => byte(data, at) * 0x100 + byte(data, at + 1)
const little16 = (data: Binary, at: number): number => byte(data, at) + byte(data, at + 1) * 0x100
const little24 = (data: Binary, at: number): number => little16(data, at) + byte(data, at + 2) * 0x10000
const big32 = (data: Binary, at: number): number => big16(data, at) * 0x10000 + big16(data, at + 2)

/** Each kind by its leading bytes, with the size in its header; NaN or undefined when the header is cut off. */
const kinds: { type: string; leading: RegExp; sizeOf: (data: Binary) => Size | undefined }[] = [
  {
    type: 'image/png',
    leading: /^\x89PNG\r\n.\n.{4}IHDR/s,
    sizeOf: (data) => ({ width: big32(data, 16), height: big32(data, 20) }),
  },
  { type: 'image/jpeg', leading: /^\xff\xd8\xff/, sizeOf: sizeOfJpeg },
  { type: 'image/gif', leading: /^GIF8[79]a/, sizeOf: sizeOfGif },
  { type: 'image/webp', leading: /^RIFF.{4}WEBPVP8/s, sizeOf: sizeOfWebp },
]

/** Progressive ones have about ten as a rule. Each is a pass over all pixels, and 37,000 fit in a picture's bytes. */
const mostScans = 32

/** The first frame's header, behind segments that say their own length (ITU T.81, B.1). */
function sizeOfJpeg(data: Binary): Size | undefined {
  if (data.split('\xff\xda').length - 1 > mostScans) return undefined
  for (let at = 2; at + 9 <= data.length && byte(data, at) === 0xff; at += 2 + big16(data, at + 2)) {
    const marker = byte(data, at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: big16(data, at + 5), width: big16(data, at + 7) }
  }
  return undefined
}

/** Browsers make the screen as large as the first frame, whatever is said of the screen (GIF89a, sections 18 to 25). */
function sizeOfGif(data: Binary): Size | undefined {
  const tableBytes = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)
  let at = 13 + tableBytes(byte(data, 10))
  while (byte(data, at) === 0x21) {
    at += 2
    while (byte(data, at) > 0) at += byte(data, at) + 1
    at += 1
  }
  if (byte(data, at) !== 0x2c) return undefined
  return {
    width: Math.max(little16(data, 6), little16(data, at + 1) + little16(data, at + 5)),
    height: Math.max(little16(data, 8), little16(data, at + 3) + little16(data, at + 7)),
  }
}

/** Lossy, lossless or extended (RFC 9649). */
function sizeOfWebp(data: Binary): Size | undefined {
  switch (data.slice(12, 16)) {
    case 'VP8 ':
      return { width: little16(data, 26) & 0x3fff, height: little16(data, 28) & 0x3fff }
    case 'VP8L': {
      const bits = little24(data, 21) + byte(data, 24) * 0x1000000
      return { width: (bits % 0x4000) + 1, height: (Math.floor(bits / 0x4000) % 0x4000) + 1 }
    }
    case 'VP8X':
      return { width: little24(data, 24) + 1, height: little24(data, 27) + 1 }
    default:
      return undefined
  }
}

const pictureName = /image|photo|picture/i
const base64 = /^[A-Za-z0-9+/]{40,}={0,2}$/
const dataUrl = /^data:image\/[a-z0-9.+-]+[;,]/i
const base64Url = /^data:image\/[a-z0-9.+-]+;base64,/i

/** Whether an attribute's value is meant as a picture: as a data URL, or as base64 under a name that says so. */
export const isMeantAsPicture = (name: string, value: string): boolean =>
  dataUrl.test(value) || (pictureName.test(name) && base64.test(value))

function decoded(encoded: string): Binary {
  try {
    return atob(encoded)
  } catch {
    return ''
  }
}

/** The picture in a data URL or base64, as a data URL of its true type; undefined when it must not be drawn. */
export function rasterPicture(value: string): string | undefined {
  const encoded = value.replace(base64Url, '')
  if (encoded.length > (pictureLimits.bytes * 4) / 3 + 2 || !base64.test(encoded)) return undefined
  const data = decoded(encoded)
  const kind = kinds.find(({ leading }) => leading.test(data))
  const size = kind?.sizeOf(data)
  return kind && size && size.width * size.height > 0 && size.width * size.height <= pictureLimits.pixels
    ? `data:${kind.type};base64,${encoded}`
    : undefined
}
