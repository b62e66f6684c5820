import { locale } from '@lastmile/contracts/site'
import type en from './problems.en.json'

/** The id of a message in the catalog of problems. */
export type ProblemCode = keyof typeof en

/** Values of a message's placeholders. */
export type Values = Readonly<Record<string, string | number>>

/** One thing wrong with a file: a code and values, which terminal and browser put into words. */
export interface Problem {
  /** Like `useCases[0].screens[2].title`; empty for the whole file. */
  path: string
  code: ProblemCode
  values?: Values
}

/** Reports a problem at a path within the file under check. */
export type Report = (path: readonly PropertyKey[], code: ProblemCode, values?: Values) => void

/** The same where the path is known. */
export type ReportHere = (code: ProblemCode, values?: Values) => void

export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')
}

/** `a, b, c`, as the language enumerates. */
export const listText = (items: Iterable<string>) => new Intl.ListFormat(locale, { type: 'unit' }).format(items)
