import problemTexts from '@lastmile/content/problems.en.json'
import { credentialsToRegister, readUploadedCharacter } from '@lastmile/content/uploaded-character'
import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { uploadedPrefix, uploadLimits } from '@lastmile/contracts/uploaded'
import { textsOf } from '../../texts/texts.tsx'
import { t } from './texts.ts'

const { t: problemText } = textsOf('problems', problemTexts)

/** A problem that makes the file unusable. */
export interface FileProblem {
  /** Path in the file; empty for the whole file. */
  path: string
  message: string
}

export type FileReading =
  | { kind: 'character'; character: Character; credentials: CredentialToIssue[] }
  | { kind: 'problems'; problems: FileProblem[] }
  | { kind: 'refused'; text: string }

export const fileKilobytes = uploadLimits.fileBytes / 1024

/** Reasons to refuse a file unread: its name and size. */
export function refusalOf({ name, size }: File): string | undefined {
  if (!/\.json$/i.test(name)) return t('notJson', { file: name })
  if (size > uploadLimits.fileBytes) return t('tooLarge', { file: name, kilobytes: fileKilobytes })
  return undefined
}

/** @param expected slug of the character that began the visit */
export async function readFile(file: File, shipped: readonly Character[], expected?: string): Promise<FileReading> {
  const refusal = refusalOf(file)
  if (refusal !== undefined) return { kind: 'refused', text: refusal }
  const json = await file.text().catch(() => undefined)
  if (json === undefined) return { kind: 'refused', text: t('unreadable', { file: file.name }) }
  const reading = readUploadedCharacter(json, shipped, new Date())
  if ('problems' in reading) {
    const problems = reading.problems.map(({ path, code, values }) => ({ path, message: problemText(code, values) }))
    return { kind: 'problems', problems }
  }
  const { character } = reading
  if (expected !== undefined && character.id !== expected) {
    const message = t('otherCharacter', { slug: expected.slice(uploadedPrefix.length) })
    return { kind: 'problems', problems: [{ path: 'id', message }] }
  }
  return { kind: 'character', character, credentials: credentialsToRegister(character) }
}
