import type { Problem } from './problem.ts'
import { problemText } from './problem-text.ts'

/** One thing wrong with the content. */
export interface ContentProblem extends Problem {
  /** Relative to the content folder. */
  file: string
}

/** The content can't be used. Its message lists every problem, one a line, for the person who edits the content. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly problems: readonly ContentProblem[]

  constructor(problems: readonly ContentProblem[]) {
    const lines = problems.map(
      ({ file, path, ...problem }) => `  ${file}${path ? ` at ${path}` : ''}: ${problemText(problem)}`,
    )
    super(
      `The content has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${lines.join('\n')}`,
    )
    this.problems = problems
  }
}
