import { CompactEncrypt, importJWK } from 'jose'
import { z } from 'zod'
import { KeyedLimiter } from '../../core/limits/limiter.ts'
import type { Read, Records } from '../../core/records.ts'
import { concerning, EndpointError, type Subject } from '../api/endpoint-error.ts'
import {
  type Authorization,
  type CredentialRequest,
  type CredentialResponse,
  credentialRequest,
  endpointPaths,
  mostCopies,
} from '../api/endpoints.ts'
import { publicJwk } from '../api/public-jwk.ts'
import { type DecryptionKey, decrypted } from '../keys/decryption-key.ts'
import { hashOf, secret } from '../keys/secrets.ts'
import type { Handled } from '../messages/openid4vc-recorder.ts'
import { sdJwtParts } from '../messages/sd-jwt-parts.ts'
import { slugIn } from '../store/batch.ts'
import type { Issuance } from '../store/issuance.ts'
import type { Refill } from '../store/refill.ts'
import { type EndpointDependencies, noToken, requiredToken, shownOf, subjectOf } from './access-tokens.ts'
import { aboutOf } from './issuances.ts'
import { credentialIssuer, responseEncryption } from './metadata.ts'
import { badNonce, readProofs, verifyProofs } from './proofs-of-possession.ts'
import { mostInAnswer, signedCredentials } from './signing.ts'

/** How often a wallet may ask for the same credential. */
const mostAnswers = 3
/** After so many answers that were refused for a proof's signature, a token gets none any more. */
const mostRefusedProofs = 5

/** A request that can be read, and how it is to be answered. */
interface ReadRequest {
  request: CredentialRequest
  encrypt: EncryptAnswer
  subject: Subject
}

type Given = Handled<CredentialResponse | string>

/** Credentials for access tokens (OpenID4VCI 1.0, 8). */
export function credentialEndpoint(dependencies: EndpointDependencies) {
  const { publicUrl, records, refills, refilling, tokens, issuances, recorder, nonces, decryption, now } = dependencies
  /** By token: of proofs that come at once, each refusal counts before the next are verified. */
  const requests = new KeyedLimiter(1)

  async function handled(authorization: Authorization, sent: CredentialRequest | string): Promise<Given> {
    const path = endpointPaths.credential
    const found = await tokens.find(records, authorization, path)
    if (!found) {
      const refill = requiredToken(await tokens.find(refills, authorization, path))
      return answered(authorization, sent, refill.value, (asked) => give(refills, refill, refill.value, asked))
    }
    return answered(authorization, sent, found.value, (asked) => giveFirst(found, asked)).catch(async (error) => {
      if (error instanceof EndpointError && error.unreadable) await issuances.noteUnreadable(found, error.unreadable)
      throw error
    })
  }

  /** Reads the request, and answers it. */
  function answered(
    authorization: Authorization,
    sent: CredentialRequest | string,
    of: Issuance | Refill,
    answer: (asked: ReadRequest) => Promise<Given>,
  ): Promise<Given> {
    const subject = subjectOf(of)
    return concerning(subject, async () => {
      if ('state' in of && of.state === 'abandoned') throw noToken()
      const isEncrypted = typeof sent === 'string'
      const request = isEncrypted ? await readable(sent, decryption()) : sent
      const shown = { ...subject, request: shownOf(authorization, request) }
      return concerning(shown, async () =>
        answer({ request, encrypt: await answerEncryption(request, isEncrypted), subject: shown }),
      )
    })
  }

  async function giveFirst(found: Read<Issuance>, asked: ReadRequest): Promise<Given> {
    const { id, usedNonces } = found.value
    if (usedNonces.length > 0 && (await refilling.isBegun(id))) throw givenAlready()
    const given = { notificationId: found.value.given?.notificationId ?? secret(), at: now() }
    return give(records, found, { ...found.value, given, unreadable: undefined }, asked)
  }

  /** Gives the credentials of a batch, and stores that it did. @param next the record as it is then */
  async function give<Value extends Issuance | Refill>(
    records: Records<Value>,
    found: Read<Value>,
    next: Value,
    { request, encrypt, subject }: ReadRequest,
  ): Promise<Given> {
    const { read, nonce } = await proofsIn(request, records, found)
    const { copies, usedNonces, claims } = found.value
    const jwks = read.map(({ jwk }) => jwk)
    const holders = jwks.slice(0, Math.min(mostCopies - copies, mostInAnswer(claims)))
    const given = { usedNonces: [...usedNonces, nonce], copies: copies + holders.length }
    if (!(await records.change(found, { ...next, ...given }))) throw badNonce()
    // Only now is it known which exchange the nonce was fetched for.
    const nonceAnswer = { about: aboutOf(found.value), answer: { c_nonce: nonce } }
    recorder.recordRequest('openid4vci/nonce', nonceAnswer, nonces.timeOf(nonce))
    const credentials = await signedCredentials(dependencies, found.value, holders)
    const notificationId = 'given' in next ? next.given?.notificationId : undefined
    const answer = {
      credentials: credentials.map((credential) => ({ credential })),
      ...(notificationId !== undefined && { notification_id: notificationId }),
    }
    const [first = '', ...more] = credentials
    const shown = { ...answer, credentials: [sdJwtParts(first), ...more] }
    return { answer: await encrypt(answer), recorded: { ...subject, answer: shown } }
  }

  /** The keys that the wallet proved to have. @throws EndpointError */
  async function proofsIn<Value extends Issuance | Refill>(
    request: CredentialRequest,
    records: Records<Value>,
    found: Read<Value>,
  ) {
    const { definitionKey, usedNonces, copies, refusedProofs } = found.value
    // Before all else: requests of drafts name the credential in another way, too.
    if (!request.proofs) throw new EndpointError('invalid_proof', missingProofs(request), 'unreadable-fields')
    checkConfiguration(request, definitionKey)
    if (usedNonces.length >= mostAnswers || copies >= mostCopies) throw givenAlready()
    if (refusedProofs >= mostRefusedProofs)
      throw new EndpointError('invalid_credential_request', 'Too many proofs were refused for this token.')
    const audience = credentialIssuer(publicUrl, slugIn(found.value))
    const proofs = readProofs(request.proofs.jwt, { audience, nonces, now: now() })
    if (usedNonces.includes(proofs.nonce)) throw badNonce()
    try {
      await verifyProofs(proofs.read, audience, now())
    } catch (error) {
      await records.change(found, { ...found.value, refusedProofs: refusedProofs + 1 })
      throw error
    }
    return proofs
  }

  return (authorization: Authorization, request: CredentialRequest | string): Promise<CredentialResponse | string> => {
    const shown = shownOf(authorization, typeof request === 'string' ? {} : request)
    return requests.run(hashOf(authorization.accessToken), () =>
      recorder.handle('openid4vci/credential', shown, () => handled(authorization, request)),
    )
  }
}

/** @throws EndpointError */
async function readable(sent: string, key: DecryptionKey): Promise<CredentialRequest> {
  const text = await decrypted(sent, key).catch(() => {
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

const givenAlready = () => new EndpointError('invalid_credential_request', 'The credential was given already.')
