import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { at, root } from './workspace.mjs'

/** Lines of a function: a longer one does more than one thing. */
const mostLines = 120

/** Pages of prose, which are long because there is much to read. */
const prose = /^apps\/web\/app\/features\/marketing\//

const sources = execFileSync('git', ['ls-files', 'apps', 'packages'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))

interface Found {
  literalSpreads: string[]
  longFunctions: string[]
}

/** Such a one says the same as its entries alone. An attribute with a computed name has no other form. */
const isLiteral = (spread: ts.Expression) =>
  ts.isArrayLiteralExpression(spread) ||
  (ts.isObjectLiteralExpression(spread) &&
    !spread.properties.some((each) => each.name && ts.isComputedPropertyName(each.name)))

function look(file: string, text: string): Found {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Found = { literalSpreads: [], longFunctions: [] }
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node: ts.Node) => {
    const line = lineAt(node.getStart(source))
    if (
      (ts.isSpreadElement(node) || ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) &&
      isLiteral(node.expression)
    )
      found.literalSpreads.push(`${file}:${line}`)
    if (ts.isFunctionLike(node) && lineAt(node.end) - line >= mostLines && !prose.test(file))
      found.longFunctions.push(`${file}:${line}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe('code', () => {
  const found = sources.map((file) => look(file, readFileSync(at(file), 'utf8')))

  test('spreads no literal to force its entries onto one line', () => {
    expect(found.flatMap(({ literalSpreads }) => literalSpreads)).toEqual([])
  })

  test(`has no function of more than ${mostLines} lines, but for pages of prose`, () => {
    expect(found.flatMap(({ longFunctions }) => longFunctions)).toEqual([])
  })

  test('is found where it does either', () => {
    const spreads = look('a.tsx', 'f({ ...{ a, b }, ...c }); g(...[1, 2]); <A {...{ b }} {...{ [c]: 1 }} {...d} />')
    expect(spreads.literalSpreads).toHaveLength(3)
    expect(look('b.ts', `function long() {${'\n'.repeat(mostLines)}}`).longFunctions).toEqual(['b.ts:1'])
  })
})
