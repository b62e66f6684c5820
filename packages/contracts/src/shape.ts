import { z } from 'zod'

/** The part of JSON Schema that tells one shape from another; lengths and patterns are the server's affair. */
export interface Shape {
  /** Both types of a nullable value. */
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  items?: Shape
  properties?: Readonly<Record<string, Shape>>
  /** Optional properties; most are required. */
  optional?: readonly string[]
  /** The shape of a dictionary's values. Unknown properties are let through: the server may be newer. */
  additionalProperties?: Shape
  minimum?: number
  /** The value of a field of the state before anything is stored. */
  default?: unknown
}

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>

export const shapeOf = (schema: z.ZodType): Shape => leaner(z.toJSONSchema(schema) as JsonSchema)

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

function leaner({
  type,
  enum: values,
  anyOf,
  oneOf,
  items,
  properties = {},
  required = [],
  ...schema
}: JsonSchema): Shape {
  if (schema.$ref !== undefined || schema.allOf !== undefined)
    throw new Error('This part of JSON Schema is not checked')
  const choices = anyOf ?? oneOf
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return {
    ...(type ? { type } : {}),
    ...('const' in schema ? { const: schema.const } : {}),
    ...('default' in schema ? { default: schema.default } : {}),
    ...(schema.minimum === undefined || schema.minimum <= Number.MIN_SAFE_INTEGER ? {} : { minimum: schema.minimum }),
    ...(values ? { enum: values } : {}),
    ...(choices ? { anyOf: choices.filter(isSchema).map(leaner) } : {}),
    ...(isSchema(items) && !Array.isArray(items) ? { items: leaner(items) } : {}),
    ...(Object.keys(properties).length > 0 ? { properties: shapesOf(properties) } : {}),
    ...(optional.length > 0 ? { optional } : {}),
    ...(isSchema(schema.additionalProperties) ? { additionalProperties: leaner(schema.additionalProperties) } : {}),
  }
}

const shapesOf = (schemas: Record<string, JsonSchema | boolean>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, isSchema(schema) ? leaner(schema) : {}]))
