import type { Character } from '@lastmile/contracts'

/** The look of a verifier's own site. Text on every bar meets WCAG AA. */
export interface VerifierLook {
  bar: string
  accent: string
  layout: 'shop' | 'office' | 'counter'
}

const looks = [
  { bar: 'bg-[#1f4b7a] text-white', accent: 'bg-[#f0a23b]', layout: 'shop' },
  { bar: 'bg-[#0f6b52] text-white', accent: 'bg-[#c8e6d8]', layout: 'counter' },
  { bar: 'bg-[#5d2c57] text-white', accent: 'bg-[#f0bfe3]', layout: 'office' },
  { bar: 'bg-[#a83c25] text-white', accent: 'bg-[#f0a23b]', layout: 'shop' },
  { bar: 'bg-[#24474f] text-white', accent: 'bg-[#9adfe8]', layout: 'counter' },
] as const satisfies readonly VerifierLook[]

/** A stable look per verifier, distinct among a character's verifiers. */
export function verifierLook(name: string, character: Character): VerifierLook {
  const names = character.useCases.flatMap(({ screens }) => screens.flatMap(({ verifier }) => verifier?.name ?? []))
  const place = [...new Set(names)].indexOf(name)
  return looks[Math.max(place, 0) % looks.length] ?? looks[0]
}
