import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { UnreadablePart } from '@lastmile/contracts'
import { CompactEncrypt, importJWK } from 'jose'
import { z } from 'zod'
import { KeyedLimiter } from '../../core/limits/limiter.ts'
import type { Read, Records } from '../../core/records.ts'
import { AgentError } from '../../port/errors.ts'
import type { CredentialSnapshot } from '../../port/exchanges.ts'
import type { LimitedOffer, OfferInvitation } from '../../port/invitations.ts'
import { EndpointError } from '../api/endpoint-error.ts'
import {
  type Authorization,
  authorizationDetails,
  type CredentialRequest,
  type CredentialResponse,
  credentialRequest,
  endpointPaths,
  type IssuingEndpoints,
  mostCopies,
  type NotificationRequest,
  preAuthorizedCodeGrant,
  refreshTokenGrant,
  type TokenRequest,
  type TokenResponse,
} from '../api/endpoints.ts'
import { publicJwk } from '../api/public-jwk.ts'
import { type DecryptionKey, decrypted, publicJwkOf } from '../keys/decryption-key.ts'
import { hashOf, secret } from '../keys/secrets.ts'
import { certifiedJwt } from '../keys/signer.ts'
import type { MessageRecorder, Note } from '../messages/recorder.ts'
import { takenApart } from '../messages/taken-apart.ts'
import { slugIn } from '../store/batch.ts'
import { slugOf } from '../store/definition.ts'
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
import { badNonce, readProofs, verifyProofs } from './proofs-of-possession.ts'
import { Refilling, type RefillingDependencies } from './refilling.ts'
import { endOfCredential, mostInAnswer, signedCredentials } from './signing.ts'

type Token = NonNullable<Issuance['token']>

/** Milliseconds for which an access token is taken; within them a wallet may ask again, should it miss the answer. */
const tokenLifetime = 10 * 60_000
/** So many wrong transaction codes end an offer. */
const mostWrongCodes = 3
/** How often a wallet may ask for the same credential. */
const mostAnswers = 3
/** After so many answers that were refused for a proof's signature, a token gets none any more. */
const mostRefusedProofs = 5
/** Milliseconds within which a wallet says that it has the credentials; silence then means the same. */
const confirmedWithin = 3_000

interface Dependencies extends RefillingDependencies {
  publicUrl: string
  nonces: Nonces
  dpopNonces: Nonces
  /** The key of wallets' requests. */
  decryption(): DecryptionKey
  recorder: MessageRecorder
}

