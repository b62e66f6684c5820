import { socialImageSize } from './targets.ts'

const pngSignature = '89504e470d0a1a0a'

/** The fault of the picture for shared links; undefined where it is a PNG of the right size. */
export async function socialImageProblem(address: string | undefined): Promise<string | undefined> {
  if (!address) return 'no og:image'
  const answer = await fetch(address).catch(() => undefined)
  if (answer?.status !== 200) return `an og:image that answers ${answer?.status ?? 'nothing'}`
  const size = pngSize(Buffer.from(await answer.arrayBuffer()))
  if (!size) return 'an og:image that is no PNG'
  const { width, height } = socialImageSize
  return size.width === width && size.height === height ? undefined : `an og:image of ${size.width} × ${size.height}`
}

/** Size in pixels from the header of a PNG file; undefined for anything else. */
function pngSize(file: Buffer): { width: number; height: number } | undefined {
  if (file.length < 24 || file.toString('hex', 0, 8) !== pngSignature) return undefined
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}
