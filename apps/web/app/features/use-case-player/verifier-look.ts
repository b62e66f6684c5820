/** How a verifier's own site looks. Text on every bar holds WCAG AA. */
export interface VerifierLook {
  bar: string
  accent: string
  layout: 'shop' | 'office' | 'counter'
}

const looks: readonly VerifierLook[] = [
  { bar: 'bg-[#a83c25] text-white', accent: 'bg-[#f0a23b]', layout: 'shop' },
  { bar: 'bg-[#0f6b52] text-white', accent: 'bg-[#c8e6d8]', layout: 'counter' },
  { bar: 'bg-[#1f4b7a] text-white', accent: 'bg-[#f0a23b]', layout: 'office' },
  { bar: 'bg-[#5d2c57] text-white', accent: 'bg-[#f0bfe3]', layout: 'counter' },
  { bar: 'bg-[#24474f] text-white', accent: 'bg-[#9adfe8]', layout: 'office' },
]

/** The same look for the same verifier, everywhere. */
export function verifierLook(name: string): VerifierLook {
  let sum = 0
  for (const character of name) sum = (sum * 33 + (character.codePointAt(0) ?? 0)) >>> 0
  return looks[sum % looks.length] ?? { bar: 'bg-ink text-paper', accent: 'bg-sand', layout: 'office' }
}
