import { credentialsToRegister, type FileProblem, readUploadedCharacter } from '@lastmile/content/uploaded-character'
import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { uploadedPrefix, uploadLimits } from '@lastmile/contracts/uploaded'
import { t } from './texts.ts'

export type FileReading =
  | { kind: 'character'; character: Character; credentials: CredentialToIssue[] }
  | { kind: 'problems'; problems: FileProblem[] }
  | { kind: 'refused'; text: string }

export const fileKilobytes = uploadLimits.fileBytes / 1024

/** What keeps a file from being looked into at all, by its name and size. */
export function refusalOf({ name, size }: File): string | undefined {
  if (!/\.json$/i.test(name)) return t('notJson', { file: name })
  if (size > uploadLimits.fileBytes) return t('tooLarge', { file: name, kilobytes: fileKilobytes })
  return undefined
}

/** @param expected the slug of the character that the visit began with */
export async function readFile(file: File, shipped: readonly Character[], expected?: string): Promise<FileReading> {
  const refusal = refusalOf(file)
  if (refusal !== undefined) return { kind: 'refused', text: refusal }
  const json = await file.text().catch(() => undefined)
  if (json === undefined) return { kind: 'refused', text: t('unreadable', { file: file.name }) }
  const reading = readUploadedCharacter(json, shipped, new Date())
  if ('problems' in reading) return { kind: 'problems', problems: reading.problems }
  const { character } = reading
  if (expected !== undefined && character.id !== expected) {
    const message = t('otherCharacter', { slug: expected.slice(uploadedPrefix.length) })
    return { kind: 'problems', problems: [{ path: 'id', message }] }
  }
  return { kind: 'character', character, credentials: credentialsToRegister(character) }
}
