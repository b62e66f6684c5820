import { numbersFrom } from '@lastmile/journey'

/**
 * Guilloche: the interlaced lines of banknotes. The credential's name seeds a unique, stable engraving. A few curves,
 * each repeated by rotation or translation, keep it small.
 */
export interface Guilloche {
  rosettes: readonly Rosette[]
  ribbon: Ribbon
}

/**
 * A flower around the origin, drawn `copies` times. Each copy adds `turn` degrees and the factor `scale`, once
 * to the right and once to the left: the two families cross.
 */
export interface Rosette {
  path: string
  copies: number
  turn: number
  scale: number
}

/** A wave across the card, drawn `copies` times, each flatter than the last, until it mirrors the first. */
export interface Ribbon {
  path: string
  copies: number
}

/** The drawing's own units; an identity card's proportions (ISO/IEC 7810 ID-1). */
export const cardSize = { width: 428, height: 270 } as const

type Point = readonly [x: number, y: number]

/** Curves between two explicit control points; the browser derives the others, and their rounding errors add up. */
const piecesPerControl = 12

/**
 * A smooth curve (a midpoint spline of quadratic pieces) through samples at whole numbers from `first` to `last`. It
 * begins and ends half a step early, which joins periodic curves and repetitions without a kink. Each control point
 * mirrors the last one, as SVG's `t` implies.
 */
function smooth(sample: (index: number) => Point, first: number, last: number): string {
  const tenths = ([x, y]: Point): Point => [Math.round(x * 10), Math.round(y * 10)]
  const written = (...numbers: number[]) => numbers.map((number) => number / 10).join(' ')
  const middle = (index: number) => {
    const [[x, y], [nextX, nextY]] = [sample(index), sample(index + 1)]
    return tenths([(x + nextX) / 2, (y + nextY) / 2])
  }
  let [x, y] = middle(first - 1)
  let path = `M${written(x, y)}`
  for (let index = first; index < last; index++) {
    const [controlX, controlY] = tenths(sample(index))
    const [nextX, nextY] = middle(index)
    const isGiven = (index - first) % piecesPerControl === 0
    path += isGiven
      ? `q${written(controlX - x, controlY - y, nextX - x, nextY - y)}`
      : `t${written(nextX - x, nextY - y)}`
    ;[x, y] = [nextX, nextY]
  }
  return path
}

/** Petals with a smaller one on each shoulder; `depth` is a fraction of the radius. */
function rosette(radius: number, depth: number, petals: number, copies: number, scale: number): Rosette {
  const perPetal = 12
  const sample = (index: number): Point => {
    const angle = (index / perPetal) * Math.PI * 2
    const distance = radius * (1 + depth * (Math.cos(angle) + 0.28 * Math.cos(2 * angle)))
    return [distance * Math.cos(angle / petals), distance * Math.sin(angle / petals)]
  }
  return { path: smooth(sample, 0, perPetal * petals), copies, turn: 180 / petals / copies, scale }
}

/** A wave whose amplitude rises and falls. */
function ribbon(waves: number, swells: number, height: number, copies: number): Ribbon {
  const samples = waves * 8
  const sample = (index: number): Point => {
    const along = (index / samples) * Math.PI * 2
    const swell = 0.62 + 0.38 * Math.cos(swells * along)
    return [(index / samples) * cardSize.width, height * swell * Math.sin(waves * along)]
  }
  return { path: smooth(sample, 0, samples + 1), copies }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** SVG transforms for each copy of a rosette's path, right and left. */
export function transformsOfRosette({ copies, turn, scale }: Rosette): string[] {
  return Array.from({ length: copies }, (_, copy) => copy).flatMap((copy) =>
    [1, -1].map((side) => `rotate(${rounded(side * copy * turn)}) scale(${rounded(scale ** copy)})`),
  )
}

/** SVG transforms for each copy of a ribbon's path. */
export function transformsOfRibbon({ copies }: Ribbon): string[] {
  return Array.from({ length: copies }, (_, copy) => `scale(1 ${rounded(1 - (2 * copy) / (copies - 1))})`)
}

/** The engraving of a credential; the caller keeps the spelling of `name` stable. */
export function guilloche(name: string): Guilloche {
  const next = numbersFrom(name)
  // The first number chooses the card's ground.
  next()
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    rosettes: [
      rosette(50, between(10, 16) / 100, between(9, 14), 7, 0.93),
      rosette(100, between(9, 14) / 100, between(6, 9), 9, 0.955),
      rosette(186, between(8, 13) / 100, between(5, 8), 10, 0.965),
    ],
    ribbon: ribbon(between(5, 8), between(2, 4), between(24, 34), 12),
  }
}
