/** The reason the camera has no picture. */
export type CameraProblem = 'denied' | 'none' | 'busy' | 'failed'

/** Browsers offer it only in a secure context; plain http over a network is none. */
export const hasCamera = () => typeof navigator.mediaDevices?.getUserMedia === 'function'

/** The rear camera, where there are two. @param width pixels that the picture should have */
export const openCamera = (width: number): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: width } } })

/** Also turns its light off. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** By the error names of Media Capture and Streams, section 10.3. */
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