/** Issuance by pre-authorized code (OpenID4VCI 1.0). Each one is its record, changed by one call at a time. */
export class Issuing implements IssuingEndpoints {
  readonly #dependencies: Dependencies
  readonly #refilling: Refilling
  /** By token: of proofs that come at once, each refusal counts before the next are verified. */
  readonly #requests = new KeyedLimiter(1)

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#refilling = new Refilling(dependencies)
  }

  async offer({ definitionKey, attributes, validSeconds }: LimitedOffer): Promise<CredentialSnapshot> {
    const { publicUrl, definitions, statusLists, issuances, recorder, now } = this.#dependencies
    const { revocable } = (await definitions.read(definitionKey))?.value ?? {}
    if (revocable === undefined) throw new AgentError('not-found', 'There is no such credential definition.')
    const status = revocable ? await statusLists.take() : undefined
    const issuance: Issuance = {
      ...{
        id: randomUUID(),
        definitionKey,
        slug: slugOf(definitionKey),
        claims: claimsFrom(attributes, now()),
        code: secret(),
        status,
      },
      ...{ batch: 0, usedNonces: [], copies: 0, refusedProofs: 0, validSeconds },
      hasOwnEnd: validSeconds !== undefined,
      acrossDevices: { code: secret(), txCode: digits(txCodeLength), wrong: 0 },
      state: 'offer_sent',
    }
    await issuances.insert(issuance)
    const offered = credentialOffer(publicUrl, issuance, issuance.code)
    recorder.record('openid4vci/credential-offer', aboutOf(issuance), offered)
    return this.snapshot(issuance)
  }

  async invitation(id: string): Promise<OfferInvitation | undefined> {
    const { publicUrl, issuances } = this.#dependencies
    const found = await issuances.read(id)
    // One that a wallet has begun is no other wallet's: an equal request gets an offer of its own.
    if (found?.value.state !== 'offer_sent') return undefined
    const { code, acrossDevices } = found.value
    return {
      invitationUrl: offerAddress(credentialOffer(publicUrl, found.value, code)),
      acrossDevices: { invitationUrl: offerReference(publicUrl, id), txCode: acrossDevices.txCode },
    }
  }

  async find(id: string): Promise<CredentialSnapshot | undefined> {
    const found = await this.#dependencies.issuances.read(id)
    return found && found.value.deletedAt === undefined ? this.snapshot(found.value) : undefined
  }

  /**
   * Keeps it until its token ends: its wallet may have missed an answer, or ask for more of its batch, and may say
   * again what became of it (OpenID4VCI 1.0, 8.2 and 11.1). Of a credential that it did not keep, no value is kept.
   */
  async delete(id: string): Promise<void> {
    const { issuances, statusLists, now } = this.#dependencies
    const found = await issuances.read(id)
    if (!found) throw new AgentError('not-found', 'There is no such credential.')
    const { state, token, status, claims } = found.value
    // A wallet that has tokens gets nothing more for them.
    if (state !== 'credential_issued' && token && status) await statusLists.revoke(statusLists.entryOf(status), false)
    const isOver = !found.value.isConfirmed || !token || token.endsAt <= now()
    if (isOver) await this.#refilling.keepCount(found.value)
    if (isOver) return void (await issuances.delete(id))
    const kept = state === 'credential_issued' ? claims : {}
    const isKept = await issuances.change(found, { ...found.value, claims: kept, deletedAt: token.endsAt })
    if (!isKept) await this.delete(id)
  }

  snapshot(issuance: Issuance): CredentialSnapshot {
    const { id, state, definitionKey, status } = issuance
    const refusal = isUnderWay(issuance) ? issuance.unreadable : issuance.refusal
    return {
      ...{ credentialId: id, threadId: id, state, definitionId: definitionKey, refusal },
      status: status && this.#dependencies.statusLists.entryOf(status),
    }
  }

  async unreadable({ code, accessToken }: { code?: string; accessToken?: string }): Promise<void> {
    const { issuances } = this.#dependencies
    const found = code === undefined ? undefined : await this.#offerOf(code)
    const [taken] = accessToken === undefined ? [] : await issuances.findBy('token', hashOf(accessToken))
    await this.#noteUnreadable(found ?? taken, 'unreadable-fields')
  }

  /** Has the visitor of an offer that is still open notified. A change that came first wins. */
  async #noteUnreadable(found: Read<Issuance> | undefined, unreadable: UnreadablePart): Promise<void> {
    if (found && isUnderWay(found.value) && found.value.unreadable !== unreadable)
      await this.#dependencies.issuances.change(found, { ...found.value, unreadable })
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
      if ((value.deletedAt ?? 0) <= this.#dependencies.now()) {
        await this.#refilling.keepCount(value)
        await this.#dependencies.issuances.delete(value.id)
      }
  }

  async issuerMetadata(slug: string) {
    const { publicUrl, definitions, decryption } = this.#dependencies
    const [found] = await definitions.findBy('slugs', [slug])
    return found && issuerMetadata(publicUrl, found.value, slug, publicJwkOf(decryption()))
  }

  async signedIssuerMetadata(slug: string): Promise<string | undefined> {
    const { signer, now } = this.#dependencies
    const metadata = await this.issuerMetadata(slug)
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
      const { acrossDevices } = found.value
      note.about = aboutOf(found.value)
      note.answer = credentialOffer(publicUrl, found.value, acrossDevices.code, true)
      return note.answer
    })
  }

  token(request: TokenRequest, dpop?: string): Promise<TokenResponse> {
    const isRefresh = request.grant_type === refreshTokenGrant
    const kind = isRefresh ? 'openid4vci/refresh-token' : 'openid4vci/token'
    return this.#dependencies.recorder.handle(kind, { ...request, dpop }, async (note) => {
      if (!isRefresh && request.grant_type !== preAuthorizedCodeGrant)
        throw new EndpointError('unsupported_grant_type', 'This server takes pre-authorized codes and refresh tokens.')
      const { now } = this.#dependencies
      const details = askedFor(request)
      const boundTo = dpop === undefined ? undefined : await this.#thumbprint(dpop, endpointPaths.token)
      const token = secret()
      const stored = { hash: hashOf(token), endsAt: now() + tokenLifetime, boundTo }
      const granted = isRefresh
        ? await this.#refilling.begin(requiredIn(request, 'refresh_token'), boundTo, stored)
        : await this.#begun(request, stored, note, details)
      const { batch, endsAt = 0, definitionKey, slug, claims, status, hasOwnEnd } = granted
      const credentialId = aboutOf(granted).credentialId
      const next = { batch: batch + 1, endsAt, definitionKey, slug, claims, status, hasOwnEnd, credentialId }
      // Only for a wallet that proved a key: the token alone would be worth a credential (RFC 9449, 5).
      const refreshToken = boundTo && this.#refilling.tokenFor({ ...next, boundTo })
      const answer: TokenResponse = {
        access_token: token,
        token_type: boundTo ? 'DPoP' : 'Bearer',
        expires_in: Math.ceil(((granted.token?.endsAt ?? 0) - now()) / 1_000),
        ...(refreshToken && { refresh_token: refreshToken }),
        ...(details?.credential_configuration_id === definitionKey && {
          authorization_details: [{ ...details, credential_identifiers: [definitionKey] }],
        }),
      }
      Object.assign(note, { about: aboutOf(granted), answer })
      return answer
    })
  }

  /** Takes the code of an offer; again for the same key, whose earlier token ends with that (record 110). */
  async #begun(request: TokenRequest, token: Token, note: Note, details?: Details): Promise<Issuance> {
    const found = await this.#byCode(request, token.boundTo, note)
    if (details && details.credential_configuration_id !== found.value.definitionKey) throw wrongDetails()
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

  credential(authorization: Authorization, request: CredentialRequest | string): Promise<CredentialResponse | string> {
    const shown = shownOf(authorization, typeof request === 'string' ? {} : request)
    return this.#requests.run(hashOf(authorization.accessToken), () =>
      this.#dependencies.recorder.handle('openid4vci/credential', shown, (note) =>
        this.#credential(authorization, request, note),
      ),
    )
  }

  async #credential(authorization: Authorization, sent: CredentialRequest | string, note: Note) {
    const { issuances, refills } = this.#dependencies
    const { credential } = endpointPaths
    const found = await this.#byToken(issuances, authorization, credential, note)
    const refill = found ? undefined : requiredToken(await this.#byToken(refills, authorization, credential, note))
    if (found?.value.state === 'abandoned') throw noToken()
    try {
      const request = typeof sent === 'string' ? await this.#decrypted(sent) : sent
      note.request = shownOf(authorization, request)
      const asked = { request, encrypt: await answerEncryption(request, typeof sent === 'string'), note }
      return await (refill
        ? this.#give(refills, refill, refill.value, asked)
        : this.#giveFirst(requiredToken(found), asked))
    } catch (error) {
      if (error instanceof EndpointError && error.unreadable) await this.#noteUnreadable(found, error.unreadable)
      throw error
    }
  }

  async #giveFirst(found: Read<Issuance>, asked: Asked): Promise<CredentialResponse | string> {
    const { issuances, now } = this.#dependencies
    const { id, usedNonces } = found.value
    if (usedNonces.length > 0 && (await this.#refilling.isBegun(id))) throw givenAlready()
    const given = { notificationId: found.value.given?.notificationId ?? secret(), at: now() }
    return this.#give(issuances, found, { ...found.value, given, unreadable: undefined }, asked)
  }

  /** @throws EndpointError */
  async #decrypted(sent: string): Promise<CredentialRequest> {
    const text = await decrypted(sent, this.#dependencies.decryption()).catch(() => {
      throw new EndpointError(
        'invalid_encryption_parameters',
        'The request is not encrypted for the key in the metadata.',
        'unreadable-encryption',
      )
    })
    try {
      return credentialRequest.parse(JSON.parse(text))
    } catch {
      throw new EndpointError(
        'invalid_credential_request',
        'The request has another form than it should.',
        'unreadable-content',
      )
    }
  }

  /** Gives the credentials of a batch, and stores that it did. @param next the record as it is then */
  async #give<Value extends Issuance | Refill>(
    records: Records<Value>,
    found: Read<Value>,
    next: Value,
    { request, encrypt, note }: Asked,
  ): Promise<CredentialResponse | string> {
    const { publicUrl, nonces, now, recorder } = this.#dependencies
    const { definitionKey, usedNonces, copies, refusedProofs } = found.value
    // Before all else: requests of drafts name the credential in another way, too.
    if (!request.proofs) throw new EndpointError('invalid_proof', missingProofs(request), 'unreadable-fields')
    checkConfiguration(request, definitionKey)
    if (usedNonces.length >= mostAnswers || copies >= mostCopies) throw givenAlready()
    if (refusedProofs >= mostRefusedProofs)
      throw new EndpointError('invalid_credential_request', 'Too many proofs were refused for this token.')
    const { jwt } = request.proofs
    const audience = credentialIssuer(publicUrl, slugIn(found.value))
    const { read, nonce } = readProofs(jwt, { audience, nonces, now: now() })
    if (usedNonces.includes(nonce)) throw badNonce()
    try {
      await verifyProofs(read, audience, now())
    } catch (error) {
      await records.change(found, { ...found.value, refusedProofs: refusedProofs + 1 })
      throw error
    }
    const jwks = read.map(({ jwk }) => jwk)
    const holders = jwks.slice(0, Math.min(mostCopies - copies, mostInAnswer(found.value.claims)))
    const given = { usedNonces: [...usedNonces, nonce], copies: copies + holders.length }
    if (!(await records.change(found, { ...next, ...given }))) throw badNonce()
    // Only now is it known which exchange the nonce was fetched for.
    const nonceAnswer = { answer: { c_nonce: nonce } }
    recorder.recordRequest('openid4vci/nonce', aboutOf(found.value), nonceAnswer, nonces.timeOf(nonce))
    const credentials = await signedCredentials(this.#dependencies, found.value, holders)
    const notificationId = 'given' in next ? next.given?.notificationId : undefined
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
    const found = await this.#offerOf(code)
    const here = found?.value.code === code ? found : undefined
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

  /** By either of its codes. */
  async #offerOf(code: string): Promise<Read<Issuance> | undefined> {
    const { issuances } = this.#dependencies
    return (await issuances.findBy('code', code))[0] ?? (await issuances.findBy('codeAcrossDevices', code))[0]
  }

  /** @returns undefined when the token is none of these records */
  async #byToken<Value extends Issuance | Refill>(
    records: Records<Value>,
    { scheme, accessToken, dpop }: Authorization,
    path: string,
    note: Note,
  ): Promise<Read<Value> | undefined> {
    const [found] = await records.findBy('token', hashOf(accessToken))
    if (!found?.value.token || found.value.token.endsAt <= this.#dependencies.now()) return undefined
    note.about = aboutOf(found.value)
    note.names = [found.value.definitionKey]
    const { boundTo } = found.value.token
    // Neither scheme stands in for the other (RFC 9449, 7.1 and 7.2).
    if ((scheme === 'DPoP') !== (boundTo !== undefined))
      throw new EndpointError('invalid_token', 'The access token is of the other scheme: see its token_type.')
    if (boundTo === undefined) return found
    if (dpop === undefined) throw new EndpointError('invalid_token', 'The access token needs a DPoP proof.')
    const proved = await this.#thumbprint(dpop, path, accessToken)
    if (proved !== boundTo) throw new EndpointError('invalid_token', 'The access token is bound to another key.')
    return found
  }

  /** Of the key that a DPoP proof was made with for a call of this path. */
  #thumbprint(dpop: string, path: string, accessToken?: string): Promise<string> {
    const { publicUrl, dpopNonces: nonces, now } = this.#dependencies
    return dpopThumbprint(dpop, { method: 'POST', url: publicUrl + path, now: now(), nonces, accessToken })
  }
}

