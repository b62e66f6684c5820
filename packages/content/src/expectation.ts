import type { z } from '@lastmile/contracts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const names: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const nameOf = (type: string) => names[type] ?? type

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const quoted = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value))

const sizes: Record<string, (count: string) => string> = {
  string: (count) => `have ${count} characters`,
  array: (count) => `have ${count} entries`,
}

/** What the schema expects in a place, in words for whoever writes the file; rules that have words of their own keep them. */
export function expectation(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing: it must be ${nameOf(issue.expected)}`
        : `must be ${nameOf(issue.expected)}, not ${nameOf(kindOf(issue.input))}`
    case 'too_small':
      if (issue.minimum === 1 && issue.origin !== 'number') return 'must not be empty'
      return `must ${sizes[issue.origin]?.(`at least ${issue.minimum}`) ?? `be at least ${issue.minimum}`}`
    case 'too_big':
      return `must ${sizes[issue.origin]?.(`at most ${issue.maximum}`) ?? `be at most ${issue.maximum}`}`
    case 'invalid_value':
      return `must be ${issue.values.map(quoted).join(' or ')}`
    case 'invalid_format':
      return 'is not in the form that is expected here'
    case 'unrecognized_keys':
      return `holds what is not known here: ${issue.keys.map(quoted).join(', ')}`
    default:
      return undefined
  }
}
