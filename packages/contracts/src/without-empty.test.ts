import { expect, test } from 'vitest'
import { z } from 'zod'
import { apiSchemas } from './index.ts'

const restrictions = [{ cred_def_id: 'a:1:definition' }]
/** The least that a call takes, by its name. */
const calls = {
  createInvite: { my_label: 'Issuer' },
  offerCredential: {
    connection_id: 'a',
    cred_def_id: 'b',
    credential_proposal: { attributes: [{ name: 'n', value: 'v' }] },
  },
  revoke: { cred_rev_id: '1', rev_reg_id: 'registry' },
  requestProof: {
    connection_id: 'a',
    proof_request: {
      name: 'Check',
      requested_attributes: { a: { name: 'n', restrictions } },
      requested_predicates: { p: { name: 'n', p_type: '>=', p_value: 1, restrictions } },
    },
  },
} as const

type Json = {
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: Json
  items?: Json
  type?: string
  anyOf?: Json[]
}

/** The same with an empty text for each optional one, however deep. */
function filled(value: unknown, schema: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => filled(each, schema.items ?? {}))
  if (typeof value !== 'object' || value === null) return value
  const isText = ({ type, anyOf }: Json) => type === 'string' || anyOf?.some((each) => each.type === 'string')
  const optional = Object.entries(schema.properties ?? {}).filter(
    ([name, each]) => isText(each) && !schema.required?.includes(name) && !(name in value),
  )
  const own = Object.entries(value).map(([name, each]) => [
    name,
    filled(each, schema.properties?.[name] ?? schema.additionalProperties ?? {}),
  ])
  return Object.fromEntries([...optional.map(([name]) => [name, '']), ...own])
}

test.each(Object.entries(calls))('an empty optional text counts as absent in %s', (name, least) => {
  const { body } = apiSchemas[name as keyof typeof calls]
  const withEmpty = filled(least, z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json)
  expect(withEmpty).not.toEqual(least)
  expect(body.parse(withEmpty)).toEqual(body.parse(least))
})

test('an empty text where one is needed stays refused', () => {
  expect(apiSchemas.createInvite.body.safeParse({ my_label: '' }).success).toBe(false)
  expect(apiSchemas.revoke.body.safeParse({ ...calls.revoke, rev_reg_id: '' }).success).toBe(false)
})
