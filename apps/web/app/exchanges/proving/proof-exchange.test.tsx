import { webWalletId } from '@lastmile/contracts/constants'
import { labels } from '@lastmile/contracts/specified-texts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it } from 'vitest'
import { messageReceived } from '../../state/demo-actions.ts'
import { overC1, proofRecord, storeWith } from '../../store/store.fixture.ts'
import { closeWallet, openWallet } from '../../wallet/wallet-visibility.ts'
import { walletChosen } from '../connecting/wallets-slice.ts'
import { ProofExchange } from './proof-exchange.tsx'

afterEach(() => {
  cleanup()
  closeWallet()
})

const options = {
  title: 'Student check',
  text: 'Are you a student?',
  requestedCredentials: [{ name: 'Student Card', cred_def_id: 'lmds:def:Student Card', properties: ['family_name'] }],
}

it('closes an exchange that ended without an answer before it asks again', async () => {
  const asked: string[] = []
  const { store } = storeWith({
    requestProof: () => {
      asked.push('requested')
      return proofRecord(`p${asked.length}`, asked.length === 1 ? { state: 'abandoned', refusal: 'declined' } : {})
    },
    deleteProof: ({ params }) => {
      asked.push(`deleted ${params?.id}`)
      return null
    },
  })
  render(
    <Provider store={store}>
      <ProofExchange options={options} verifier={{ name: 'Bookshop' }} route={overC1} earlierId={null} />
    </Provider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: labels.tryAgain }))
  await screen.findByText(/The request is in your wallet/)
  expect(asked).toEqual(['requested', 'deleted p1', 'requested'])
})

it('says which part of an answer could not be read, however the news comes, and asks anew', async () => {
  const deleted: unknown[] = []
  const { store } = storeWith({
    requestProofOutOfBand: () => {
      const again = deleted.length > 0
      const proof = proofRecord(again ? 'p2' : 'p1', again ? {} : { refusal: 'unreadable-encryption' })
      return { proof, proofUrl: 'https://a.example/?oob=1', shortUrl: '/i/1' }
    },
    deleteProof: ({ params }) => {
      deleted.push(params?.id)
      return null
    },
  })
  const verifier = { name: 'Bookshop' }
  render(
    <Provider store={store}>
      <ProofExchange
        options={options}
        verifier={verifier}
        route={{ kind: 'invitation', protocol: 'didcomm' }}
        earlierId={null}
      />
    </Provider>,
  )
  const notice = await screen.findByTestId('unreadable-call')
  expect(notice.textContent).toContain('Your wallet answered in a form that can’t be read.')
  expect(notice.textContent).toContain('It was not encrypted, or not as this site asks.')
  expect(screen.getByTestId('proof-link')).toBeTruthy()
  const { created_at, updated_at, presentation, failed_check, ...record } = proofRecord('p1')
  const news = { ...record, endpoint: 'present_proof', refusal: 'unreadable-content' } as const
  act(() => void store.dispatch(messageReceived(news)))
  expect(notice.textContent).toContain('Decrypted, it has another form')
  fireEvent.click(screen.getByRole('button', { name: 'Send the proof request again' }))
  await screen.findByTestId('waiting-for-wallet')
  expect([deleted, screen.queryByTestId('unreadable-call')]).toEqual([['p1'], null])
})

it('says once that the open web wallet waits for its answer', async () => {
  const { store } = storeWith({
    requestProofOutOfBand: () => ({ proof: proofRecord('p1'), proofUrl: 'https://a.example/?oob=1', shortUrl: '/i/1' }),
  })
  store.dispatch(walletChosen(webWalletId))
  const verifier = { name: 'Bookshop' }
  render(
    <Provider store={store}>
      <ProofExchange
        options={options}
        verifier={verifier}
        route={{ kind: 'invitation', protocol: 'didcomm' }}
        earlierId={null}
      />
    </Provider>,
  )
  const state = await screen.findByTestId('waiting-for-wallet')
  act(() => openWallet())
  const told = 'Read in your wallet what Bookshop asks for, then share or decline.'
  expect(state.textContent).toBe(told)
})
