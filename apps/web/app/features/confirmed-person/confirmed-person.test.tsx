// @vitest-environment happy-dom

import type { SocketMessage } from '@lastmile/contracts'
import { personFields } from '@lastmile/contracts/constants'
import { dialogTexts, errorTexts, labels } from '@lastmile/contracts/specified-texts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { confirmedPersonFinished, messageReceived, protocolChosen } from '../../state/demo-actions.ts'
import { callsOf, credentialNews, credentialRecord } from '../../store/store.fixture.ts'
import { watchPresses } from '../../tracking/presses.ts'
import { behaviorSession } from '../../tracking/track.ts'
import { flowStepSet, personInformationEntered } from '../../visit/confirmed-person/confirmed-person-slice.ts'
import { onboardingStepSet } from '../../visit/onboarding/onboarding-slice.ts'
import { canary, showFlow } from './confirmed-person.fixture.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const connected: SocketMessage = { endpoint: 'connections', state: 'response', connection_id: 'c1' }
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: labels.next })
const step = () => document.querySelector('[data-screen]')?.getAttribute('data-screen')
const comesTo = (wanted: string) => waitFor(() => expect(step()).toBe(wanted))

/** Advances to the form, or with all fields and a connection to the offer. */
async function flowAt(
  target: 'PERSON_INFORMATION' | 'CONNECT_WALLET' | 'ACCEPT_CREDENTIAL',
  answers = {},
  state?: object,
) {
  const flow = showFlow(answers, state)
  await comesTo('SETUP_START')
  flow.press(labels.next)
  await comesTo('PERSON_INFORMATION')
  if (target === 'PERSON_INFORMATION') return flow
  act(() => flow.enter(canary))
  fireEvent.submit(screen.getByRole('form'))
  await comesTo('CONNECT_WALLET')
  await screen.findByTestId('waiting-for-wallet')
  if (target === 'CONNECT_WALLET') return flow
  act(() => void flow.store.dispatch(messageReceived(connected)))
  flow.press('Issue My Credential')
  await comesTo('ACCEPT_CREDENTIAL')
  return flow
}

describe('the example', () => {
  it('fills in what the visitor has not changed, and opens NEXT', async () => {
    const { press, store } = await flowAt('PERSON_INFORMATION')
    act(() => void store.dispatch(personInformationEntered({ field: 'familyName', value: 'Bello' })))
    press('Fill in an example')
    expect(store.getState().confirmedPerson.personInformation).toMatchObject({
      familyName: 'Bello',
      givenNames: 'sample given_names',
      nationality: 'sample nationality',
    })
    expect(next().getAttribute('aria-disabled')).not.toBe('true')
    expect(next().disabled).toBe(false)
  })
})

describe('beside NEXT', () => {
  const said = () => document.getElementById(next().getAttribute('aria-describedby') ?? '')?.textContent

  it('says what is still empty, and once that nothing is, in place of what was lost', async () => {
    const { press, store } = await flowAt('PERSON_INFORMATION')
    expect(said()).toBe('6 of 9 details are still empty.')
    press('Fill in an example')
    expect(said()).toBe('All 9 details are filled in.')
    act(() => void store.dispatch(personInformationEntered({ field: 'familyName', value: '' })))
    expect(said()).toBe('Still empty: Family name.')
  })
})

