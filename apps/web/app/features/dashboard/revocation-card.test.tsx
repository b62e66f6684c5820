import type { UseCase } from '@lastmile/contracts'
import { labels } from '@lastmile/contracts/specified-texts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { useAppSelector } from '../../state/app-thunk.ts'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { callsOf, credentialRecord, storeWith, student } from '../../store/store.fixture.ts'
import { liveRegion } from '../../ui/announce.ts'
import { RevocationCard } from './revocation-card.tsx'

afterEach(cleanup)

function Card({ name }: { name: string }) {
  const revoked = useAppSelector(({ credentials }) =>
    credentials.issuedCredentials.some(
      (credential) => credential.name === name && credential.state === 'credential_revoked',
    ),
  )
  const info = { credentialName: name, title: `Revoke the ${name}`, description: 'Suppose it is lost.' }
  return <RevocationCard character={student} info={info} credential={name} issuer="Unity College" revoked={revoked} />
}

function show(revoke: () => unknown = () => credentialRecord('x1', { revoked: true })) {
  const { store, call } = storeWith({ revoke })
  for (const [index, name] of ['Student Card', 'Library Card'].entries()) {
    const record = credentialRecord(`x${index + 1}`, { state: 'done', revoc_reg_id: 'reg', revocation_id: `${index}` })
    store.dispatch(credentialFetched({ name, record }))
  }
  render(
    <Provider store={store}>
      <MemoryRouter>
        <p {...liveRegion('polite')} />
        <Card name="Student Card" />
        <Card name="Library Card" />
      </MemoryRouter>
    </Provider>,
  )
  const button = screen.getByRole('button', { name: 'REVOKE Student Card' })
  button.focus()
  fireEvent.click(button)
  return { call, question: within(screen.getByRole('alertdialog', { name: 'Revoke Student Card?' })) }
}

describe('REVOKE', () => {
  it('asks first, and says what it does', () => {
    const { call, question } = show()
    expect(screen.getByRole('alertdialog').textContent).toContain('Unity College takes it back for good.')
    fireEvent.click(question.getByRole('button', { name: 'KEEP IT' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(callsOf(call, 'revoke')).toEqual([])
  })

  it('says what came of it, and leaves the focus there', async () => {
    const { call, question } = show()
    fireEvent.click(question.getByRole('button', { name: labels.revoke }))
    await screen.findByText('Revoked')
    expect(callsOf(call, 'revoke')).toHaveLength(1)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Revoked'))
    expect(screen.getByText('Student Card is revoked.')).toBeTruthy()
  })

  it('waits for the one that is under way', async () => {
    let end = (_: unknown) => {}
    const { question } = show(
      () =>
        new Promise((resolve) => {
          end = resolve
        }),
    )
    const other = screen.getByRole<HTMLButtonElement>('button', { name: 'REVOKE Library Card' })
    expect(other.disabled).toBe(false)
    fireEvent.click(question.getByRole('button', { name: labels.revoke }))
    expect([other.disabled, other.getAttribute('aria-disabled')]).toEqual([true, null])
    expect(screen.getByRole('button', { name: 'Revoking Student Card' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(other)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    end(credentialRecord('x1', { revoked: true }))
    await waitFor(() => expect(other.disabled).toBe(false))
  })

  it('leads to the verifiers that refuse it', async () => {
    const useCase = (id: string, verifier: string, nonRevoked: boolean): UseCase => ({
      id,
      name: id,
      hidden: false,
      screens: [
        {
          screenId: 'PROOF',
          title: 'Prove',
          text: 'Prove.',
          verifier: { name: verifier },
          requestOptions: { title: id, text: '', requestedCredentials: [{ name: 'Student Card', nonRevoked }] },
        },
      ],
    })
    const useCases = [useCase('price', 'ShopEasy', true), useCase('fare', 'City Bus', false)]
    const { store } = storeWith({ getCharacters: () => [{ ...student, useCases }] })
    await store.dispatch(fetchCharacters())
    await store.dispatch(pickCharacter('student'))
    store.dispatch(
      credentialFetched({ name: 'Student Card', record: credentialRecord('x1', { state: 'credential_revoked' }) }),
    )
    render(
      <Provider store={store}>
        <MemoryRouter>
          <Card name="Student Card" />
        </MemoryRouter>
      </Provider>,
    )
    expect(screen.getByRole('button', { name: /ShopEasy/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /City Bus/ })).toBeNull()
  })
})
