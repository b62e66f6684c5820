/** Words of others, fit to stand beside ours. Brings no validation library, so that a page can use it. */
import { limits } from './constants.ts'

/** Control characters and the bidirectional overrides that can make a name read as another (Unicode TR 36). */
export const deceptiveCharacters = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** Characters that a line of text does not need: those that end it, turn it, or are not seen (Unicode TR 36 and 39). */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u
const unseenRun = new RegExp(`${unseen.source}+`, 'gu')
const lineEnds = /[\t-\r\u0085\u2028\u2029]+/g
/** A letter of any script has fewer marks; more of them reach over the lines above and below. */
const heapOfMarks = /(\p{M}{4})\p{M}+/gu
const quotationMarks = /["“”„‟«»＂]/g

/** Others' words as one line of at most `longest` characters, each visible and in the order in which it is written. */
export function plainLine(text: string, longest: number = limits.attributeText): string {
  // Twice as long leaves room for what is taken out, and keeps the work small.
  const plain = text
    .slice(0, 2 * longest)
    .replace(lineEnds, ' ')
    .replace(unseenRun, '')
    .replace(heapOfMarks, '$1')
    .trim()
  return plain.length > longest ? `${plain.slice(0, longest - 1).replace(/\p{Cs}$/u, '')}…` : plain
}

/** A name that others gave, to be shown between quotation marks, which it cannot close. */
export const plainName = (text: string): string => plainLine(text, limits.name).replace(quotationMarks, '’')
