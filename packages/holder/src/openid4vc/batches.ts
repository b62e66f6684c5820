import { signedJwt } from '@lastmile/formats/jws'
import { readSdJwtVc } from '@lastmile/formats/sd-jwt'
import * as z from 'zod/mini'
import { HolderError } from '../core/holder-error.ts'
import { originOf } from '../core/parse-url.ts'
import type { Attribute } from '../core/snapshot.ts'
import type { Copy, HolderKey, Refill, SdJwtCredential } from '../formats/sd-jwt/credential-record.ts'
import { claimKey } from '../formats/sd-jwt/dcql.ts'
import { publicJwk, signerOf } from '../formats/sd-jwt/holder-key.ts'
import { type Access, postBound } from './bound-calls.ts'
import type { Context } from './context.ts'
import { isSuccess, jsonIn, parsed, post } from './http.ts'

const nonceSchema = z.object({ c_nonce: z.string().check(z.maxLength(2_000)) })
const credentialsSchema = z.object({
  credentials: z.array(z.object({ credential: z.string() })).check(z.minLength(1), z.maxLength(100)),
  notification_id: z.optional(z.string().check(z.maxLength(2_000))),
})

/** Claims that say something of the credential itself. */
const ofCredential = new Set([
  'iss',
  'iat',
  'nbf',
  'exp',
  'cnf',
  'vct',
  'vct#integrity',
  'status',
  'sub',
  '_sd',
  '_sd_alg',
])

/** Equal credentials, each bound to a key of its own. */
interface Batch extends Pick<Refill, 'issuer' | 'configurationId' | 'credentialIdentifier'> {
  endpoints: Pick<Refill['endpoints'], 'nonce' | 'credential'>
  keys: readonly HolderKey[]
}

/** Asks for the credentials of a batch (OpenID4VCI 1.0, section 8). @returns undefined when the issuer refuses */
export async function requestBatch(
  context: Context,
  { issuer, configurationId, credentialIdentifier, endpoints, keys }: Batch,
  access: Access,
): Promise<{ texts: string[]; notificationId: string | undefined } | undefined> {
  const nonce = endpoints.nonce === undefined ? undefined : await nonceAt(context, endpoints.nonce)
  const jwt = await Promise.all(keys.map((key) => proofOf(context, key, issuer, nonce)))
  // A token that names credentials is for these alone (8.2).
  const wanted =
    credentialIdentifier === undefined
      ? { credential_configuration_id: configurationId }
      : { credential_identifier: credentialIdentifier }
  const answer = await postBound(context, { url: endpoints.credential, body: { ...wanted, proofs: { jwt } } }, access)
  const given = isSuccess(answer) ? credentialsSchema.safeParse(jsonIn(answer.text)).data : undefined
  return (
    given && { texts: given.credentials.map(({ credential }) => credential), notificationId: given.notification_id }
  )
}

interface Expected {
  issuer: string
  kind: SdJwtCredential['kind']
  /** Names of claims, in the order in which they are shown. */
  names: readonly string[]
  keys: readonly HolderKey[]
}

/** The content of a batch: the same in each copy. */
export interface ReadBatch {
  copies: Copy[]
  attributes: Attribute[]
  revocable: boolean
  expiresAt: number | undefined
}

/**
 * Rejects with `untrusted` unless each is sound, bound to one of our keys, and they are equal in what they say.
 * @param now milliseconds since 1970; undefined for credentials that may be over
 */
export async function readBatch(
  now: number | undefined,
  texts: readonly string[],
  { issuer, kind, names, keys }: Expected,
): Promise<ReadBatch> {
  const read = await Promise.all(texts.map((text) => readSdJwtVc(text, now))).catch(unsound)
  const unused = new Map(keys.map((key) => [key.x, key]))
  const copies = read.map(({ signed: { cnf, iss, vct } }, index): Copy => {
    const key = unused.get(cnf.jwk.x)
    unused.delete(cnf.jwk.x)
    // Optional beside a certificate (draft-ietf-oauth-sd-jwt-vc, claim `iss`).
    const isOfIssuer = iss === undefined || originOf(iss) === originOf(issuer)
    if (!key || !isOfIssuer || vct !== kind.definitionId)
      return unsound(new Error('It is another credential than offered, or bound to another key'))
    return { text: texts[index] ?? '', key }
  })
  const [first, ...others] = read.map(({ claims }) => attributesIn(claims, names))
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

/** Whether each copy of a credential is bound to its key, and signed as saying what the wallet shows. */
export async function isWhatWasSigned({ kind, copies, attributes }: SdJwtCredential): Promise<boolean> {
  const [texts, keys] = [copies.map(({ text }) => text), copies.map(({ key }) => key)]
  const expected = { issuer: kind.issuer, kind, names: attributes.map(({ name }) => name), keys }
  const signed = await readBatch(undefined, texts, expected).catch(() => undefined)
  return JSON.stringify([signed?.copies, signed?.attributes]) === JSON.stringify([copies, attributes])
}

async function nonceAt({ fetch }: Context, url: string): Promise<string> {
  const answer = await post(fetch, { url, body: new URLSearchParams() })
  return parsed(answer.text, nonceSchema).c_nonce
}

/** A proof of possession (OpenID4VCI 1.0, Appendix F.1). */
async function proofOf({ clock }: Context, key: HolderKey, issuer: string, nonce: string | undefined): Promise<string> {
  const payload = { aud: issuer, iat: Math.floor(clock.now() / 1_000), nonce }
  return signedJwt({ typ: 'openid4vci-proof+jwt', jwk: publicJwk(key) }, payload, await signerOf(key))
}

export function unsound(cause: unknown): never {
  throw new HolderError('untrusted', 'The credential is not the one that was offered, or not sound', { cause })
}

/** In the order in which the issuer describes them: copies have them in any. Objects are given by their members. */
function attributesIn(claims: Record<string, unknown>, order: readonly string[]): Attribute[] {
  const ofHolder = Object.entries(claims).filter(([name]) => !ofCredential.has(name))
  const held = ofHolder.flatMap(([name, value]) => membersOf(name, value))
  const values = new Map(held)
  if (values.size < held.length) return unsound(new Error('Two claims have one name'))
  const names = [...values.keys()]
  const ordered = [...order.filter((name) => values.has(name)), ...names.filter((name) => !order.includes(name)).sort()]
  return ordered.map((name) => {
    const value = values.get(name)
    return { name, value: typeof value === 'string' ? value : JSON.stringify(value) }
  })
}

function membersOf(name: string, value: unknown): [name: string, value: unknown][] {
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return members.length > 0
    ? members.map(([member, held]) => [claimKey([name, member]) ?? name, held])
    : [[name, value]]
}
