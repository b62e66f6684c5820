import { resolve } from 'node:path'
import { loadContent, resolveCharacter } from '@lastmile/content'
import type { CharacterSummary } from '@lastmile/contracts/pages'

/** Told from where the build runs, `apps/web`: inside a bundle the content's code no longer stands beside its data. */
const contentFolder = resolve('../../packages/content')

/** What the pages say about the characters that ship, as of the build. */
export function characterSummaries(): CharacterSummary[] {
  return loadContent(contentFolder).characters.map((each) => {
    const { id, name, type, description, hidden } = resolveCharacter(each, new Date())
    return { id, name, type, description, hidden: hidden ?? false }
  })
}
