import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Character,
  character as characterSchema,
  isUploaded,
  uploadedCharacterSlug,
  type Wallet,
  wallet as walletSchema,
  webWalletId,
} from '@lastmile/contracts'
import { parseForm } from './character-form.ts'
import { checkCharacter, checkDates } from './character-rules.ts'
import { ContentError, type ContentProblem } from './content-error.ts'
import { parseJson } from './parse-json.ts'
import { type PictureFiles, resolvePictures } from './pictures.ts'
import { pathText, type Report } from './problem.ts'
import { dateText, resolveDates } from './relative-date.ts'

/** Long enough that every relative date has moved, whatever ends of months it stops at. */
const aHundredDays = 100 * 24 * 60 * 60_000

/** A character that passed every check. Its dates are still relative to the day it is read: see `resolveCharacter`. */
export interface ContentCharacter {
  /** The slug. */
  readonly id: string
  /** The form of its file, with addresses in the place of pictures. */
  readonly unresolved: unknown
}

export interface Content {
  /** In the order of their slugs, hidden ones included. */
  readonly characters: readonly ContentCharacter[]
  readonly wallets: readonly Wallet[]
  /**
   * The file behind a picture's address, like `/content/characters/student/amina.svg`; undefined for everything that
   * the content does not name, so no address leads out of its folder.
   */
  pictureFile(address: string): string | undefined
}

/** Where the content stands in the source tree; a bundle has to pass the folder itself. */
const folderBesideSource = () => fileURLToPath(new URL('..', import.meta.url))

/**
 * Reads and checks all content: `characters/<slug>/character.json`, `wallets/wallets.json` and the pictures they name.
 *
 * @param folder the folder that holds `characters`, `wallets` and `shared`.
 * @throws ContentError listing everything that is wrong.
 */
export function loadContent(folder: string = folderBesideSource()): Content {
  const root = resolve(folder)
  const problems: ContentProblem[] = []
  const pictures: PictureFiles = new Map()
  const reportIn =
    (file: string): Report =>
    (path, code, values) =>
      problems.push({ file, path: pathText(path), code, values })

  const characters = foldersIn(join(root, 'characters'))
    .map((slug) => readCharacter(root, slug, pictures, reportIn(`characters/${slug}/character.json`)))
    .filter((character) => character !== undefined)
  if (characters.length === 0 && problems.length === 0) {
    reportIn('characters')([], 'noCharacters', { folder: root })
  }
  checkUseCaseIds(characters, (slug) => reportIn(`characters/${slug}/character.json`))
  const wallets = readWallets(root, pictures, reportIn('wallets/wallets.json'))

  if (problems.length > 0) throw new ContentError(problems)
  return { characters, wallets, pictureFile: (address) => pictures.get(address) }
}

/** The character as the API answers it (docs/product.md, section 3): its dates become YYYYMMDD text. */
export function resolveCharacter(character: ContentCharacter, now: Date): Character {
  return characterSchema.parse(resolveDates(character.unresolved, now))
}

function readCharacter(
  root: string,
  slug: string,
  pictures: PictureFiles,
  report: Report,
): ContentCharacter | undefined {
  const folder = `characters/${slug}`
  const source = readJson(join(root, folder, 'character.json'), report)
  if (source === undefined) return undefined
  const unresolved = resolvePictures(source, { root, folder }, pictures, report)
  const now = new Date()
  const character = parseForm(characterSchema, resolveDates(unresolved, now), report)
  if (!character) return undefined
  if (isUploaded(slug) || slug === uploadedCharacterSlug) report(['id'], 'forUploads', { slug: uploadedCharacterSlug })
  checkCharacter(character, slug, report)
  const later = resolveCharacter({ id: slug, unresolved }, new Date(now.getTime() + aHundredDays))
  checkDates(character, dateText({ $dateInt: {} }, now), later, report)
  return { id: slug, unresolved }
}

function readWallets(root: string, pictures: PictureFiles, report: Report): Wallet[] {
  const source = readJson(join(root, 'wallets/wallets.json'), report)
  if (source === undefined) return []
  const resolved = resolvePictures(source, { root, folder: 'wallets' }, pictures, report)
  const wallets = parseForm(walletSchema.array(), resolved, report)
  if (!wallets) return []
  const ids = wallets.map((wallet) => wallet.id)
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) report([index, 'id'], 'walletTaken', { id })
    if (id === webWalletId) report([index, 'id'], 'reservedWord')
  })
  return wallets
}

/** `/uc/{slug}` names a use case without its character, so ids differ over all characters. */
function checkUseCaseIds(characters: readonly ContentCharacter[], reportIn: (slug: string) => Report): void {
  const owners = new Map<string, string>()
  for (const character of characters) {
    const report = reportIn(character.id)
    resolveCharacter(character, new Date()).useCases.forEach((useCase, index) => {
      if (isUploaded(useCase.id)) report(['useCases', index, 'id'], 'forUploads', { slug: uploadedCharacterSlug })
      const owner = owners.get(useCase.id)
      if (owner) report(['useCases', index, 'id'], 'useCaseOf', { id: useCase.id, owner })
      owners.set(useCase.id, character.id)
    })
  }
}

function foldersIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

function readJson(file: string, report: Report): unknown {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    report([], 'fileMissing')
    return undefined
  }
  return parseJson(readFileSync(file, 'utf8'), report)
}
