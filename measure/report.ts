import { categories } from './lighthouse.ts'
import type { Findings } from './measure-route.ts'
import type { Route } from './routes.ts'
import { pageTargets, screenTargets } from './targets.ts'

const columns = [
  { title: 'HTML', width: 7 },
  { title: 'CSS', width: 7 },
  { title: 'JS', width: 7 },
  { title: 'later', width: 7 },
  { title: 'Perf', width: 6 },
  { title: 'A11y', width: 6 },
  { title: 'Best', width: 6 },
  { title: 'SEO', width: 6 },
  { title: 'CLS', width: 7 },
  { title: 'axe', width: 5 },
  { title: 'links', width: 7 },
  { title: 'meta', width: 6 },
]

const kilobytes = (bytes: number) => bytes / 1000

/** Prints a row for each route as it is measured. */
export class Table {
  private readonly pathWidth: number

  constructor(paths: readonly string[]) {
    this.pathWidth = Math.max(...paths.map((path) => path.length)) + 2
  }

  printHead() {
    this.print(
      'route',
      columns.map(({ title }) => title),
    )
  }

  printRow({ route, transfer, lighthouse, barriers, brokenLinks, gaps }: Findings) {
    const sizes = [transfer.html, transfer.css, transfer.script, transfer.laterScript]
    this.print(route.path, [
      ...sizes.map((bytes) => kilobytes(bytes).toFixed(1)),
      ...categories.map((category) => String(lighthouse?.scores[category] ?? '–')),
      lighthouse?.layoutShift.toFixed(3) ?? '–',
      ...[barriers, brokenLinks, gaps].map(({ length }) => String(length)),
    ])
  }

  printFailure({ path }: Route) {
    this.print(path, ['failed'])
  }

  private print(path: string, cells: readonly string[]) {
    const line = columns.map(({ width }, index) => (cells[index] ?? '').padStart(width)).join('')
    process.stdout.write(`${path.padEnd(this.pathWidth)}${line}\n`)
  }
}

/** Everything about the route that misses its target, a line each. */
export function findMisses(findings: Findings): string[] {
  const { route, barriers, brokenLinks, gaps } = findings
  return [
    ...(route.page ? pageMisses(findings) : screenMisses(findings)),
    ...barriers.map((barrier) => `axe: ${barrier}`),
    ...brokenLinks.map((link) => `link: ${link}`),
    ...gaps.map((gap) => `metadata: ${gap}`),
  ]
}

function pageMisses({ transfer, lighthouse }: Findings): string[] {
  const { documentKb, scriptKb, layoutShift, scores } = pageTargets
  return [
    ...overweight('HTML and critical CSS', transfer.html + transfer.blockingCss, documentKb),
    ...overweight('JS in all', transfer.script, scriptKb, transfer.scripts),
    ...(lighthouse ? categories : []).flatMap((category) => {
      const score = lighthouse?.scores[category] ?? 0
      if (score >= scores[category]) return []
      const reasons = lighthouse?.complaints[category].join(', ')
      return [`Lighthouse ${category} ${score}, target at least ${scores[category]}: ${reasons}`]
    }),
    ...shifted(lighthouse, layoutShift),
  ]
}

const screenMisses = ({ transfer: { script, scripts }, lighthouse }: Findings) => [
  ...overweight('JS in all', script, screenTargets.scriptKb, scripts),
  ...shifted(lighthouse, screenTargets.layoutShift),
]

function shifted(lighthouse: Findings['lighthouse'], most: number): string[] {
  if (!lighthouse || lighthouse.layoutShift <= most) return []
  return [`CLS ${lighthouse.layoutShift.toFixed(3)}, target at most ${most}`]
}

/** How many of the parts are named where the whole is too heavy. */
const heaviest = 6

function overweight(what: string, bytes: number, target: number, parts: readonly string[] = []): string[] {
  if (kilobytes(bytes) <= target) return []
  const named = parts.length > 0 ? `: ${parts.slice(0, heaviest).join(', ')}` : ''
  return [`${what} ${kilobytes(bytes).toFixed(1)} kB, target at most ${target} kB${named}`]
}
