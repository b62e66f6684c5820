import type { ConnectionState, CredentialState } from '@lastmile/contracts'
import { personFields } from '@lastmile/contracts/constants'
import { describe, expect, it } from 'vitest'
import {
  type ConfirmedPersonFacts,
  confirmedPersonNavigation,
  confirmedPersonStepAt,
  confirmedPersonSteps,
  exampleInformation,
  isPersonInformationLost,
  missingPersonFields,
  noPersonInformation,
  personAttributes,
} from './confirmed-person.ts'

const filled = {
  ...noPersonInformation,
  familyName: ' Okoro ',
  givenNames: 'Chidinma Grace',
  dateOfBirth: '1994-03-17',
  documentNumber: '2024-01-01',
  documentExpiryDate: '2031-08-30',
  documentIssuingBody: 'Example Passport Office',
}

const fresh: ConfirmedPersonFacts = {
  step: undefined,
  reached: 'PICK_CHARACTER',
  isInformed: false,
  meeting: undefined,
  credentialState: undefined,
}
const connection = (state: ConnectionState) => ({ kind: 'connection', state }) as const
const facts = (changes: Partial<ConfirmedPersonFacts>): ConfirmedPersonFacts => ({ ...fresh, ...changes })

describe('person information', () => {
  it('can be filled in with what content gives the credential', () => {
    const person = { ...filled, familyName: 'Okoro' }
    const attributes = Object.entries(personAttributes(person)).map(([name, value]) => ({ name, value }))
    expect(exampleInformation([...attributes, { name: 'photo', value: 'x' }])).toEqual(person)
    expect(exampleInformation([])).toEqual({})
  })

  it('has its defaults, and lacks the other six', () => {
    expect(noPersonInformation).toMatchObject({ gender: 'male', documentType: 'passport', nationality: 'Nigeria' })
    expect(missingPersonFields(noPersonInformation)).toEqual([
      'familyName',
      'givenNames',
      'dateOfBirth',
      'documentNumber',
      'documentExpiryDate',
      'documentIssuingBody',
    ])
  })

  it.each(personFields)('is not complete without %s, and blanks are nothing', (field) => {
    expect(missingPersonFields(filled)).toEqual([])
    expect(missingPersonFields({ ...filled, [field]: '  ' })).toEqual([field])
  })

  it('becomes the nine attributes, dates alone without their hyphens', () => {
    expect(personAttributes(filled)).toEqual({
      family_name: 'Okoro',
      given_names: 'Chidinma Grace',
      date_of_birth: '19940317',
      gender: 'male',
      document_type: 'passport',
      document_number: '2024-01-01',
      document_expiry_date: '20310830',
      nationality: 'Nigeria',
      issuing_authority: 'Example Passport Office',
    })
  })
})

describe('the step that is shown', () => {
  it('is the first one of a fresh visit, whatever character came before', () => {
    expect(confirmedPersonStepAt(fresh)).toBe('SETUP_START')
    expect(confirmedPersonStepAt(facts({ reached: 'CHOOSE_WALLET' }))).toBe('SETUP_START')
    expect(confirmedPersonStepAt(facts({ reached: 'SETUP_START' }))).toBe('SETUP_START')
  })

  it.each(confirmedPersonSteps.slice(1))(
    'is the form again, with its reason, when %s is loaded again before an offer',
    (reached) => {
      const reloaded = facts({ reached, meeting: connection('active') })
      expect(confirmedPersonStepAt(reloaded)).toBe('PERSON_INFORMATION')
      expect(isPersonInformationLost(reloaded)).toBe(true)
    },
  )

  it('has no reason to show at the form itself', () => {
    expect(isPersonInformationLost(facts({ step: 'PERSON_INFORMATION', reached: 'PERSON_INFORMATION' }))).toBe(false)
    expect(isPersonInformationLost(facts({ step: 'SETUP_START' }))).toBe(false)
  })

  it.each(['offer_sent', 'request_received', 'abandoned', 'credential_issued', 'done'] as const)(
    'is that of the offer when one stands as %s',
    (credentialState) => {
      expect(confirmedPersonStepAt(facts({ reached: 'ACCEPT_CREDENTIAL', credentialState }))).toBe('ACCEPT_CREDENTIAL')
      expect(confirmedPersonStepAt(facts({ step: 'PERSON_INFORMATION', credentialState }))).toBe('ACCEPT_CREDENTIAL')
    },
  )

  it('is the last one only with the credential, or by skipping', () => {
    expect(confirmedPersonStepAt(facts({ reached: 'SETUP_COMPLETED', credentialState: 'done' }))).toBe(
      'SETUP_COMPLETED',
    )
    expect(confirmedPersonStepAt(facts({ step: 'SETUP_COMPLETED', credentialState: 'offer_sent' }))).toBe(
      'ACCEPT_CREDENTIAL',
    )
    expect(confirmedPersonStepAt(facts({ step: 'SETUP_COMPLETED', isInformed: true }))).toBe('SETUP_COMPLETED')
    expect(confirmedPersonStepAt(facts({ step: 'SETUP_COMPLETED' }))).toBe('SETUP_COMPLETED')
    expect(confirmedPersonStepAt(facts({ step: 'SETUP_COMPLETED', credentialState: 'credential_revoked' }))).toBe(
      'SETUP_COMPLETED',
    )
  })

  it('needs the information to connect, and a connection to accept', () => {
    const accept = { step: 'ACCEPT_CREDENTIAL', isInformed: true } as const
    expect(confirmedPersonStepAt(facts({ step: 'CONNECT_WALLET' }))).toBe('PERSON_INFORMATION')
    expect(confirmedPersonStepAt(facts({ step: 'ACCEPT_CREDENTIAL', meeting: connection('active') }))).toBe(
      'PERSON_INFORMATION',
    )
    expect(confirmedPersonStepAt(facts(accept))).toBe('CONNECT_WALLET')
    expect(confirmedPersonStepAt(facts({ ...accept, meeting: connection('response') }))).toBe('ACCEPT_CREDENTIAL')
  })
})