it('warns of a document that is no longer valid, at its field', async () => {
  const { store } = await flowAt('PERSON_INFORMATION')
  const enter = (value: string) =>
    act(() => void store.dispatch(personInformationEntered({ field: 'documentExpiryDate', value })))
  const warning = /has passed.* can’t prove/
  enter('2999-01-01')
  expect(screen.queryByText(warning)).toBeNull()
  enter('2020-01-01')
  const field = screen.getByLabelText('Document expiry date')
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByText(warning).id)
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

describe('the page', () => {
  it('has its title, a way home, and no Back at first', async () => {
    await flowAt('PERSON_INFORMATION')
    expect(document.title).toBe('Confirmed Person')
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    fireEvent.click(screen.getByRole('button', { name: labels.back }))
    await comesTo('SETUP_START')
    expect(screen.queryByRole('button', { name: labels.back })).toBeNull()
  })

  it('has its title at every step', async () => {
    const { press } = await flowAt('CONNECT_WALLET')
    const titles = () => [step(), document.title]
    expect(titles()).toEqual(['CONNECT_WALLET', 'Confirmed Person'])
    for (const earlier of ['PERSON_INFORMATION', 'SETUP_START']) {
      press(labels.back)
      await comesTo(earlier)
      expect(titles()).toEqual([earlier, 'Confirmed Person'])
    }
    cleanup()
    await flowAt('ACCEPT_CREDENTIAL')
    expect(titles()).toEqual(['ACCEPT_CREDENTIAL', 'Confirmed Person'])
    cleanup()
    await flowAt('CONNECT_WALLET')
    fireEvent.click(screen.getByRole('button', { name: 'Skip Connection' }))
    fireEvent.click(screen.getByRole('button', { name: 'Go on now' }))
    await comesTo('SETUP_COMPLETED')
    expect(titles()).toEqual(['SETUP_COMPLETED', 'Confirmed Person'])
  })

  it('goes a step back, or home once that is confirmed, and tracks both by their names', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    const stop = watchPresses()
    const lastPress = () => behaviorSession().events.findLast(({ type }) => type === 'button_click')?.action
    const { press, store } = await flowAt('CONNECT_WALLET')
    press(labels.back)
    await comesTo('PERSON_INFORMATION')
    expect(lastPress()).toBe('back')
    press(labels.leave)
    expect(lastPress()).toBeUndefined()
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: labels.leave }))
    expect(lastPress()).toBe('leave')
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/#demo-cleared'))
    expect(store.getState().confirmedPerson.personInformation.familyName).toBe('')
    stop()
  })

  it('shows where the visitor stands of five steps, and the picture of each', async () => {
    await flowAt('PERSON_INFORMATION')
    const steps = within(screen.getByRole('navigation', { name: 'Your way to Confirmed Person' })).getAllByRole(
      'listitem',
    )
    expect(steps).toHaveLength(5)
    expect(steps.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null, null, null])
    expect([...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toContain('/form.svg')
  })

  it('makes Confirmed Person the current character', async () => {
    const { store } = await flowAt('PERSON_INFORMATION')
    expect(store.getState().characters.currentCharacter).toBe('confirmed-person')
  })

  it('says so when there is no such character, and leads to the demo', async () => {
    showFlow({
      getCharacter: () => {
        throw new ApiError({ code: 'character-not-found', message: 'None.', status: 404, temporary: false })
      },
    })
    const dialog = await screen.findByRole('alertdialog', { name: dialogTexts.noCharacterInFlow.title })
    expect(dialog.textContent).toContain(dialogTexts.noCharacterInFlow.text)
    fireEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/demo'))
  })
})

describe('the browser’s Back', () => {
  let entries: unknown[] = []
  beforeEach(() => {
    entries = [{}]
    vi.spyOn(history, 'state', 'get').mockImplementation(() => entries.at(-1))
    vi.spyOn(history, 'pushState').mockImplementation((state) => void entries.push(state))
  })
  const goBack = () =>
    act(() => {
      entries.pop()
      dispatchEvent(new PopStateEvent('popstate'))
    })

  it('goes a step back, as BACK does', async () => {
    await flowAt('CONNECT_WALLET')
    for (const earlier of ['PERSON_INFORMATION', 'SETUP_START']) {
      goBack()
      await comesTo(earlier)
    }
  })

  it('stays where an offer is being sent', async () => {
    await flowAt('ACCEPT_CREDENTIAL', { offerCredential: () => new Promise(() => {}) })
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: labels.back }).disabled).toBe(true),
    )
    goBack()
    expect(step()).toBe('ACCEPT_CREDENTIAL')
  })
})

describe('FINISH', () => {
  it.each([
    ['the dashboard', undefined, '/dashboard'],
    [
      'the use case that the visitor left for a new credential',
      { isReopened: true, returnTo: '/uc/hotel' },
      '/uc/hotel',
    ],
    ['no address of another kind', { isReopened: true, returnTo: '/demo' }, '/dashboard'],
  ])('leads to %s', async (_, state, place) => {
    const { store, press } = await flowAt('ACCEPT_CREDENTIAL', {}, state)
    await waitFor(() => expect(store.getState().credentials.issuedCredentials).toHaveLength(1))
    act(() => void store.dispatch(credentialNews('x1', 'done')))
    press(labels.next)
    await comesTo('SETUP_COMPLETED')
    press(labels.finish)
    expect(screen.getByTestId('place').textContent).toBe(place)
  })
})

