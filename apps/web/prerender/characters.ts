import { createRequire } from 'node:module'
import { join } from 'node:path'
import { loadContent, resolveCharacter } from '@lastmile/content'
import type { CharacterSummary } from '@lastmile/contracts/pages'

/** Asked of Node: inside a bundle the content's code no longer stands beside its data. */
const contentFolder = join(createRequire(import.meta.url).resolve('@lastmile/content'), '../..')

/** What the pages say about the characters that ship, as of the build. */
export function characterSummaries(): CharacterSummary[] {
  return loadContent(contentFolder).characters.map((each) => {
    const { id, name, type, description, hidden } = resolveCharacter(each, new Date())
    return { id, name, type, description, hidden: hidden ?? false }
  })
}
