import type { Character } from '@lastmile/contracts'

export const cardValue = 'Secret-Bello'
const portrait = '/content/characters/student/portrait.svg'

/** A credential that content issues, each attribute of the same value. */
export const card = (name: string, attributes: readonly string[] = ['family_name']) => ({
  name,
  version: '2.0',
  revocable: true,
  attributes: attributes.map((attribute) => ({ name: attribute, value: cardValue })),
})

/** A character with two connect/accept pairs, generic screens and use cases of every kind. */
export const student: Character = {
  id: 'student',
  name: 'Amina',
  type: 'Student',
  image: portrait,
  hidden: false,
  description: 'Studies.',
  onboarding: [
    { screenId: 'PICK_CHARACTER', title: 'Pick', text: 'Pick.' },
    { screenId: 'SETUP_START', title: 'Start', text: 'Start.' },
    { screenId: 'CHOOSE_WALLET', title: 'Wallet', text: 'Wallet.' },
    { screenId: 'CONNECT', title: 'Connect', text: 'Connect.', issuer_name: 'Unity College' },
    { screenId: 'ACCEPT_CREDENTIAL', title: 'Accept', text: 'Accept.', credentials: [card('Student Card')] },
    { screenId: 'GENERIC_WHY', title: 'Why', text: 'Why.' },
    { screenId: 'CONNECT_2', title: 'Connect', text: 'Connect.', issuer_name: 'City Library' },
    { screenId: 'ACCEPT_CREDENTIAL_2', title: 'Accept', text: 'Accept.', credentials: [card('library_card')] },
    { screenId: 'SETUP_COMPLETED', title: 'Done', text: 'Done.' },
  ],
  progressBar: [],
  useCases: [
    {
      id: 'discount',
      name: 'Discount',
      hidden: false,
      screens: [
        { screenId: 'START', title: 'Start', text: 'Start.' },
        { screenId: 'CONNECTION', title: 'Connect', text: 'Connect.', verifier: { name: 'Bookshop' } },
        {
          screenId: 'PROOF',
          title: 'Prove',
          text: 'Prove.',
          verifier: { name: 'Bookshop' },
          requestOptions: {
            title: 'Student check',
            text: 'Are you a student?',
            requestedCredentials: [
              {
                name: 'StudentCard',
                properties: ['family_name'],
                predicates: { name: 'expiry_date', value: '20261121', type: '>=' },
                nonRevoked: true,
              },
              { name: 'Library Card', predicates: [{ name: 'fines', value: 1, type: '<' }] },
            ],
          },
        },
        { screenId: 'STEP_END', title: 'End', text: 'End.' },
      ],
    },
    {
      id: 'enrol',
      name: 'Enrol',
      hidden: true,
      screens: [
        { screenId: 'CREDENTIAL_1', title: 'Get', text: 'Get.', credentials: [card('Exam Pass')] },
        {
          screenId: 'PROOF_OOB',
          title: 'Prove',
          text: 'Prove.',
          verifier: { name: 'Unity College' },
          requestOptions: {
            title: 'Exam',
            text: 'Exam.',
            requestedCredentials: [{ name: 'Exam Pass', properties: ['family_name'] }],
          },
        },
        { screenId: 'INFO_WELCOME', title: 'Welcome', text: 'Welcome.' },
      ],
    },
  ],
  revocationInfo: [],
}