describe('the form', () => {
  it('asks for nine details, with three of them filled in', async () => {
    await flowAt('PERSON_INFORMATION')
    const form = screen.getByRole<HTMLFormElement>('form')
    const entered = new FormData(form)
    expect([...new Set(entered.keys())].filter((name) => name !== 'documentImages').sort()).toEqual(
      [...personFields].sort(),
    )
    expect(entered.get('gender')).toBe('male')
    expect(entered.get('documentType')).toBe('passport')
    expect(entered.get('nationality')).toBe('Nigeria')
    for (const input of form.querySelectorAll('input[type="file"]'))
      expect(input.getAttribute('accept')).toBe('image/*')
  })

  it('opens NEXT when none of the nine is empty, and says which are', async () => {
    const { enter, store } = await flowAt('PERSON_INFORMATION')
    expect(next().disabled).toBe(true)
    act(() => enter({ ...canary, documentNumber: '' }))
    expect(next().disabled).toBe(true)
    expect(document.getElementById(next().getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'Document number',
    )
    fireEvent.change(screen.getByLabelText('Document number'), { target: { value: '!' } })
    expect(next().disabled).toBe(false)
    expect(store.getState().confirmedPerson.personInformation).toEqual({ ...canary, documentNumber: '!' })
  })

  it('takes pictures only', async () => {
    const { store } = await flowAt('PERSON_INFORMATION')
    const input = screen.getByLabelText('Choose a file: front of the document')
    fireEvent.change(input, { target: { files: [new File(['no'], 'notes.pdf', { type: 'application/pdf' })] } })
    expect(screen.getByRole('alert').textContent).toContain('“notes.pdf” is not a picture.')
    expect(store.getState().confirmedPerson.documentImages).toEqual({})
  })

  it('says so when a picture can’t be opened', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
    await flowAt('PERSON_INFORMATION')
    const input = screen.getByLabelText('Choose a file: back of the document')
    fireEvent.change(input, { target: { files: [new File(['x'], 'back.heic', { type: 'image/heic' })] } })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('“back.heic” can’t be opened'))
  })
})

describe('connecting', () => {
  it('tells the server of the flow, and opens SKIP with the wallet’s answer', async () => {
    const { call, store } = await flowAt('CONNECT_WALLET')
    expect(callsOf(call, 'createInvite')[0]?.[1]).toMatchObject({
      body: { flow_type: 'confirmed-person-flow', goal_code: 'aries.vc.issue' },
    })
    const skip = screen.getByRole<HTMLButtonElement>('button', { name: labels.skip })
    expect(skip.disabled).toBe(true)
    act(() => void store.dispatch(messageReceived(connected)))
    expect(skip.disabled).toBe(false)
    expect(screen.getByText(labels.connectionEstablished)).toBeTruthy()
  })

  it('opens a wallet on the device that may hold one', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
    await flowAt('CONNECT_WALLET')
    const address = (await screen.findByTestId('open-wallet')).getAttribute('href')
    expect(address).toMatch(/^didcomm:\/\/aries_connection_invitation\?.*oob=/)
  })

  it('can be skipped, which is told and can be taken back', async () => {
    const { press } = await flowAt('CONNECT_WALLET')
    press('Skip Connection')
    expect(screen.getByTestId('skipping').textContent).toContain('You have chosen to skip connecting a wallet…')
    const undo = screen.getByRole('button', { name: 'Connect a wallet after all' })
    undo.focus()
    fireEvent.click(undo)
    expect(screen.queryByTestId('skipping')).toBeNull()
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    press('Skip Connection')
    press('Go on now')
    await comesTo('SETUP_COMPLETED')
    expect(screen.queryByText('Confirmed.')).toBeNull()
    expect(screen.getByRole('button', { name: labels.finish })).toBeTruthy()
  })
})

