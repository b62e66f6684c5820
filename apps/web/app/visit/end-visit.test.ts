import { afterEach, expect, it, vi } from 'vitest'
import { credentialFetched } from '../exchanges/issuing/credentials-slice.ts'
import { proofStarted } from '../exchanges/proving/proof-slice.ts'
import { credentialRecord, proofRecord, storeWith } from '../store/store.fixture.ts'
import { walletClient } from '../wallet/wallet-client.ts'
import { endVisit } from './end-visit.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['open', 'offer_sent', 'request_sent', [['openid-credential-offer://?1'], ['openid4vp://?1']]],
  ['over', 'credential_issued', 'verified', []],
] as const)('a visit that ends takes back from the web wallet what is %s', (_, offered, asked, expected) => {
  const withdraw = vi.spyOn(walletClient, 'withdraw').mockReturnValue(undefined)
  const { store } = storeWith({ deleteCredential: () => null, deleteProof: () => null })
  const record = credentialRecord('c1', {
    connection_id: null,
    state: offered,
    invitation_url: 'openid-credential-offer://?1',
    other_device: { invitation_url: 'openid-credential-offer://?2', tx_code: '123456' },
  })
  store.dispatch(credentialFetched({ name: 'Student Card', record }))
  store.dispatch(
    proofStarted({ proof: proofRecord('p1', { state: asked }), proofUrl: 'openid4vp://?1', shortUrl: '/i/p1' }),
  )
  void store.dispatch(endVisit())
  expect(withdraw.mock.calls).toEqual(expected)
})
