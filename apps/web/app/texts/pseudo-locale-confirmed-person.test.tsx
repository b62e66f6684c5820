// @vitest-environment happy-dom
import { type CredentialToIssue, confirmedPersonSlug, type EntryRule } from '@lastmile/contracts'
import { act, fireEvent } from '@testing-library/react'
import { Navigate } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfirmedPersonScreen } from '../features/confirmed-person/confirmed-person-screen.tsx'
import { marked } from '../visit/navigation-mark.ts'
import { card, character, connection, failure, issued, screen } from './demo-in-cyrillic.fixture.ts'
import { content, unsaid } from './pseudo.fixture.ts'
import { type Changes, clearStage, later, show, wordsLeftBehind } from './stage.fixture.tsx'

vi.mock('./texts.tsx', async (original) => (await import('./pseudo.fixture.ts')).pseudoTexts(original))
vi.mock('@lastmile/contracts/site', async (original) => (await import('./pseudo.fixture.ts')).pseudoSite(original))

beforeEach(() => void vi.useFakeTimers())
afterEach(clearStage)

const line: EntryRule = { kind: 'line', max: 60 }
const date: EntryRule = { kind: 'date' }
const choice: EntryRule = { kind: 'choice', of: [content('male'), content('passport')] }
const rules = {
  family_name: line,
  given_names: line,
  date_of_birth: date,
  gender: choice,
  document_type: choice,
  document_number: line,
  document_expiry_date: date,
  nationality: line,
  issuing_authority: line,
}
const credential: CredentialToIssue = {
  ...card,
  name: 'ConfirmedPerson',
  label: content('Confirmed Person'),
  attributes: Object.entries(rules).map(([name, entry]) => ({ name, label: content(name), value: '', entry })),
}
const person = {
  ...character,
  id: confirmedPersonSlug,
  onboarding: [
    screen('SETUP_START'),
    screen('PERSON_INFORMATION'),
    { ...screen('CONNECT_WALLET'), issuer_name: content('The issuer') },
    { ...screen('ACCEPT_CREDENTIAL'), credentials: [credential] },
    screen('SETUP_COMPLETED'),
  ],
}
const filled = {
  familyName: content('Okoro'),
  givenNames: content('Grace'),
  dateOfBirth: '1994-03-17',
  gender: content('male'),
  documentType: content('passport'),
  documentNumber: '2024',
  documentExpiryDate: '2031-08-30',
  nationality: content('Nigeria'),
  documentIssuingBody: content('Office'),
}
/** Every value violates the credential's rules. */
const wrong = Object.fromEntries(
  Object.keys(filled).map((field) => [field, content('x'.repeat(61))]),
) as unknown as typeof filled

type Step = NonNullable<NonNullable<Changes['confirmedPerson']>['step']>
/** Stays in the flow of a finished visit. */
const flow = (
  <>
    <Navigate to="." state={marked('isReopened')} />
    <ConfirmedPersonScreen />
  </>
)
const characters = { characters: [person], currentCharacter: person.id }
const at = (step: Step, personInformation = filled) => ({ characters, confirmedPerson: { step, personInformation } })
const connecting = (state: Parameters<typeof connection>[1]) => connection('onboarding/CONNECT_WALLET', state)
const ofPerson = (...state: Parameters<typeof issued>) => ({
  issuedCredentials: issued(...state).issuedCredentials.map((one) => ({ ...one, name: credential.name })),
})
const refusedEntry = { error: { ...failure, code: 'attribute-not-allowed', temporary: false, step: 'offer' as const } }
const lost = { onboardingStep: 'CONNECT_WALLET' }
const documentImages = { front: 'data:image/jpeg;base64,AA', back: 'data:image/jpeg;base64,AA' }

