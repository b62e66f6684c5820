// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { afterEach, expect, it } from 'vitest'
import { networkError } from '../../api/api-error.ts'
import { stateRestored } from '../../state/demo-actions.ts'
import { callsOf, invitation, storeWith } from '../../store/store.fixture.ts'
import { connectionFetched, connectionGone, initialConnection } from './connection-slice.ts'
import { useInvitation } from './use-invitation.ts'

afterEach(cleanup)

function show(answers: Parameters<typeof storeWith>[0] = {}) {
  let count = 0
  const createInvite = () => {
    count += 1
    return invitation(`c${count}`)
  }
  const { store, call } = storeWith({ createInvite, ...answers })
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>
  const { result } = renderHook(() => useInvitation({ screen: 'onboarding/CONNECT', protocol: 'didcomm' }), { wrapper })
  const shows = (id: string) => waitFor(() => expect(result.current.connection?.id).toBe(id))
  return { store, call, result, shows }
}

it('makes an invitation on arrival', async () => {
  const { call, shows } = show()
  await shows('c1')
  expect(callsOf(call, 'createInvite')).toHaveLength(1)
})

it('makes a new one where the server has forgotten the one shown', async () => {
  const { store, shows } = show()
  await shows('c1')
  store.dispatch(connectionGone('c1'))
  await shows('c2')
})

it('stops making new ones for a server that forgets them all', async () => {
  const { store, call, shows, result } = show()
  for (const id of ['c1', 'c2', 'c3']) {
    await shows(id)
    act(() => void store.dispatch(connectionGone(id)))
  }
  await waitFor(() => expect(result.current.failure?.code).toBe('invitation-not-found'))
  expect(callsOf(call, 'createInvite')).toHaveLength(3)
  act(() => result.current.onRenew())
  await shows('c4')
})

it('makes a new one where another tab has lost it', async () => {
  const { isLoading, error, ...nothing } = initialConnection
  const { store, shows } = show()
  await shows('c1')
  store.dispatch(stateRestored({ connection: nothing }))
  await shows('c2')
})

it('leaves another attempt to the visitor when that fails', async () => {
  const { call, result } = show({
    createInvite: () => {
      throw networkError()
    },
  })
  await waitFor(() => expect(result.current.failure).not.toBeNull())
  expect(result.current.isTrying).toBe(false)
  expect(callsOf(call, 'createInvite')).toHaveLength(1)
})

it('begins anew by OpenID4VC where the screen has connected by DIDComm, for the page to go on by itself', async () => {
  const { store, shows } = show()
  await shows('c1')
  act(() => void store.dispatch(connectionFetched({ ...invitation('c1'), state: 'complete' })))
  cleanup()
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>
  const wish = { screen: 'onboarding/CONNECT', protocol: 'openid4vc' } as const
  const arriving = renderHook(() => useInvitation(wish), { wrapper }).result
  await waitFor(() => expect(arriving.current.connectionless).toBe('OpenID4VC'))
  expect(arriving.current).toMatchObject({ isMet: true, wasMet: false })
  const returning = renderHook(() => useInvitation(wish), { wrapper }).result
  expect(returning.current).toMatchObject({ isMet: true, wasMet: true })
})
