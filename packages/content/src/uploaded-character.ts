import {
  type Character,
  type ContentAttribute,
  type CredentialToIssue,
  deceptiveCharacters,
  designedValue,
  enteredValue,
  limits,
  uploadedPrefix,
  uploadLimits,
} from '@lastmile/contracts'
import { parseCharacterForm } from './character-form.ts'
import { checkCharacter, listCredentials } from './character-rules.ts'
import { type Problem, pathText, type Report } from './content-error.ts'
import { resolveDates } from './relative-date.ts'
import { resolveUploadedPictures, shippedPictures } from './uploaded-pictures.ts'

export type FileProblem = Pick<Problem, 'path' | 'message'>

/** One of the two: the character, or everything that keeps the file from being one. */
export type UploadedReading = { character: Character } | { problems: FileProblem[] }

/**
 * Reads a character from a file that a visitor brings along, by the schema and the rules of content. Nothing in the file
 * is trusted: it may hold anything that text can hold. Runs in the browser and in the terminal.
 *
 * @param shipped the characters of the content, whose names are taken and whose pictures may be used.
 * @param now the day that its dates are relative to.
 * @returns the character as the API would answer it; its slug and those of its use cases begin with `uploadedPrefix`.
 */
export function readUploadedCharacter(file: string, shipped: readonly Character[], now: Date): UploadedReading {
  const problems: FileProblem[] = []
  const report: Report = (path, message) => problems.push({ path: pathText(path), message })
  const character = readCharacter(file, shipped, now, report)
  return character && problems.length === 0 ? { character: withPrefix(character) } : { problems }
}

function readCharacter(file: string, shipped: readonly Character[], now: Date, report: Report): Character | undefined {
  if (new TextEncoder().encode(file).length > uploadLimits.fileBytes) {
    report([], `the file is larger than ${uploadLimits.fileBytes / 1024} KB`)
    return undefined
  }
  const source = parseJson(file, report)
  if (source === undefined || !isShallow(source, report)) return undefined
  reportDeceptiveText(source, report)
  const pictured = resolveUploadedPictures(source, shippedPictures(shipped), report)
  const character = parseCharacterForm(resolveDates(pictured, now), report)
  if (!character) return undefined
  checkCharacter(character, character.id, report)
  checkNames(character, shipped, report)
  checkCredentialSizes(character, report)
  checkValues(character, shipped, report)
  return character
}

function parseJson(file: string, report: Report): unknown {
  try {
    return JSON.parse(file)
  } catch (error) {
    report([], `is not valid JSON: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

/** What comes after this check may call itself for each level. */
function isShallow(source: unknown, report: Report): boolean {
  let level = [source]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > uploadLimits.depth) {
      report([], `holds lists or objects more than ${uploadLimits.depth} deep in each other; no character needs that`)
      return false
    }
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []))
  }
  return true
}

/** Everything in the file is shown somewhere, and a few characters can make a text read as another. */
function reportDeceptiveText(value: unknown, report: Report, path: readonly PropertyKey[] = []): void {
  if (typeof value === 'string' && deceptiveCharacters.test(value.replace(/[\n\t]/g, ''))) {
    report(path, 'must not contain control or direction characters')
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      reportDeceptiveText(item, report, [...path, index])
    })
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) reportDeceptiveText(item, report, [...path, key])
  }
}

function checkNames(character: Character, shipped: readonly Character[], report: Report): void {
  if (shipped.some(({ id }) => id === character.id)) {
    report(['id'], `"${character.id}" is a character of the demo; choose another type, and the id that follows from it`)
  }
  const taken = new Set(shipped.flatMap(({ useCases }) => useCases.map(({ id }) => id)))
  character.useCases.forEach(({ id }, index) => {
    const path = ['useCases', index, 'id']
    if (taken.has(id)) report(path, `"${id}" stands elsewhere already; ids of use cases must differ`)
    taken.add(id)
  })
}

function checkCredentialSizes(character: Character, report: Report): void {
  const credentials = credentialsToRegister(character)
  if (credentials.length > uploadLimits.credentials) {
    report([], `has ${credentials.length} different credentials; at most ${uploadLimits.credentials} can be registered`)
  }
  for (const { name, attributes } of credentials) {
    const size = attributes.reduce((sum, { value }) => sum + value.length, 0)
    if (size > uploadLimits.values) {
      report(
        [],
        `the values of "${name}" have more than ${uploadLimits.values / 1024} KB together, too much to be issued`,
      )
    }
  }
}

/** The server signs no other values, and a visitor should not learn that while a wallet waits. */
function checkValues(character: Character, shipped: readonly Character[], report: Report): void {
  const ofDemo = shipped.flatMap(credentialsOf)
  for (const { credential, path } of listCredentials(character)) {
    const same = ofDemo.filter((each) => definitionOf(each) === definitionOf(credential))
    credential.attributes.forEach(({ name, value }, index) => {
      const here = [...path, 'attributes', index, 'value']
      if (same.length === 0) {
        if (designedValue(name, value) === undefined) report(here, plainText)
      } else if (!same.some(({ attributes }) => attributes.some((each) => each.name === name && allows(each, value)))) {
        report(here, `"${credential.name}" is a credential of the demo, which is issued with its own values only`)
      }
    })
  }
}

const plainText = `must be one line of at most ${limits.attributeText} characters, or a picture as data:image/…;base64,…`

const allows = ({ value, entry }: ContentAttribute, wanted: string) =>
  entry ? enteredValue(entry, wanted) !== undefined : value === wanted

/** Credentials of which this is the same are one to the issuer. */
const definitionOf = ({ name, version, revocable, attributes }: CredentialToIssue) =>
  JSON.stringify([name, version, revocable, attributes.map((each) => each.name).sort()])

/** Every different credential of the character's screens, in the order in which they are met. */
export function credentialsToRegister(character: Character): CredentialToIssue[] {
  const kindOf = ({ name, version, revocable }: CredentialToIssue) => JSON.stringify([name, version, revocable])
  return [...new Map(credentialsOf(character).map((credential) => [kindOf(credential), credential])).values()]
}

const credentialsOf = (character: Character) => listCredentials(character).map(({ credential }) => credential)

const withPrefix = (character: Character): Character => ({
  ...character,
  id: uploadedPrefix + character.id,
  hidden: false,
  useCases: character.useCases.map((useCase) => ({ ...useCase, id: uploadedPrefix + useCase.id })),
})

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
