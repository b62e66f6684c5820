import { expect, test } from 'vitest'
import { texts } from './test/texts.ts'

/** How a comment's line begins, by kind of file. */
const comments: [files: RegExp, line: RegExp][] = [
  [/\.(ts|tsx|mjs|css|rs)$/, /^\s*(\/\/|\/?\*)/],
  [/\.(example|conf|service|yml|toml)$|Containerfile$|\.containerignore$/, /^\s*#/],
  [/\.py$/, /^/],
  // Rows of tables alone are longer: Markdown has no other form for them.
  [/\.md$/, /^(?!\|)/],
]

test('no comment and no document has a line of more than 120 characters', () => {
  const long = texts.flatMap(({ path, text }) => {
    const pattern = comments.find(([files]) => files.test(path))?.[1]
    return text
      .split('\n')
      .flatMap((line, index) => (pattern?.test(line) && line.length > 120 ? [`${path}:${index + 1}`] : []))
  })
  expect(long).toEqual([])
})
