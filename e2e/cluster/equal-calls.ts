import { createVisitor } from '../interop/product-server.ts'
import { claimsOf, encryptedAnswer, holderKeys, post, present, requestAt, SdJwtWallet } from '../sd-jwt-wallet.ts'
import { attributes, checkOf, preparedDefinition } from './whole-visit.ts'

/** So many equal calls at once. */
const equal = 8

/**
 * Rounds of OpenID4VC in which the wallet makes each call eight times at once. One of them may have an effect.
 * @returns in how many rounds another number had
 */
export async function equalCalls(origin: string, rounds: number, say: (text: string) => void): Promise<number> {
  const definition = await preparedDefinition(origin, 'openid4vc')
  let failed = 0
  for (let round = 1; round <= rounds; round++) {
    const wrong = await wrongIn(origin, definition)
    if (wrong) say(`  Round ${round}: ${wrong}`)
    if (wrong) failed++
  }
  say(`${rounds - failed} of ${rounds} rounds of ${equal} equal calls had one effect each`)
  return failed
}

async function wrongIn(origin: string, definition: string): Promise<string | undefined> {
  const visitor = createVisitor(origin)
  const { credential_exchange_id: id, invitation_url = '' } = await visitor.call('offerCredential', {
    body: { protocol: 'openid4vc', cred_def_id: definition, credential_proposal: { attributes } },
  })
  const stateOf = async () => (await visitor.call('getCredential', { id })).state
  const wallet = new SdJwtWallet(invitation_url)
  const tokens = await taken(() => wallet.token())
  if (tokens.length !== 1) return `${tokens.length} tokens`
  const { access_token: token } = tokens[0] as { access_token: string }

  const [key] = await holderKeys()
  if (!key) throw new Error('No key')
  const proofs = await wallet.proofs(await wallet.nonce(), [key])
  const given = await taken(() => wallet.credential(token, proofs))
  if (given.length !== 1) return `${given.length} answers with credentials`
  const { credentials, notification_id } = given[0] as {
    credentials: [{ credential: string }]
    notification_id: string
  }

  const events = ['credential_accepted', 'credential_deleted']
  await Promise.all(
    Array.from({ length: equal }, (_, call) => wallet.notify(token, notification_id, events[call % events.length])),
  )
  const first = await stateOf()
  for (const event of events) await wallet.notify(token, notification_id, event)
  const last = await stateOf()
  if (first !== last || !['credential_issued', 'abandoned'].includes(last)) return `${first}, then ${last}`

  const { proof, shortUrl } = await visitor.call('requestProofOutOfBand', {
    body: { protocol: 'openid4vc', my_label: 'Office', proof_request: checkOf(definition) },
  })
  const request = claimsOf(await requestAt(shortUrl))
  const presentation = await present(request, { credential: credentials[0].credential, key })
  const answer = { vp_token: { credential_1: [presentation] }, state: request.state }
  const body = await encryptedAnswer(request, answer)
  const answers = await taken(() => post(request.response_uri, body))
  if (answers.length !== 1) return `${answers.length} answers taken`
  const { state, verified } = await visitor.call('getProof', { id: proof.presentation_exchange_id })
  return verified ? undefined : `the proof is ${state}`
}

/** The same call many times at once. @returns the successful answers */
async function taken(call: () => Promise<Response>): Promise<unknown[]> {
  const responses = await Promise.all(Array.from({ length: equal }, call))
  const unexpected = responses.find(({ status }) => status >= 500 || status === 429)
  if (unexpected) throw new Error(`${unexpected.url} answers ${unexpected.status}`)
  return Promise.all(responses.filter(({ ok }) => ok).map((response) => response.json()))
}
