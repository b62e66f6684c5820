import type { Character, CredentialToIssue } from '@lastmile/contracts'
import { confirmedPersonSlug, personFields } from '@lastmile/contracts/constants'
import type { PersonInformation } from '@lastmile/journey'
import { fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { vi } from 'vitest'
import { credentialRecord, invitation, storeWith, student } from '../../store/store.fixture.ts'
import { personInformationEntered } from '../../visit/confirmed-person/confirmed-person-slice.ts'
import { RestartProvider } from '../../visit/restart.tsx'
import { ConfirmedPersonScreen } from './confirmed-person-screen.tsx'

const line = { kind: 'line', max: 60 } as const
const attribute = (name: string, entry: CredentialToIssue['attributes'][number]['entry'] = line) => ({
  name,
  value: `sample ${name}`,
  entry,
})

const confirmedPerson: CredentialToIssue = {
  name: 'ConfirmedPerson',
  version: '2.0',
  revocable: true,
  attributes: [
    attribute('family_name'),
    attribute('given_names'),
    attribute('date_of_birth', { kind: 'date' }),
    attribute('gender', { kind: 'choice', of: ['male', 'female'] }),
    attribute('document_type', { kind: 'choice', of: ['passport', 'national_id'] }),
    attribute('document_number'),
    attribute('document_expiry_date', { kind: 'date' }),
    attribute('nationality'),
    attribute('issuing_authority'),
  ],
}

const character: Character = {
  ...student,
  id: confirmedPersonSlug,
  name: 'Confirmed Person',
  type: 'Confirmed Person',
  hidden: true,
  progressBar: ['SETUP_START', 'PERSON_INFORMATION', 'CONNECT_WALLET', 'ACCEPT_CREDENTIAL', 'SETUP_COMPLETED'].map(
    (onboardingStep) => ({ name: onboardingStep, onboardingStep, iconLight: '/a.svg', iconDark: '/a.svg' }),
  ),
  onboarding: [
    { screenId: 'SETUP_START', title: 'Begin', text: 'Begin.' },
    { screenId: 'PERSON_INFORMATION', title: 'Form', text: 'Form.', image: '/form.svg' },
    { screenId: 'CONNECT_WALLET', title: 'Connect', text: 'Connect.', issuer_name: 'The issuer' },
    { screenId: 'ACCEPT_CREDENTIAL', title: 'Accept', text: 'Accept.', credentials: [confirmedPerson] },
    { screenId: 'SETUP_COMPLETED', title: 'Confirmed', text: 'Confirmed.' },
  ],
}

/** A person with unique words, which a search finds again. */
export const canary: PersonInformation = {
  familyName: 'Canary-Family',
  givenNames: 'Canary-Given',
  dateOfBirth: '1987-06-05',
  gender: 'female',
  documentType: 'national_id',
  documentNumber: 'Canary-Number',
  documentExpiryDate: '2039-04-03',
  nationality: 'Canary-Land',
  documentIssuingBody: 'Canary-Office',
}

/** Any other page, which shows its address as `place`. */
function Place() {
  return <output data-testid="place">{useLocation().pathname}</output>
}

/** The flow's page on a store with faked calls, reached with this state of the router. */
export function showFlow(answers: Parameters<typeof storeWith>[0] = {}, state?: object) {
  // Without a visit to the page, no theme exists.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const { store, call } = storeWith({
    getCharacters: () => [student],
    getCharacter: () => character,
    getWallets: () => [],
    createInvite: () => invitation('c1'),
    getConnectionByInvitation: () => ({ connection_id: 'c1', invi_msg_id: 'invitation-c1', state: 'invited' }),
    getOrCreateCredDef: () => ({ data: 'lmds:def:ConfirmedPerson', state: 'ready' }),
    offerCredential: () => credentialRecord('x1', { credential_definition_id: 'lmds:def:ConfirmedPerson' }),
    deleteCredential: () => null,
    ...answers,
  })
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[{ pathname: '/demo/confirmedPerson', state }]}>
        <RestartProvider>
          <Routes>
            <Route path="/demo/confirmedPerson" element={<ConfirmedPersonScreen />} />
            <Route path="*" element={<Place />} />
          </Routes>
        </RestartProvider>
      </MemoryRouter>
    </Provider>,
  )
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const enter = (information: Partial<PersonInformation>) => {
    for (const field of personFields) {
      const value = information[field]
      if (value !== undefined) store.dispatch(personInformationEntered({ field, value }))
    }
  }
  return { store, call, press, enter }
}
