import { cardAttributes, credentialIn } from '../../agent/test/people.ts'
import type { RunningAgent } from '../../agent/test/running-agent.ts'
import type { Visitor } from './visitor.ts'

/** @returns the connection's id at the agent */
export async function connect({ agent }: RunningAgent, visitor: Visitor): Promise<string> {
  const { connectionId, invitationUrl } = await agent.createInvitation({ label: 'College', purpose: 'issue' })
  const received = await visitor.holder.receive(invitationUrl)
  const id = 'connectionId' in received ? received.connectionId : undefined
  await visitor.sees(({ connections }) => connections.some((each) => each.id === id && each.state === 'connected'))
  return connectionId
}

/** A new connection over which the visitor got a card, and what both sides know of it. */
export async function holdsCard(
  running: RunningAgent,
  visitor: Visitor,
  revocable: boolean,
  attributes = cardAttributes,
) {
  const connectionId = await connect(running, visitor)
  const before = visitor.holder.snapshot().credentials.length
  const definitionKey = revocable ? 'Revocable card' : 'Card'
  const { credentialId } = await running.agent.offer({ definitionKey, attributes }, { connectionId })
  const offer = await visitor.sees(({ offers: [first] }) => first)
  await visitor.holder.accept(offer.id)
  const credential = await visitor.sees(({ credentials }) => (credentials.length > before ? credentials[0] : undefined))
  return { connectionId, credential, issued: await credentialIn(running, credentialId, 'credential_issued') }
}
