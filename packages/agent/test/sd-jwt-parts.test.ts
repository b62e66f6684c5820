import { expect, test, vi } from 'vitest'
import { sdJwtParts } from '../src/openid4vc/messages/sd-jwt-parts.ts'

test('of an SD-JWT no more is taken apart than a verifier takes, and read than a record shows', () => {
  const parse = vi.spyOn(JSON, 'parse')
  const disclosure = Buffer.from('["salt","name","value"]').toString('base64url')
  const taken = sdJwtParts(`jwt${`~${disclosure}`.repeat(5_000)}~`) as { disclosures: object[] }
  expect(taken.disclosures).toHaveLength(100)
  expect(taken.disclosures.slice(23, 25)).toEqual([
    { salt: 'salt', name: 'name', value: 'value' },
    { value: disclosure },
  ])
  expect(parse).toHaveBeenCalledTimes(24)
  parse.mockRestore()
})
