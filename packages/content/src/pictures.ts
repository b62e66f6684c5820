import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pictureLimits, rasterPicture } from '@lastmile/contracts'
import { pictureFields } from './picture-fields.ts'
import type { Report, ReportHere } from './problem.ts'
import { replaceFields } from './replace-fields.ts'

const pictureName = /^[a-z0-9]+(-[a-z0-9]+)*\.(svg|png|jpg|webp|avif)$/
const sharedPrefix = 'shared/'

/** Address of a picture → absolute path of its file. Only pictures that the content names are in it. */
export type PictureFiles = Map<string, string>

/**
 * Replaces each picture's file name by the address it is served at: `amina.svg` stands beside the file that names it,
 * `shared/phone.svg` in the content's shared folder. A `value` that is `{"$dataUrl": "photo.jpg"}` becomes the picture
 * itself as a data URL, for an attribute that is a picture.
 *
 * @param content JSON of any form; it is not changed.
 * @param place the content folder, and in it the folder that the JSON stands in, like `characters/student`.
 * @param found gathers the files.
 */
export const resolvePictures = (
  content: unknown,
  place: { root: string; folder: string },
  found: PictureFiles,
  report: Report,
): unknown =>
  replaceFields(content, (key, value, path) => {
    const reportHere: ReportHere = (...problem) => report(path, ...problem)
    if (key === 'value' && isDataUrlMarker(value)) return dataUrl(value.$dataUrl, place, reportHere)
    return pictureFields.has(key) && typeof value === 'string'
      ? pictureAddress(value, place, found, reportHere)
      : undefined
  })

/** Absolute path of a picture and where it stands in the content; undefined, and reported, when there is none. */
function findPicture(
  name: string,
  { root, folder }: { root: string; folder: string },
  report: ReportHere,
): { file: string; inContent: string } | undefined {
  const shared = name.startsWith(sharedPrefix)
  const plainName = shared ? name.slice(sharedPrefix.length) : name
  if (!pictureName.test(plainName)) {
    report('pictureName', { name })
    return undefined
  }
  const inContent = `${shared ? 'shared' : folder}/${plainName}`
  const file = join(root, inContent)
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return { file, inContent }
  report('noPicture', { file: inContent })
  return undefined
}

function pictureAddress(
  name: string,
  place: { root: string; folder: string },
  found: PictureFiles,
  report: ReportHere,
): string {
  const picture = findPicture(name, place, report)
  if (!picture) return name
  const address = `/content/${picture.inContent}`
  found.set(address, picture.file)
  return address
}

function isDataUrlMarker(value: unknown): value is { $dataUrl: string } {
  return typeof value === 'object' && value !== null && '$dataUrl' in value && typeof value.$dataUrl === 'string'
}

function dataUrl(name: string, place: { root: string; folder: string }, report: ReportHere): string {
  const picture = findPicture(name, place, report)
  if (!picture) return name
  const drawn = rasterPicture(readFileSync(picture.file).toString('base64'))
  if (drawn === undefined) report('pictureForm', { pixels: pictureLimits.pixels })
  return drawn ?? name
}
