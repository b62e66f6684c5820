import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainLine, plainName } from './plain-words.ts'

it.each([
  ['Ìwé Ẹ̀rí Ọmọ', 'Ìwé Ẹ̀rí Ọmọ'],
  [' Lagos\r\n\tIsland ', 'Lagos Island'],
  ['Security check\u202egnp.exe', 'Security checkgnp.exe'],
  ['pay\u200b\u2060\ufeffpal\u00ad\u3164\u{e0041}', 'paypal'],
  [`Z${'\u0351'.repeat(80)}`, `Z${'\u0351'.repeat(4)}`],
  ['\u001b[2Jgone', '[2Jgone'],
  ['half \ud83d', 'half '.trim()],
  [`${'x'.repeat(99)}😀`, `${'x'.repeat(99)}…`],
  ['Hotel "Eko" «Lagos»', 'Hotel ’Eko’ ’Lagos’'],
])('%j is shown as %j', (given, plain) => {
  expect(plainName(given)).toBe(plain)
})

it('is within its bounds whatever is given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const plain = plainLine(text, 20)
      expect(plain.length).toBeLessThanOrEqual(20)
      expect(plain).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
    }),
  )
})