describe('the credential', () => {
  it('is offered with what was typed, which nothing else is told', async () => {
    const { call } = await flowAt('ACCEPT_CREDENTIAL')
    await waitFor(() => expect(callsOf(call, 'offerCredential')).toHaveLength(1))
    const [offer] = callsOf(call, 'offerCredential')
    expect(offer?.[1]).toMatchObject({
      body: {
        connection_id: 'c1',
        cred_def_id: 'lmds:def:ConfirmedPerson',
        credential_proposal: {
          attributes: [
            { name: 'family_name', value: 'Canary-Family' },
            { name: 'given_names', value: 'Canary-Given' },
            { name: 'date_of_birth', value: '19870605' },
            { name: 'gender', value: 'female' },
            { name: 'document_type', value: 'national_id' },
            { name: 'document_number', value: 'Canary-Number' },
            { name: 'document_expiry_date', value: '20390403' },
            { name: 'nationality', value: 'Canary-Land' },
            { name: 'issuing_authority', value: 'Canary-Office' },
          ],
        },
      },
    })
    const others = call.mock.calls.filter(([name]) => name !== 'offerCredential')
    expect(JSON.stringify(others)).not.toMatch(/canary|19870605|20390403/i)
    expect(screen.getByTestId('credential-Confirmed Person').textContent).toContain('Canary-Family')
    expect(next().disabled).toBe(true)
  })

  it('is withdrawn by Back while it is open, and comes again as a fresh offer', async () => {
    const { call, press } = await flowAt('ACCEPT_CREDENTIAL')
    await screen.findByTestId('waiting-for-wallet')
    press(labels.back)
    await comesTo('CONNECT_WALLET')
    expect(callsOf(call, 'deleteCredential')).toHaveLength(1)
    press(labels.skip)
    await comesTo('ACCEPT_CREDENTIAL')
    await waitFor(() => expect(callsOf(call, 'offerCredential')).toHaveLength(2))
  })

  it('opens NEXT when it is issued, and then there is no way back', async () => {
    const { store } = await flowAt('ACCEPT_CREDENTIAL')
    await screen.findByTestId('waiting-for-wallet')
    act(
      () =>
        void store.dispatch(
          messageReceived({
            endpoint: 'issue_credential',
            state: 'credential_issued',
            connection_id: 'c1',
            credential_exchange_id: 'x1',
            credential_definition_id: 'lmds:def:ConfirmedPerson',
            revoc_reg_id: 'reg',
            revocation_id: '7',
            reason: null,
          } as SocketMessage),
        ),
    )
    expect(next().disabled).toBe(false)
    expect(screen.queryByRole('button', { name: labels.back })).toBeNull()
    fireEvent.click(next())
    fireEvent.click(screen.getByRole('button', { name: labels.finish }))
    await waitFor(() => expect(store.getState().onboarding.isCompleted).toBe(true))
    const { connection, credentials, confirmedPerson } = store.getState()
    expect(connection).toMatchObject({ byScreen: {} })
    expect(credentials.issuedCredentials).toMatchObject([{ name: 'ConfirmedPerson' }])
    expect(credentials.revokableCredentials).toMatchObject([{ revocationRegId: 'reg', credRevocationId: '7' }])
    expect(JSON.stringify(confirmedPerson)).not.toMatch(/canary/i)
  })

  it('that is refused for a detail names it at the form, where nothing is lost', async () => {
    const { store, press } = await flowAt('ACCEPT_CREDENTIAL', {
      offerCredential: () => {
        throw new ApiError({ code: 'attribute-not-allowed', message: 'Not this.', status: 400, temporary: false })
      },
    })
    await screen.findByTestId('entry-refused')
    act(() => void store.dispatch(personInformationEntered({ field: 'documentNumber', value: 'X'.repeat(61) })))
    press('Correct the form')
    await comesTo('PERSON_INFORMATION')
    const summary = screen.getByTestId('refusal-summary')
    expect(document.activeElement).toBe(summary)
    expect(summary.textContent).toContain('Document number')
    const field = screen.getByLabelText<HTMLInputElement>('Document number')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText<HTMLInputElement>('Family name').value).toBe('Canary-Family')
    fireEvent.change(field, { target: { value: 'X1' } })
    expect(field.getAttribute('aria-invalid')).toBeNull()
  })

  it('that was declined comes again with what was typed, when the visitor asks', async () => {
    const { call, store, press } = await flowAt('ACCEPT_CREDENTIAL')
    await screen.findByTestId('waiting-for-wallet')
    act(() => void store.dispatch(credentialNews('x1', 'abandoned', { refusal: 'declined' })))
    screen.getByText('Your wallet did not take Confirmed Person.')
    press(labels.tryAgain)
    await waitFor(() => expect(callsOf(call, 'offerCredential')).toHaveLength(2))
    expect(callsOf(call, 'deleteCredential')).toHaveLength(1)
    const [first, second] = callsOf(call, 'offerCredential').map(([, options]) => JSON.stringify(options))
    expect(second).toBe(first)
  })

  it('that a reload finds open says that its details are gone, and leads to the form when it is withdrawn', async () => {
    const { store, press } = showFlow()
    await comesTo('SETUP_START')
    act(() => void store.dispatch(credentialFetched({ name: 'ConfirmedPerson', record: credentialRecord('x1') })))
    await comesTo('ACCEPT_CREDENTIAL')
    await screen.findByText(/This page does not keep them/)
    expect(document.body.textContent).not.toContain('sample')
    act(() => void store.dispatch(credentialNews('x1', 'abandoned', { refusal: 'declined' })))
    press(labels.tryAgain)
    await comesTo('SETUP_START')
  })

  it('that can’t be offered leads to the start of the flow', async () => {
    await flowAt('ACCEPT_CREDENTIAL', {
      offerCredential: () => {
        throw new ApiError({ code: 'unheard-of', message: '', status: 500, temporary: false })
      },
    })
    const dialog = await screen.findByTestId('issuance-error')
    expect(dialog.querySelector('p')?.textContent).toBe(errorTexts.issuanceFailed(errorTexts.issuanceFailedDefault))
    fireEvent.click(within(dialog).getByRole('button', { name: 'OK' }))
    await comesTo('SETUP_START')
  })

  it('by OpenID4VC comes with the messages of its offer', async () => {
    const { call, store, press } = showFlow({
      offerCredential: () => credentialRecord('x1', { connection_id: null }),
      getCredentialMessages: () => ({ messages: [] }),
    })
    await comesTo('SETUP_START')
    act(() => void store.dispatch(protocolChosen('openid4vc')))
    press(labels.next)
    await comesTo('PERSON_INFORMATION')
    press('Fill in an example')
    press(labels.next)
    await comesTo('CONNECT_WALLET')
    press(labels.skip)
    await comesTo('ACCEPT_CREDENTIAL')
    fireEvent.click(await screen.findByRole('button', { name: 'What just happened' }))
    await waitFor(() => expect(callsOf(call, 'getCredentialMessages')).toMatchObject([[{}, { params: { id: 'x1' } }]]))
  })

  it.each([
    ['internal', 'Something went wrong on our side.'],
    ['not-known-here', 'No such thing.'],
    ['not-known-here', '', 'Issue Credential Error'],
  ])('that can’t be defined (%s) leads home, in the words of the catalogue', async (code, message, told = message) => {
    await flowAt('ACCEPT_CREDENTIAL', {
      getOrCreateCredDef: () => {
        throw new ApiError({
          code,
          message: code === 'internal' ? 'No such thing.' : message,
          status: 500,
          temporary: false,
        })
      },
    })
    const dialog = await screen.findByTestId('issuance-error')
    expect(dialog.querySelector('p')?.textContent).toBe(errorTexts.credentialDefinition(told))
  })
})

it('loses what was typed with the page, and says so', async () => {
  const { store } = showFlow()
  await comesTo('SETUP_START')
  act(() => void store.dispatch(flowStepSet('ACCEPT_CREDENTIAL')))
  await comesTo('PERSON_INFORMATION')
  expect(screen.getByTestId('information-lost').textContent).toContain('Nothing had been signed yet.')
  fireEvent.click(screen.getByRole('button', { name: 'Fill in an example' }))
  expect(screen.queryByTestId('information-lost')).toBeNull()
})

it('says no such thing at the form of another Confirmed Person', async () => {
  const { store } = showFlow({}, { isReopened: true })
  await comesTo('SETUP_START')
  act(() => {
    store.dispatch(confirmedPersonFinished())
    store.dispatch(onboardingStepSet('PERSON_INFORMATION'))
  })
  await comesTo('PERSON_INFORMATION')
  const told = screen.getByTestId('information-lost').textContent
  expect(told).toContain('Each Confirmed Person begins with this form')
  expect(told).not.toContain('Nothing had been signed yet.')
})
