import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { loadContent, resolveCharacter } from './content.ts'
import { problemText } from './problem-text.ts'
import { credentialsToRegister, readUploadedCharacter } from './uploaded-character.ts'

/** The upload dialog's verdict on the file, for the person at a terminal. */
export function validateCharacter(file: string): { isValid: boolean; text: string } {
  const name = basename(file)
  const json = readText(file)
  if (json === undefined) return { isValid: false, text: `There is no file ${file} that can be read.` }
  const now = new Date()
  const shipped = loadContent().characters.map((character) => resolveCharacter(character, now))
  const reading = readUploadedCharacter(json, shipped, now)
  if ('problems' in reading) {
    const { length } = reading.problems
    const lines = reading.problems.map(
      (problem) => `  ${problem.path ? `${problem.path}: ` : ''}${problemText(problem)}`,
    )
    return {
      isValid: false,
      text: [`${name} has ${length === 1 ? 'a problem' : `${length} problems`}:`, ...lines].join('\n'),
    }
  }
  const { character } = reading
  const credentials = credentialsToRegister(character).map((credential) => credential.name)
  return {
    isValid: true,
    text: `${name} is valid: ${character.name}, ${character.type}. To be registered: ${credentials.join(', ') || 'nothing'}.`,
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
