/**
 * Guilloche: the interlaced lines of banknotes, drawn from a credential's name, so that every credential has its own
 * engraving and always the same one. A few curves, each repeated by turning or shifting it, keep the drawing small.
 */
export interface Guilloche {
  /** Which of the card colours belongs to this name: 0 … `cardHues - 1`. */
  hue: number
  rosettes: readonly Rosette[]
  ribbon: Ribbon
}

/** One closed curve around the origin, drawn `copies` times, each turned by `turn` degrees more. */
export interface Rosette {
  path: string
  copies: number
  turn: number
}

/** One wave across the card, drawn `copies` times, each shifted by `shift` to the right, and its mirror image. */
export interface Ribbon {
  path: string
  copies: number
  shift: number
}

export const cardHues = 6
/** The drawing's own units; an identity card's proportions (ISO/IEC 7810 ID-1). */
export const cardSize = { width: 428, height: 270 } as const

/** Deterministic numbers in [0, 1) from text: FNV-1a for the seed, then a Weyl sequence through a mixing step. */
function numbersFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x1_0000_0000
  }
}

const short = (value: number) => String(Math.round(value * 10) / 10)

/** A smooth curve through points: a midpoint spline of quadratic pieces, which SVG continues with `T`. */
function smooth(points: readonly (readonly [number, number])[], closed: boolean): string {
  const middles = points.map(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y]
    return [(x + nextX) / 2, (y + nextY) / 2] as const
  })
  const pieces = points.map(([x, y], index) => {
    const [middleX, middleY] = middles[index] ?? [x, y]
    return `Q${short(x)} ${short(y)} ${short(middleX)} ${short(middleY)}`
  })
  const [startX, startY] = (closed ? middles.at(-1) : points[0]) ?? [0, 0]
  return `M${short(startX)} ${short(startY)}${(closed ? pieces : pieces.slice(0, -1)).join('')}${closed ? 'Z' : ''}`
}

/** Lobes of one length under an envelope of another: where turned copies cross, the lace appears. */
function rosette(radius: number, depth: number, lobes: number, envelope: number, copies: number): Rosette {
  const samples = lobes * 6
  const points = Array.from({ length: samples }, (_, index) => {
    const angle = (index / samples) * Math.PI * 2
    const distance = radius + depth * Math.sin(lobes * angle) * (0.7 + 0.3 * Math.cos(envelope * angle))
    return [distance * Math.cos(angle), distance * Math.sin(angle)] as const
  })
  return { path: smooth(points, true), copies, turn: 360 / lobes / copies }
}

function ribbon(waveLength: number, amplitude: number, copies: number): Ribbon {
  const points: [number, number][] = []
  for (let x = -waveLength; x <= cardSize.width + waveLength; x += waveLength / 8) {
    points.push([x, amplitude * Math.sin((x / waveLength) * Math.PI * 2)])
  }
  return { path: smooth(points, false), copies, shift: waveLength / copies }
}

/** The engraving of a credential; `name` in any spelling that the caller keeps stable. */
export function guilloche(name: string): Guilloche {
  const next = numbersFrom(name)
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const hue = between(0, cardHues - 1)
  return {
    hue,
    rosettes: [
      rosette(44, between(12, 17), between(7, 11), between(2, 4), 12),
      rosette(88, between(15, 21), between(11, 17), between(3, 6), 14),
      rosette(148, between(19, 27), between(6, 10), between(2, 5), 16),
    ],
    ribbon: ribbon(between(90, 150), between(13, 20), 9),
  }
}
