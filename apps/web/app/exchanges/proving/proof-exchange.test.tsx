import { labels } from '@lastmile/contracts/specified-texts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it } from 'vitest'
import { proofRecord, storeWith } from '../../store/store.fixture.ts'
import { ProofExchange } from './proof-exchange.tsx'

afterEach(cleanup)

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
      <ProofExchange
        options={options}
        verifier={{ name: 'Bookshop' }}
        route={{ kind: 'connection', connectionId: 'c1' }}
        earlierId={null}
      />
    </Provider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: labels.tryAgain }))
  await screen.findByText(/The request is in your wallet/)
  expect(asked).toEqual(['requested', 'deleted p1', 'requested'])
})
