import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from './content-error.ts'

const pictureKeys = new Set(['image', 'icon', 'iconLight', 'iconDark', 'credentialIcon'])
const pictureName = /^[a-z0-9]+(-[a-z0-9]+)*\.(svg|png|jpg|webp|avif)$/
const sharedPrefix = 'shared/'

/** Address of a picture → absolute path of its file. Only pictures that the content names are in it. */
export type PictureFiles = Map<string, string>

/**
 * Replaces each picture's file name by the address it is served at: `amina.svg` stands beside the file that names it,
 * `shared/phone.svg` in the content's shared folder.
 *
 * @param content JSON of any form; it is not changed.
 * @param place the content folder, and in it the folder that the JSON stands in, like `characters/student`.
 * @param found gathers the files.
 */
export function resolvePictures(
  content: unknown,
  place: { root: string; folder: string },
  found: PictureFiles,
  report: Report,
  path: readonly PropertyKey[] = [],
): unknown {
  if (Array.isArray(content)) {
    return content.map((item, index) => resolvePictures(item, place, found, report, [...path, index]))
  }
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => {
      const here = [...path, key]
      if (!pictureKeys.has(key) || typeof value !== 'string') {
        return [key, resolvePictures(value, place, found, report, here)]
      }
      return [key, pictureAddress(value, place, found, (message) => report(here, message))]
    }),
  )
}

function pictureAddress(
  name: string,
  { root, folder }: { root: string; folder: string },
  found: PictureFiles,
  report: (message: string) => void,
): string {
  const shared = name.startsWith(sharedPrefix)
  const plainName = shared ? name.slice(sharedPrefix.length) : name
  if (!pictureName.test(plainName)) {
    report(`"${name}" must be a picture's file name in kebab-case, like amina.svg or shared/phone.svg`)
    return name
  }
  const inContent = `${shared ? 'shared' : folder}/${plainName}`
  const file = join(root, inContent)
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) report(`there is no picture ${inContent}`)
  const address = `/content/${inContent}`
  found.set(address, file)
  return address
}
