import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import type { Encryption } from '../../core/encryption/encryption.ts'
import type { Read, Records } from '../../core/records.ts'
import type { CredentialSnapshot, OfferInvitation, OfferOptions } from '../../port/agent.ts'
import { AgentError } from '../../port/errors.ts'
import { EndpointError } from '../api/endpoint-error.ts'
import {
  type Authorization,
  type CredentialRequest,
  type CredentialResponse,
  endpointPaths,
  type IssuingEndpoints,
  type NotificationRequest,
  preAuthorizedCodeGrant,
  refreshTokenGrant,
  type TokenRequest,
  type TokenResponse,
} from '../api/endpoints.ts'
import { hashOf, secret } from '../keys/secrets.ts'
import { certifiedJwt, type Signer } from '../keys/signer.ts'
import type { About, MessageRecorder, Note } from '../messages/recorder.ts'
import { takenApart } from '../messages/taken-apart.ts'
import type { StatusLists } from '../status/status-lists.ts'
import type { Definition } from '../store/definition.ts'
import type { Issuance } from '../store/issuance.ts'
import type { Refill } from '../store/refill.ts'
import { claimsFrom } from './claims.ts'
import { dpopThumbprint } from './dpop.ts'
import {
  authorizationServerMetadata,
  credentialIssuer,
  credentialOffer,
  issuerMetadata,
  offerAddress,
  offerReference,
  responseEncryption,
  txCodeLength,
} from './metadata.ts'
import type { Nonces } from './nonces.ts'
import { type HolderKey, provedKeys } from './proofs-of-possession.ts'
import { Refilling } from './refilling.ts'
import { endOfCredential, signedCredentials } from './signing.ts'

type Token = NonNullable<Issuance['token']>

/** Milliseconds for which an access token is taken; within them a wallet may ask again, should it miss the answer. */
const tokenLifetime = 10 * 60_000
/** So many wrong transaction codes end an offer. */
const mostWrongCodes = 3
/** How often a wallet may ask for the same credential. */
const mostAnswers = 3
/** Milliseconds within which a wallet says that it has the credentials; silence then means the same. */
const confirmedWithin = 3_000

interface Dependencies {
  publicUrl: string
  encryption: Encryption
  issuances: Records<Issuance>
  refills: Records<Refill>
  definitions: Records<Definition>
  statusLists: StatusLists
  nonces: Nonces
  signer(): Signer
  now(): number
  recorder: MessageRecorder
}

