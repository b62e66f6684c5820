// @ts-check
// Whether imports keep the rules of .dependency-cruiser.mjs, and no two folders beside each other lead to one another.
import { cruise, format } from 'dependency-cruiser'
import rules from '../.dependency-cruiser.mjs'

const tests = /\.(test|fixture)\.tsx?$|\/test\/|node_modules/

/**
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules
 * @returns {string[]} a line for each folder whose folders are in a circle
 */
export function folderCircles(modules) {
  /** @type {Map<string, Map<string, Set<string>>>} By the folder that both are in: which folder imports which. */
  const imports = new Map()
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      if (tests.test(source) || tests.test(resolved)) continue
      const [from, to] = [source.split('/'), resolved.split('/')]
      const common = from.findIndex((part, index) => part !== to[index])
      const [one, other] = [from[common], to[common]]
      // Files beside folders are for the rules.
      if (!one || !other || common === from.length - 1 || common === to.length - 1) continue
      const folder = from.slice(0, common).join('/')
      const within = imports.get(folder) ?? new Map()
      imports.set(folder, within.set(one, (within.get(one) ?? new Set()).add(other)))
    }
  return [...imports].flatMap(([folder, within]) => {
    const circle = [...within.keys()].filter((name) => reachable(within, name).has(name))
    return circle.length > 0 ? [`in ${folder} these folders import each other: ${circle.join(', ')}`] : []
  })
}

/**
 * @param {Map<string, Set<string>>} imports
 * @param {string} from
 * @param {Set<string>} [found]
 */
function reachable(imports, from, found = new Set()) {
  for (const to of imports.get(from) ?? []) if (!found.has(to)) reachable(imports, to, found.add(to))
  return found
}

/** @param {string[]} folders */
export async function checkImports(folders) {
  const { options } = rules
  const forbidden = /** @type {import('dependency-cruiser').IForbiddenRuleType[]} */ (rules.forbidden)
  const { output } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true })
  if (typeof output === 'string') throw new Error(output)
  const circles = folderCircles(output.modules)
  const report = await format(output, { outputType: 'err-long' })
  return { ok: output.summary.error === 0 && circles.length === 0, output: [report.output, ...circles].join('\n') }
}
