import { describe, expect, it } from 'vitest'
import { entryOf, entryPath, trackedWord } from './analytics.ts'
import { createInvite, revoke } from './api.ts'
import { apiRoutes } from './api-routes.ts'
import { character } from './character.ts'
import { confirmedPersonPath, socketPath } from './constants.ts'
import { credentialToIssue } from './credential.ts'
import { proofRequest } from './proof-request.ts'
import { socketMessage, subscription } from './socket.ts'
import { identifier } from './text-schema.ts'

const restrictions = [{ cred_def_id: 'lmds:2.0:abc:Student Card' }]
const attribute = { names: ['family_name'], restrictions }
const request = { name: 'Check', requested_attributes: { a: attribute } }

describe('invitations', () => {
  it.each([
    ['control characters', 'First\u0007Bank'],
    ['direction overrides', 'First\u202EknaB'],
    ['nothing but spaces', '   '],
    ['more than 64 characters', 'x'.repeat(65)],
  ])('refuse a label with %s', (_, label) => {
    expect(createInvite.safeParse({ my_label: label }).success).toBe(false)
  })

  it('issue by default', () => {
    expect(createInvite.parse({ my_label: ' Unity ' })).toEqual({ my_label: 'Unity', goal_code: 'aries.vc.issue' })
  })
})

describe('credentials', () => {
  const attributes = [{ name: 'family_name', value: 'Bello' }]

  it('get version 2.0 and can be revoked unless said otherwise', () => {
    expect(credentialToIssue.parse({ name: 'Card', attributes })).toEqual({
      name: 'Card',
      version: '2.0',
      attributes,
      revocable: true,
    })
  })

  it.each([
    ['a colon in the name', { name: 'a:b', attributes }],
    ['no attributes', { name: 'a', attributes: [] }],
    [
      'two attributes that AnonCreds takes for one',
      { name: 'a', attributes: [...attributes, { name: 'Family_name', value: '' }] },
    ],
    ['21 attributes', { name: 'a', attributes: Array.from({ length: 21 }, (_, i) => ({ name: `n${i}`, value: '' })) }],
    ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'Value Of'].map((name): [string, object] => [
      `an attribute named ${name}, as something that each object has`,
      { name: 'a', attributes: [{ name, value: '' }] },
    ]),
    ...['master_secret', 'Master_Secret', 'MASTER _ secret'].map((name): [string, object] => [
      `an attribute named ${name}, as the link secret`,
      { name: 'a', attributes: [{ name, value: '' }] },
    ]),
    ['a number as value', { name: 'a', attributes: [{ name: 'n', value: 1 }] }],
  ])('refuse %s', (_, credential) => {
    expect(credentialToIssue.safeParse(credential).success).toBe(false)
  })
})

describe('proof requests', () => {
  it.each(['constructor', '__proto__', 'valueOf', 'Master_secret'])(
    'have no referent or attribute named %s',
    (name) => {
      const asked = { name: 'n', restrictions: [{ issuer_id: 'did:example:issuer' }] }
      const ask = (requested_attributes: object) => proofRequest.safeParse({ name: 'Check', requested_attributes })
      expect(ask({ a: asked }).success).toBe(true)
      expect(ask(Object.fromEntries([[name, asked]])).success).toBe(false)
      expect(ask({ a: { ...asked, name } }).success).toBe(false)
    },
  )

  it('take version 1.0.0 by default', () => {
    expect(proofRequest.parse(request).version).toBe('1.0.0')
  })

  it.each([
    ['nothing asked', { name: 'Check' }],
    [
      'a schema name alone',
      { name: 'Check', requested_attributes: { a: { name: 'n', restrictions: [{ schema_name: 'x' }] } } },
    ],
    ['no restriction', { name: 'Check', requested_attributes: { a: { name: 'n', restrictions: [] } } }],
    ['name and names', { name: 'Check', requested_attributes: { a: { ...attribute, name: 'n' } } }],
    ['an unknown key inside', { name: 'Check', requested_attributes: { a: { ...attribute, self_attested: true } } }],
    [
      'an operator that AnonCreds lacks',
      { name: 'Check', requested_predicates: { p: { name: 'n', p_type: '=', p_value: 1, restrictions } } },
    ],
    [
      'a value beyond 32 bits',
      { name: 'Check', requested_predicates: { p: { name: 'n', p_type: '>', p_value: 2 ** 31, restrictions } } },
    ],
  ])('refuse %s', (_, wrong) => {
    expect(proofRequest.safeParse(wrong).success).toBe(false)
  })
})

