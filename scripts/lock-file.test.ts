import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  resolved?: string
  link?: boolean
  inBundle?: boolean
  integrity?: string
  optionalDependencies?: Record<string, string>
}

const lockFile = new URL('../package-lock.json', import.meta.url)
const packages: Record<string, Entry> = JSON.parse(readFileSync(lockFile, 'utf8')).packages

test('the lock file names the parts of every platform, or npm refuses it elsewhere', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})

test('the lock file binds no clone to the registry of its author', () => {
  const bound = Object.entries(packages).filter(([, { resolved, link }]) => resolved && !link)
  expect(bound).toEqual([])
})

test('every package is known by its checksum', () => {
  const unknown = Object.entries(packages).filter(
    ([path, { link, integrity, inBundle }]) => path.includes('node_modules/') && !link && !inBundle && !integrity,
  )
  expect(unknown).toEqual([])
})

test('one version of ws serves every socket, so that one set of bounds holds for all of them', () => {
  const versions = Object.entries(packages).filter(([path]) => path.endsWith('node_modules/ws'))
  expect(versions.map(([path]) => path)).toEqual(['node_modules/ws'])
})
