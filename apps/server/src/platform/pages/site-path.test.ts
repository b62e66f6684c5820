import { expect, it } from 'vitest'
import { withoutEndSlashes } from './site-path.ts'

it.each([
  ['/', '/'],
  ['//', '/'],
  ['/about', '/about'],
  ['/about///', '/about'],
  ['/demo//student/', '/demo//student'],
])('takes the slashes off the end of %s', (path, plain) => {
  expect(withoutEndSlashes(path)).toBe(plain)
})

it('takes no longer for an address of slashes than for any other', () => {
  // Quadratic work on this would outlast the test's time many times over.
  const slashes = `/${'/'.repeat(200_000)}x`
  expect(withoutEndSlashes(slashes)).toBe(slashes)
})
