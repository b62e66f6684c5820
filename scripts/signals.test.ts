import { expect, test } from 'vitest'
import { texts } from './test/texts.ts'

// Node 20 collects a time-out to which only `any` refers, and it never fires: `timeoutSignal` of the server is held.
test('no file that combines signals uses AbortSignal.timeout', () => {
  const calls = (text: string) => text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  const combining = texts
    .filter(({ path, text }) => /\.(ts|tsx|mjs)$/.test(path) && /AbortSignal\.any\(/.test(calls(text)))
    .filter(({ text }) => /AbortSignal\.timeout\(/.test(calls(text)))
  expect(combining.map(({ path }) => path)).toEqual([])
})
