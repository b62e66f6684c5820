// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, networkError } from '../../api/api-error.ts'
import { callsOf, storeWith, student } from '../../store/store.fixture.ts'
import { useCharacter } from './use-character.ts'

const hidden = { ...student, id: 'spy', hidden: true }
afterEach(cleanup)

function wanting(wanted: string | null, answers: Parameters<typeof storeWith>[0] = {}) {
  const { store, call } = storeWith({
    getCharacters: () => [student],
    getCharacter: ({ params }) => {
      if (params?.id === hidden.id) return hidden
      throw new ApiError({ code: 'not-found', message: 'There is no such character.', status: 404, temporary: false })
    },
    ...answers,
  })
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>
  return { ...renderHook(({ id }) => useCharacter(id), { wrapper, initialProps: { id: wanted } }), call, store }
}

describe('the character that a page needs', () => {
  it('is one of the list, and is then not fetched', async () => {
    const { result, call } = wanting('student')
    await waitFor(() => expect(result.current.character).toEqual(student))
    expect(callsOf(call, 'getCharacter')).toHaveLength(0)
  })

  it('is asked for by itself when it is hidden, beside those of the list', async () => {
    const { result } = wanting('spy')
    await waitFor(() => expect(result.current.character).toEqual(hidden))
    expect(result.current.characters.map(({ id }) => id)).toEqual(['student', 'spy'])
  })

  it('is unknown when the server has none of that name, without a failure', async () => {
    const { result, call } = wanting('nobody')
    await waitFor(() => expect(result.current.isUnknown).toBe(true))
    expect(result.current).toMatchObject({ character: undefined, failure: null })
    expect(callsOf(call, 'getCharacter')).toHaveLength(1)
  })

  it('can be asked for again after a failure, which is shown once', async () => {
    let isAway = true
    const { result, call } = wanting('spy', {
      getCharacter: () => {
        if (isAway) throw networkError()
        return hidden
      },
    })
    await waitFor(() => expect(result.current.failure).toMatchObject({ temporary: true }))
    expect(callsOf(call, 'getCharacter')).toHaveLength(1)
    isAway = false
    result.current.onRetry()
    await waitFor(() => expect(result.current.character).toEqual(hidden))
  })

  it('is asked for whatever became of another one', async () => {
    const { result, rerender } = wanting('elsewhere', {
      getCharacter: ({ params }) => {
        if (params?.id !== hidden.id) throw networkError()
        return hidden
      },
    })
    await waitFor(() => expect(result.current.failure).toMatchObject({ temporary: true }))
    rerender({ id: 'spy' })
    expect(result.current.failure).toBeNull()
    await waitFor(() => expect(result.current.character).toEqual(hidden))
  })
})
