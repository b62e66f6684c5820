import { z } from 'zod'
import { apiSchemas } from './api.ts'
import type { ApiRouteName } from './api-routes.ts'
import { placeNews, protocolMessageNews, socketMessage } from './socket.ts'

/**
 * The shapes of answers and socket messages as plain data, made from their schemas. The build puts the data in this
 * module's place, so that a page checks answers without the validation library (record 42).
 */

/** The part of JSON Schema that tells one shape from another; lengths and patterns are the server's affair. */
export interface Shape {
  /** Of a nullable value both. */
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  items?: Shape
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  /** Of a dictionary's values. Properties that a shape does not know are let through: the server may be newer. */
  additionalProperties?: Shape
}

type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>

const shapeOf = (schema: z.ZodType): Shape => leaner(z.toJSONSchema(schema) as JsonSchema)

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

function leaner({ type, enum: values, anyOf, oneOf, items, properties, required, ...schema }: JsonSchema): Shape {
  if (schema.$ref !== undefined || schema.allOf !== undefined)
    throw new Error('This part of JSON Schema is not checked')
  const choices = anyOf ?? oneOf
  return {
    ...(type ? { type } : {}),
    ...('const' in schema ? { const: schema.const } : {}),
    ...(values ? { enum: values } : {}),
    ...(choices ? { anyOf: choices.filter(isSchema).map(leaner) } : {}),
    ...(isSchema(items) && !Array.isArray(items) ? { items: leaner(items) } : {}),
    ...(properties ? { properties: shapesOf(properties) } : {}),
    ...(required?.length ? { required } : {}),
    ...(isSchema(schema.additionalProperties) ? { additionalProperties: leaner(schema.additionalProperties) } : {}),
  }
}

const shapesOf = (schemas: Record<string, JsonSchema | boolean>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, isSchema(schema) ? leaner(schema) : {}]))

export const answerShapes = Object.fromEntries(
  Object.entries(apiSchemas).map(([name, { answer }]) => [name, shapeOf(answer)]),
) as Record<ApiRouteName, Shape>

export const socketMessageShape = shapeOf(socketMessage)

export const protocolMessageNewsShape = shapeOf(protocolMessageNews)

export const placeNewsShape = shapeOf(placeNews)
