/** Longest side of a stored picture, in pixels. */
const longestSide = 1_024

/**
 * Scales a picture down to a JPEG data URL. The browser decodes it off the main thread: large photos don't block it.
 *
 * @throws when the browser can't decode it
 */
export async function smallPicture(picture: Blob): Promise<string> {
  const bitmap = await createImageBitmap(picture)
  try {
    return draw(bitmap, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}

/** The current frame of a playing video, in the same form. */
export const videoFrame = (video: HTMLVideoElement): string => draw(video, video.videoWidth, video.videoHeight)

function draw(source: CanvasImageSource, width: number, height: number): string {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  // JPEG has no transparency: without a fill it would turn black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.85)
}