describe('characters', () => {
  const taken = [...Object.values(apiRoutes).map(({ path }) => path), socketPath, confirmedPersonPath]
  it.each(taken.filter((path) => path.startsWith('/demo/')))('may not stand in the way of %s', (path) => {
    const result = character.safeParse({
      id: path.split('/')[2],
      name: 'N',
      type: 'T',
      image: 'i.svg',
      description: 'd',
      onboarding: [],
      progressBar: [],
      useCases: [],
    })
    expect(result.error?.issues.some((issue) => issue.path[0] === 'id')).toBe(true)
  })
})

describe('identifiers', () => {
  it('may end with a name in any language', () => {
    expect(identifier.safeParse('lmds:2.0:abc:Ìwé ẹ̀rí').success).toBe(true)
  })

  it.each(['', ' a', 'a ', 'a\u0000b', 'a\u202Eb', 'x'.repeat(301)])('refuse %j', (wrong) => {
    expect(identifier.safeParse(wrong).success).toBe(false)
  })
})

describe('the wire', () => {
  it('keeps every path of the order', () => {
    const paths = Object.values(apiRoutes).map((route) => `${route.method} ${route.path}`)
    expect(new Set(paths).size).toBe(paths.length)
    const specified = [
      'POST /demo/connections/createInvite',
      'GET /demo/connections/invitationId/:id',
      'POST /demo/credentials/getOrCreateCredDef',
      'POST /demo/credentials/offerCredential',
      'POST /demo/deeplink/offerCredential',
      'GET /demo/credentials/:id',
      'DELETE /demo/credentials/:id',
      'POST /demo/revoke',
      'GET /server/last-reset',
      'POST /demo/proofs/requestProof',
      'POST /demo/deeplink/requestProof',
      'POST /demo/proofs/requestProofOOB',
      'GET /demo/proofs/:id',
      'DELETE /demo/proofs/:id',
      'POST /demo/contact/send-email',
      'POST /demo/analytics/track',
      'GET /demo/characters',
      'GET /demo/characters/:id',
      'GET /demo/wallets',
    ]
    expect(specified.filter((path) => !paths.includes(path))).toEqual([])
  })

  it('subscribes by connection or by proof', () => {
    expect(subscription.safeParse({ connectionId: 'a' }).success).toBe(true)
    expect(subscription.safeParse({ proofId: 'a' }).success).toBe(true)
    expect(subscription.safeParse({}).success).toBe(false)
    expect(subscription.safeParse('a').success).toBe(false)
  })

  it('knows messages by their endpoint', () => {
    expect(socketMessage.safeParse({ endpoint: 'connections', state: 'active', connection_id: 'c' }).success).toBe(true)
    expect(socketMessage.safeParse({ endpoint: 'connections', state: 'verified', connection_id: 'c' }).success).toBe(
      false,
    )
  })

  it('notifies the wallet of a revocation unless asked not to', () => {
    expect(revoke.parse({ connection_id: 'c', cred_rev_id: '1', rev_reg_id: 'r' })).toMatchObject({
      notify: true,
      notify_version: 'v2_0',
      publish: true,
    })
  })
})

it.each([
  ['/', 'home'],
  ['/about', 'about'],
  ['/demo/student', 'demo.student'],
])('a visit that came in at %s says %s, which leads back', (path, entry) => {
  expect(entryOf(path)).toBe(entry)
  expect(entryOf(`${path}/`)).toBe(entry)
  expect(entry).toMatch(trackedWord)
  expect(entryPath(entry)).toBe(path)
})
