import { type FieldRule, fieldRules, type z } from '@lastmile/contracts'
import { listText, type ProblemCode, type Values } from './problem.ts'

const ruleNames = Object.keys(fieldRules) as FieldRule[]

/**
 * Tells what the schema expects at a place. Needs the issue's input; unions and unknown keys give several problems or
 * none.
 */
export function issueProblem(issue: z.core.$ZodIssue): [ProblemCode, Values?] {
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
export const typeProblem = (expected: string, input: unknown): [ProblemCode, Values] =>
  input === undefined ? ['missing', { expected }] : ['type', { expected, found: typeName(input) }]

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
