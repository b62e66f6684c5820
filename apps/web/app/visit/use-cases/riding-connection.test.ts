import type { ConnectionState, CredentialState } from '@lastmile/contracts'
import { describe, expect, it } from 'vitest'
import { invitationRequested } from '../../exchanges/connecting/connection-slice.ts'
import { onboardingScreenKey, screenKeyOf } from '../../exchanges/connecting/screen-key.ts'
import { credentialFetched } from '../../exchanges/issuing/credentials-slice.ts'
import { invitationCreated, messageReceived } from '../../state/demo-actions.ts'
import { credentialRecord, invitation, storeWith } from '../../store/store.fixture.ts'
import { selectRidingConnection } from './use-case-selectors.ts'

/** A visit whose connections were made in this order, by screen. */
function visit(connections: Record<string, [screen: string, state: ConnectionState]>) {
  const { store } = storeWith({})
  for (const [id, [screen, state]] of Object.entries(connections)) {
    store.dispatch(invitationRequested(screen))
    store.dispatch(invitationCreated({ screen, invitation: invitation(id), createdAt: '2026-01-01T00:00:00Z' }))
    store.dispatch(messageReceived({ endpoint: 'connections', state, connection_id: id }))
  }
  return {
    issues: (name: string, connection_id: string, state: CredentialState) =>
      void store.dispatch(
        credentialFetched({ name, record: credentialRecord(`of ${connection_id}`, { connection_id, state }) }),
      ),
    rides: () => selectRidingConnection(store.getState())?.id,
  }
}

const first = onboardingScreenKey('CONNECT')
const second = onboardingScreenKey('CONNECT_2')
const inUseCase = screenKeyOf('discount', 'CONNECTION')

describe('a proof without a connection of its own', () => {
  it('rides the connection over which something was issued, not the last one', () => {
    const { issues, rides } = visit({ c1: [first, 'active'], c2: [second, 'active'] })
    expect(rides()).toBe('c2')
    issues('Student Card', 'c1', 'credential_issued')
    expect(rides()).toBe('c1')
  })

  it('rides none over which an offer is merely open', () => {
    const { issues, rides } = visit({ c1: [first, 'active'], c2: [second, 'active'] })
    issues('Student Card', 'c1', 'credential_issued')
    issues('Library Card', 'c2', 'offer_sent')
    expect(rides()).toBe('c1')
  })

  it('rides none that is not established, nor one of a use case', () => {
    const { issues, rides } = visit({ c1: [first, 'active'], c2: [second, 'request'], c3: [inUseCase, 'active'] })
    expect(rides()).toBe('c1')
    issues('Ticket', 'c3', 'credential_issued')
    expect(rides()).toBe('c1')
    expect(visit({ c1: [first, 'invited'] }).rides()).toBeUndefined()
  })
})
