import { setTimeout as pause } from 'node:timers/promises'
import { createVisitor, type Visitor } from '../interop/product-server.ts'
import { claimsOf, encryptedAnswer, holderKeys, post, present, requestAt, SdJwtWallet } from '../sd-jwt-wallet.ts'
import { attributes, checkOf, preparedDefinition } from './whole-visit.ts'

/** So many equal calls at once. */
const equal = 8
const protocol = 'openid4vc'

type Tokens = Record<'access_token' | 'refresh_token', string>
type Batch = { credentials: [{ credential: string }]; notification_id: string }

/**
 * Rounds of OpenID4VC in which the wallet makes each call eight times at once. One of them may have an effect. Each
 * round has three offers: one without a code, one with a code that was typed in, and one to a wallet that proves a key.
 * @returns in how many rounds another number had
 */
export async function equalCalls(origin: string, rounds: number, say: (text: string) => void): Promise<number> {
  const definition = await preparedDefinition(origin, 'openid4vc')
  let failed = 0
  for (let round = 1; round <= rounds; round++) {
    const found = wrongIn(createVisitor(origin), definition)
    const wrong = await found.catch(({ message, cause = '' }: Error) => `${message} ${cause}`)
    if (wrong) say(`  Round ${round}: ${wrong}`)
    if (wrong) failed++
  }
  say(`${rounds - failed} of ${rounds} rounds of ${equal} equal calls had one effect each`)
  return failed
}

async function wrongIn(visitor: Visitor, definition: string): Promise<string | undefined> {
  const proofs = [
    await withoutKey(visitor, definition, false),
    await withoutKey(visitor, definition, true),
    await withKey(visitor, definition),
  ]
  for (const id of proofs) {
    const { state, verified } = await visitor.call('getProof', { id })
    const accepted = async () => {
      const { messages } = await visitor.call('getProofMessages', { id })
      return messages.filter(({ type }) => type === 'openid4vp/accepted').length
    }
    // Messages are stored a moment later.
    for (let tries = 0; tries < 100 && (await accepted()) === 0; tries++) await pause(50)
    if (!verified || (await accepted()) !== 1) return `the proof is ${state}, and counted ${await accepted()} times`
  }
  return undefined
}

/** Gets one token and one credential, and shows it on another device in answers that differ. @returns the proof's id */
async function withoutKey(visitor: Visitor, definition: string, isTyped: boolean): Promise<string> {
  const { credential_exchange_id: id, invitation_url = '', other_device } = await offered(visitor, definition)
  const { invitation_url: reference = '', tx_code } = (isTyped && other_device) || {}
  const wallet = isTyped ? await SdJwtWallet.byReference(reference) : new SdJwtWallet(invitation_url)
  const { access_token } = only('tokens', await taken<Tokens>(() => wallet.token(undefined, {}, tx_code), 400))
  const key = only('keys', await holderKeys())
  const proofs = await wallet.proofs(await wallet.nonce(), [key])
  const batches = await taken<Batch>(() => wallet.credential(access_token, proofs), 400)
  const { credentials, notification_id } = only('batches', batches)
  const stateOf = async () => (await visitor.call('getCredential', { id })).state
  const events = ['credential_accepted', 'credential_deleted']
  const notify = (event = '') => wallet.notify(access_token, notification_id, event)
  // The first one ends the issuance, which is soon forgotten with its token.
  await taken((index) => notify(events[index % events.length]), 401)
  const first = await stateOf()
  for (const event of events) await notify(event)
  const last = await stateOf()
  if (first !== last || !['credential_issued', 'abandoned'].includes(last)) throw new Error(`${first}, then ${last}`)

  const { proof, shortUrl } = await requested(visitor, definition)
  const { uri, encrypted } = await answerTo(shortUrl, { credential: credentials[0].credential, key })
  only('answers that differ', await taken(async () => post(uri, await encrypted()), 400))
  return proof.presentation_exchange_id
}

