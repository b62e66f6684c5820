import type { AnonCreds, Fetch } from '../src/holder.ts'
import { Publisher } from './did-publisher.ts'
import { grant, issuer, Stranger } from './openid4vc-stranger.ts'
import { credentialOf, offerOf, requestOf, ScriptedPeer } from './scripted-peer.ts'
import { type Visitor, visit } from './visitor.ts'

/** Cryptography that takes everything: what is looked at is what comes before and after it. */
export const credulous: AnonCreds = {
  createCredentialRequest: () => ({ request: { prover: 'request' }, metadata: { kept: 'metadata' } }),
  processCredential: ({ credential }) => credential,
  createPresentation: () => ({ requested_proof: { revealed_attrs: {}, self_attested_attrs: {}, predicates: {} } }),
  prepare: async () => undefined,
  forget: () => undefined,
}

const attributes = [
  { name: 'name', value: 'Amina Bello' },
  { name: 'age', value: '17' },
]

/**
 * A wallet with records of every kind: connection, queued message, and of both protocols a credential, offers and open
 * requests. By OpenID4VC one offer waits for a decision and one for the network.
 */
export async function fullWallet(): Promise<Visitor> {
  const publisher = await Publisher.create('stranger.example')
  const { did: issuerId } = publisher
  const schemaId = publisher.publish({ name: 'Card', version: '1.0', attrNames: ['name', 'age'], issuerId })
  const definitionId = publisher.publish({ issuerId, schemaId, type: 'CL', tag: 'a', value: { primary: {} } })
  const peer = new ScriptedPeer()
  const stranger = new Stranger()
  const fetch: Fetch = async (input, init) => {
    const answer = await stranger.fetch(input, init)
    return answer.status === 404 ? publisher.fetch(input, init) : answer
  }
  const visitor = await visit({ openSocket: peer.openSocket, fetch, anoncreds: credulous })
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
  await takeOpenid4vc(visitor, stranger)
  return visitor
}

async function takeOpenid4vc({ holder }: Visitor, stranger: Stranger) {
  const offered = async (code: string) => {
    const offer = { grants: { [grant]: { 'pre-authorized_code': code } } }
    const received = await holder.receive(stranger.offers({ offer, token: { refresh_token: 'more' } }))
    return 'offerId' in received ? received.offerId : ''
  }
  await holder.accept(await offered('first'))
  const [waiting] = [await offered('second'), await offered('third')]
  stranger.answers[`${issuer}/token`] = new Response('', { status: 503 })
  await holder.accept(waiting)
  await holder.receive(await stranger.asks())
}
