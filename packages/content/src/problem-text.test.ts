import { fieldRules } from '@lastmile/contracts'
import { describe, expect, it, vi } from 'vitest'
import { parseJson } from './parse-json.ts'
import type { ProblemCode } from './problem.ts'
import { problemText } from './problem-text.ts'
import en from './problems.en.json' with { type: 'json' }

const values = { expected: 'string', found: 'null', of: 'string', limit: 1, count: 1 }

describe('the words of a problem', () => {
  it.each(Object.keys(en) as ProblemCode[])('%s are a message that can be read', (code) => {
    expect(problemText({ code, values })).not.toMatch(/[{}]|undefined/)
  })

  it.each(Object.entries(fieldRules))('about the rule %s are in English those of the API', (code, words) => {
    expect(problemText({ code: code as ProblemCode })).toBe(words)
  })

  it('count by the rule of the language', () => {
    const atMost = (limit: number) => problemText({ code: 'tooBig', values: { of: 'array', limit } })
    expect([atMost(1), atMost(2)]).toEqual(['must have at most 1 entry', 'must have at most 2 entries'])
  })
})

describe('text that is no JSON', () => {
  const problemOf = (text: string, engineSays: string) => {
    const parse = vi.spyOn(JSON, 'parse').mockImplementation(() => {
      throw new SyntaxError(engineSays)
    })
    const report = vi.fn()
    parseJson(text, report)
    parse.mockRestore()
    return report.mock.calls
  }

  it.each([
    'Expected double-quoted property name in JSON at position 10',
    'Expected double-quoted property name in JSON at position 10 (line 2 column 1)',
    'JSON.parse: expected property name or } at line 2 column 1 of the JSON data',
  ])('is named with its place where the engine names one: %s', (engineSays) => {
    expect(problemOf('{"id": 1,\n}', engineSays)).toEqual([[[], 'notJsonAt', { line: 2, column: 1 }]])
  })

  it('is named without where it names none', () => {
    expect(problemOf('', 'JSON Parse error: Unexpected EOF')).toEqual([[[], 'notJson']])
  })
})
