/** One field of a payload or an answer, as a reader needs it. */
export interface Field {
  /** `credential.attributes[].name` */
  name: string
  type: string
  isRequired: boolean
  /** Bounds and allowed values, in words. */
  rules: string[]
  description?: string
}

/** The part of JSON Schema that the API's schemas use. */
export interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  description?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

/** Deeper than any payload of the API; a schema that contains itself ends here. */
const deepest = 8

/** The fields of an object, those inside others by their path. */
export function fieldsOf(schema: JsonSchema, path = '', depth = 0): Field[] {
  if (depth > deepest) return []
  const forms = alternativesOf(schema).filter(({ type }) => type !== 'null')
  return distinct(forms.flatMap((form) => fieldsOfForm(form, path, depth)))
}

function fieldsOfForm(schema: JsonSchema, path: string, depth: number): Field[] {
  if (schema.items) return fieldsOf(schema.items, `${path}[]`, depth + 1)
  const named = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    field,
    isRequired: schema.required?.includes(name) === true && field.default === undefined,
  }))
  const { additionalProperties: others } = schema
  const keyed = typeof others === 'object' ? [{ name: '{name}', field: others, isRequired: false }] : []
  return [...named, ...keyed].flatMap(({ name, field, isRequired }) => {
    const here = path === '' ? name : `${path}.${name}`
    return [
      { name: here, type: typeText(field), isRequired, rules: rulesOf(field), description: field.description },
      ...fieldsOf(field, here, depth + 1),
    ]
  })
}

/** `text or null`, `list of objects`. */
export function typeText(schema: JsonSchema): string {
  return [...new Set(alternativesOf(schema).map(plainType))].join(' or ') || 'anything'
}

function plainType({ type, items, enum: values, const: value }: JsonSchema): string {
  if (type === 'array') return items ? `list of: ${typeText(items)}` : 'list'
  if (type === undefined && (values || value !== undefined)) return 'text'
  const words: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' }
  return type === undefined ? 'anything' : (words[type] ?? type)
}

function rulesOf(schema: JsonSchema): string[] {
  return alternativesOf(schema).flatMap((form) => {
    const values = form.enum ?? (form.const === undefined ? undefined : [form.const])
    return [
      ...(values ? [`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`] : []),
      ...between(form.minLength, form.maxLength, 'characters'),
      ...between(form.minItems, form.maxItems, 'items'),
      // The library names the bounds of every whole number that a computer can hold; the schemas set none.
      ...between(bounded(form.minimum), bounded(form.maximum), ''),
      ...(form.default === undefined ? [] : [`${JSON.stringify(form.default)} unless given`]),
    ]
  })
}

const bounded = (bound: number | undefined) => (Math.abs(bound ?? 0) >= Number.MAX_SAFE_INTEGER ? undefined : bound)

function between(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === undefined && most === undefined) return []
  const text = [
    least === undefined ? '' : `at least ${least.toLocaleString('en')}`,
    most === undefined ? '' : `at most ${most.toLocaleString('en')}`,
  ]
  return [`${text.filter(Boolean).join(', ')} ${unit}`.trim()]
}

const alternativesOf = (schema: JsonSchema): JsonSchema[] => {
  const forms = schema.anyOf ?? schema.oneOf ?? schema.allOf
  return forms ? forms.flatMap(alternativesOf) : [schema]
}

const distinct = (fields: Field[]) =>
  fields.filter((field, index) => fields.findIndex(({ name }) => name === field.name) === index)
