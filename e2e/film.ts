import { open } from 'node:fs/promises'
import encodeQR from 'qr'

const width = 640
const height = 480
const framesPerSecond = 10

/** Pixels of a module of the code. */
const scale = 6
const white = 235
const black = 16

/**
 * A film for Chromium's camera that is none: each text as a QR code before the camera, for two seconds, again and
 * again.
 */
export async function writeFilm(path: string, texts: readonly string[]): Promise<void> {
  const file = await open(path, 'w')
  await file.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
  for (const text of texts) {
    const frame = frameOf(text)
    for (let shown = 0; shown < 2 * framesPerSecond; shown++) {
      await file.write('FRAME\n')
      await file.write(frame)
    }
  }
  await file.close()
}

/** Brightness of each pixel, then two planes a quarter as large that say: no colour. */
function frameOf(text: string): Uint8Array {
  const frame = new Uint8Array(width * height * 1.5).fill(white, 0, width * height).fill(128, width * height)
  const code = encodeQR(text, 'raw', { border: 4, scale })
  const top = Math.floor((height - code.length) / 2)
  const left = Math.floor((width - code.length) / 2)
  for (const [y, row] of code.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) frame[(top + y) * width + left + x] = black
  }
  return frame
}
