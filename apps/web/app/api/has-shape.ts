import type { Shape } from '@lastmile/contracts/shape'

/** Supports the part of JSON Schema that the contract uses. */
export function hasShape(value: unknown, shape: Shape): boolean {
  const { type = [], const: constant, enum: values, anyOf, minimum } = shape
  const types = typeof type === 'string' ? [type] : type
  if (types.length > 0 && !types.some((each) => isOfType(value, each))) return false
  if (constant !== undefined && value !== constant) return false
  if (values && !values.includes(value)) return false
  if (minimum !== undefined && Number(value) < minimum) return false
  if (anyOf && !anyOf.some((each) => hasShape(value, each))) return false
  if (Array.isArray(value)) return shape.items === undefined || value.every(entryOf(shape.items))
  return !isObject(value) || hasFields(value, shape)
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const entryOf = (shape: Shape) => (entry: unknown) => hasShape(entry, shape)

function hasFields(value: Record<string, unknown>, { optional = [], properties = {}, additionalProperties }: Shape) {
  return (
    Object.keys(properties).every((name) => Object.hasOwn(value, name) || optional.includes(name)) &&
    Object.entries(value).every(([name, field]) => {
      const shape = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      return shape === undefined || hasShape(field, shape)
    })
  )
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isSafeInteger(value)
    default:
      return typeof value === type
  }
}
