import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { allConnections } from '../../exchanges/connecting/connection-slice.ts'
import { openConnection } from '../../exchanges/connecting/connection-thunks.ts'
import { completedUseCase } from '../../state/demo-actions.ts'
import { completionCanceled, demoCompletedSet } from '../../state/preferences/preferences-slice.ts'
import { invitation, storeWith } from '../../store/store.fixture.ts'
import { liveRegion } from '../../ui/announce.ts'
import { SecretMark } from '../../ui/secret-mark.tsx'
import { RestartProvider } from '../../visit/restart.tsx'
import { PresenterLinkArrival } from './presenter-link-arrival.tsx'
import { SecretMenu } from './secret-menu.tsx'

let stillness: boolean

/** The confetti code loads on first use. */
const canvas = vi.hoisted(() => {
  let arrives = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrives = resolve
  })
  return { arrived, arrives }
})
vi.mock('../../ui/confetti-canvas.tsx', async () => {
  await canvas.arrived
  return { ConfettiCanvas: () => <i data-testid="pieces" /> }
})

// Loading on demand may take as long as the machine needs.
beforeAll(() => import('./palette.tsx'))
beforeEach(() => {
  stillness = false
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') && stillness,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open(path = '/demo') {
  const { store } = storeWith({ createInvite: () => invitation('c1') })
  const page = (
    <Provider store={store}>
      <PresenterLinkArrival />
      <RestartProvider>
        <button type="button">Before</button>
        <SecretMark />
        <SecretMenu />
        <div {...liveRegion('polite')} />
      </RestartProvider>
    </Provider>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return { store, router }
}

const callMenu = async () => {
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox')
}

const names = () => screen.getAllByRole('option').map((option) => option.textContent)

/** Opens the menu and picks the option of this name. */
async function choose(name: string) {
  await callMenu()
  fireEvent.click(screen.getByRole('option', { name }))
  await act(async () => {})
}

describe('the hidden menu', () => {
  it('opens by keyboard with a placeholder about finding it, and gives the focus back', async () => {
    open()
    const before = screen.getByText('Before')
    before.focus()
    const field = await callMenu()
    expect(field.getAttribute('placeholder')).toBe('You found the hidden menu')
    field.focus()
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(before)
  })

  it('opens with five presses on the mark in a row, and closes with its key', async () => {
    open()
    const mark = screen.getByRole('button', { name: /The mark of the house/ })
    for (let press = 0; press < 4; press++) fireEvent.click(mark)
    fireEvent.click(screen.getByText('Before'))
    fireEvent.click(mark)
    await act(async () => {})
    expect(screen.queryByRole('dialog')).toBeNull()
    for (let press = 0; press < 4; press++) fireEvent.click(mark)
    await screen.findByRole('dialog')
    fireEvent.keyDown(window, { key: 'K', metaKey: true })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('offers what operators can do, each named by what it would do', async () => {
    open()
    await callMenu()
    expect(names()).toEqual([
      'Show hidden use cases',
      'Hide revocation',
      'Show character upload',
      'Issue by OpenID4VC from now on',
      'Switch to the dark theme',
      'Throw confetti',
      'Copy presenter’s link',
      'Reset the dashboard',
      'Reset the demo',
    ])
  })

  it('is searched and used by keys alone', async () => {
    const { store } = open()
    const field = await callMenu()
    fireEvent.change(field, { target: { value: 'theme' } })
    await vi.waitFor(() => expect(names()).toEqual(['Switch to the dark theme']))
    fireEvent.change(field, { target: { value: '' } })
    await vi.waitFor(() => expect(names()).toHaveLength(9))
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    const active = screen.getByRole('option', { selected: true })
    expect(active.textContent).toBe('Hide revocation')
    expect(field.getAttribute('aria-activedescendant')).toBe(active.id)
    fireEvent.keyDown(field, { key: 'Enter' })
    await vi.waitFor(() => expect(store.getState().preferences.revocationEnabled).toBe(false))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('never takes what was found before, however quickly Enter follows', async () => {
    const { store } = open()
    const field = await callMenu()
    fireEvent.change(field, { target: { value: 'upload' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await vi.waitFor(() => expect(store.getState().preferences.characterUploadEnabled).toBe(true))
    expect(store.getState().preferences.showHiddenUseCases).toBe(false)
  })

  it('switches options on and off, and says so', async () => {
    const { store } = open()
    await choose('Show hidden use cases')
    await choose('Show character upload')
    await choose('Hide revocation')
    await choose('Issue by OpenID4VC from now on')
    await choose('Switch to the dark theme')
    expect(store.getState().preferences).toMatchObject({
      protocol: 'openid4vc',
      showHiddenUseCases: true,
      characterUploadEnabled: true,
      revocationEnabled: false,
      darkMode: true,
    })
    await vi.waitFor(() =>
      expect(document.querySelector('[aria-live=polite]')?.textContent).toBe('The theme is dark now.'),
    )
    await callMenu()
    expect(names().slice(0, 5)).toEqual([
      'Hide hidden use cases',
      'Show revocation',
      'Hide character upload',
      'Issue by DIDComm from now on',
      'Switch to the light theme',
    ])
  })

  it('resets the dashboard, so that completion comes again', async () => {
    const { store } = open()
    store.dispatch(completedUseCase({ slug: 'discount' }))
    store.dispatch(demoCompletedSet())
    store.dispatch(completionCanceled())
    await choose('Reset the dashboard')
    expect(store.getState().preferences).toMatchObject({
      completedUseCaseSlugs: [],
      demoCompleted: false,
      completeCanceled: false,
    })
  })

  it('tells of completion again when hidden use cases are added', async () => {
    const { store } = open()
    store.dispatch(demoCompletedSet())
    store.dispatch(completionCanceled())
    await choose('Show hidden use cases')
    expect(store.getState().preferences).toMatchObject({ demoCompleted: false, completeCanceled: false })
  })

  it('resets the demo and goes to its start', async () => {
    const { store, router } = open('/dashboard')
    store.dispatch(completedUseCase({ slug: 'discount' }))
    await choose('Reset the demo')
    expect(router.state.location.pathname).toBe('/demo')
    expect(store.getState().preferences.completedUseCaseSlugs).toEqual([])
  })

  it('throws no confetti where less motion is asked for', async () => {
    stillness = true
    open()
    await choose('Throw confetti')
    expect(screen.getByTestId('menu-outcome').textContent).toBe('No confetti: your device asks for less motion.')
    expect(document.querySelector('[popover]')).toBeNull()
  })

  it('throws confetti for 1.3 s from its first piece, however long that takes to be loaded', async () => {
    open()
    await callMenu()
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('option', { name: 'Throw confetti' }))
    act(() => vi.advanceTimersByTime(5_000))
    expect(screen.queryByTestId('pieces')).toBeNull()
    canvas.arrives()
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByTestId('pieces')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1_299))
    expect(screen.getByTestId('pieces')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByTestId('pieces')).toBeNull()
    expect(document.querySelector('[popover]')).toBeNull()
    vi.useRealTimers()
  })

  it('copies a link with the options as they are, or shows it where the browser refuses', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    open('/demo/student?hidden=1')
    await choose('Copy presenter’s link')
    const link = `${location.origin}/demo/student?theme=light&hidden=1&revocation=1&upload=0&protocol=didcomm`
    expect(written).toHaveBeenCalledWith(link)
    written.mockRejectedValue(new Error('not allowed'))
    await choose('Copy presenter’s link')
    expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe(link)
  })

  it('counts an invitation as handed over once it was copied, by hand where the browser refuses', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    const { store } = open()
    await act(() => store.dispatch(openConnection({ screen: 'onboarding', flow: 'onboarding', protocol: 'didcomm' })))
    const isHandedOver = () => allConnections(store.getState().connection)[0]?.isHandedOver
    await choose('Copy the command for the terminal wallet')
    const field = await screen.findByRole('textbox')
    expect(isHandedOver()).toBeUndefined()
    fireEvent.copy(field)
    expect(isHandedOver()).toBe(true)
  })
})

describe('the arrival by a presenter’s link', () => {
  it('sets the options and cleans the address', async () => {
    const { store, router } = open(
      '/demo/student?theme=dark&hidden=1&upload=1&revocation=0&protocol=openid4vc&utm_source=fair',
    )
    await vi.waitFor(() => expect(router.state.location.search).toBe('?utm_source=fair'))
    expect(router.state.location.pathname).toBe('/demo/student')
    expect(router.state.historyAction).toBe('REPLACE')
    expect(store.getState().preferences).toMatchObject({
      darkMode: true,
      showHiddenUseCases: true,
      revocationEnabled: false,
      characterUploadEnabled: true,
      protocol: 'openid4vc',
    })
  })
})