type Details = z.infer<typeof authorizationDetails>[number]

/** @throws EndpointError `invalid_authorization_details` (RFC 9396, 5) */
function askedFor({ authorization_details: sent }: TokenRequest): Details | undefined {
  if (sent === undefined) return undefined
  try {
    return authorizationDetails.parse(JSON.parse(sent))[0]
  } catch {
    throw wrongDetails()
  }
}

const wrongDetails = () =>
  new EndpointError(
    'invalid_authorization_details',
    'They must be one object of the type openid_credential, with the credential_configuration_id of the offer.',
  )

const missingProofs = ({ proof }: CredentialRequest): string =>
  proof === undefined
    ? 'The request needs proofs of the type jwt.'
    : 'A proof is of a draft of OpenID4VCI. Version 1.0 has proofs, with a list for each type: {"proofs":{"jwt":["…"]}}.'

function checkConfiguration(request: CredentialRequest, expected: string): void {
  const { credential_identifier: identifier, credential_configuration_id: configuration } = request
  if (identifier !== undefined && configuration !== undefined)
    throw new EndpointError('invalid_credential_request', 'The request names the credential in two ways (8.2).')
  if (identifier !== undefined && identifier !== expected)
    throw new EndpointError('unknown_credential_identifier', 'The token is for another credential.')
  if (identifier === undefined && configuration !== expected)
    throw new EndpointError('unknown_credential_configuration', 'The token is for another credential.')
}

