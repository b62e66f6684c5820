import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** As the inspector's profiler makes it; times in microseconds, lines from 0. */
interface CpuProfile {
  nodes: Node[]
  samples: number[]
  timeDeltas: number[]
}

interface Node {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}

/** Milliseconds: `self` in the place itself, `below` also in what it called. */
export interface Heaviness {
  place: string
  self: number
  below: number
}

interface Caller {
  package: string
  function: string
}

/**
 * The packages and the functions of a profile, the heaviest by themselves first, without idle time and without the
 * module that recorded it. What Node and its native code do counts for the package that called it.
 */
export function heaviestPlaces(
  profile: CpuProfile,
  recorder: string,
): { packages: Heaviness[]; functions: Heaviness[] } {
  const moduleOf = createLocator()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const times = new Map<number, number>()
  for (const [index, id] of profile.samples.entries())
    times.set(id, (times.get(id) ?? 0) + (profile.timeDeltas[index] ?? 0) / 1000)
  const packages = new Places()
  const functions = new Places()

  const visit = ({ id, callFrame, children = [] }: Node, above: ReadonlySet<Heaviness>, caller: Caller) => {
    const { functionName, url, lineNumber } = callFrame
    if (functionName === '(idle)' || url === recorder) return
    const name = functionName || 'anonymous'
    const module = moduleOf(url, lineNumber)
    const here = module
      ? { package: packageOf(module), function: `${name} ${module}` }
      : { package: caller.package, function: `${name}, called by ${caller.function}` }
    // (garbage collector), and (program): native code of no function.
    if (name.startsWith('(')) Object.assign(here, { package: name, function: name })
    const places = [packages.get(here.package), functions.get(here.function)]
    const stack = new Set([...above, ...places])
    const time = times.get(id) ?? 0
    for (const place of places) place.self += time
    for (const place of stack) place.below += time
    for (const child of children) {
      const node = nodes.get(child)
      if (node) visit(node, stack, module ? here : caller)
    }
  }
  const [root] = profile.nodes
  if (root) visit(root, new Set(), { package: 'node', function: 'node' })
  return { packages: packages.sorted(), functions: functions.sorted() }
}

class Places {
  readonly #places = new Map<string, Heaviness>()

  get(place: string): Heaviness {
    const known = this.#places.get(place) ?? { place, self: 0, below: 0 }
    this.#places.set(place, known)
    return known
  }

  sorted(): Heaviness[] {
    return [...this.#places.values()].sort((one, other) => other.self - one.self)
  }
}

/** A dependency by its name, of our own the folder. */
function packageOf(module: string): string {
  const [dependency] = /^(@[^/]+\/)?[^/]+/.exec(module) ?? []
  return /^(apps|packages)\//.test(module) ? module.slice(0, module.lastIndexOf('/')) : (dependency ?? module)
}

/**
 * The module that a line of the bundle came from: the bundler says so in a comment above each. Undefined for Node's
 * own.
 */
function createLocator() {
  const bundles = new Map<string, string[]>()
  const read = (url: string) => {
    let module = url
    const modules = readFileSync(fileURLToPath(url), 'utf8')
      .split('\n')
      .map((line) => {
        const [, path] = /^\/\/ ((?:\.\.\/|src\/)\S+\.[cm]?[jt]s)$/.exec(line) ?? []
        if (path) module = path.replace(/^(\.\.\/)+/, '').replace(/^src\//, 'apps/server/src/')
        module = module.replace(/^.*node_modules\//, '')
        return module
      })
    bundles.set(url, modules)
    return modules
  }
  return (url: string, line: number): string | undefined =>
    url.startsWith('file:') ? (bundles.get(url) ?? read(url))[line] : undefined
}
