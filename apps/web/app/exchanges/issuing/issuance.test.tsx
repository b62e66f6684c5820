// @vitest-environment happy-dom
import { confirmedPersonPath, webWalletId } from '@lastmile/contracts/constants'
import { dialogTexts, errorTexts, labels } from '@lastmile/contracts/specified-texts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeWith } from '../../store/store.fixture.ts'
import { closeWallet } from '../../wallet/wallet-visibility.ts'
import { walletChosen } from '../connecting/wallets-slice.ts'
import type { CredentialOffer } from './credential-offers.tsx'
import { Issuance } from './issuance.tsx'
import type { IssuanceProgressProps } from './issuance-progress.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  closeWallet()
})

const card = (state: CredentialOffer['state']): CredentialOffer => ({
  name: 'Student Card',
  lines: [],
  attributes: [],
  state,
})

function show(changes: Partial<IssuanceProgressProps> = {}, { store } = storeWith({})) {
  const handlers = { onSend: vi.fn(), onResend: vi.fn(), onRestart: vi.fn() }
  const standing = { offers: [card('offered')], isSending: false, preparing: null, place: undefined, failure: null }
  render(
    <Provider store={store}>
      <Issuance issuer="Unity College" {...standing} {...handlers} {...changes} />
    </Provider>,
  )
  return handlers
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const unavailable = { step: 'offer', code: 'unheard-of', message: 'The issuer is busy.', temporary: true } as const

describe('a credential on its way', () => {
  it('waits without hurry, offers help after 10 s, and sends afresh only when asked', () => {
    const { onResend } = show()
    expect(screen.queryByRole('button', { name: labels.notReceived })).toBeNull()
    pass(10_000)
    press(labels.notReceived)
    expect(screen.getByRole('dialog', { name: dialogTexts.notReceived.title })).toBeTruthy()
    expect(onResend).not.toHaveBeenCalled()
    press(dialogTexts.notReceived.action)
    expect(onResend).toHaveBeenCalledOnce()
  })

  it.each([
    ['', 'Waiting for your wallet. Open it and accept Student Card. There is no hurry.'],
    [webWalletId, 'Accept Student Card in your wallet. There is no hurry.'],
  ])('waits in words that fit the wallet “%s”, and opens the web wallet if it is that', (wallet, text) => {
    const stored = storeWith({})
    stored.store.dispatch(walletChosen(wallet))
    show({}, stored)
    expect(screen.getByTestId('waiting-for-wallet').textContent).toContain(text)
    expect(sessionStorage.getItem('wallet')).toBe(wallet === webWalletId ? 'open' : null)
  })

  it('says which part of what the wallet sent could not be read, and offers afresh when asked', () => {
    const { onResend } = show({ offers: [{ ...card('offered'), refusal: 'unreadable-fields' }] })
    const text = screen.getByTestId('unreadable-call').textContent
    expect(text).toContain('Your wallet asked for the credential in a form that can’t be read.')
    expect(text).toContain('A part of its message is missing')
    press('Send the credential again')
    expect(onResend).toHaveBeenCalledOnce()
  })

  it('does not call the making of keys slow before the minute it promises has passed', () => {
    show({ offers: [card(undefined)], isSending: true, preparing: 'Student Card' })
    pass(59_999)
    expect(document.body.textContent).toContain('takes up to a minute')
    expect(document.body.textContent).not.toContain('longer than usual')
    pass(1)
    expect(document.body.textContent).toContain('longer than usual')
  })

  it('counts the minute from the moment that it is promised', () => {
    const sending = { offers: [card(undefined)], isSending: true, preparing: null, place: undefined, failure: null }
    const { store } = storeWith({})
    const shown = (preparing: string | null) => (
      <Provider store={store}>
        <Issuance {...sending} preparing={preparing} onSend={vi.fn()} onResend={vi.fn()} onRestart={vi.fn()} />
      </Provider>
    )
    const { rerender } = render(shown(null))
    pass(10_000)
    expect(document.body.textContent).toContain('longer than usual')
    rerender(shown('Student Card'))
    expect(document.body.textContent).not.toContain('longer than usual')
  })

  it('says the place in the queue once the wallet has answered, and offers to send nothing again meanwhile', () => {
    show({ place: { place: 12, seconds: 20 } })
    expect(document.body.textContent).toContain('you are number 12 in the queue')
    expect(screen.getByTestId('credential-Student Card').textContent).not.toContain('Waiting for your wallet')
    expect(screen.queryByTestId('waiting-for-wallet')).toBeNull()
    pass(60_000)
    expect(screen.queryByRole('button', { name: labels.notReceived })).toBeNull()
    cleanup()
    show({ offers: [card('issued')], place: { place: 1, seconds: 1 } })
    expect(document.body.textContent).not.toContain('in the queue')
  })

  it.each([
    ['declined', 'Your wallet did not take Student Card.'],
    ['expired', 'has expired'],
    ['withdrawn', 'was withdrawn'],
    ['wrong-code', 'wrong three times'],
    ['unreachable', 'did not reach your wallet'],
  ] as const)('says why there is no credential: %s', (refusal, text) => {
    const { onResend } = show({ offers: [{ ...card('declined'), refusal }] })
    expect(screen.getByRole('status').textContent).toContain(text)
    press(labels.tryAgain)
    expect(onResend).toHaveBeenCalledOnce()
  })

  it('shows every detail of it, and pictures as pictures, once that is asked for', () => {
    const attributes = [
      ...['one', 'two', 'three', 'four', 'five'].map((name) => ({ name: `line_${name}`, value: `Value ${name}` })),
      { name: 'expiry_date', value: '20310830' },
      { name: 'photo', value: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==' },
    ]
    const lines = attributes.slice(0, 5).map(({ name, value }) => ({ label: name, value }))
    show({ offers: [{ ...card('offered'), attributes, lines }] })
    expect(screen.queryByText('Value five')?.closest('[hidden]')).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^Show all 7 details/ }))
    const all = screen.getByRole('region', { name: /Student Card/ })
    for (const name of ['one', 'two', 'three', 'four', 'five']) expect(all.textContent).toContain(`Value ${name}`)
    expect(all.textContent).toContain('2031-08-30')
    expect(all.querySelector('img')?.getAttribute('src')).toBe(
      'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
    )
    expect(all.textContent).not.toContain('base64')
  })

  it('that was revoked is offered anew when the visitor asks', () => {
    const { onResend } = show({ offers: [card('revoked')] })
    expect(screen.getByRole('status').textContent).toContain('Student Card was revoked.')
    press('Get a new Student Card')
    expect(onResend).toHaveBeenCalledOnce()
  })

  it('waits for nothing before it is offered', () => {
    show({ offers: [card(undefined)] })
    expect(screen.queryByTestId('waiting-for-wallet')).toBeNull()
    expect(document.body.textContent).not.toContain('Waiting')
  })

  it('offers another attempt where that may help, and resets nothing', () => {
    const { onSend, onRestart } = show({ offers: [card(undefined)], failure: unavailable })
    press(labels.tryAgain)
    expect(onSend).toHaveBeenCalledOnce()
    expect(onRestart).not.toHaveBeenCalled()
  })

  it.each([
    ['definition', 'unheard-of', errorTexts.credentialDefinition('Gone.'), '/'],
    ['offer', 'unheard-of', errorTexts.issuanceFailed('Gone.'), '/demo'],
    ['definition', 'internal', errorTexts.credentialDefinition('Something went wrong on our side.'), '/'],
    ['offer', 'field-not-valid', errorTexts.issuanceFailed('The server did not accept what was sent.'), '/demo'],
  ] as const)(
    'restarts after a failed %s (%s), and advises nothing that its dialog does not offer',
    (step, code, text, page) => {
      const { onRestart } = show({ failure: { step, code, message: 'Gone.', temporary: false } })
      expect(screen.getByTestId('issuance-error').querySelector('p')?.textContent).toBe(text)
      press('OK')
      expect(onRestart).toHaveBeenCalledWith(page)
    },
  )

  it.each([
    ['onboarding', errorTexts.issuanceTimedOutInDemo, '/demo'],
    ['confirmedPerson', errorTexts.issuanceTimedOut, confirmedPersonPath],
  ] as const)('times out after 10 s of a standing failure, unless the visitor is patient: %s', (flow, text, page) => {
    const { onRestart } = show({ flow, isSending: true, failure: unavailable })
    pass(9_999)
    expect(screen.queryByTestId('issuance-error')).toBeNull()
    pass(1)
    expect(screen.getByTestId('issuance-error').textContent).toContain(text)
    press('Keep trying')
    expect(screen.queryByTestId('issuance-error')).toBeNull()
    expect(onRestart).not.toHaveBeenCalled()
    cleanup()
    const { onRestart: restarts } = show({ flow, isSending: true, failure: unavailable })
    pass(10_000)
    press('OK')
    expect(restarts).toHaveBeenCalledExactlyOnceWith(page)
  })

  it.each(['server-busy', 'offers-busy', 'too-many-calls'])('never times out while the server is busy: %s', (code) => {
    show({ isSending: true, failure: { ...unavailable, code } })
    pass(60_000)
    expect(screen.queryByTestId('issuance-error')).toBeNull()
  })
})
