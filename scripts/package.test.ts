import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { at, readJson } from './workspace.mjs'

const { scripts, overrides, '//overrides': reasons } = readJson(at('package.json'))

test('a script takes the place of its shell, which would keep signals to itself', () => {
  const shelled = Object.entries<string>(scripts).filter(([, command]) => !command.startsWith('exec node '))
  expect(shelled).toEqual([])
})

test('the commands can be read at a glance', () => {
  // npm runs `prepare` by itself.
  expect(Object.keys(scripts).filter((name) => name !== 'prepare').length).toBeLessThanOrEqual(16)
})

test('each override says why it is there', () => {
  expect(Object.keys(reasons).sort()).toEqual(Object.keys(overrides).sort())
})

/** The packages that a script loads as soon as it begins, itself or through scripts that it imports. */
function packagesLoadedBy(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) (?:.*from )?'([^']+)'/gm)].flatMap(
    ([, name = '']) => {
      if (name.startsWith('node:')) return []
      return name.startsWith('.') ? packagesLoadedBy(join(dirname(file), name), seen) : [`${file}: ${name}`]
    },
  )
}

test('every command begins with Node alone, because it installs the packages', () => {
  const files = Object.values<string>(scripts).map((command) => at(command.split(' ')[2] ?? ''))
  expect(files.flatMap((file) => packagesLoadedBy(file))).toEqual([])
})
