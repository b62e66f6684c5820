import type { ApiRouteName } from '@lastmile/contracts'
import { configureStore } from '@reduxjs/toolkit'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import type { RootState } from '../state/root-state.ts'
import { createStore } from '../store/store.ts'
import { liveRegion } from '../ui/announce.ts'
import { character } from './demo-in-cyrillic.fixture.ts'
import { mixedCapitals, strayTexts } from './pseudo.fixture.ts'

/** Differences from a fresh visit. */
export type Changes = { [Slice in keyof RootState]?: Partial<RootState[Slice]> }

type Call = (name: ApiRouteName) => Promise<unknown>

const untouched = createStore({ call: () => new Promise(() => {}) }).getState()

function stateWith(changes: Changes): RootState {
  const state = {
    ...untouched,
    characters: { ...untouched.characters, characters: [character], isListed: true, currentCharacter: character.id },
  }
  for (const [slice, changed] of Object.entries(changes)) {
    Object.assign(state, {
      [slice]: Array.isArray(changed) ? changed : { ...state[slice as keyof RootState], ...changed },
    })
  }
  return state
}

/** A frozen store that changes only on the test's command. */
function storeOf(changes: Changes, call: Call) {
  return configureStore({
    reducer: (state: RootState = stateWith(changes), action: { type: string; state?: RootState }) =>
      action.type === 'become' && action.state ? action.state : state,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { call } }, serializableCheck: false, immutableCheck: false }),
  })
}

export interface Scene {
  changes?: Changes
  /** Changes after a while. */
  then?: Changes
  /** The server's answers; pending by default. */
  call?: Call
  /** An existing store in place of these. */
  store?: ReturnType<typeof createStore>
}

let observer: MutationObserver | undefined

/** Unmounts the page of `show`. */
function leaveStage() {
  observer?.disconnect()
  cleanup()
}

/** Unmounts it and removes the test's stubs. */
export function clearStage() {
  leaveStage()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}

/**
 * Renders a page.
 *
 * @returns stray text and mixed capitals from then on, however briefly they show, and a function that changes the state
 */
export function show(page: ReactNode, scene: Scene = {}) {
  leaveStage()
  const { changes = {}, call = () => new Promise(() => {}) } = scene
  const store = scene.store ?? storeOf(changes, call)
  const found = new Set<string>()
  const look = () => {
    for (const text of [...strayTexts(), ...mixedCapitals()]) found.add(text)
  }
  document.title = ''
  observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  render(
    <Provider store={store}>
      <MemoryRouter>
        {page}
        <p {...liveRegion('polite')} />
        <p {...liveRegion('assertive')} />
      </MemoryRouter>
    </Provider>,
  )
  look()
  const become = (next: Changes) => act(async () => void store.dispatch({ type: 'become', state: stateWith(next) }))
  return { found, become }
}

/** Resolves after delayed content has rendered; loading may take as long as the machine needs. */
export const later = () =>
  act(async () => {
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(12_000)
  })

const buttons = () => [...document.querySelectorAll('button')]
const dialogOnTop = () => [...document.querySelectorAll('dialog')].at(-1)

async function press(target: number | 'Escape') {
  const button = target === 'Escape' ? undefined : buttons()[target]
  await act(async () => {
    if (button) fireEvent.click(button)
    else if (target === 'Escape') fireEvent(dialogOnTop() ?? document, new Event('cancel', { cancelable: true }))
  })
  await later()
}

/** The pressable controls of the top dialog; empty without one. */
function inDialog(): (number | 'Escape')[] {
  const dialog = dialogOnTop()
  if (!dialog) return []
  return [...buttons().flatMap((button, index) => (dialog.contains(button) ? [index] : [])), 'Escape']
}

const pressedInFrame = new Set<string>()

/** Whether it belongs to every screen, and was pressed on an earlier one. */
function wasPressed(button: HTMLButtonElement): boolean {
  if (!button.closest('header, footer')) return false
  const isKnown = pressedInFrame.has(button.outerHTML)
  pressedInFrame.add(button.outerHTML)
  return isKnown
}

/**
 * Text that comes from neither catalogs nor content: initially, after a while, and after each press of a button, in the
 * page and in each dialog that opens.
 */
export async function wordsLeftBehind(page: ReactNode, scene: Scene = {}): Promise<string[]> {
  const left = new Set<string>()
  const play = async (...presses: (number | 'Escape')[]) => {
    const { found, become } = show(page, scene)
    await later()
    if (scene.then) {
      await become({ ...scene.changes, ...scene.then })
      await later()
    }
    for (const target of presses) await press(target)
    for (const text of found) left.add(text)
  }
  await play()
  const isDialog = inDialog().length > 0
  if (isDialog) await play('Escape')
  const toPress = buttons().flatMap((button, index) => (wasPressed(button) ? [] : [index]))
  for (const index of toPress) {
    await play(index)
    for (const next of isDialog ? [] : inDialog()) await play(index, next)
  }
  leaveStage()
  return [...left]
}
