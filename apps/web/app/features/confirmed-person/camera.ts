/** Why there is no picture from the camera. */
export type CameraProblem = 'denied' | 'none' | 'busy' | 'failed'

/** Browsers have this for pages of a secure context only, which plain http on a network is not. */
export const hasCamera = () => typeof navigator.mediaDevices?.getUserMedia === 'function'

/** The camera that looks away from the person, where there are two. */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1_920 } } })

/** The light of the camera goes out. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** By the names of Media Capture and Streams, section 10.3. */
export function cameraProblemOf(error: unknown): CameraProblem {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'failed'
  }
}
