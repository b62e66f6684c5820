import { confirmedPersonSlug, otherCharacterPath } from '@lastmile/contracts/constants'
import { begunVisit } from './begun-visit.ts'

interface Visitable {
  id: string
  name: string
  /** Those that every visitor sees. */
  useCases: readonly { id: string }[]
}

/** The characters, as far as the home page needs them to say how far a visit is. */
export const visitsOf = (characters: readonly Visitable[]): string =>
  JSON.stringify(characters.map(({ id, name, useCases }) => [id, name, useCases.map((useCase) => useCase.id)]))

/** With a visit in this browser, the way in leads back to it, and the line below to another character. */
export function showGoOn(): void {
  const line = document.querySelector<HTMLElement>('[data-go-on]')
  const way = line?.querySelector('a')
  const entry = document.querySelector<HTMLAnchorElement>('main a[href="/demo"]')
  const visit = begunVisit()
  if (!line || !way || !entry || !visit) return
  const visits: [slug: string, name: string, useCases: string[]][] = JSON.parse(line.dataset.goOn ?? '[]')
  const [slug, name, useCases = []] = visits.find(([id]) => id === visit.slug) ?? []
  if (!slug) return
  const { completed } = visit
  const done = useCases.filter((useCase) => Array.isArray(completed) && completed.includes(useCase)).length
  const isAllDone = done === useCases.length
  const progress = `${done} of ${useCases.length} done`
  if (!visit.isCompleted) entry.textContent = `Go on as ${name}`
  else entry.textContent = isAllDone ? `See ${name}’s dashboard, all done` : `Go on as ${name}, ${progress}`
  entry.href = visit.path
  way.textContent = 'Or be somebody else'
  way.href = otherCharacterPath
  // They go on there already: a second button would compete.
  const confirm = document.querySelector<HTMLAnchorElement>('main a[href="/confirmd"]')
  if (confirm) confirm.hidden = slug === confirmedPersonSlug
}