/** A request that can be read, and how it is to be answered. */
interface Asked {
  request: CredentialRequest
  encrypt: EncryptAnswer
  note: Note
}

type EncryptAnswer = (answer: CredentialResponse) => Promise<CredentialResponse | string>
const asItIs: EncryptAnswer = async (answer) => answer

/** For whom an answer is encrypted. */
const recipient = publicJwk.extend({
  alg: z.enum(responseEncryption.alg_values_supported),
  kid: z.string().max(500).optional(),
})

/** @throws EndpointError `invalid_encryption_parameters`, before anything has changed */
async function answerEncryption(
  { credential_response_encryption: wanted }: CredentialRequest,
  isRequestEncrypted: boolean,
): Promise<EncryptAnswer> {
  if (!wanted) return asItIs
  // A server in between could put a key of their own in its place (8.2).
  if (!isRequestEncrypted)
    throw new EndpointError('invalid_encryption_parameters', 'A request for an encrypted answer is encrypted itself.')
  const { alg_values_supported: algorithms, enc_values_supported: encryptions } = responseEncryption
  try {
    const enc = z.enum(encryptions).parse(wanted.enc)
    const { alg, kid, ...jwk } = recipient.parse(wanted.jwk)
    const key = await importJWK(jwk, alg)
    return (answer) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(answer)))
        .setProtectedHeader({ alg, enc, ...(kid !== undefined && { kid }) })
        .encrypt(key)
  } catch {
    throw new EndpointError(
      'invalid_encryption_parameters',
      `Answers are encrypted for a public key on P-256, with ${algorithms.join()} and ${encryptions.join(' or ')}.`,
    )
  }
}

/** The same where another call came first: of many transaction codes sent at once, one alone counts as tried. */
const refusedCode = () =>
  new EndpointError('invalid_grant', 'The code is unknown or was used already, or the tx_code is wrong.')
const givenAlready = () => new EndpointError('invalid_credential_request', 'The credential was given already.')

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
  throw noToken()
}

const noToken = () => new EndpointError('invalid_token', 'There is no such access token, or it has expired.')

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
