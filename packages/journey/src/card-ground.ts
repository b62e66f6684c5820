/** A card's ground, as the utilities of Tailwind that paint it, from its upper left to its lower right corner. */
export interface CardGround {
  from: string
  to: string
  /** Of the engraving, as a CSS colour. */
  lines: string
}

/** Text meets WCAG AA on every ground, equal in both themes: a card is an object, not a surface of the page. */
export const cardText = 'text-[#ffffff]'
/** Their hues are 72 degrees apart. */
const grounds: readonly [CardGround, ...CardGround[]] = [
  { from: 'from-[#323985]', to: 'to-[#1f2453]', lines: '#a6b4f2' },
  { from: 'from-[#0b5d46]', to: 'to-[#073a2b]', lines: '#8fe0bd' },
  { from: 'from-[#6d3166]', to: 'to-[#441e3f]', lines: '#f0bfe3' },
  { from: 'from-[#813d1d]', to: 'to-[#502612]', lines: '#f6c99a' },
  { from: 'from-[#2f4e13]', to: 'to-[#1d300c]', lines: '#d3eda0' },
]

/** Deterministic numbers in [0, 1) from text: FNV-1a for the seed, then a Weyl sequence through a mixing step. */
export function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000
  }
}

/** The caller keeps the title's spelling stable. With this seed each shipped character's cards differ. */
export const cardGround = (title: string): CardGround =>
  grounds[Math.floor(numbersFrom(`${title} hue`)() * grounds.length)] ?? grounds[0]

/** A card's colours where it is drawn by others, with no gradient and no engraving. CSS colours, like `#8a3b1f`. */
export const plainCard = (title: string) => ({
  backgroundColor: colourIn(cardGround(title).from),
  textColor: colourIn(cardText),
})

const colourIn = (utility: string) => utility.slice(utility.indexOf('#'), -1)
