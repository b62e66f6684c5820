import { z } from 'zod'
import { limits } from './constants.ts'
import { fieldRules } from './field-rules.ts'
import { deceptiveCharacters } from './plain-words.ts'

/** One line of visible text: trimmed, at most `max` characters, no control or bidi characters. It may be empty. */
export const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !deceptiveCharacters.test(value), fieldRules.deceptive)

/** The same, and not empty. */
export const line = (max: number) => optionalLine(max).min(1)

/** Names that each object has, such as `constructor`, and the one that AnonCreds gives to the link secret. */
const reserved = new Set(
  ['master_secret', ...Object.getOwnPropertyNames(Object.prototype)].map((name) => name.toLowerCase()),
)

/** A line that objects are keyed by, here and in libraries. */
export const keyLine = (max: number) =>
  line(max).refine((name) => !reserved.has(name.toLowerCase().replaceAll(' ', '')), fieldRules.reservedWord)

/** Text of several lines. Line ends become LF, and control characters, which only get in by pasting, are left out. */
export const paragraphs = (max: number) =>
  z
    .string()
    .overwrite((value) => value.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''))
    .trim()
    .min(1)
    .max(max)

/** An identifier in a path or payload. Ours end with a credential's name, which may be in any language. */
export const identifier = z
  .string()
  .min(1)
  .max(limits.id)
  .refine((value) => value === value.trim() && !deceptiveCharacters.test(value), 'must be plain characters')

export const kebabCase = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, fieldRules.kebabCase)
