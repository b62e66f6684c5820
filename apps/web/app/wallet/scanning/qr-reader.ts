/** Reads the QR code in the camera's picture; undefined without one. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The API of browsers with a built-in reader. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

declare const BarcodeDetector:
  | { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }
  | undefined

/** Pixels of the longer side to search; more slows a phone down and finds nothing extra. */
const enough = 800

/** The browser's reader, or ours where it has none. Rejects when ours fails to load. */
export async function openQrReader(): Promise<QrReader> {
  return (await browsersReader()) ?? (await ourReader())
}

async function browsersReader(): Promise<QrReader | undefined> {
  if (typeof BarcodeDetector === 'undefined') return undefined
  const formats = await BarcodeDetector.getSupportedFormats()
  if (!formats.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

async function ourReader(): Promise<QrReader> {
  const { decodeQR } = await import('qr/decode.js')
  const drawing = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (!drawing || videoWidth === 0) return undefined
    const scale = Math.min(1, enough / Math.max(videoWidth, videoHeight))
    const width = Math.round(videoWidth * scale)
    const height = Math.round(videoHeight * scale)
    Object.assign(drawing.canvas, { width, height })
    drawing.drawImage(video, 0, 0, width, height)
    return decodeQR(drawing.getImageData(0, 0, width, height))
  }
}
