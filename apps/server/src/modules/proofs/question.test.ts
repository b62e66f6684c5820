import { proofRequest, type Restriction } from '@lastmile/contracts'
import { describe, expect, it } from 'vitest'
import { questionOf } from './question.ts'

const asked = (restrictions: Restriction[], more: object = {}, forAll: object = {}) => ({
  proof_request: proofRequest.parse({
    name: 'Check',
    requested_attributes: {
      name: { name: 'family_name', restrictions },
      place: { names: ['street', 'city'], restrictions },
    },
    requested_predicates: { valid: { name: 'expiry', p_type: '<', p_value: 20300101, restrictions, ...more } },
    ...forAll,
  }),
})
/** As the API names definitions: by our key, and by the identifier that wallets know. */
const keys: Record<string, string> = { 'lmds:2.0:a:Card': 'card', 'did:us/card': 'card', 'lmds:2.0:b:Pass': 'pass' }
const translated = (question: Parameters<typeof questionOf>[0]) =>
  questionOf(question, async (id) => {
    if (keys[id]) return keys[id]
    throw new Error('There is none')
  })
const sourcesOf = async (restrictions: Restriction[]) => (await translated(asked(restrictions))).prove.valid?.of

describe('a question of the API', () => {
  it('keeps its names, attributes and conditions', async () => {
    const conditions = { of: [{ definitionKey: 'card' }], unrevoked: false }
    expect(await translated({ ...asked([{ cred_def_id: 'lmds:2.0:a:Card' }]), comment: 'Please' })).toEqual({
      title: 'Check',
      version: '1.0.0',
      comment: 'Please',
      show: {
        name: { attribute: 'family_name', ...conditions },
        place: { attributes: ['street', 'city'], ...conditions },
      },
      prove: { valid: { attribute: 'expiry', comparison: '<', bound: 20300101, ...conditions } },
    })
  })

  it('asks for non-revocation where one of its parts or all of it does, whatever interval was given', async () => {
    const restrictions = [{ issuer_id: 'us' }]
    const ofOne = await translated(asked(restrictions, { non_revoked: { from: 0, to: 5 } }))
    expect([ofOne.show.name?.unrevoked, ofOne.prove.valid?.unrevoked]).toEqual([false, true])
    const ofAll = await translated(asked(restrictions, {}, { non_revoked: {} }))
    expect([ofAll.show.name?.unrevoked, ofAll.prove.valid?.unrevoked]).toEqual([true, true])
  })

  it('names a definition by ours, whichever identifier was sent, and none that there is not', async () => {
    expect(await sourcesOf([{ cred_def_id: 'did:us/card' }])).toEqual([{ definitionKey: 'card' }])
    await expect(sourcesOf([{ cred_def_id: 'did:somebody/card' }])).rejects.toThrow('There is none')
  })

  it('takes the issuer under both of its names, and not two of them', async () => {
    for (const restriction of [{ issuer_id: 'us' }, { issuer_did: 'us' }, { issuer_did: 'us', issuer_id: 'us' }])
      expect(await sourcesOf([restriction])).toEqual([{ issuer: 'us' }])
    const two = sourcesOf([{ issuer_did: 'somebody', issuer_id: 'us' }])
    await expect(two).rejects.toMatchObject({ code: 'invalid' })
  })

  it('joins restrictions of one credential, so that all of them must hold', async () => {
    const restrictions = [{ schema_id: 's' }, { issuer_id: 'us', schema_name: 'Card', schema_version: '1.0' }]
    expect(await sourcesOf(restrictions)).toEqual([{ typeId: 's', issuer: 'us', name: 'Card', version: '1.0' }])
    const same = [{ cred_def_id: 'lmds:2.0:a:Card' }, { cred_def_id: 'did:us/card', schema_id: 's' }]
    expect(await sourcesOf(same)).toEqual([{ definitionKey: 'card', typeId: 's' }])
  })

  it('leaves real alternatives as they are', async () => {
    const restrictions = [{ cred_def_id: 'lmds:2.0:a:Card' }, { cred_def_id: 'lmds:2.0:b:Pass', schema_id: 's' }]
    expect(await sourcesOf(restrictions)).toEqual([{ definitionKey: 'card' }, { definitionKey: 'pass', typeId: 's' }])
  })
})
