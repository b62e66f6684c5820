import { type Html, html } from '../../platform/pages/html.ts'

export interface Column {
  /** Under the column, where there is room. */
  name: string
  count: number
}

const plotHeight = 150
const topRoom = 22
const bottomRoom = 26
/** As many as fit on a phone. */
const mostNames = 5
const mostCounts = 10

/**
 * A column chart as SVG. Places along the width are in percent and heights in pixels, so that it fits any screen while
 * letters and lines keep their size. The same numbers stand in a table beside it.
 * @param title says to a screen reader what the chart shows
 */
export function columnChart(columns: readonly Column[], title: string): Html {
  const top = roundedUp(Math.max(...columns.map(({ count }) => count)))
  const share = 100 / columns.length
  const heightOf = (count: number) => (count / top) * plotHeight
  const base = topRoom + plotHeight
  const everyName = Math.ceil(columns.length / mostNames)
  return html`<svg class="chart" role="img" aria-label="${title}" width="100%" height="${base + bottomRoom}">
${[0, top / 2, top]
  .filter(Number.isInteger)
  .map(
    (count) =>
      html`<line class="grid" x1="0" x2="100%" y1="${base - heightOf(count)}" y2="${base - heightOf(count)}"/>`,
  )}
<text class="scale" x="100%" y="${topRoom - 6}" text-anchor="end">${top.toLocaleString('en')}</text>
${columns.map(({ name, count }, index) => {
  const middle = percent((index + 0.5) * share)
  const anchor = columns.length > mostCounts ? 'start' : 'middle'
  return html`<g><title>${name}: ${count.toLocaleString('en')}</title><rect class="hit" x="${percent(index * share)}" y="${topRoom}" width="${percent(share)}" height="${plotHeight}"/><rect class="column" x="${percent((index + 0.14) * share)}" y="${base - heightOf(count)}" width="${percent(share * 0.72)}" height="${heightOf(count)}" rx="2"/>${
    columns.length <= mostCounts &&
    count > 0 &&
    html`<text class="count" x="${middle}" y="${base - heightOf(count) - 6}" text-anchor="middle">${count.toLocaleString('en')}</text>`
  }${
    index % everyName === 0 &&
    html`<text x="${anchor === 'start' ? percent(index * share) : middle}" y="${base + 18}" text-anchor="${anchor}">${name}</text>`
  }</g>`
})}
</svg>`
}

/** A bar beside numbers that say the same: only for the eye. @param lost drawn behind it, as what is missing */
export function bar(count: number, of: number, lost = 0): Html {
  const width = (value: number) => percent(of === 0 ? 0 : (value / of) * 100)
  return html`<svg class="bar" aria-hidden="true" width="100%" height="12"><rect class="track" width="100%" height="12" rx="3"/>${
    lost > 0 && html`<rect class="lost" width="${width(count + lost)}" height="12" rx="3"/>`
  }<rect class="column" width="${width(count)}" height="12" rx="3"/></svg>`
}

const percent = (value: number) => `${Math.round(value * 100) / 100}%`

/** The next number that reads well on a scale: 2, 4, 10, 20, 40, 100 … */
function roundedUp(max: number): number {
  for (let scale = 1; ; scale *= 10) {
    for (const step of [2, 4, 6, 10]) if (max <= step * scale) return step * scale
  }
}
