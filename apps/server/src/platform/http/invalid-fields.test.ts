import { eventTypes } from '@lastmile/contracts'
import { expect, it } from 'vitest'
import { describeInvalidField } from './invalid-fields.ts'

const messageOf = (keyword: string, params: Record<string, unknown>) =>
  describeInvalidField({ keyword, params, instancePath: '/events', schemaPath: '' } as never, 'body').message

it.each([
  ['too_small', { origin: 'array', minimum: 1 }, 'The field events needs at least one entry.'],
  ['too_small', { origin: 'array', minimum: 2 }, 'The field events needs at least 2 entries.'],
  ['too_big', { origin: 'array', maximum: 1 }, 'The field events must have at most one entry.'],
  ['too_big', { origin: 'string', maximum: 1 }, 'The field events must have at most one character.'],
  ['invalid_value', { values: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'The field events must be a or b or c or d or e or f.'],
  ['invalid_value', { values: eventTypes }, 'The field events must be one of the values listed at /docs.'],
])('%s reads as a sentence (case %#)', (keyword, params, sentence) => {
  expect(messageOf(keyword, params)).toBe(sentence)
})
