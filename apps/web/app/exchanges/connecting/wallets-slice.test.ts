import type { Wallet } from '@lastmile/contracts'
import { webWalletId } from '@lastmile/contracts/constants'
import { describe, expect, it } from 'vitest'
import { failureOf, networkError } from '../../api/api-error.ts'
import { demoReset, stateRestored } from '../../state/demo-actions.ts'
import { callsOf, storeWith } from '../../store/store.fixture.ts'
import { fetchWallets, walletChosen } from './wallets-slice.ts'

const wallets = [{ id: 'purse', name: 'Purse' }] as Wallet[]
const failure = failureOf(networkError())

/** Resolves on the test's command, after one retry. */
function slowly() {
  let settle: { resolve: (answer: Wallet[]) => void; reject: (error: unknown) => void } | undefined
  let retry = () => {}
  const { store, call } = storeWith({
    getWallets: (options) => {
      retry = () => (options as { onRetry: (error: unknown) => void }).onRetry(networkError())
      return new Promise((resolve, reject) => {
        settle = { resolve, reject }
      })
    },
  })
  const state = () => store.getState().wallets
  return { store, call, state, retry: () => retry(), settle: () => settle ?? expect.fail('not asked') }
}

describe('the wallets', () => {
  it('are shown while they are asked for, once at a time, and when they have come', async () => {
    const { store, call, state, retry, settle } = slowly()
    expect(state()).toMatchObject({ isLoading: false, error: null })
    const asking = store.dispatch(fetchWallets())
    void store.dispatch(fetchWallets())
    expect(callsOf(call, 'getWallets')).toHaveLength(1)
    expect(state()).toMatchObject({ isLoading: true, error: null })
    retry()
    expect(state()).toMatchObject({ isLoading: true, error: failure })
    settle().resolve(wallets)
    await asking
    expect(state()).toMatchObject({ wallets, isLoading: false, error: null })
  })

  it.each([
    ['of the server', networkError(), failure],
    ['of this page', new Error('no fetch'), failureOf(new Error())],
  ])('say which failure %s there was, until the next attempt', async (_, error, shown) => {
    const { store, state, settle } = slowly()
    const asking = store.dispatch(fetchWallets())
    settle().reject(error)
    await asking
    expect(state()).toMatchObject({ isLoading: false, error: shown })
    void store.dispatch(fetchWallets())
    expect(state()).toMatchObject({ isLoading: true, error: null })
  })

  it('stay with the page while the choice is the visit’s', async () => {
    const { store } = storeWith({ getWallets: () => wallets })
    await store.dispatch(fetchWallets())
    store.dispatch(walletChosen('purse'))
    expect(store.getState().wallets).toMatchObject({ wallets, chosenWallet: 'purse' })
    store.dispatch(stateRestored({ wallets: { chosenWallet: 'bag' } }))
    expect(store.getState().wallets).toMatchObject({ wallets, chosenWallet: 'bag' })
    store.dispatch(stateRestored({}))
    expect(store.getState().wallets.chosenWallet).toBe('bag')
    store.dispatch(demoReset('switch'))
    expect(store.getState().wallets.chosenWallet).toBe('bag')
    store.dispatch(demoReset())
    expect(store.getState().wallets).toMatchObject({ wallets, chosenWallet: null })
    store.dispatch(walletChosen(webWalletId))
    store.dispatch(demoReset())
    expect(store.getState().wallets.chosenWallet).toBe(webWalletId)
  })
})