describe('NEXT and Back', () => {
  const at = (step: ConfirmedPersonFacts['step'], more: Partial<ConfirmedPersonFacts> = {}) =>
    confirmedPersonNavigation(facts({ step, isInformed: true, meeting: connection('active'), ...more }))

  it('go through the five steps in their order, under their labels', () => {
    expect(at('SETUP_START')).toMatchObject({ nextLabel: 'next', next: 'PERSON_INFORMATION', previous: undefined })
    expect(at('PERSON_INFORMATION')).toMatchObject({
      nextLabel: 'next',
      next: 'CONNECT_WALLET',
      previous: 'SETUP_START',
    })
    expect(at('CONNECT_WALLET')).toMatchObject({
      nextLabel: 'skip',
      next: 'ACCEPT_CREDENTIAL',
      previous: 'PERSON_INFORMATION',
    })
    expect(at('ACCEPT_CREDENTIAL')).toMatchObject({
      nextLabel: 'next',
      next: 'SETUP_COMPLETED',
      previous: 'CONNECT_WALLET',
    })
    expect(at('SETUP_COMPLETED', { credentialState: 'done' })).toMatchObject({
      nextLabel: 'finish',
      next: undefined,
      previous: 'ACCEPT_CREDENTIAL',
    })
  })

  it('are open at both ends', () => {
    expect(at('SETUP_START', { isInformed: false }).canGoNext).toBe(true)
    expect(at('SETUP_COMPLETED').canGoNext).toBe(true)
  })

  it('leave the form when nothing is missing', () => {
    expect(at('PERSON_INFORMATION').canGoNext).toBe(true)
    expect(at('PERSON_INFORMATION', { isInformed: false }).canGoNext).toBe(false)
  })

  it.each<[ConnectionState | undefined, boolean]>([
    [undefined, false],
    ['invited', false],
    ['request', false],
    ['response', true],
    ['active', true],
    ['complete', true],
    ['abandoned', false],
  ])('with a connection that is %s: SKIP is open: %s', (state, isOpen) => {
    expect(at('CONNECT_WALLET', { meeting: state && connection(state) }).canGoNext).toBe(isOpen)
  })

  it.each<[CredentialState, boolean]>([
    ['offer_sent', false],
    ['request_received', false],
    ['abandoned', false],
    ['credential_issued', true],
    ['credential_acked', true],
    ['done', true],
    ['credential_revoked', true],
  ])('with a credential that is %s: NEXT is open: %s, and Back is not once it is issued', (credentialState, isOpen) => {
    const { canGoNext, previous } = at('ACCEPT_CREDENTIAL', { credentialState })
    expect(canGoNext).toBe(isOpen)
    expect(previous).toBe(isOpen ? undefined : 'CONNECT_WALLET')
  })

  it('lead from the end of a skipped flow back to connecting', () => {
    expect(at('SETUP_COMPLETED', { meeting: connection('invited') }).previous).toBe('CONNECT_WALLET')
  })
})
