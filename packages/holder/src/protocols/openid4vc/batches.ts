import type { Leaf } from '@lastmile/formats/disclosures'
import { signedJwt } from '@lastmile/formats/jws'
import { openedSdJwtVc, readSdJwtVc, SdJwtError } from '@lastmile/formats/sd-jwt'
import * as z from 'zod/mini'
import { fromBase64Url } from '../../core/encoding/base64url.ts'
import { HolderError } from '../../core/holder-error.ts'
import { originOf, parseUrl } from '../../core/parse-url.ts'
import type { Attribute } from '../../core/snapshot.ts'
import { attributesIn, claimNamed, namesAround } from '../../formats/sd-jwt/card.ts'
import { publicJwk, signerOf } from '../../formats/sd-jwt/holder-key.ts'
import type { Copy, HolderKey, Refill, SdJwtCredential } from '../../formats/sd-jwt/sd-jwt-credential.ts'
import { type Access, postBound } from './bound-calls.ts'
import { encryptedFor, newAnswerKey } from './encryption.ts'
import { type Answer, errorIn, jweType, post } from './http.ts'
import { contentOf, NotGiven } from './not-given.ts'
import type { Context } from './openid-context.ts'

const identifier = z.string().check(z.maxLength(2_000))
const nonceSchema = z.object({ c_nonce: identifier })
/** Milliseconds. */
const interval = { usual: 5_000, shortest: 1_000, longest: 60 * 60_000 }
/** OpenID4VCI 1.0, 8.3. */
const givenSchema = z.union([
  z.object({
    credentials: z.array(z.object({ credential: z.string() })).check(z.minLength(1), z.maxLength(100)),
    notification_id: z.optional(identifier),
  }),
  z.object({ transaction_id: identifier, interval: z.catch(z.optional(z.number()), undefined) }),
])

/** Equal credentials, each bound to a key of its own. */
interface Batch extends Pick<Refill, 'issuer' | 'configurationId' | 'credentialIdentifier' | 'encryption'> {
  endpoints: Pick<Refill['endpoints'], 'nonce' | 'credential'>
  keys: readonly HolderKey[]
}

/** An issuer's word that the credentials come later. */
export type GivenLater = { transactionId: string; interval: number }
export type Given = { texts: string[]; notificationId: string | undefined } | GivenLater

/**
 * Asks for the credentials of a batch (OpenID4VCI 1.0, section 8), once more where the nonce was refused. Rejects with
 * `NotGiven`, `unreachable`, or `too-large`.
 */
export async function requestBatch(context: Context, batch: Batch, access: Access): Promise<Given> {
  const answer = await askForBatch(context, batch, access)
  const isNonceOver = errorIn(answer) === 'invalid_nonce'
  return givenIn(context, batch.endpoints.credential, isNonceOver ? await askForBatch(context, batch, access) : answer)
}

/** Asks for what an issuer makes later (OpenID4VCI 1.0, section 9). Rejects as {@link requestBatch} does. */
export async function requestDeferred(
  context: Context,
  { url, id, encryption }: { url: string; id: string } & Pick<Batch, 'encryption'>,
  access: Access,
): Promise<Given> {
  return givenIn(context, url, await postEncrypted(context, { url, body: { transaction_id: id }, encryption }, access))
}

/** Posts as the issuer wants it: in clear, or encrypted, and answered so (OpenID4VCI 1.0, section 10). */
async function postEncrypted(
  context: Context,
  { url, body, encryption }: { url: string; body: object } & Pick<Batch, 'encryption'>,
  access: Access,
): Promise<Answer> {
  if (!encryption) return postBound(context, { url, body }, access)
  const key = encryption.answer && (await newAnswerKey(encryption.answer))
  const jwe = await encryptedFor(encryption, { ...body, ...(key && { credential_response_encryption: key.wanted }) })
  const answer = await postBound(context, { url, body: jwe }, access)
  if (!key || answer.type !== jweType) return answer
  const text = await key.decrypted(answer.text).catch((cause) => {
    throw new NotGiven('unreadable', { cause })
  })
  return { ...answer, text }
}

async function askForBatch(
  context: Context,
  { issuer, configurationId, credentialIdentifier, endpoints, encryption, keys }: Batch,
  access: Access,
): Promise<Answer> {
  const nonce = endpoints.nonce === undefined ? undefined : await nonceAt(context, endpoints.nonce)
  const now = context.clocks.now(endpoints.credential)
  const jwt = await Promise.all(keys.map((key) => proofOf(key, { aud: issuer, iat: Math.floor(now / 1_000), nonce })))
  // A token that names credentials is for these alone (8.2).
  const wanted =
    credentialIdentifier === undefined
      ? { credential_configuration_id: configurationId }
      : { credential_identifier: credentialIdentifier }
  const body = { ...wanted, proofs: { jwt } }
  return postEncrypted(context, { url: endpoints.credential, body, encryption }, access)
}

