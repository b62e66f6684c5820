import { type Character, character as characterSchema, type z } from '@lastmile/contracts'
import type { Report } from './content-error.ts'
import { expectation } from './expectation.ts'

/**
 * Checks the form of what a schema describes: of a wrong part it says what is expected there.
 * @returns undefined when something is wrong, which is then reported
 */
export function parseForm<Output>(schema: z.ZodType<Output>, source: unknown, report: Report): Output | undefined {
  const checked = schema.safeParse(source, { error: expectation })
  if (!checked.success) {
    reportIssues(checked.error.issues, source, report)
    return undefined
  }
  reportUnknownFields(source, checked.data, report)
  return checked.data
}

/** The character, when it has a character's form. What must hold between its parts is `checkCharacter`'s. */
export const parseCharacterForm = (source: unknown, report: Report): Character | undefined =>
  parseForm(characterSchema, source, report)

function reportIssues(issues: readonly z.core.$ZodIssue[], source: unknown, report: Report): void {
  for (const issue of issues) {
    const meant = issue.code === 'invalid_union' ? meantBranch(issue) : undefined
    if (!meant) report(issue.path, issue.code === 'invalid_union' ? unionExpectation(issue) : issue.message)
    else reportIssues(meant, source, (path, message) => report([...issue.path, ...path], message))
  }
}

/** Of several forms the only one that the value could be meant as: the one that is not wrong as a whole. */
function meantBranch({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  const possible = errors.filter((branch) => branch.every(({ path }) => path.length > 0))
  return possible.length === 1 ? possible[0] : undefined
}

function unionExpectation({ errors, message }: z.core.$ZodIssueInvalidUnion): string {
  const expected = errors.flatMap((branch) =>
    branch.filter(({ path }) => path.length === 0).map((issue) => issue.message),
  )
  return [...new Set(expected)].join(', or ') || message
}

/** The schema drops what it does not know; in content that is a misspelt field. */
function reportUnknownFields(
  source: unknown,
  checked: unknown,
  report: Report,
  path: readonly PropertyKey[] = [],
): void {
  if (Array.isArray(source) && Array.isArray(checked)) {
    source.forEach((item, index) => {
      reportUnknownFields(item, checked[index], report, [...path, index])
    })
  } else if (isRecord(source) && isRecord(checked)) {
    for (const [key, value] of Object.entries(source)) {
      if (Object.hasOwn(checked, key)) reportUnknownFields(value, checked[key], report, [...path, key])
      else report([...path, key], 'is not a field that is known here; is it misspelt?')
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
