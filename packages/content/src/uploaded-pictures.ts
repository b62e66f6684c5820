import { type Character, pictureLimits, rasterPicture, uploadLimits } from '@lastmile/contracts'
import { pictureFields } from './picture-fields.ts'
import type { Report, ReportHere } from './problem.ts'
import { replaceFields } from './replace-fields.ts'

const sharedPrefix = 'shared/'
const contentAddress = '/content/'

/** Addresses of all pictures that the characters name. */
export function shippedPictures(characters: readonly Character[]): Set<string> {
  const found = new Set<string>()
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value)) {
      if (typeof item !== 'string') gather(item)
      else if (pictureFields.has(key) && item.startsWith(contentAddress)) found.add(item)
    }
  }
  gather(characters)
  return found
}

/**
 * Replaces a shared picture's name by its address, and reports what is neither that nor a picture in the file itself: a
 * page must not be made to call elsewhere.
 * @param content JSON of any form; it is not changed
 */
export const resolveUploadedPictures = (content: unknown, known: ReadonlySet<string>, report: Report): unknown =>
  replaceFields(content, (key, value, path) =>
    pictureFields.has(key) && typeof value === 'string'
      ? pictureAddress(value, known, (...problem) => report(path, ...problem))
      : undefined,
  )

function pictureAddress(picture: string, known: ReadonlySet<string>, report: ReportHere): string {
  if (picture.startsWith('data:')) {
    if (picture.length > uploadLimits.picture) {
      report('pictureSize', { kilobytes: uploadLimits.picture / 1024 })
      return picture
    }
    const drawn = rasterPicture(picture)
    if (drawn === undefined) report('pictureForm', { pixels: pictureLimits.pixels })
    return drawn ?? picture
  }
  const address = picture.startsWith(sharedPrefix) ? contentAddress + picture : picture
  if (!known.has(address)) report('pictureAddress')
  return address
}
