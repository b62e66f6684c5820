import { download } from '../../ui/download.ts'

const [width, height] = [1200, 630]
const colours = { ground: '#0b5d45', words: '#fbfaf6', accent: '#f0a23b' }
/** Of the page, by the names of tokens.css. */
const fontOf = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(token)

/**
 * A picture to keep or pass on, drawn in this browser: it names no person and no place.
 * @param lines how much, and of what
 * @param foot who made it, and where
 */
export function drawDay(
  title: string,
  lines: readonly (readonly [count: number, what: string])[],
  foot: string,
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error('This browser draws nothing'))
  const [display, text] = ['--font-display', '--font-sans'].map(fontOf)
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, width, height)
  drawPath(pen)
  pen.fillStyle = colours.words
  pen.font = `600 40px ${display}`
  pen.fillText(title, 80, 96, width - 300)
  lines.forEach(([count, what], index) => {
    const base = 210 + index * 98
    pen.fillStyle = colours.accent
    pen.textAlign = 'right'
    pen.font = `600 80px ${display}`
    pen.fillText(String(count), 210, base)
    pen.fillStyle = colours.words
    pen.textAlign = 'left'
    pen.font = `600 48px ${display}`
    pen.fillText(what, 250, base - 6, width - 300)
  })
  pen.font = `28px ${text}`
  pen.fillText(foot, 250, height - 50)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png'),
  )
}

/** The dotted path that leads to a place, at the right edge. */
function drawPath(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = colours.accent
  const dot = (x: number, y: number, size: number) => {
    pen.beginPath()
    pen.arc(x, y, size, 0, 2 * Math.PI)
    pen.fill()
  }
  for (let step = 0; step < 12; step += 1) dot(1080 - Math.sin(step / 2) * 46, 560 - step * 38, 7)
  pen.fillStyle = colours.words
  dot(1100, 84, 22)
}

/** Hands a picture to the device's own way of passing things on; without one it is saved as a file, and says so. */
export async function keepPicture(picture: Blob, name: string): Promise<'saved' | undefined> {
  const file = new File([picture], name, { type: picture.type })
  if (navigator.canShare?.({ files: [file] })) {
    // The visitor may close it again.
    await navigator.share({ files: [file] }).catch(() => undefined)
    return undefined
  }
  download(file, name)
  return 'saved'
}