function givenIn(context: Context, url: string, answer: Answer): Given {
  const given = contentOf(context, url, answer, givenSchema)
  if ('credentials' in given)
    return { texts: given.credentials.map(({ credential }) => credential), notificationId: given.notification_id }
  const { usual, shortest, longest } = interval
  const wanted = given.interval === undefined ? usual : given.interval * 1_000
  return { transactionId: given.transaction_id, interval: Math.min(Math.max(wanted, shortest), longest) }
}

/** How many are asked for where the answer was too long. */
export const fewerCopies = (copies: number): number => Math.ceil(copies / 4)

interface Expected {
  kind: SdJwtCredential['kind']
  /** Names of claims, in the order in which they are shown. */
  names: readonly string[]
  keys: readonly HolderKey[]
}

/**
 * The content of a batch: the same in each copy. Rejects with `untrusted` unless each is sound, bound to one of our
 * keys, and they are equal in what they say; with `NotGiven` for a time that they are not valid at.
 * @param now milliseconds since 1970; undefined for credentials that may be over
 */
export async function readBatch(now: number | undefined, texts: readonly string[], { kind, names, keys }: Expected) {
  const read = await Promise.all(texts.map((text) => readSdJwtVc(text, now))).catch(unsound)
  const unused = new Map(keys.map((key) => [key.x, key]))
  // Beside a certificate, `iss` is optional and may name another host (draft-ietf-oauth-sd-jwt-vc, claim `iss`).
  const copies = read.map(({ signed: { cnf, vct } }, index): Copy => {
    const key = unused.get(cnf.jwk.x)
    unused.delete(cnf.jwk.x)
    if (!key || vct !== kind.definitionId)
      return unsound(new Error('It is another credential than offered, or bound to another key'))
    return { text: texts[index] ?? '', key }
  })
  const [first, ...others] = read.map(({ leaves }) => valuesIn(leaves, names))
  if (!first || others.some((each) => JSON.stringify(each) !== JSON.stringify(first)))
    return unsound(new Error('The copies differ'))
  const [{ signed } = { signed: undefined }] = read
  return {
    copies,
    attributes: first,
    revocable: signed?.status !== undefined,
    expiresAt: signed?.exp === undefined ? undefined : signed.exp * 1_000,
  }
}

/** Whether each copy of a credential is bound to its key, and signed as saying what the record lists. */
export async function isWhatWasSigned({ kind, copies, attributes }: SdJwtCredential): Promise<boolean> {
  const [texts, keys] = [copies.map(({ text }) => text), copies.map(({ key }) => key)]
  const expected = { kind, names: attributes.map(({ name }) => name), keys }
  const signed = await readBatch(undefined, texts, expected).catch(() => undefined)
  const [text = ''] = texts
  const isBound = JSON.stringify(signed?.copies) === JSON.stringify(copies)
  return isBound && isIssuedBy(kind.issuer, text) && isSaidIn(text, attributes)
}

/** A file may name any issuer; where a card names another one, its certificate has to be of the file's. */
function isIssuedBy(issuer: string, text: string): boolean {
  const { signed, x5c } = openedSdJwtVc(text)
  const certificate = new TextDecoder('latin1').decode(Uint8Array.from(fromBase64Url(x5c[0] ?? '')))
  return (
    signed.iss === undefined ||
    originOf(signed.iss) === issuer ||
    certificate.includes(parseUrl(issuer)?.hostname ?? '')
  )
}

/** Records of earlier versions list an object's members, but not those of objects within it, nor `sub`. */
function isSaidIn(text: string, listed: readonly Attribute[]): boolean {
  const { claims, leaves } = openedSdJwtVc(text)
  const said = attributesIn(leaves, [])
  const values = new Map(said.map(({ name, value }) => [name, value]))
  const names = new Set(listed.map(({ name }) => name))
  const isSaid = ({ name, value }: Attribute) =>
    value === (values.get(name) ?? JSON.stringify(claimNamed(name, claims)))
  return (
    listed.every(isSaid) &&
    said.every(({ path }) => path[0] === 'sub' || namesAround(path).some((name) => names.has(name)))
  )
}

async function nonceAt(context: Context, url: string): Promise<string> {
  const answer = await post(context, { url, body: new URLSearchParams() })
  return contentOf(context, url, answer, nonceSchema).c_nonce
}

/** A proof of possession (OpenID4VCI 1.0, Appendix F.1). */
async function proofOf(key: HolderKey, payload: { aud: string; iat: number; nonce: string | undefined }) {
  return signedJwt({ typ: 'openid4vci-proof+jwt', jwk: publicJwk(key) }, payload, await signerOf(key))
}

export function unsound(cause: unknown): never {
  if (cause instanceof SdJwtError && cause.fault === 'expired') throw new NotGiven('not-valid-now', { cause })
  throw new HolderError('untrusted', 'The credential is not the one that was offered, or not sound', { cause })
}

/** In the order in which the issuer describes them. Rejects two of one name, which no reader could tell apart. */
function valuesIn(leaves: readonly Leaf[], order: readonly string[]): Attribute[] {
  const attributes = attributesIn(leaves, order)
  if (new Set(attributes.map(({ name }) => name)).size < attributes.length)
    return unsound(new Error('Two claims have one name'))
  return attributes.map(({ name, value }) => ({ name, value }))
}
