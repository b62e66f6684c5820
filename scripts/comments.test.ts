import { expect, test } from 'vitest'
import { texts } from './test/texts.ts'

/** How a comment's line begins, by kind of file. Documents and Python are read whole. */
const comments: [files: RegExp, line: RegExp][] = [
  [/\.(ts|tsx|mjs|css|rs)$/, /^\s*(\/\/|\/?\*)/],
  [/\.(example|conf|service|yml|toml)$|Containerfile$|\.containerignore$/, /^\s*#/],
  [/\.(py|md)$/, /^/],
]

/** Places of comments and documents that match. */
function linesThat(match: (line: string) => boolean): string[] {
  return texts.flatMap(({ path, text }) => {
    const begins = comments.find(([files]) => files.test(path))?.[1]
    return text
      .split('\n')
      .flatMap((line, index) => (begins?.test(line) && match(line) ? [`${path}:${index + 1}`] : []))
  })
}

test('no comment and no document has a line of more than 120 characters', () => {
  // Rows of Markdown's tables alone are longer: they can't be wrapped.
  expect(linesThat((line) => line.length > 120 && !line.startsWith('|'))).toEqual([])
})

test('comments and documents name the role, such as caller, visitor, peer or operator', () => {
  expect(linesThat((line) => /\b(whoever|nobody|somebody|anybody|everybody)\b/i.test(line))).toEqual([])
})

test('a comment begins with the thing it names, not with What or Who', () => {
  expect(linesThat((line) => /^\s*(\/\/[/!]?|\/?\*\*?) (What|Who) /.test(line))).toEqual([])
})
