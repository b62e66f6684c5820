import { apiSchemas, type ErrorCode } from '@lastmile/contracts'
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** Names the invalid field and the reason, in plain words and without the value that was sent. */
export function describeInvalidField(
  issue: ZodFastifySchemaValidationError | undefined,
  context: string | undefined,
): { code: ErrorCode; message: string } {
  if (context === 'params') return { code: 'address-not-valid', message: 'There can be nothing at this address.' }
  if (!issue) return { code: 'field-not-valid', message: 'Something in the call is not valid.' }
  const field = fieldName(issue.instancePath)
  const words = wordsOf(issue)
  if (words === undefined) return { code: 'field-missing', message: `The field ${field} is missing.` }
  if (issue.keyword === 'unrecognized_keys')
    return { code: 'field-unknown', message: `The field ${field} holds something that is not known here.` }
  return { code: 'field-not-valid', message: `The field ${field} ${words}.` }
}

type Details = Record<string, unknown>

/** More values than this do not read as one sentence. */
const mostListed = 6

const counted = (count: unknown, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`)

/** Undefined when there is nothing at all. */
function wordsOf({ keyword, message = '', params }: ZodFastifySchemaValidationError): string | undefined {
  const { expected, origin, minimum, maximum, values, input } = params as Details
  switch (keyword as string) {
    case 'invalid_type':
      if (input === undefined && /received undefined/.test(message)) return undefined
      return `must be ${kinds[String(expected)] ?? 'of another kind'}`
    case 'too_small':
      if (origin === 'string') return 'must not be empty'
      return origin === 'array' ? `needs at least ${counted(minimum, 'entry', 'entries')}` : 'is too small'
    case 'too_big':
      if (origin === 'string') return `must have at most ${counted(maximum, 'character', 'characters')}`
      return origin === 'array' ? `must have at most ${counted(maximum, 'entry', 'entries')}` : 'is too large'
    case 'invalid_value':
      if (!Array.isArray(values)) return 'is none of those known here'
      return values.length > mostListed ? 'must be one of the values listed at /docs' : `must be ${values.join(' or ')}`
    case 'custom':
      // The contract's own words.
      return message.startsWith('Invalid') ? 'is not valid' : message
    default:
      return /^(must|needs|is) /.test(message) ? message : 'does not have the right form'
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The way to the field. What a caller made up on it, like the name of a referent, is not repeated. */
function fieldName(instancePath: string): string {
  const parts = instancePath.split('/').filter(Boolean)
  if (parts.length === 0) return 'content'
  fieldNames ??= readFieldNames()
  return parts.map((part) => (/^\d{1,4}$/.test(part) || fieldNames?.has(part) ? part : '…')).join('.')
}

let fieldNames: Set<string> | undefined

/** Names of all fields of all payloads. */
function readFieldNames(): Set<string> {
  const names = new Set<string>()
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name)
      visit(value)
    }
  }
  for (const { body } of Object.values(apiSchemas) as { body?: z.ZodType }[]) {
    if (body) visit(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
  }
  return names
}
