import { isOpen } from '@lastmile/contracts/lifecycles'
import { type AppThunk, createAppThunk } from '../state/app-thunk.ts'
import { demoReset } from '../state/demo-actions.ts'
import { walletClient } from '../wallet/wallet-client.ts'

/** Takes back the offers and the proof request that this tab has open, so that no wallet is left with them. */
export const withdrawOpenExchanges =
  (): AppThunk =>
  async (_, getState, { call }) => {
    const { credentials, proof } = getState()
    const offers = credentials.issuedCredentials.filter(({ state }) => isOpen('credential', state))
    // Without a connection no message reaches the wallet.
    const links = offers.flatMap(({ id }) => credentials.invitations[id]?.link ?? [])
    if (proof.proofUrl !== null && proof.state === 'request_sent') links.push(proof.proofUrl)
    for (const link of links) walletClient.withdraw(link)
    // Without a retry: what fails ends by itself within a day.
    await Promise.allSettled([
      ...offers.map(({ id }) => call('deleteCredential', { params: { id }, retry: false })),
      ...(proof.id === null ? [] : [call('deleteProof', { params: { id: proof.id }, retry: false })]),
    ])
  }

/** Ends the visit, here and in the other tabs. */
export const endVisit = createAppThunk('visit/end', async (how: 'switch' | undefined, { dispatch }) => {
  void dispatch(withdrawOpenExchanges())
  dispatch(demoReset(how))
})
