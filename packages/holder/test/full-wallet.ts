import type { AnonCreds } from '../src/holder.ts'
import { Publisher } from './did-publisher.ts'
import { credentialOf, offerOf, requestOf, ScriptedPeer } from './scripted-peer.ts'
import { type Visitor, visit } from './visitor.ts'

/** Cryptography that takes everything: what is looked at is what comes before and after it. */
export const credulous: AnonCreds = {
  createLinkSecret: () => '1',
  createCredentialRequest: () => ({ request: { prover: 'request' }, metadata: { kept: 'metadata' } }),
  processCredential: ({ credential }) => credential,
  createPresentation: () => ({}),
  forget: () => undefined,
}

const attributes = [
  { name: 'name', value: 'Amina Bello' },
  { name: 'age', value: '17' },
]

/** A wallet with records of every kind: connection, credential, open offer, open request, queued message. */
export async function fullWallet(): Promise<Visitor> {
  const publisher = await Publisher.create('stranger.example')
  const { did: issuerId } = publisher
  const schemaId = publisher.publish({ name: 'Card', version: '1.0', attrNames: ['name', 'age'], issuerId })
  const definitionId = publisher.publish({ issuerId, schemaId, type: 'CL', tag: 'a', value: { primary: {} } })
  const peer = new ScriptedPeer()
  const visitor = await visit({ openSocket: peer.openSocket, fetch: publisher.fetch, anoncreds: credulous })
  await visitor.holder.receive(peer.invitation())
  peer.respond(await peer.hears('/request'))
  await peer.hears('/complete')
  peer.says('issue-credential/2.0/offer-credential', offerOf(definitionId, attributes, schemaId))
  const { id } = await visitor.sees(({ offers: [first] }) => first)
  await visitor.holder.accept(id)
  const { '~thread': thread } = await peer.hears('/request-credential')
  peer.says('issue-credential/2.0/issue-credential', {
    '~thread': thread,
    ...credentialOf(definitionId, attributes, schemaId),
  })
  await visitor.sees(({ credentials: [first] }) => first)
  peer.says('issue-credential/2.0/offer-credential', offerOf(definitionId, attributes, schemaId))
  const another = await visitor.sees(({ offers: [first] }) => first)
  await visitor.holder.accept(another.id)
  peer.says('present-proof/2.0/request-presentation', requestOf())
  await visitor.sees(({ requests: [first], waiting }) => first && waiting > 0)
  return visitor
}
