/** The middle of a set of figures; of an even number, the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5)
}

/** Linear interpolation between the two nearest figures; `share` from 0 to 1. */
export function quantile(figures: readonly number[], share: number): number {
  if (figures.length === 0) throw new Error('There are no figures to take a quantile of.')
  const sorted = figures.toSorted((one, other) => one - other)
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? below
  return below + (above - below) * (position - Math.floor(position))
}

/** The share of pairs in which the first set has the higher figure; equal ones count half (Mann and Whitney). */
export function areaUnderCurve(ones: readonly number[], zeros: readonly number[]): number {
  let above = 0
  for (const one of ones) for (const zero of zeros) above += one > zero ? 1 : one === zero ? 0.5 : 0
  return above / (ones.length * zeros.length)
}
