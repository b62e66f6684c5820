import { parseUrl } from '@lastmile/holder/parse-url'
import { type CameraProblem, cameraProblemOf, closeCamera, hasCamera, openCamera } from '../../ui/camera.ts'
import { openQrReader } from './qr-reader.ts'

/** Milliseconds between two reads. */
const pause = 150

/**
 * Shows the camera's picture and reports every QR code until `signal` aborts; then it stops the camera.
 *
 * @returns the reason for a failure, or nothing after an abort
 */
export async function scan(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<CameraProblem | undefined> {
  if (!hasCamera()) return 'none'
  try {
    const camera = await openCamera(1_280)
    const stop = () => closeCamera(camera)
    if (signal.aborted) stop()
    else await look(video, camera, onText, signal).finally(stop)
    return undefined
  } catch (cause) {
    return cameraProblemOf(cause)
  }
}

async function look(video: HTMLVideoElement, camera: MediaStream, onText: (text: string) => void, signal: AbortSignal) {
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  video.srcObject = camera
  const read = await Promise.race([ended, Promise.all([openQrReader(), video.play()])])
  if (!read) return
  while (!signal.aborted) {
    // An unreadable picture has no code.
    const text = await read[0](video).catch(() => undefined)
    if (text && !signal.aborted) onText(text)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, pause))])
  }
}

/** Whether it could be an invitation's link; the wallet decides by reading it. */
export const isLink = (text: string): boolean =>
  /^(https?|didcomm|openid-credential-offer|openid4vp|haip-v[cp]i?):/i.test(text) && parseUrl(text) !== undefined
