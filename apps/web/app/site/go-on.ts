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

/** With a visit in this browser, the first way in leads back to it, and the second to another character. */
export function showGoOn(): void {
  const list = document.querySelector<HTMLElement>('[data-go-on]')
  const [first, second] = Array.from(list?.children ?? [])
  const visit = begunVisit()
  if (!list || !first || !second || !visit) return
  const visits: [slug: string, name: string, useCases: string[]][] = JSON.parse(list.dataset.goOn ?? '[]')
  const [slug, name, useCases = []] = visits.find(([id]) => id === visit.slug) ?? []
  if (!slug) return
  const { completed } = visit
  const done = useCases.filter((useCase) => Array.isArray(completed) && completed.includes(useCase)).length
  const progress = `${done} of ${useCases.length} done.`
  lead(first, `Go on as ${name}`, visit.path, visit.isCompleted ? progress : 'Where you stopped.')
  lead(second, 'Be somebody else', otherCharacterPath, 'Ends this visit, after one question.')
  // They go on there already: a further button would compete.
  const confirm = document.querySelector<HTMLAnchorElement>('main a[href="/confirmd"]')?.closest('li')
  if (confirm) confirm.hidden = slug === confirmedPersonSlug
}

function lead(start: Element, words: string, path: string, text: string): void {
  const link = start.querySelector('a')
  const note = start.querySelector('p')
  if (link) Object.assign(link, { textContent: words, href: path })
  if (note) note.textContent = text
}
