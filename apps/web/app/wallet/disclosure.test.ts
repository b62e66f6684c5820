// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { disclosureOf } from './disclosure.ts'
import { card, proved, requestFor, shown } from './wallet.fixture.ts'

describe('what a proof tells', () => {
  it('parts what is shown, what is proved and what stays', () => {
    const { shared, proved: facts, unrevoked, kept } = disclosureOf(requestFor(shown, proved), {}, [card])
    expect(shared).toEqual([{ name: 'given_names', value: 'Amina' }])
    expect(facts.map(({ name }) => name)).toEqual(['expiry_date'])
    expect(unrevoked).toEqual([card])
    expect(kept).toEqual([{ name: 'family_name', value: 'Bello' }])
  })

  it('goes by the credential that was chosen', () => {
    const other = { ...card, id: 'other', attributes: [{ name: 'given_names', value: 'Halima' }] }
    const request = requestFor({ ...shown, fitting: [card.id, other.id] })
    const { shared, kept } = disclosureOf(request, { names: { credentialId: other.id } }, [card, other])
    expect(shared).toEqual([{ name: 'given_names', value: 'Halima' }])
    expect(kept).toEqual([])
  })

  it('tells nothing where nothing fits', () => {
    const nothing = disclosureOf(requestFor({ ...shown, fitting: [] }), {}, [card])
    expect(nothing).toEqual({ shared: [], proved: [], unrevoked: [], kept: [] })
  })
})
