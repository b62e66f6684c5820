import {
  type Character,
  type ContentAttribute,
  type CredentialToIssue,
  character as characterSchema,
  deceptiveCharacters,
  designedValue,
  enteredValue,
  limits,
  uploadedPrefix,
  uploadLimits,
} from '@lastmile/contracts'
import { parseForm } from './character-form.ts'
import { checkCharacter, listCredentials } from './character-rules.ts'
import { parseJson } from './parse-json.ts'
import { type Problem, pathText, type Report } from './problem.ts'
import { resolveDates } from './relative-date.ts'
import { resolveUploadedPictures, shippedPictures } from './uploaded-pictures.ts'

/** One of the two: the character, or everything that keeps the file from being one. */
export type UploadedReading = { character: Character } | { problems: Problem[] }

/**
 * Reads an uploaded character by the schema and rules of content, in the browser and in the terminal. Trusts nothing in
 * the file.
 * @param shipped the content's characters, whose names are taken and whose pictures may be used
 * @param now the day that relative dates start from
 * @returns the character as the API would answer it; its slug and those of its use cases begin with `uploadedPrefix`
 */
export function readUploadedCharacter(file: string, shipped: readonly Character[], now: Date): UploadedReading {
  const problems: Problem[] = []
  const report: Report = (path, code, values) => problems.push({ path: pathText(path), code, values })
  const character = readCharacter(file, shipped, now, report)
  return character && problems.length === 0 ? { character: withPrefix(character) } : { problems }
}

function readCharacter(file: string, shipped: readonly Character[], now: Date, report: Report): Character | undefined {
  if (new TextEncoder().encode(file).length > uploadLimits.fileBytes) {
    report([], 'fileSize', { kilobytes: uploadLimits.fileBytes / 1024 })
    return undefined
  }
  const source = parseJson(file, report)
  if (source === undefined || !isShallow(source, report)) return undefined
  reportDeceptiveText(source, report)
  const pictured = resolveUploadedPictures(source, shippedPictures(shipped), report)
  const character = parseForm(characterSchema, resolveDates(pictured, now), report)
  if (!character) return undefined
  checkCharacter(character, character.id, report)
  checkNames(character, shipped, report)
  checkCredentialSizes(character, report)
  checkValues(character, shipped, report)
  return character
}

/** Code after this check may recurse for each level. */
function isShallow(source: unknown, report: Report): boolean {
  let level = [source]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > uploadLimits.depth) {
      report([], 'depth', { depth: uploadLimits.depth })
      return false
    }
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []))
  }
  return true
}

/** Everything in the file is shown somewhere, and a few characters can make a text read as another. */
function reportDeceptiveText(value: unknown, report: Report, path: readonly PropertyKey[] = []): void {
  if (typeof value === 'string' && deceptiveCharacters.test(value.replace(/[\n\t]/g, ''))) {
    report(path, 'deceptive')
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
    report(['id'], 'characterTaken', { id: character.id })
  }
  const taken = new Set(shipped.flatMap(({ useCases }) => useCases.map(({ id }) => id)))
  character.useCases.forEach(({ id }, index) => {
    const path = ['useCases', index, 'id']
    if (taken.has(id)) report(path, 'useCaseTaken', { id })
    taken.add(id)
  })
}

function checkCredentialSizes(character: Character, report: Report): void {
  const credentials = credentialsToRegister(character)
  if (credentials.length > uploadLimits.credentials) {
    report([], 'credentialCount', { count: credentials.length, max: uploadLimits.credentials })
  }
  for (const { name, attributes } of credentials) {
    const size = attributes.reduce((sum, { value }) => sum + value.length, 0)
    if (size > uploadLimits.values) report([], 'valueSize', { name, kilobytes: uploadLimits.values / 1024 })
  }
}

/** The server signs no other values, and a visitor should not learn that while a wallet waits. */
function checkValues(character: Character, shipped: readonly Character[], report: Report): void {
  const ofDemo = shipped.flatMap(credentialsOf).map((each) => ({ ...each, definition: definitionOf(each) }))
  for (const { credential, path } of listCredentials(character)) {
    const definition = definitionOf(credential)
    const same = ofDemo.filter((each) => each.definition === definition)
    credential.attributes.forEach(({ name, value }, index) => {
      const here = [...path, 'attributes', index, 'value']
      if (same.length === 0) {
        if (designedValue(name, value) === undefined) report(here, 'designedValue', { max: limits.attributeText })
      } else if (!same.some(({ attributes }) => attributes.some((each) => each.name === name && allows(each, value)))) {
        report(here, 'demoValue', { name: credential.name })
      }
    })
  }
}

const allows = ({ value, entry }: ContentAttribute, wanted: string) =>
  entry ? enteredValue(entry, wanted) !== undefined : value === wanted

/** Credentials with the same result are one to the issuer. */
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