describe('Confirmed Person in another language', () => {
  it.each<[string, Changes, Changes?]>([
    ['on the way to it', { characters: { characters: [], isListed: false, isLoading: true } }],
    ['out of reach', { characters: { characters: [], isListed: false, error: failure } }],
    ['where there is none', { characters: { unknownCharacters: [person.id] } }],
    ['at its start', { characters }],
    ['at the empty form', { characters, confirmedPerson: { step: 'PERSON_INFORMATION' } }],
    ['at the form', at('PERSON_INFORMATION')],
    [
      'at the form with one detail left, of a document of the past',
      at('PERSON_INFORMATION', { ...filled, familyName: '', documentExpiryDate: '2020-01-01' }),
    ],
    ['at the form that was lost', { characters, onboarding: lost }],
    ['at the form of another one', { characters, onboarding: lost }, { onboarding: { ...lost, isCompleted: true } }],
    ['at the form with what was refused', { ...at('PERSON_INFORMATION', wrong), credentials: refusedEntry }],
    ['at the form when something was refused', { ...at('PERSON_INFORMATION'), credentials: refusedEntry }],
    [
      'at the form with photos',
      { ...at('PERSON_INFORMATION'), confirmedPerson: { ...at('PERSON_INFORMATION').confirmedPerson, documentImages } },
    ],
    [
      'without an invitation',
      { ...at('CONNECT_WALLET'), connection: { screen: 'onboarding/CONNECT_WALLET', error: failure } },
    ],
    [
      'with an invitation that is taken',
      { ...at('CONNECT_WALLET'), connection: connecting('invited') },
      { connection: connecting('response') },
    ],
    ['with a connection', { ...at('CONNECT_WALLET'), connection: connecting('response') }],
    [
      'with an offer',
      { ...at('ACCEPT_CREDENTIAL'), connection: connecting('response'), credentials: ofPerson('offer_sent') },
    ],
    ['with an offer from before', { characters, credentials: ofPerson('offer_sent') }],
    ['with an offer declined', { ...at('ACCEPT_CREDENTIAL'), credentials: ofPerson('abandoned', 'declined') }],
    [
      'with details refused',
      { ...at('ACCEPT_CREDENTIAL', wrong), connection: connecting('response'), credentials: refusedEntry },
    ],
    [
      'with something refused',
      { ...at('ACCEPT_CREDENTIAL'), connection: connecting('response'), credentials: refusedEntry },
    ],
    ...(['offer', 'definition'] as const).map((step): [string, Changes] => [
      `when the ${step} failed`,
      {
        ...at('ACCEPT_CREDENTIAL'),
        connection: connecting('response'),
        credentials: { error: { ...failure, temporary: false, step } },
      },
    ]),
    [
      'when the offer is tried again',
      {
        ...at('ACCEPT_CREDENTIAL'),
        connection: connecting('response'),
        credentials: { issuanceId: 'i1', error: { ...failure, step: 'offer' } },
      },
    ],
    ['at its end', { ...at('SETUP_COMPLETED'), credentials: ofPerson('credential_acked') }],
    ['at its end after skipping', at('SETUP_COMPLETED')],
  ])('leaves no word behind %s', async (_, changes, then) => {
    expect(await wordsLeftBehind(flow, { changes, then })).toEqual([])
  })

  it('leaves no word behind at its end for who came from a use case', async () => {
    const returning = (
      <>
        <Navigate to="." state={{ ...marked('isReopened'), returnTo: `/uc/${person.useCases[0]?.id}` }} />
        <ConfirmedPersonScreen />
      </>
    )
    const changes = { ...at('SETUP_COMPLETED'), credentials: ofPerson('credential_acked') }
    expect(await wordsLeftBehind(returning, { changes })).toEqual([])
  })

  const photo = (name: string, type = 'image/jpeg', size = 1) =>
    Object.defineProperty(new File(['x'], content(name), { type }), 'size', { value: size })

  it.each<[string, File, (() => Promise<unknown>) | undefined]>([
    ['no picture', photo('Letter', 'text/plain'), undefined],
    ['too large', photo('Poster', 'image/png', 60 * 1024 * 1024), undefined],
    ['unreadable', photo('Scan'), () => Promise.reject(new Error('no picture'))],
    ['being opened', photo('Photo'), () => new Promise(() => {})],
  ])('leaves no word behind when a photo is %s', async (_, file, open) => {
    vi.stubGlobal('createImageBitmap', open)
    const { found } = show(flow, { changes: at('PERSON_INFORMATION') })
    for (const input of document.querySelectorAll<HTMLInputElement>('input[type=file]')) {
      await act(async () => fireEvent.change(input, { target: { files: [file] } }))
    }
    await later()
    expect([...found]).toEqual([])
  })

  const rejected = (name: string) => Promise.reject(Object.assign(new Error(), { name }))

  it.each<[string, () => Promise<unknown>]>([
    ['starts', () => new Promise(() => {})],
    ['plays', async () => ({ getTracks: () => [] })],
    ['is not allowed', () => rejected('NotAllowedError')],
    ['is missing', () => rejected('NotFoundError')],
    ['is busy', () => rejected('NotReadableError')],
    ['fails', () => rejected('TypeError')],
  ])('leaves no word behind when the camera %s', async (_, getUserMedia) => {
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia }, maxTouchPoints: 0, userAgent: '' })
    vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => {})
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect() {}, drawImage() {} } as never)
    expect(await wordsLeftBehind(flow, { changes: at('PERSON_INFORMATION') })).toEqual([])
  })
})

it('has said every message of this room', () => {
  expect(unsaid('confirmed-person')).toEqual([])
})
