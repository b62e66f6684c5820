import { expect, test } from 'vitest'
import { texts } from './test/texts.ts'

test('no comment is longer than a line of code', () => {
  const long = texts
    .filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (/^\s*(\/\/|\/?\*)/.test(line) && line.length > 120 ? [`${path}:${index + 1}`] : [])),
    )
  expect(long).toEqual([])
})