/**
 * Gets several tokens, one of them good (records 107 and 110), and shows the credential on the same device: the same
 * answer is taken again and leads back by the same code (record 118). @returns the proof's id
 */
async function withKey(visitor: Visitor, definition: string): Promise<string> {
  const { invitation_url = '' } = await offered(visitor, definition)
  const wallet = new SdJwtWallet(invitation_url)
  const [tokenKey, key] = [only('keys', await holderKeys()), only('keys', await holderKeys())]
  const bound = (path: string, token?: string) => wallet.bound(tokenKey, `/openid4vc/${path}`, token)
  const batchFor = async (tokens: Tokens[]) => {
    const batches: (Batch & Tokens)[] = []
    for (const token of tokens) {
      const proofs = await wallet.proofs(await wallet.nonce(), [key])
      const headers = await bound('credential', token.access_token)
      const given = await taken<Batch>(() => wallet.credential('', proofs, undefined, headers), 400, 401)
      batches.push(...given.map((batch) => ({ ...batch, ...token })))
    }
    return only('batches by one key', batches)
  }
  const proved = await bound('token')
  const batch = await batchFor(await taken(() => wallet.token(wallet.code, proved), 503))
  const accepted = { notification_id: batch.notification_id, event: 'credential_accepted' }
  const headers = await bound('notification', batch.access_token)
  await taken(() => wallet.post('/openid4vc/notification', accepted, headers))

  const { proof, proofUrl } = await requested(visitor, definition)
  const { uri, encrypted } = await answerTo(proofUrl, { credential: batch.credentials[0].credential, key })
  const body = await encrypted()
  const answers = await taken<{ redirect_uri: string }>(() => post(uri, body))
  const returnsTo = (address: string, cookie = '') =>
    fetch(address, { redirect: 'manual', headers: { accept: 'text/html', cookie } })
  const address = only('codes to come back by', [...new Set(answers.map(({ redirect_uri }) => redirect_uri))])
  // Without the visitor's cookie it is refused as of another browser.
  if ((await returnsTo(address)).status !== 403) throw new Error('Another browser came back by the code')
  await taken(() => returnsTo(address, visitor.cookie))
  await batchFor(await taken(() => wallet.refresh(batch.refresh_token, proved), 503))
  return proof.presentation_exchange_id
}

const offered = (visitor: Visitor, cred_def_id: string) =>
  visitor.call('offerCredential', { body: { protocol, cred_def_id, credential_proposal: { attributes } } })

const requested = (visitor: Visitor, definition: string) =>
  visitor.call('requestProofOutOfBand', {
    body: { protocol, my_label: 'Office', proof_request: checkOf(definition) },
  })

async function answerTo(link: string, held: Parameters<typeof present>[1]) {
  const request = claimsOf(await requestAt(link))
  const answer = { vp_token: { credential_1: [await present(request, held)] }, state: request.state }
  return { uri: request.response_uri, encrypted: () => encryptedAnswer(request, answer) }
}

/** The same call many times at once. Rejects when one is refused with another status. @returns the other answers */
async function taken<Answer>(call: (index: number) => Promise<Response>, ...refusals: number[]): Promise<Answer[]> {
  const answerOf = async (index: number) => {
    const response = await call(index)
    return { url: response.url, status: response.status, text: await response.text() }
  }
  const answers = await Promise.all(Array.from({ length: equal }, (_, index) => answerOf(index)))
  const unexpected = answers.find(({ status }) => status >= 400 && !refusals.includes(status))
  if (unexpected) throw new Error(`${unexpected.url} answers ${unexpected.status}: ${unexpected.text}`)
  return answers.filter(({ status }) => status < 400).map(({ text }) => JSON.parse(text || 'null'))
}

function only<Found>(what: string, found: Found[]): Found {
  const [first] = found
  if (first === undefined || found.length > 1) throw new Error(`${found.length} ${what}`)
  return first
}
