import type {
  ApiRouteName,
  Character,
  ConnectionState,
  CredentialRecord,
  CredentialState,
  Invitation,
  ProofRecord,
  ProofState,
  Protocol,
  SocketMessage,
} from '@lastmile/contracts'
import { vi } from 'vitest'
import type { Call } from '../api/call.ts'
import { messageReceived } from '../state/demo-actions.ts'
import { createStore } from './store.ts'

type Answers = { [Name in ApiRouteName]?: (options: { params?: { id: string }; body?: unknown }) => unknown }

/** A store with faked calls; an unexpected route fails the test. */
export function storeWith(answers: Answers) {
  const call = vi.fn(async (name: ApiRouteName, options?: object) => {
    const answer = answers[name]
    if (!answer) throw new Error(`no answer for ${name}`)
    return answer(options ?? {})
  })
  return { store: createStore({ call: call as unknown as Call }), call }
}

export const callsOf = (call: { mock: { calls: unknown[][] } }, name: ApiRouteName) =>
  call.mock.calls.filter(([called]) => called === name)

export const invitation = (id: string): Invitation => ({
  connection_id: id,
  invi_msg_id: `invitation-${id}`,
  state: 'invited',
  invitation_url: `https://example.org/?oob=${id}`,
  short_url: `https://example.org/i/${id}`,
})

/** Of an offer over this connection, or without one. */
const protocolOver = (connectionId: string | null | undefined): Protocol =>
  connectionId === null ? 'openid4vc' : 'didcomm'

/** Said of a Student Card, offered on connection c1 by default, in records and in news. */
const credentialExchange = (id: string, connectionId: string | null | undefined) => ({
  credential_exchange_id: id,
  protocol: protocolOver(connectionId),
  connection_id: 'c1',
  credential_definition_id: 'lmds:def:Student Card',
  revoc_reg_id: null,
  revocation_id: null,
  reason: null,
  refusal: null,
})

export const credentialRecord = (id: string, changes: Partial<CredentialRecord> = {}): CredentialRecord => ({
  ...credentialExchange(id, changes.connection_id),
  state: 'offer_sent',
  thread_id: 't',
  revoked: false,
  created_at: '',
  updated_at: '',
  ...changes,
})

/** The route over the connection that records and news have. */
export const overC1 = { kind: 'connection', protocol: 'didcomm', connectionId: 'c1' } as const

export const connectionNews = (id: string, state: ConnectionState) =>
  messageReceived({ endpoint: 'connections', state, connection_id: id })

export const credentialNews = (
  id: string,
  state: CredentialState,
  changes: Partial<Extract<SocketMessage, { endpoint: 'issue_credential' }>> = {},
) =>
  messageReceived({
    ...credentialExchange(id, changes.connection_id),
    endpoint: 'issue_credential',
    state,
    ...changes,
  })

const proofExchange = (id: string) => ({
  presentation_exchange_id: id,
  connection_id: 'c1',
  verified: null,
  reason: null,
  refusal: null,
})

export const proofNews = (
  id: string,
  state: ProofState,
  changes: Partial<Extract<SocketMessage, { endpoint: 'present_proof' }>> = {},
) => messageReceived({ ...proofExchange(id), endpoint: 'present_proof', state, ...changes })

export const proofRecord = (id: string, changes: Partial<ProofRecord> = {}): ProofRecord => ({
  ...proofExchange(id),
  state: 'request_sent',
  presentation: null,
  failed_check: null,
  created_at: '',
  updated_at: '',
  ...changes,
})

/** A fake browser storage. */
export function memory(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  } as Storage
}

export const card = (name: string) => ({
  name,
  version: '2.0',
  revocable: true,
  attributes: [{ name: 'family_name', value: 'Secret-Bello' }],
})
export const studentCard = card('Student Card')

export const student: Character = {
  id: 'student',
  name: 'Amina',
  type: 'Student',
  image: '/a.svg',
  hidden: false,
  description: 'Studies.',
  onboarding: [
    { screenId: 'PICK_CHARACTER', title: 'Pick', text: 'Pick.' },
    { screenId: 'CONNECT', title: 'Connect', text: 'Connect.', issuer_name: 'Unity College' },
    { screenId: 'ACCEPT_CREDENTIAL', title: 'Accept', text: 'Accept.', credentials: [studentCard] },
    { screenId: 'SETUP_COMPLETED', title: 'Done', text: 'Done.' },
  ],
  progressBar: [],
  useCases: [
    {
      id: 'discount',
      name: 'Discount',
      hidden: false,
      screens: [{ screenId: 'START', title: 'Start', text: 'Start.' }],
    },
  ],
  revocationInfo: [{ credentialName: 'student_card', title: 'Lost', description: 'Lost.' }],
}
