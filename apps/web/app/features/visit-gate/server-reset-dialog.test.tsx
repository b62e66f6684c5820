import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { invitationCreated } from '../../state/demo-actions.ts'
import { lastServerResetFetched } from '../../state/preferences/preferences-slice.ts'
import { invitation, storeWith, student } from '../../store/store.fixture.ts'
import { RestartProvider } from '../../visit/restart.tsx'
import { ServerResetDialog } from './server-reset-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('informs a visitor who connected before the server was reset, and then leads home with a reset', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { store } = storeWith({ getCharacters: () => [student] })
  await store.dispatch(fetchCharacters())
  await store.dispatch(pickCharacter('student'))
  store.dispatch(
    invitationCreated({
      screen: 'CONNECT',
      protocol: 'didcomm',
      invitation: invitation('c1'),
      createdAt: '2026-01-01T00:00:00.000Z',
    }),
  )
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/dashboard']}>
        <RestartProvider>
          <ServerResetDialog />
        </RestartProvider>
      </MemoryRouter>
    </Provider>,
  )
  act(() => void store.dispatch(lastServerResetFetched('2025-12-31T00:00:00.000Z')))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  act(() => void store.dispatch(lastServerResetFetched('2026-01-02T00:00:00.000Z')))
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  expect(store.getState().characters.currentCharacter).toBe('student')

  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(store.getState().characters.currentCharacter).toBeNull())
  expect(store.getState().preferences.connectionDate).toBeNull()
  expect(leave).toHaveBeenCalledExactlyOnceWith('/#demo-cleared')
})
