import { setTimeout as pause } from 'node:timers/promises'
import type { Protocol } from '@lastmile/contracts'
import { attributes, checkOf } from '../cluster/whole-visit.ts'
import { createVisitor } from '../interop/product-server.ts'
import { createWallet } from '../wallet/wallet.ts'
import { openWillingWallet } from '../willing-wallet.ts'

const longest = 60_000

/** The credential that each visitor is offered. */
export const staffCard = (visitor: ReturnType<typeof createVisitor>) =>
  visitor.call('getOrCreateCredDef', { body: { credential: { name: 'Staff Card', attributes } } })

/** A wallet that says yes to everything. */
export interface HonestWallet {
  receive(link: string): Promise<unknown>
  close(): Promise<void>
}

/** Opens another one, new and empty, that speaks the protocol. */
export const honestWallets: Record<Protocol, () => Promise<HonestWallet>> = {
  didcomm: createWallet,
  openid4vc: openWillingWallet,
}

/**
 * A whole visit: connects where the protocol has connections, takes a credential and proves it.
 * @returns how long it took, in milliseconds; rejects when it does not end well
 */
export async function honestVisit(
  origin: string,
  wallet: HonestWallet,
  definition: string,
  protocol: Protocol,
): Promise<number> {
  const began = performance.now()
  const visitor = createVisitor(origin, { network: '198.51.100.7' })
  const until = async (states: string[], read: () => Promise<{ state: string }>) => {
    for (;;) {
      const { state } = await read()
      if (states.includes(state)) return
      if (state === 'abandoned') throw new Error('A visit was abandoned')
      if (performance.now() - began > longest) throw new Error(`A visit stays ${state}`)
      await pause(30)
    }
  }
  const connected = async () => {
    const invitation = await visitor.call('createInvite', { body: { my_label: 'Office' } })
    await wallet.receive(invitation.invitation_url)
    await until(['active'], () => visitor.call('getConnectionByInvitation', { id: invitation.invi_msg_id }))
    return { connection_id: invitation.connection_id }
  }
  const to = protocol === 'didcomm' ? await connected() : { protocol }
  const offer = { cred_def_id: definition, credential_proposal: { attributes } }
  const { credential_exchange_id, invitation_url } = await visitor.call('offerCredential', {
    body: { ...to, ...offer },
  })
  if (invitation_url) await wallet.receive(invitation_url)
  await until(['credential_issued'], () => visitor.call('getCredential', { id: credential_exchange_id }))
  const proof_request = checkOf(definition)
  const asked = async () => {
    if ('connection_id' in to) return visitor.call('requestProof', { body: { ...to, proof_request } })
    const { proof, shortUrl } = await visitor.call('requestProofOutOfBand', {
      body: { ...to, my_label: 'Office', proof_request },
    })
    await wallet.receive(shortUrl)
    return proof
  }
  const { presentation_exchange_id } = await asked()
  await until(['verified', 'done'], () => visitor.call('getProof', { id: presentation_exchange_id }))
  const took = performance.now() - began
  await visitor.call('deleteCredential', { id: credential_exchange_id })
  await visitor.call('deleteProof', { id: presentation_exchange_id })
  return took
}
