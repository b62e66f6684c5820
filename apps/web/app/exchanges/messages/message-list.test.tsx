import type { ProtocolMessage } from '@lastmile/contracts'
import { openid4vcMessages, protocolMessageKind, protocolMessageKinds } from '@lastmile/contracts/protocol-kinds'
import { labels } from '@lastmile/contracts/specified-texts'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { callsOf, storeWith } from '../../store/store.fixture.ts'
import { failureText } from '../../texts/failure-text.ts'
import { has, t as sentence } from './message-list-texts.ts'
import { messageRecorded } from './messages-slice.ts'
import { t } from './texts.ts'
import { WhatJustHappened } from './what-just-happened.tsx'

afterEach(cleanup)

const request: ProtocolMessage = {
  id: 'm1',
  at: '2026-11-22T10:00:00.000Z',
  direction: 'received',
  type: 'https://didcomm.org/didexchange/1.1/request',
  thread_id: 't1',
  state: 'response',
  message: { '@type': 'https://didcomm.org/didexchange/1.1/request', label: '… (text, 5 characters)' },
}

function show(answer: () => unknown = () => ({ messages: [request] })) {
  const { store, call } = storeWith({ getConnectionMessages: answer })
  const again = (connectionId: string) => (
    <Provider store={store}>
      <WhatJustHappened about={{ connectionId }} />
    </Provider>
  )
  return { store, call, again, ...render(again('c1')) }
}

const open = () => fireEvent.click(screen.getByRole('button', { name: t('title') }))

describe('what just happened', () => {
  it('is closed at first, and asks for nothing until it is opened', async () => {
    const { call } = show()
    expect(screen.getByRole('button', { name: t('title') }).getAttribute('aria-expanded')).toBe('false')
    expect(callsOf(call, 'getConnectionMessages')).toEqual([])
    open()
    await screen.findByText('Your wallet answered the invitation', { exact: false })
    expect(callsOf(call, 'getConnectionMessages')).toHaveLength(1)
  })

  it('comes into view once when it is opened, and the messages once they are there', async () => {
    const comes = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { rerender, again } = show()
    expect(comes).not.toHaveBeenCalled()
    open()
    expect(comes).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' })
    await screen.findByTestId('protocol-message')
    expect(comes.mock.contexts.map((node) => (node as Element).tagName)).toEqual(['DIV', 'OL'])
    rerender(again('c2'))
    await waitFor(() => expect(screen.getAllByTestId('protocol-message')).toHaveLength(1))
    expect(comes).toHaveBeenCalledTimes(2)
    comes.mockRestore()
  })

  it('says for each message what it was, which way it went, what it led to, and shows it', async () => {
    show()
    open()
    const entry = await screen.findByTestId('protocol-message')
    expect(entry.textContent).toContain('Received from your wallet')
    expect(entry.textContent).toContain(request.type)
    expect(entry.textContent).toContain('response')
    const json = within(entry).getByRole('region', { name: /^The message itself/ })
    expect(json.tabIndex).toBe(0)
    expect(JSON.parse(json.textContent ?? '')).toEqual(request.message)
  })

  it('shows live what passes on, and announces only how many there are', async () => {
    const { store } = show()
    open()
    await screen.findByText('1 message so far.')
    store.dispatch(
      messageRecorded({
        ...request,
        id: 'm2',
        at: '2026-11-22T10:00:01.000Z',
        type: 'unknown',
        endpoint: 'messages',
        connection_id: 'c1',
        credential_exchange_id: null,
        presentation_exchange_id: null,
      }),
    )
    await screen.findByText('Your wallet sent a message of the type unknown.')
    expect(screen.getByRole('status').textContent).toBe('2 messages so far.')
  })

  it('says why the messages could not be had, and asks for them again', async () => {
    let isAway = true
    show(() => {
      if (isAway) throw new ApiError({ code: 'network', message: '', status: 0, temporary: true })
      return { messages: [request] }
    })
    open()
    expect((await screen.findByText(t('failed'))).parentElement?.textContent).toContain(
      failureText({ code: 'network', message: '' }),
    )
    isAway = false
    fireEvent.click(screen.getByRole('button', { name: labels.tryAgain }))
    await screen.findByTestId('protocol-message')
  })

  it.each([
    'out-of-band/1.1/problem_report',
    'didexchange/1.1/problem_report',
    'connections/1.0/problem_report',
    'report-problem/1.0/problem-report',
    'issue-credential/2.0/propose-credential',
    'present-proof/2.0/propose-presentation',
  ])('knows %s', (type) => {
    expect(protocolMessageKind(`https://didcomm.org/${type}`)).toBeDefined()
  })

  it.each(protocolMessageKinds)('has a sentence of its own for %s', (kind) => {
    expect(has(kind)).toBe(true)
    expect(sentence(kind, { direction: 'sent' })).not.toBe(sentence(kind, { direction: 'received' }))
  })

  it.each(Object.keys(openid4vcMessages))('has a sentence for %s', (kind) => expect(has(kind)).toBe(true))

  it('shows the messages of offers without a connection, with their place in the specification', async () => {
    const message = {
      ...request,
      message: {},
      type: 'openid4vci/token',
      thread_id: 'x1',
      state: 'request_received' as const,
    }
    const { store, call } = storeWith({ getCredentialMessages: () => ({ messages: [message] }) })
    render(
      <Provider store={store}>
        <WhatJustHappened about={{ credentialIds: ['x1'] }} />
      </Provider>,
    )
    open()
    const entry = await screen.findByTestId('protocol-message')
    expect(entry.textContent).toContain('Your wallet handed in the offer’s code and got a token for one credential.')
    expect(entry.textContent).toContain('From your wallet, with the answer')
    expect(entry.textContent).toContain('OpenID4VCI 1.0, section 6.1')
    expect(callsOf(call, 'getCredentialMessages')).toHaveLength(1)
    expect(within(entry).queryByRole('group')).toBeNull()
  })
})
