/** One thing wrong with the content: where it stands and what is expected there. */
export interface Problem {
  /** Relative to the content folder. */
  file: string
  /** Like `useCases[0].screens[2].title`; empty for the whole file. */
  path: string
  message: string
}

/** The content can't be used. Its message lists every problem, one a line, for the person who edits the content. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ file, path, message }) => `  ${file}${path ? ` at ${path}` : ''}: ${message}`)
    super(
      `The content has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${lines.join('\n')}`,
    )
    this.problems = problems
  }
}

/** Reports a problem at a path within the file under check. */
export type Report = (path: readonly PropertyKey[], message: string) => void

export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')
}
