import { expect, test } from 'vitest'
import { folderCircles } from './import-directions.mjs'

const modules = (...imports: [string, string][]) =>
  imports.map(([source, resolved]) => ({ source, dependencies: [{ resolved }] }))

test('folders in a circle are found at any depth, though no file is in one', () => {
  const circle: [string, string][] = [
    ['a/src/rooms/one/x.ts', 'a/src/rooms/two/deep/y.ts'],
    ['a/src/rooms/two/z.ts', 'a/src/rooms/three/y.ts'],
    ['a/src/rooms/three/z.ts', 'a/src/rooms/one/y.ts'],
  ]
  expect(folderCircles(modules(...circle))).toEqual(['in a/src/rooms these folders import each other: one, two, three'])
  expect(folderCircles(modules(...circle.slice(1)))).toEqual([])
})

test('tests, libraries and files beside folders are in no circle', () => {
  const allowed: [string, string][] = [
    ['a/src/one/x.ts', 'a/src/two/y.ts'],
    ['a/src/two/y.test.ts', 'a/src/one/x.ts'],
    ['a/src/main.ts', 'a/src/one/x.ts'],
    ['a/src/one/x.ts', 'a/src/words.ts'],
    ['a/src/two/y.ts', 'node_modules/one/x.ts'],
  ]
  expect(folderCircles(modules(...allowed))).toEqual([])
})
