import { readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { stateRestored } from '../../state/demo-actions.ts'
import { operatorOptionsSet } from '../../state/preferences/preferences-slice.ts'
import { storeWith, student } from '../../store/store.fixture.ts'
import { sharedOf } from '../../visit/persistence/kept-state.ts'
import { CharacterUpload } from './character-upload.tsx'

const template: string = readFileSync('apps/web/public/character-template.json', 'utf8')
/** The demo's own pictures are the ones its characters use. */
const pictures = [...template.matchAll(/shared\/[a-z-]+\.svg/g)].map(([name]) => ({ icon: `/content/${name}` }))
const shipped = { ...student, revocationInfo: pictures } as unknown as typeof student

// Loading on demand may take as long as the machine needs.
beforeAll(() => import('./upload-dialog.tsx'))
afterEach(cleanup)

async function open(answer: () => unknown = () => ({ data: 'x', state: 'ready' })) {
  const { store } = storeWith({ getOrCreateCredDef: answer })
  store.dispatch({ type: 'characters/fetch/fulfilled', payload: [shipped] })
  store.dispatch(operatorOptionsSet({ characterUploadEnabled: true }))
  const page = (
    <Provider store={store}>
      <CharacterUpload />
    </Provider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Upload a character' }))
  await screen.findByTestId('upload-dialog')
  return store
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'UPLOAD' })

function choose(content: string, name = 'courier.json') {
  const input = screen.getByLabelText('Character file')
  fireEvent.change(input, { target: { files: [new File([content], name)] } })
}

async function upload(content: string) {
  choose(content)
  const form = document.querySelector('form')
  if (form) fireEvent.submit(form)
  await act(async () => {})
}

describe('the upload of a character', () => {
  it('is offered only when it is switched on', () => {
    const { store } = storeWith({})
    const { container } = render(
      <Provider store={store}>
        <CharacterUpload />
      </Provider>,
    )
    expect(container.textContent).toBe('')
  })

  it('waits for a .json file of some size', async () => {
    await open()
    expect(button().disabled).toBe(true)
    expect(screen.getByLabelText('Character file').getAttribute('accept')).toBe('.json')
    choose('{}', 'courier.txt')
    expect(button().disabled).toBe(true)
    expect(screen.getByRole('alert').textContent).toContain('“courier.txt” is not a .json file.')
    choose('x'.repeat(256 * 1024 + 1))
    expect(button().disabled).toBe(true)
    expect(screen.getByRole('alert').textContent).toContain('larger than 256 KB')
    choose('{}')
    expect(button().disabled).toBe(false)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('names every problem with its place, as text whatever it holds', async () => {
    const store = await open()
    const { name, ...rest } = JSON.parse(template)
    await upload(JSON.stringify({ ...rest, '<img src=x onerror=alert(1)>': name }))
    const problems = await screen.findByTestId('problems')
    expect(problems.textContent).toContain('One thing in “courier.json” keeps it from being used.')
    expect(problems.textContent).toContain('nameis missing: it must be text')
    const { useCases } = rest
    await upload(JSON.stringify({ ...rest, name, '<img src=x>': 1, useCases: [...useCases, ...useCases] }))
    await screen.findByText(/^2 things/)
    expect(screen.getByTestId('problems').textContent).toContain('<img src=x>')
    expect(document.querySelector('[data-testid=problems] img')).toBeNull()
    expect(store.getState().characters.upload).toBeNull()
  })

  it('registers the credentials, closes at the end and has the character', async () => {
    const store = await open()
    await upload(template)
    await vi.waitFor(() => expect(screen.queryByTestId('upload-dialog')).toBeNull())
    expect(store.getState().characters.uploadedCharacter?.id).toBe('uploaded-bicycle-courier')
  })

  it('picks the character, which can be removed again', async () => {
    const store = await open()
    await upload(template)
    await vi.waitFor(() => expect(store.getState().characters.currentCharacter).toBe('uploaded-bicycle-courier'))
    fireEvent.click(screen.getByRole('button', { name: 'Remove Sade Balogun' }))
    expect(store.getState().characters).toMatchObject({
      uploadedCharacter: null,
      uploadedSlug: null,
      currentCharacter: null,
    })
    expect(screen.getByRole('button', { name: 'Upload a character' })).toBeTruthy()
  })

  it('shows how far it is, can be closed and found again, and canceled', async () => {
    const store = await open(() => new Promise(() => {}))
    await upload(template)
    await screen.findByRole('progressbar')
    expect(screen.getByTestId('upload-dialog').textContent).toContain('0 of 1 credential registered.')
    expect(screen.getByTestId('upload-dialog').textContent).toContain('Courier BadgeBeing registered')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    fireEvent.click(screen.getByRole('button', { name: 'Show the upload' }))
    await screen.findByRole('progressbar')
    fireEvent.click(screen.getByRole('button', { name: 'CANCEL' }))
    expect(screen.queryByTestId('upload-dialog')).toBeNull()
    expect(store.getState().characters.upload).toBeNull()
  })

  it('tells why the server refuses, and tries again', async () => {
    let isOff = true
    const store = await open(() => {
      if (isOff)
        throw new ApiError({ code: 'upload-off', message: 'Switched off here.', status: 403, temporary: false })
      return { data: 'x', state: 'ready' }
    })
    await upload(template)
    expect((await screen.findByRole('alert')).textContent).toContain('Characters can’t be uploaded on this server.')
    isOff = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(store.getState().characters.uploadedCharacter).not.toBeNull())
  })

  it('asks for the file again after a reload, and for none but that', async () => {
    const store = await open()
    fireEvent.click(screen.getByRole('button', { name: 'CANCEL' }))
    const kept = sharedOf(store.getState())
    act(() => {
      store.dispatch(
        stateRestored({
          ...kept,
          characters: { currentCharacter: 'uploaded-baker' },
          upload: { uploadedSlug: 'uploaded-baker' },
        }),
      )
    })
    expect(screen.getByTestId('lost-upload').textContent).toContain('Choose the file of baker again')
    fireEvent.click(screen.getByRole('button', { name: 'Choose the file again' }))
    await screen.findByTestId('upload-dialog')
    await upload(template)
    expect((await screen.findByTestId('problems')).textContent).toContain('choose the file of baker')
    await upload(template.replace('"bicycle-courier"', '"baker"').replace('"Bicycle Courier"', '"Baker"'))
    await vi.waitFor(() => expect(screen.queryByTestId('upload-dialog')).toBeNull())
    expect(store.getState().characters.uploadedCharacter?.id).toBe('uploaded-baker')
  })
})