/** Issuance by pre-authorized code (OpenID4VCI 1.0). Each one is its record, changed by one call at a time. */
export class Issuing implements IssuingEndpoints {
  readonly #dependencies: Dependencies
  readonly #refilling: Refilling

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#refilling = new Refilling(dependencies)
  }

  async offer({ definitionKey, attributes, validSeconds }: OfferOptions): Promise<CredentialSnapshot> {
    const { publicUrl, definitions, statusLists, issuances, recorder, now } = this.#dependencies
    const { revocable } = (await definitions.read(definitionKey))?.value ?? {}
    if (revocable === undefined) throw new AgentError('not-found', 'There is no such credential definition.')
    const status = revocable ? await statusLists.take() : undefined
    const issuance: Issuance = {
      ...{ id: randomUUID(), definitionKey, claims: claimsFrom(attributes, now()), code: secret(), status },
      ...{ batch: 0, usedNonces: [], validSeconds },
      acrossDevices: { code: secret(), txCode: digits(txCodeLength), wrong: 0 },
      state: 'offer_sent',
    }
    await issuances.insert(issuance)
    const offered = credentialOffer(publicUrl, definitionKey, issuance.code)
    recorder.record('openid4vci/credential-offer', aboutOf(issuance), offered)
    return this.snapshot(issuance)
  }

  async invitation(id: string): Promise<OfferInvitation | undefined> {
    const { publicUrl, issuances } = this.#dependencies
    const found = await issuances.read(id)
    if (!found || !isUnderWay(found.value)) return undefined
    const { code, acrossDevices, definitionKey } = found.value
    return {
      invitationUrl: offerAddress(credentialOffer(publicUrl, definitionKey, code)),
      acrossDevices: { invitationUrl: offerReference(publicUrl, id), txCode: acrossDevices.txCode },
    }
  }

  async find(id: string): Promise<CredentialSnapshot | undefined> {
    const found = await this.#dependencies.issuances.read(id)
    return found && found.value.deletedAt === undefined ? this.snapshot(found.value) : undefined
  }

  /**
   * Keeps it a little longer for a wallet that may have missed an answer: one that said nothing may ask for the
   * credential again; one that said what became of it may repeat that (OpenID4VCI 1.0, 11.1), and no value is kept.
   */
  async delete(id: string): Promise<void> {
    const { issuances, statusLists, now } = this.#dependencies
    const found = await issuances.read(id)
    if (!found) throw new AgentError('not-found', 'There is no such credential.')
    const { state, isConfirmed, token, status, claims } = found.value
    // A wallet that has tokens gets nothing more for them.
    if (state !== 'credential_issued' && token && status) await statusLists.revoke(statusLists.entryOf(status), false)
    if (!isConfirmed || !token || token.endsAt <= now()) return void (await issuances.delete(id))
    const kept = isConfirmed === 'by time' ? claims : {}
    const isKept = await issuances.change(found, { ...found.value, claims: kept, deletedAt: token.endsAt })
    if (!isKept) await this.delete(id)
  }

  snapshot({ id, state, definitionKey, refusal, status }: Issuance): CredentialSnapshot {
    return {
      ...{ credentialId: id, threadId: id, state, definitionId: definitionKey, refusal },
      status: status && this.#dependencies.statusLists.entryOf(status),
    }
  }

  /** Counts as issued what a wallet got and said nothing of. Call every second. */
  async confirmByTime(): Promise<void> {
    const before = this.#dependencies.now() - confirmedWithin
    for (const found of await this.#dependencies.issuances.findBy('isUnconfirmed', true)) {
      const { given } = found.value
      if (!given || given.at > before) continue
      const next: Issuance = { ...found.value, state: 'credential_issued', isConfirmed: 'by time' }
      if (await this.#dependencies.issuances.change(found, next))
        this.#dependencies.recorder.record('openid4vci/no-notification', aboutOf(next))
    }
  }

  /** Ends offers of which a wallet took the token and asked for no credential while it was good. Call every minute. */
  async expire(): Promise<void> {
    const { issuances, now, recorder } = this.#dependencies
    for (const found of await issuances.findBy('isBegun', true)) {
      if ((found.value.token?.endsAt ?? 0) > now()) continue
      const next: Issuance = { ...found.value, state: 'abandoned', refusal: 'expired' }
      if (await issuances.change(found, next)) recorder.record('openid4vci/expired', aboutOf(next))
    }
  }

  /** Deletes what {@link delete} kept, and what wallets may ask for no more. Call every minute. */
  async deleteDue(): Promise<void> {
    await this.#refilling.deleteDue()
    for (const { value } of await this.#dependencies.issuances.findBy('isDeletedLater', true))
      if ((value.deletedAt ?? 0) <= this.#dependencies.now()) await this.#dependencies.issuances.delete(value.id)
  }

  async issuerMetadata(definitionId: string) {
    const { publicUrl, definitions } = this.#dependencies
    const found = await definitions.read(definitionId)
    return found && issuerMetadata(publicUrl, found.value)
  }

  async signedIssuerMetadata(definitionId: string): Promise<string | undefined> {
    const { signer, now } = this.#dependencies
    const metadata = await this.issuerMetadata(definitionId)
    if (!metadata) return undefined
    const claims = { ...metadata, sub: metadata.credential_issuer, iat: Math.floor(now() / 1_000) }
    return certifiedJwt(signer(), 'openidvci-issuer-metadata+jwt', claims)
  }

  authorizationServerMetadata(): object {
    return authorizationServerMetadata(this.#dependencies.publicUrl)
  }

  credentialOffer(id: string): Promise<object | undefined> {
    const { publicUrl, issuances, recorder } = this.#dependencies
    return recorder.handle('openid4vci/credential-offer-uri', undefined, async (note) => {
      const found = await issuances.read(id)
      if (found?.value.state !== 'offer_sent') return undefined
      const { acrossDevices, definitionKey } = found.value
      note.about = aboutOf(found.value)
      note.answer = credentialOffer(publicUrl, definitionKey, acrossDevices.code, true)
      return note.answer
    })
  }

  token(request: TokenRequest, dpop?: string): Promise<TokenResponse> {
    const isRefresh = request.grant_type === refreshTokenGrant
    const kind = isRefresh ? 'openid4vci/refresh-token' : 'openid4vci/token'
    return this.#dependencies.recorder.handle(kind, { ...request, dpop }, async (note) => {
      if (!isRefresh && request.grant_type !== preAuthorizedCodeGrant)
        throw new EndpointError('unsupported_grant_type', 'This server takes pre-authorized codes and refresh tokens.')
      const { publicUrl, now } = this.#dependencies
      const called = { method: 'POST', url: publicUrl + endpointPaths.token, now: now() } as const
      const boundTo = dpop === undefined ? undefined : await dpopThumbprint(dpop, called)
      const token = secret()
      const stored = { hash: hashOf(token), endsAt: now() + tokenLifetime, boundTo }
      const granted = isRefresh
        ? await this.#refilling.begin(requiredIn(request, 'refresh_token'), boundTo, stored)
        : await this.#begun(request, stored, note)
      const { batch, endsAt = 0, definitionKey, claims, status } = granted
      const credentialId = aboutOf(granted).credentialId
      const next = { batch: batch + 1, endsAt, definitionKey, claims, status, credentialId }
      // Only for a wallet that proved a key: the token alone would be worth a credential (RFC 9449, 5).
      const refreshToken = boundTo && this.#refilling.tokenFor({ ...next, boundTo })
      const answer: TokenResponse = {
        access_token: token,
        token_type: boundTo ? 'DPoP' : 'Bearer',
        expires_in: Math.ceil(((granted.token?.endsAt ?? 0) - now()) / 1_000),
        ...(refreshToken && { refresh_token: refreshToken }),
      }
      Object.assign(note, { about: aboutOf(granted), answer })
      return answer
    })
  }

  /** Takes the code of an offer; again for the same key, whose earlier token ends with that (record 110). */
  async #begun(request: TokenRequest, token: Token, note: Note): Promise<Issuance> {
    const found = await this.#byCode(request, token.boundTo, note)
    // Asking again prolongs nothing.
    const endsAt = found.value.endsAt ?? endOfCredential(this.#dependencies, found.value.validSeconds)
    const kept = { ...token, endsAt: found.value.token?.endsAt ?? Math.min(token.endsAt, endsAt) }
    const next: Issuance = { ...found.value, state: 'request_received', endsAt, token: kept }
    if (await this.#dependencies.issuances.change(found, next)) return next
    // A wallet that asks again may overtake itself. With a tx_code, no answer may say which of several was right.
    if (token.boundTo && request.tx_code === undefined) throw new AgentError('busy', 'The code is being taken.')
    throw refusedCode()
  }

  nonce(): { c_nonce: string } {
    return { c_nonce: this.#dependencies.nonces.create() }
  }

  credential(authorization: Authorization, request: CredentialRequest): Promise<CredentialResponse | string> {
    return this.#dependencies.recorder.handle('openid4vci/credential', shownOf(authorization, request), (note) =>
      this.#credential(authorization, request, note),
    )
  }

  async #credential(
    authorization: Authorization,
    request: CredentialRequest,
    note: Note,
  ): Promise<CredentialResponse | string> {
    const { issuances, refills, now } = this.#dependencies
    const { credential } = endpointPaths
    const found = await this.#byToken(issuances, authorization, credential, note)
    if (!found) {
      const refill = requiredToken(await this.#byToken(refills, authorization, credential, note))
      return this.#give(refills, refill, request, note)
    }
    if (found.value.isConfirmed === 'by the wallet')
      throw new EndpointError('invalid_credential_request', 'The wallet said what became of the credential.')
    const notificationId = found.value.given?.notificationId ?? secret()
    const value: Issuance = { ...found.value, given: { notificationId, at: now() } }
    return this.#give(issuances, { ...found, value }, request, note)
  }

  /** Gives the credentials of a batch, and stores that it did. */
  async #give<Value extends Issuance | Refill>(
    records: Records<Value>,
    found: Read<Value>,
    request: CredentialRequest,
    note: Note,
  ): Promise<CredentialResponse | string> {
    const { definitionKey, usedNonces } = found.value
    // Before all else: requests of drafts name the credential in another way, too.
    if (!request.proofs) throw new EndpointError('invalid_proof', missingProofs(request))
    checkConfiguration(request, definitionKey)
    if (usedNonces.length >= mostAnswers)
      throw new EndpointError('invalid_credential_request', 'The credential was given already.')
    const encrypt = await answerEncryption(request)
    const audience = credentialIssuer(this.#dependencies.publicUrl, definitionKey)
    const holders = await provedKeys(request.proofs.jwt, audience, this.#dependencies.now())
    const nonce = this.#nonceOf(holders)
    if (usedNonces.includes(nonce)) throw badNonce()
    if (!(await records.change(found, { ...found.value, usedNonces: [...usedNonces, nonce] }))) throw badNonce()
    this.#recordNonce(nonce, aboutOf(found.value))
    const credentials = await signedCredentials(this.#dependencies, found.value, holders)
    const notificationId = 'given' in found.value ? found.value.given?.notificationId : undefined
    const answer = {
      credentials: credentials.map((credential) => ({ credential })),
      ...(notificationId !== undefined && { notification_id: notificationId }),
    }
    const [first = '', ...more] = credentials
    note.answer = { ...answer, credentials: [takenApart(first), ...more] }
    return encrypt(answer)
  }

  notify(authorization: Authorization, request: NotificationRequest): Promise<void> {
    return this.#dependencies.recorder.handle('openid4vci/notification', shownOf(authorization, request), (note) =>
      this.#notify(authorization, request, note),
    )
  }

  async #notify(
    authorization: Authorization,
    { notification_id, event }: NotificationRequest,
    note: Note,
  ): Promise<void> {
    const { issuances } = this.#dependencies
    const found = requiredToken(await this.#byToken(issuances, authorization, endpointPaths.notification, note))
    const { state, given, deletedAt } = found.value
    if (!given || !equal(given.notificationId, notification_id))
      throw new EndpointError('invalid_notification_id', 'There is no answer with this notification_id.')
    if (event !== 'credential_accepted') note.kind = 'openid4vci/notification-of-failure'
    if (state !== 'request_received') {
      // Nothing is recorded about what was deleted.
      if (deletedAt !== undefined) delete note.about
      return
    }
    const next: Issuance = {
      ...found.value,
      ...(event === 'credential_accepted'
        ? { state: 'credential_issued' }
        : { state: 'abandoned', refusal: 'declined' }),
      isConfirmed: 'by the wallet',
    }
    // Of several at once, the first one counts.
    if (await this.#dependencies.issuances.change(found, next)) note.about = aboutOf(next)
  }

  /**
   * @param boundTo thumbprint of the key that the wallet proved to have
   * @throws EndpointError when no offer with the code is open for the key, or another transaction code belongs to it
   */
  async #byCode(request: TokenRequest, boundTo: string | undefined, note: Note): Promise<Read<Issuance>> {
    const { issuances } = this.#dependencies
    const { tx_code: txCode } = request
    const code = requiredIn(request, 'pre-authorized_code')
    const [here] = await issuances.findBy('code', code)
    const found = here ?? (await issuances.findBy('codeAcrossDevices', code))[0]
    if (found) note.about = aboutOf(found.value)
    if (here && txCode !== undefined)
      throw new EndpointError('invalid_request', 'The offer names no tx_code, so none may be sent.')
    if (!found || !isOpenFor(found.value, boundTo, this.#dependencies.now())) throw refusedCode()
    if (here) return here
    const { state, acrossDevices } = found.value
    if (txCode === undefined) throw new EndpointError('invalid_request', 'The offer needs a tx_code.')
    if (equal(acrossDevices.txCode, txCode)) return found
    if (state !== 'offer_sent') throw refusedCode()
    const wrong = acrossDevices.wrong + 1
    const isOver = wrong === mostWrongCodes
    const tried: Issuance = { ...found.value, acrossDevices: { ...acrossDevices, wrong } }
    const next: Issuance = isOver ? { ...tried, state: 'abandoned', refusal: 'wrong-code' } : tried
    if (await issuances.change(found, next)) note.about = aboutOf(next)
    throw refusedCode()
  }

  /** @returns undefined when the token is none of these records */
  async #byToken<Value extends Issuance | Refill>(
    records: Records<Value>,
    { scheme, accessToken, dpop }: Authorization,
    path: string,
    note: Note,
  ): Promise<Read<Value> | undefined> {
    const { publicUrl, now } = this.#dependencies
    const [found] = await records.findBy('token', hashOf(accessToken))
    if (!found?.value.token || found.value.token.endsAt <= now()) return undefined
    note.about = aboutOf(found.value)
    note.names = [found.value.definitionKey]
    const { boundTo } = found.value.token
    // Neither scheme stands in for the other (RFC 9449, 7.1 and 7.2).
    if ((scheme === 'DPoP') !== (boundTo !== undefined))
      throw new EndpointError('invalid_token', 'The access token is of the other scheme: see its token_type.')
    if (boundTo === undefined) return found
    if (dpop === undefined) throw new EndpointError('invalid_token', 'The access token needs a DPoP proof.')
    const proved = await dpopThumbprint(dpop, { method: 'POST', url: publicUrl + path, now: now(), accessToken })
    if (proved !== boundTo) throw new EndpointError('invalid_token', 'The access token is bound to another key.')
    return found
  }

  /** Only now is it known which exchange the nonce was fetched for. */
  #recordNonce(nonce: string, about: About): void {
    const { nonces, recorder } = this.#dependencies
    recorder.recordRequest('openid4vci/nonce', about, { answer: { c_nonce: nonce } }, nonces.timeOf(nonce))
  }

  #nonceOf(holders: HolderKey[]): string {
    const [{ nonce } = { nonce: '' }] = holders
    if (!holders.every((holder) => holder.nonce === nonce))
      throw new EndpointError('invalid_proof', 'All proofs of a request have the same nonce.')
    if (!this.#dependencies.nonces.isValid(nonce)) throw badNonce()
    return nonce
  }
}

const missingProofs = ({ proof }: CredentialRequest): string =>
  proof === undefined
    ? 'The request needs proofs of the type jwt.'
    : 'A proof is of a draft of OpenID4VCI. Version 1.0 has proofs, with a list for each type: {"proofs":{"jwt":["…"]}}.'

function checkConfiguration(request: CredentialRequest, expected: string): void {
  if (request.credential_identifier !== undefined)
    throw new EndpointError('unknown_credential_identifier', 'Tokens of this server name no credential_identifier.')
  if (request.credential_configuration_id !== expected)
    throw new EndpointError('unknown_credential_configuration', 'The token is for another credential.')
}

type Answer = CredentialResponse
const asItIs = async (answer: Answer): Promise<Answer | string> => answer

/** @throws EndpointError `invalid_encryption_parameters`, before anything has changed */
async function answerEncryption({
  credential_response_encryption: wanted,
}: CredentialRequest): Promise<(answer: Answer) => Promise<Answer | string>> {
  if (!wanted) return asItIs
  const { jwk, enc } = wanted
  const { alg_values_supported: algorithms, enc_values_supported: encryptions } = responseEncryption
  try {
    const alg = String(jwk.alg)
    if (!algorithms.includes(alg) || !encryptions.includes(enc)) throw new Error('Not supported')
    const key = await importJWK(jwk as JWK, alg)
    return (answer) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(answer)))
        .setProtectedHeader({ alg, enc, ...(typeof jwk.kid === 'string' && { kid: jwk.kid }) })
        .encrypt(key)
  } catch {
    throw new EndpointError(
      'invalid_encryption_parameters',
      `Answers are encrypted with ${algorithms.join()} and ${encryptions.join(' or ')}.`,
    )
  }
}

/** The same where another call came first: of many transaction codes sent at once, one alone counts as tried. */
const refusedCode = () =>
  new EndpointError('invalid_grant', 'The code is unknown or was used already, or the tx_code is wrong.')
const badNonce = () => new EndpointError('invalid_nonce', 'The nonce is unknown, too old or used. Ask for another one.')

const aboutOf = (value: Issuance | Refill) =>
  'credentialId' in value
    ? { credentialId: value.credentialId, state: 'credential_issued' as const }
    : { credentialId: value.id, state: value.state }

/** @throws EndpointError `invalid_request` */
function requiredIn(request: TokenRequest, name: 'pre-authorized_code' | 'refresh_token'): string {
  const value = request[name]
  if (!value) throw new EndpointError('invalid_request', `The ${name} is missing.`)
  return value
}

/** @throws EndpointError `invalid_token` */
function requiredToken<Found>(found: Found | undefined): Found {
  if (found) return found
  throw new EndpointError('invalid_token', 'There is no such access token, or it has expired.')
}

/** As it is recorded. */
const shownOf = ({ accessToken, dpop }: Authorization, request: object) => ({
  authorization: accessToken,
  dpop,
  ...request,
})
/** To each wallet before the first token, then to the key of that token until a credential was given for it. */
const isOpenFor = ({ state, token, given }: Issuance, boundTo: string | undefined, now: number) =>
  state === 'offer_sent' ||
  (state === 'request_received' && !given && boundTo !== undefined && token?.boundTo === boundTo && token.endsAt > now)
const isUnderWay = ({ state }: Issuance) => state === 'offer_sent' || state === 'request_received'
const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')
const equal = (one: string, other: string) => timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))
