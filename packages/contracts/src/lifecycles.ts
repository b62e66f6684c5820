/** `open` waits for the wallet or the server; `reached` is what the exchange was for; `failed` ended without it. */
export type Phase = 'open' | 'reached' | 'revoked' | 'failed'

interface State {
  /** The state before. Those between may be skipped: a peer sees only the messages that reach it. */
  after: string | null
  phase: Phase
}

/** The states of the three kinds of exchange (docs/product.md, section 4), and what comes after what. */
const lifecycles = {
  connection: {
    invited: { after: null, phase: 'open' },
    request: { after: 'invited', phase: 'open' },
    response: { after: 'request', phase: 'open' },
    active: { after: 'response', phase: 'reached' },
    complete: { after: 'active', phase: 'reached' },
    abandoned: { after: 'response', phase: 'failed' },
  },
  credential: {
    offer_sent: { after: null, phase: 'open' },
    request_received: { after: 'offer_sent', phase: 'open' },
    credential_issued: { after: 'request_received', phase: 'reached' },
    credential_acked: { after: 'credential_issued', phase: 'reached' },
    done: { after: 'credential_acked', phase: 'reached' },
    credential_revoked: { after: 'done', phase: 'revoked' },
    abandoned: { after: 'request_received', phase: 'failed' },
  },
  proof: {
    request_sent: { after: null, phase: 'open' },
    presentation_received: { after: 'request_sent', phase: 'open' },
    verified: { after: 'presentation_received', phase: 'reached' },
    done: { after: 'verified', phase: 'reached' },
    abandoned: { after: 'presentation_received', phase: 'failed' },
    expired: { after: 'presentation_received', phase: 'failed' },
  },
} as const satisfies Record<string, Record<string, State>>

type Lifecycles = typeof lifecycles
export type ExchangeKind = keyof Lifecycles
export type StateOf<Kind extends ExchangeKind> = Kind extends ExchangeKind ? keyof Lifecycles[Kind] : never

const statesOf = <Kind extends ExchangeKind>(kind: Kind) => Object.keys(lifecycles[kind]) as StateOf<Kind>[]
export const connectionStates = statesOf('connection')
export const credentialStates = statesOf('credential')
export const proofStates = statesOf('proof')

const lookUp = <Kind extends ExchangeKind>(kind: Kind, state: StateOf<Kind>) =>
  (lifecycles[kind] as Record<StateOf<Kind>, { after: StateOf<Kind> | null; phase: Phase }>)[state]

export const phaseOf = <Kind extends ExchangeKind>(kind: Kind, state: StateOf<Kind>) => lookUp(kind, state).phase

export const isOpen = <Kind extends ExchangeKind>(kind: Kind, state: StateOf<Kind>) => phaseOf(kind, state) === 'open'

/** The states from which a state is reached, directly or over others. */
export function statesBefore<Kind extends ExchangeKind>(kind: Kind, state: StateOf<Kind>): StateOf<Kind>[] {
  const { after } = lookUp(kind, state)
  return after === null ? [] : [...statesBefore(kind, after), after]
}

/**
 * The later of an exchange's known and reported state: states only move forward, however late a
 * report comes. Success that is reported after a failure stands.
 */
export function laterState<Kind extends ExchangeKind>(kind: Kind, known: StateOf<Kind>, reported: StateOf<Kind>) {
  const isSuccess = !isOpen(kind, reported) && phaseOf(kind, reported) !== 'failed'
  const isNews = statesBefore(kind, reported).includes(known) || (phaseOf(kind, known) === 'failed' && isSuccess)
  return isNews ? reported : known
}
