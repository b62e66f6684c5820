import { type ApiRouteName, apiSchemas, protocolMessageNews, queueNews, socketMessage } from '@lastmile/contracts'
import {
  answerShapes,
  protocolMessageNewsShape,
  queueNewsShape,
  socketMessageShape,
} from '@lastmile/contracts/answer-shapes'
import { sharedStateShape, tabStateShape } from '@lastmile/contracts/persisted-shapes'
import type { Shape } from '@lastmile/contracts/shape'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasShape } from './has-shape.ts'

/** Values of a shape, of every allowed kind; strings satisfy the schemas' patterns. */
function valuesOf(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(valuesOf))
  const types = [shape.type ?? []].flat()
  return types.length > 0 ? fc.oneof(...types.map((type) => valuesOfType(type, shape))) : fc.jsonValue()
}

function valuesOfType(
  type: string,
  { items = {}, properties = {}, optional = [], additionalProperties, minimum }: Shape,
) {
  switch (type) {
    case 'object':
      return additionalProperties
        ? fc.dictionary(
            fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
            valuesOf(additionalProperties),
            {
              maxKeys: 2,
            },
          )
        : fc.record(Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valuesOf(field)])), {
            requiredKeys: Object.keys(properties).filter((name) => !optional.includes(name)),
          })
    case 'array':
      return fc.array(valuesOf(items), { minLength: 1, maxLength: 2 })
    case 'string':
      return fc.string()
    case 'integer':
      return fc.integer({ min: minimum })
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constant(null)
  }
}

/** Every variant of the value with one fault: a required field is missing, or a type is wrong. */
function* damaged(value: unknown, shape: Shape): Generator<unknown> {
  if (Object.keys(shape).length === 0) return
  yield () => 'what JSON has none of'
  if (shape.minimum !== undefined) yield shape.minimum - 1
  if (shape.type === 'integer') yield Number.MAX_SAFE_INTEGER + 1
  if (shape.anyOf) {
    // A damaged union can't be attributed to one of its shapes, except when it is nullable.
    const [meant, ...others] = shape.anyOf.filter(({ type }) => type !== 'null')
    if (meant && others.length === 0 && value !== null) yield* damaged(value, meant)
    return
  }
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      for (const worse of damaged(entry, shape.items ?? {})) yield value.with(index, worse)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>
      if (shape.properties?.[name] && !shape.optional?.includes(name)) yield rest
      for (const worse of damaged(field, shape.properties?.[name] ?? shape.additionalProperties ?? {}))
        yield { ...rest, [name]: worse }
    }
  }
}

const routes = Object.entries(answerShapes) as [ApiRouteName, Shape][]
const shapes: [string, Shape][] = [
  ...routes,
  ['a socket message', socketMessageShape],
  ...(socketMessageShape.anyOf ?? []).map((shape, index): [string, Shape] => [`socket message ${index}`, shape]),
  ['news of a protocol message', protocolMessageNewsShape],
  ['a queue position', queueNewsShape],
  ['stored state', sharedStateShape],
  ['stored state of a tab', tabStateShape],
]

describe.each(shapes)('%s', (_, shape) => {
  it('is taken as promised, and refused when one thing in it is missing or another', () => {
    fc.assert(
      fc.property(valuesOf(shape), (value) => {
        expect(hasShape(value, shape)).toBe(true)
        expect([...damaged(value, shape)].filter((worse) => hasShape(worse, shape))).toEqual([])
      }),
      { numRuns: 10 },
    )
  })
})

it.each(routes)('%s: what the schema takes has the shape', (name, shape) => {
  fc.assert(
    fc.property(valuesOf(shape), (value) => {
      const parsed = apiSchemas[name].answer.safeParse(value)
      if (parsed.success) expect(hasShape(parsed.data, shape)).toBe(true)
      // Both refuse the same values, apart from lengths and patterns.
      const issues = parsed.error?.issues.filter(({ code }) => code === 'invalid_type' || code === 'invalid_value')
      expect(issues ?? []).toEqual([])
    }),
    { numRuns: 10 },
  )
})

it('lets fields through that a newer server may add', () => {
  expect(hasShape({ lastServerReset: '2026-01-01', more: 1 }, answerShapes.getLastReset)).toBe(true)
})

it('takes no field from the prototype', () => {
  const message = Object.create({ lastServerReset: '2026-01-01' })
  expect(hasShape(message, answerShapes.getLastReset)).toBe(false)
  expect(hasShape({ ...message, toString: 1 }, answerShapes.getLastReset)).toBe(false)
})

it('distinguishes socket messages as their schemas do', () => {
  const news = { endpoint: 'connections', state: 'active', connection_id: 'c1' }
  for (const value of [news, { ...news, state: 'done' }, { ...news, endpoint: 'other' }]) {
    expect(hasShape(value, socketMessageShape)).toBe(socketMessage.safeParse(value).success)
    expect(hasShape(value, protocolMessageNewsShape)).toBe(protocolMessageNews.safeParse(value).success)
    expect(hasShape(value, queueNewsShape)).toBe(queueNews.safeParse(value).success)
  }
})
