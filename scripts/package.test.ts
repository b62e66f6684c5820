import { expect, test } from 'vitest'
import { at, readJson } from './workspace.mjs'

const { scripts, overrides, '//overrides': reasons } = readJson(at('package.json'))

test('a script takes the place of its shell, which would keep signals to itself', () => {
  const shelled = Object.entries<string>(scripts).filter(([, command]) => !command.startsWith('exec node '))
  expect(shelled).toEqual([])
})

test('the scripts can be read at a glance', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(16)
})

test('each override says why it is there', () => {
  expect(Object.keys(reasons).sort()).toEqual(Object.keys(overrides).sort())
})
