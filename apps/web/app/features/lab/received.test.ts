import { expect, it } from 'vitest'
import { indented } from './received.ts'

it('writes bytes in one line, and nothing else in another way', () => {
  const value = { words: '[ 1, 2 ]', bytes: [1, 20, 255], none: [], objects: [{ one: 1 }] }
  const text = indented(value)
  expect(text).toBe(
    '{\n "words": "[ 1, 2 ]",\n "bytes": [1,20,255],\n "none": [],\n "objects": [\n  {\n   "one": 1\n  }\n ]\n}',
  )
  expect(JSON.parse(text)).toEqual(value)
})
