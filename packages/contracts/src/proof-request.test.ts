import { expect, test } from 'vitest'
import { restriction } from './proof-request.ts'

test.each(['cred_def_id', 'schema_id', 'issuer_did', 'issuer_id'])('a restriction may name %s alone', (key) => {
  expect(restriction.safeParse({ [key]: 'x' }).success).toBe(true)
})

test('names that any issuer could use do not suffice', () => {
  for (const some of [{}, { schema_name: 'Passport' }, { schema_name: 'Passport', schema_version: '1.0' }])
    expect(restriction.safeParse(some).success).toBe(false)
})
