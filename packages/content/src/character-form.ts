import { type FieldRule, fieldRules, type z } from '@lastmile/contracts'
import { listText, type ProblemCode, type Report, type Values } from './problem.ts'

type UnionIssue = z.core.$ZodIssueInvalidUnion

/**
 * Checks the form of what a schema describes: of a wrong part it says what is expected there.
 * @returns undefined when something is wrong, which is then reported
 */
export function parseForm<Output>(schema: z.ZodType<Output>, source: unknown, report: Report): Output | undefined {
  const checked = schema.safeParse(source, { reportInput: true })
  if (!checked.success) {
    reportIssues(checked.error.issues, report)
    return undefined
  }
  reportUnknownFields(source, checked.data, report)
  return checked.data
}

function reportIssues(issues: readonly z.core.$ZodIssue[], report: Report): void {
  for (const issue of issues) {
    if (issue.code === 'invalid_union') reportUnion(issue, report)
    else if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) report([...issue.path, key], 'unknownField')
    } else report(issue.path, ...issueProblem(issue))
  }
}

function reportUnion(issue: UnionIssue, report: Report): void {
  // Of forms that name themselves, one that is not there.
  if ('options' in issue && issue.options) {
    report(issue.path, 'value', { values: listText(issue.options.map((option) => JSON.stringify(option))) })
    return
  }
  const meant = issue.errors.find((branch) => !branch.some(isOfAnotherType))
  if (meant) {
    reportIssues(meant, (path, ...problem) => report([...issue.path, ...path], ...problem))
    return
  }
  const types = issue.errors.flatMap((branch) => branch.filter(isOfAnotherType).map(({ expected }) => expected))
  report(issue.path, ...typeProblem(types.join('_or_'), issue.input))
}

/** Then the value can't have been meant as this form. */
const isOfAnotherType = (issue: z.core.$ZodIssue): issue is z.core.$ZodIssueInvalidType =>
  issue.code === 'invalid_type' && issue.path.length === 0

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
      else report([...path, key], 'unknownField')
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const ruleNames = Object.keys(fieldRules) as FieldRule[]

/**
 * Tells what the schema expects at a place. Needs the issue's input; unions and unknown keys give several problems or
 * none.
 */
function issueProblem(issue: z.core.$ZodIssue): [ProblemCode, Values?] {
  const rule = ruleNames.find((name) => fieldRules[name] === issue.message)
  if (rule) return [rule]
  switch (issue.code) {
    case 'invalid_type':
      return typeProblem(issue.expected, issue.input)
    case 'too_small':
      if (issue.minimum === 1 && issue.origin !== 'number') return ['empty']
      return ['tooSmall', { of: issue.origin, limit: Number(issue.minimum) }]
    case 'too_big':
      return ['tooBig', { of: issue.origin, limit: Number(issue.maximum) }]
    case 'invalid_value':
      return ['value', { values: listText(issue.values.map((value) => JSON.stringify(value))) }]
    default:
      return ['form']
  }
}

/** @param expected what zod calls the type, or two of them with `_or_` between */
const typeProblem = (expected: string, input: unknown): [ProblemCode, Values] =>
  input === undefined ? ['missing', { expected }] : ['type', { expected, found: typeName(input) }]

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
