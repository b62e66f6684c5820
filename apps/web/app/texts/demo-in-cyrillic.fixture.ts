import type {
  Character,
  CredentialRefusal,
  CredentialToIssue,
  UseCase,
  UseCaseScreen,
  Wallet,
} from '@lastmile/contracts'
import { content } from './pseudo.fixture.ts'

/** Its name and its attributes' names are technical: visitors see the labels. */
export const card: CredentialToIssue = {
  name: 'student_card',
  label: content('Student Card'),
  version: '2.0',
  revocable: true,
  attributes: [
    { name: 'first_name', label: content('First name'), value: content('Amina') },
    { name: 'expiry_date', label: content('Valid until'), value: '20300131' },
    { name: 'birth_date', label: content('Born on'), value: '20051122' },
    { name: 'level', label: content('Level'), value: '2' },
  ],
}

export const verifier = { name: content('Cool Clothes') }
export const screen = (screenId: string) => ({
  screenId,
  title: content(`About ${screenId}`),
  text: content('What to do.'),
})
const operators = ['>=', '>', '<=', '<'] as const
const requestedOf = (name: string) => ({
  name,
  properties: ['first_name'],
  predicates: operators.flatMap((type) => [
    { name: 'expiry_date', type, value: '20290101' },
    { name: 'level', type, value: 3 },
  ]),
  nonRevoked: true,
})
export const proofOf = (...names: string[]) => ({
  ...screen('PROOF'),
  verifier,
  requestOptions: {
    title: content('Student'),
    text: content('Please'),
    requestedCredentials: names.map(requestedOf),
  },
})

export const caseOf = (id: string, ...screens: UseCaseScreen[]): UseCase => ({
  id,
  name: content(id),
  hidden: false,
  screens,
})

export const useCaseId = 'discount'

/** A character with every kind of screen, in a non-Latin script. */
export const character: Character = {
  id: 'student',
  name: content('Amina'),
  type: content('Student'),
  image: '/a.svg',
  hidden: false,
  description: content('Studies.'),
  onboarding: [
    screen('PICK_CHARACTER'),
    screen('SETUP_START'),
    screen('CHOOSE_WALLET'),
    { ...screen('CONNECT'), issuer_name: content('Unity College') },
    { ...screen('ACCEPT_CREDENTIAL'), credentials: [card] },
    screen('GENERIC'),
    screen('UNHEARD_OF'),
    screen('SETUP_COMPLETED'),
  ],
  progressBar: [
    { name: content('Begin'), onboardingStep: 'PICK_CHARACTER', iconLight: '/l.svg', iconDark: '/d.svg' },
    { name: content('Connect'), onboardingStep: 'CONNECT', iconLight: '/l.svg', iconDark: '/d.svg' },
    { name: content('Done'), onboardingStep: 'SETUP_COMPLETED', iconLight: '/l.svg', iconDark: '/d.svg' },
  ],
  useCases: [
    caseOf(
      useCaseId,
      screen('START'),
      screen('INFO'),
      { ...screen('CONNECTION'), verifier },
      { ...screen('CREDENTIAL'), credentials: [card] },
      proofOf(card.name),
      { ...proofOf(), screenId: 'PROOF_OOB' },
      screen('UNHEARD_OF'),
      screen('STEP_END'),
      screen('END'),
    ),
  ],
  revocationInfo: [{ credentialName: card.name, title: content('Lost'), description: content('Lost on a bus.') }],
}

export const wallet: Wallet = {
  id: 'wallet',
  name: content('Pocket'),
  icon: '/w.svg',
  organization: content('Makers'),
  recommended: true,
  protocols: ['didcomm'],
  url: 'https://example.org',
  apple: 'https://example.org/a',
  android: 'https://example.org/g',
  deepLinkScheme: 'didcomm',
}

export const failure = { code: 'network', message: '', temporary: true }
/** A permanent failure. */
export const lasting = { ...failure, code: 'internal', temporary: false }
export const connection = (screen: string, state: 'invited' | 'response' | 'complete' | 'abandoned') => ({
  byScreen: {
    [screen]: {
      kind: 'connection' as const,
      protocol: 'didcomm' as const,
      id: 'c1',
      invitationId: 'i1',
      state,
      invitationUrl: 'https://example.org/?oob=1',
      shortUrl: 'https://example.org/i/1',
      isDeepLink: false,
    },
  },
  screen,
})
/** Of a party that is met without a connection. */
export const withoutConnection = (screen: string) => ({
  screen,
  byScreen: { [screen]: { kind: 'invitation' as const, protocol: 'openid4vc' as const } },
})

export const issued = (
  state: 'offer_sent' | 'abandoned' | 'credential_acked' | 'credential_revoked',
  refusal: CredentialRefusal | null = null,
) => ({
  issuedCredentials: [
    { name: card.name, id: 'x1', protocol: 'didcomm' as const, connectionId: 'c1', state, refusal, threadId: 't' },
  ],
})
