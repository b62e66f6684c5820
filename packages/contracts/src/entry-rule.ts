/**
 * The allowed replacements of an attribute's value: a rule of content, kept by the server and shown by the
 * pages. Brings no validation library, so that a page can use it.
 */
import { dayOf } from './condition.ts'
import { limits } from './constants.ts'
import type { EntryRule } from './credential.ts'
import { deceptiveCharacters } from './plain-words.ts'
import { isMeantAsPicture, rasterPicture } from './raster-picture.ts'

export type { EntryRule }

/** The value to sign when a visitor enters `value`, trimmed; undefined when the rule does not allow it. */
export function enteredValue(rule: EntryRule, value: string): string | undefined {
  const entered = value.trim()
  return isAllowed(rule, entered) ? entered : undefined
}

function isAllowed(rule: EntryRule, value: string): boolean {
  switch (rule.kind) {
    case 'line':
      return value !== '' && value.length <= rule.max && !deceptiveCharacters.test(value)
    case 'date':
      return value >= '1900' && value < '2101' && dayOf(value) !== undefined
    case 'choice':
      return rule.of.includes(value)
  }
}

/**
 * The value to sign in a credential that a visitor designed: one trimmed line of plain text, or a raster picture;
 * undefined for anything else.
 */
export function designedValue(name: string, value: string): string | undefined {
  if (isMeantAsPicture(name, value)) return rasterPicture(value) === undefined ? undefined : value
  const text = value.trim()
  return text.length <= limits.attributeText && !deceptiveCharacters.test(text) ? text : undefined
}
