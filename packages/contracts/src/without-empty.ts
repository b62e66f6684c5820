import { z } from 'zod'

/**
 * A call's body in which an empty text in the place of an optional one counts as absent: forms and other programs send
 * one for what was left empty.
 */
export const bodyOf = <Body extends z.ZodObject>(body: Body) =>
  z.preprocess((value) => withoutEmpty(body, value), body) as z.ZodType<z.output<Body>, z.input<Body>>

function withoutEmpty(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return withoutEmpty(schema.unwrap(), value)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((each) => withoutEmpty(schema.element, each))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutEmpty(schema.valueType, each)]))
  if (!(schema instanceof z.ZodObject)) return value
  const shape = new Map<string, z.core.$ZodType>(Object.entries(schema.shape))
  const isAbsent = (key: string, each: unknown) => each === '' && isOptional(shape.get(key))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      isAbsent(key, each) ? [] : [[key, withoutEmpty(shape.get(key), each)]],
    ),
  )
}

const isOptional = (schema: z.core.$ZodType | undefined) =>
  schema !== undefined && isText(schema) && z.safeParse(schema, undefined).success

/** Whether a text may stand there: an empty one in the place of a number or of yes and no is a mistake. */
function isText(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return isText(schema.unwrap())
  if (schema instanceof z.ZodPipe) return isText(schema.in)
  if (schema instanceof z.ZodUnion) return schema.options.some(isText)
  if (schema instanceof z.ZodLiteral) return [...schema.values].every((value) => typeof value === 'string')
  return schema instanceof z.ZodString || schema instanceof z.ZodEnum
}
