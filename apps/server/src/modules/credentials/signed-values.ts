import {
  type CredentialAttribute,
  type CredentialToIssue,
  designedValue,
  type EntryRule,
  enteredValue,
  limits,
} from '@lastmile/contracts'
import { ApiError } from '../../platform/http/errors.ts'
import { definitionContent, definitionId } from './definition-id.ts'

const dayMs = 24 * 60 * 60 * 1000
/** A page may have read its dates days ago, or where the new day has begun already. */
const daysAround = [0, -1, 1, -2]

interface AttributeRule {
  /** The values of content, as of a day. */
  values: Set<string>
  /** The rule for values that visitors may enter instead. */
  entries: EntryRule[]
}
type Rules = ReadonlyMap<string, ReadonlyMap<string, AttributeRule>>

/** Decides which values the issuer signs: those of content, and those that content lets visitors enter. */
export class SignedValues {
  readonly #credentialsOn: (day: Date) => CredentialToIssue[]
  #around: { day: number; rules: Rules[] } | undefined

  /** @param credentialsOn every credential that the content issues, with dates as of the given day */
  constructor(credentialsOn: (day: Date) => CredentialToIssue[]) {
    this.#credentialsOn = credentialsOn
  }

  /**
   * The attributes as they are signed.
   * @param id of the definition; one that is not in the content was registered by a visitor
   * @throws ApiError 400 naming the first attribute whose value is not allowed, never the value
   */
  signed(id: string, attributes: CredentialAttribute[], now = new Date()): CredentialAttribute[] {
    const days = this.#rules(now).flatMap((rules) => rules.get(id) ?? [])
    // All as of one day: a date of yesterday beside one of tomorrow could end before it begins.
    const lists = days.length > 0 ? days.map((rules) => shippedValues(rules, attributes)) : [designedValues(attributes)]
    const signed = lists.find((values) => !values.includes(undefined))
    if (signed) return attributes.map(({ name }, index) => ({ name, value: signed[index] ?? '' }))
    const refused = Math.max(...lists.map((values) => values.indexOf(undefined)))
    const { name = '' } = attributes[refused] ?? {}
    const [today] = days
    throw new ApiError(
      400,
      'attribute-not-allowed',
      `The value of ${name} cannot be signed: it ${today ? expectation(today.get(name)) : plainText}.`,
    )
  }

  /** The rules of each day around today. */
  #rules(now: Date): Rules[] {
    const day = Math.floor(now.getTime() / dayMs)
    if (this.#around?.day !== day) {
      const rules = daysAround.map((offset) => rulesOf(this.#credentialsOn(new Date(now.getTime() + offset * dayMs))))
      this.#around = { day, rules }
    }
    return this.#around.rules
  }
}

function rulesOf(credentials: CredentialToIssue[]): Rules {
  const rules = new Map<string, Map<string, AttributeRule>>()
  for (const credential of credentials) {
    const id = definitionId(definitionContent(credential))
    const ofDefinition = rules.get(id) ?? new Map<string, AttributeRule>()
    rules.set(id, ofDefinition)
    for (const { name, value, entry } of credential.attributes) {
      const rule = ofDefinition.get(name) ?? { values: new Set(), entries: [] }
      ofDefinition.set(name, rule)
      if (entry) rule.entries.push(entry)
      else rule.values.add(value)
    }
  }
  return rules
}

const shippedValues = (rules: ReadonlyMap<string, AttributeRule>, attributes: CredentialAttribute[]) =>
  attributes.map(({ name, value }) => shippedValue(rules.get(name), value))

const designedValues = (attributes: CredentialAttribute[]) =>
  attributes.map(({ name, value }) => designedValue(name, value))

function shippedValue(rule: AttributeRule | undefined, value: string): string | undefined {
  if (rule?.values.has(value)) return value
  for (const entry of rule?.entries ?? []) {
    const entered = enteredValue(entry, value)
    if (entered !== undefined) return entered
  }
  return undefined
}

const plainText = `must be one line of at most ${limits.attributeText} characters, or a PNG, JPEG, GIF or WebP picture as data:image`

function expectation(rule: AttributeRule | undefined): string {
  const [entry] = rule?.entries ?? []
  switch (entry?.kind) {
    case 'line':
      return `must be one line of 1 to ${entry.max} plain characters`
    case 'date':
      return 'must be a day of the calendar, from 1900 to 2100, as YYYYMMDD'
    case 'choice':
      return `must be ${entry.of.join(' or ')}`
    default:
      return 'must be what the issuer’s own content says'
  }
}
