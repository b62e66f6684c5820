/** A character that a visitor brings along in a file. Brings no validation library, so that a page can use it. */
import { uploadedCharacterSlug } from './analytics.ts'
import { limits } from './constants.ts'

/**
 * Begins the slugs of an uploaded character and its use cases. Their pages belong to one browser, so the server lets
 * all addresses that begin so through.
 */
export const uploadedPrefix = `${uploadedCharacterSlug}-`

export const isUploaded = (slug: string | null | undefined): boolean => slug?.startsWith(uploadedPrefix) ?? false

const uploadedPath = new RegExp(`^/(demo|uc)/${uploadedPrefix}[a-z0-9]+(-[a-z0-9]+)*$`)

/** Whether the path, without a slash at its end, is that of such a character's page. */
export const isUploadedPath = (path: string): boolean => uploadedPath.test(path)

export const uploadLimits = {
  fileBytes: limits.uploadBytes,
  /** Different ones, over all screens: each takes the server seconds of computing. */
  credentials: 5,
  /** Characters of a picture that stands in the file itself. */
  picture: 48 * 1024,
  /** Characters of all the values of one credential: they travel in one message. */
  values: 64 * 1024,
  /** Lists and objects within each other; a character needs 12. */
  depth: 16,
} as const

/** Where the file to begin with is served. */
export const uploadTemplatePath = '/character-template.json'
