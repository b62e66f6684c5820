import { setTimeout as pause } from 'node:timers/promises'
import { createVisitor } from '../interop/product-server.ts'
import type { Wallet } from '../wallet/wallet.ts'

const attributes = [
  { name: 'name', value: 'Bola' },
  { name: 'expiry_date', value: '20300101' },
]
const longest = 60_000

/** The credential that each visitor is offered. */
export const staffCard = (visitor: ReturnType<typeof createVisitor>) =>
  visitor.call('getOrCreateCredDef', { body: { credential: { name: 'Staff Card', attributes } } })

/** The keys of the credential, which take a new server a minute or two. @returns the definition's id */
export async function preparedDefinition(origin: string): Promise<string> {
  const visitor = createVisitor(origin)
  for (;;) {
    const { data, state } = await staffCard(visitor)
    if (state === 'ready') return data
    await pause(500)
  }
}

/**
 * A whole visit: connects, takes a credential and proves it.
 * @returns how long it took, in milliseconds; rejects when it does not end well
 */
export async function honestVisit(origin: string, wallet: Wallet, definition: string): Promise<number> {
  const began = performance.now()
  const visitor = createVisitor(origin, { network: '198.51.100.7' })
  const until = async (states: string[], read: () => Promise<{ state: string }>) => {
    for (;;) {
      const { state } = await read()
      if (states.includes(state)) return
      if (performance.now() - began > longest) throw new Error(`A visit stays ${state}`)
      await pause(30)
    }
  }
  const invitation = await visitor.call('createInvite', { body: { my_label: 'Office' } })
  await wallet.receive(invitation.invitation_url)
  await until(['active'], () => visitor.call('getConnectionByInvitation', { id: invitation.invi_msg_id }))
  const { connection_id } = invitation
  const { credential_exchange_id } = await visitor.call('offerCredential', {
    body: { connection_id, cred_def_id: definition, credential_proposal: { attributes } },
  })
  await until(['credential_issued'], () => visitor.call('getCredential', { id: credential_exchange_id }))
  const restrictions = [{ cred_def_id: definition }]
  const { presentation_exchange_id } = await visitor.call('requestProof', {
    body: {
      connection_id,
      proof_request: {
        name: 'Check',
        requested_attributes: { card: { names: ['name'], restrictions } },
        requested_predicates: { valid: { name: 'expiry_date', p_type: '>=', p_value: 20260101, restrictions } },
      },
    },
  })
  await until(['verified', 'done'], () => visitor.call('getProof', { id: presentation_exchange_id }))
  const took = performance.now() - began
  await visitor.call('deleteCredential', { id: credential_exchange_id })
  await visitor.call('deleteProof', { id: presentation_exchange_id })
  return took
}
