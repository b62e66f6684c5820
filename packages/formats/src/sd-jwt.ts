import {
  base64url,
  type CryptoKey,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  importX509,
  type JWK,
} from 'jose'
import * as z from 'zod/mini'
import { type ClaimPath, disclosuresFor } from './claim-paths.ts'
import { type OpenedSdJwt, openedPayload } from './disclosures.ts'
import { type Sign, signedJwt } from './jws.ts'
import { mostDisclosures } from './limits.ts'

/** The media type of SD-JWT VC, as `typ` and as the format's identifier in OpenID4VC. */
export const sdJwtVcFormat = 'dc+sd-jwt'
const keyBindingType = 'kb+jwt'

/**
 * The key in a signer's certificate, which nothing here vouches for.
 * @param certificate base64 DER, of `x5c`
 * @throws when it is none
 */
export const keyInCertificate = (certificate: string): Promise<CryptoKey> =>
  importX509(`-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`, 'ES256')

/** Why a presentation was refused. */
export type SdJwtFault = keyof typeof checks

export class SdJwtError extends Error {
  override readonly name = 'SdJwtError'
  readonly fault: SdJwtFault
  constructor(fault: SdJwtFault) {
    super(`The SD-JWT was refused: ${fault}`)
    this.fault = fault
  }
}

const signedPayload = z.looseObject({
  iss: z.optional(z.string()),
  vct: z.string(),
  exp: z.optional(z.number()),
  nbf: z.optional(z.number()),
  cnf: z.object({ jwk: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() }) }),
  status: z.optional(z.object({ status_list: z.object({ idx: z.int().check(z.nonnegative()), uri: z.string() }) })),
  _sd_alg: z._default(z.literal('sha-256'), 'sha-256'),
})
const keyBinding = z.object({ aud: z.string(), nonce: z.string(), sd_hash: z.string(), iat: z.number() })

type KeyBinding = z.infer<typeof keyBinding>
export type SignedPayload = z.infer<typeof signedPayload>

export interface VerifiedSdJwtVc {
  /** The claims that the issuer signed for every verifier to see; disclosed claims can't take its place. */
  signed: SignedPayload
  /** All that was disclosed. */
  claims: Record<string, unknown>
}

interface Expected {
  /** The key of a signer that may have issued it. @throws when there is none */
  issuerKey(header: { x5c?: string[] }): Promise<CryptoKey>
  audience: string
  nonce: string
  /** Milliseconds since 1970. */
  now: number
}

/** Seconds by which a wallet's clock may be wrong. */
const clockTolerance = 300

/**
 * Verifies what a holder presents: the issuer's signature, the disclosures and the binding to the holder's key (RFC
 * 9901, section 7.3).
 * @throws SdJwtError
 */
export async function verifySdJwtVc(text: string, expected: Expected): Promise<VerifiedSdJwtVc> {
  const { jwt, disclosures, bindingJwt } = piecesOf(text)
  const binding = bindingJwt === '' ? undefined : parsed(bindingJwt, keyBinding)
  const signed = await verifiedPayload(jwt, expected)
  const opened = openedPayload(signed, disclosures)
  checks.disclosures(opened)
  const bound = text.slice(0, text.length - bindingJwt.length)
  await checkBinding(binding, bound, signed.cnf.jwk, expected)
  return { signed, claims: opened.claims }
}

/** A presentation's text, or a credential's, which has no binding. Bounded (RFC 9901, section 4). @throws SdJwtError */
export function piecesOf(text: string): { jwt: string; disclosures: string[]; bindingJwt: string } {
  const [jwt = '', ...disclosures] = text.split('~', mostDisclosures + 3)
  const bindingJwt = disclosures.pop()
  if (bindingJwt === undefined || disclosures.length > mostDisclosures) throw new SdJwtError('malformed')
  return { jwt, disclosures, bindingJwt }
}

/** A credential taken apart, unverified. @throws SdJwtError */
export function openedSdJwtVc(text: string) {
  const { jwt, disclosures } = piecesOf(text)
  const { payload: signed } = parsed(jwt, signedPayload)
  const x5c = certificates.parse(decodeProtectedHeader(jwt).x5c)
  return { jwt, x5c, signed, disclosures, ...openedPayload(decodeJwt(jwt), disclosures) }
}

/** Base64 DER, the signer's first. */
const certificates = z.catch(z.array(z.string()), [])

/**
 * Reads a credential as its issuer hands it out, signed by the key in its certificate. Whether that is the issuer's is
 * for the caller to know.
 * @param now milliseconds since 1970; undefined for one that may be over
 * @throws SdJwtError
 */
export async function readSdJwtVc(text: string, now: number | undefined): Promise<VerifiedSdJwtVc & OpenedSdJwt> {
  const { jwt, disclosures, bindingJwt } = piecesOf(text)
  if (bindingJwt !== '') throw new SdJwtError('malformed')
  const issuerKey = ({ x5c: [certificate = ''] = [] }: { x5c?: string[] }) => keyInCertificate(certificate)
  const signed = await verifiedPayload(jwt, { issuerKey, now })
  const opened = openedPayload(decodeJwt(jwt), disclosures)
  checks.disclosures(opened)
  return { signed, ...opened }
}

/** A verifier, and a signature of the holder's key for it alone. */
export interface Binding {
  audience: string
  nonce: string
  /** Milliseconds since 1970. */
  now: number
  sign: Sign
}

/**
 * Presents a credential to a verifier: of its claims that can be kept back, those that are named (RFC 9901, section
 * 4.3).
 * @param text as the issuer handed it out
 * @param paths of the claims, each shown with all that lies within it
 */
export async function presentSdJwtVc(text: string, paths: readonly ClaimPath[], binding: Binding): Promise<string> {
  const { jwt, disclosures, leaves } = openedSdJwtVc(text)
  const shown = disclosuresFor(leaves, paths)
  return boundSdJwt([jwt, ...disclosures.filter((_, place) => shown.has(place))], binding)
}

/** @param parts the issuer's JWT and disclosures, whatever they are. @returns them with the binding behind them */
export async function boundSdJwt(parts: readonly string[], { audience, nonce, now, sign }: Binding): Promise<string> {
  const bound = [...parts, ''].join('~')
  const payload = { aud: audience, nonce, iat: Math.floor(now / 1_000), sd_hash: await digest(bound) }
  return bound + (await signedJwt({ typ: keyBindingType }, payload, sign))
}

async function verifiedPayload(
  jwt: string,
  { issuerKey, now }: Pick<Expected, 'issuerKey'> & { now: number | undefined },
): Promise<SignedPayload> {
  const { type, payload } = parsed(jwt, signedPayload)
  checks.malformed(type)
  await checks['issuer-signature'](jwt, issuerKey)
  if (now !== undefined) checks.expired(payload, now)
  return payload
}

/** @param bound the text that the binding is to cover */
async function checkBinding(
  binding: Parsed<KeyBinding> | undefined,
  bound: string,
  holderKey: JWK,
  expected: Expected,
): Promise<void> {
  checks['key-binding-missing'](binding)
  if (!binding) return
  const { jwt, type, payload } = binding
  await checks['key-binding-signature'](jwt, holderKey)
  checks['key-binding-type'](type)
  checks.audience(payload, expected)
  checks.nonce(payload, expected)
  await checks['sd-hash'](payload, bound)
  checks['key-binding-time'](payload, expected)
}

/**
 * The checks of a presentation. A table, so that tests can turn off one at a time (record 112). All throw or reject
 * with `SdJwtError`. What can't be read at all is malformed before any of them.
 */
export const checks = {
  /** @param type media type, as the header names it */
  malformed(type: string | undefined): void {
    if (type !== sdJwtVcFormat) throw new SdJwtError('malformed')
  },
  'issuer-signature': (jwt: string, issuerKey: Expected['issuerKey']): Promise<void> =>
    checkSignature(jwt, issuerKey, 'issuer-signature'),

  expired({ exp, nbf = 0 }: SignedPayload, now: number): void {
    const seconds = now / 1_000
    if ((exp ?? seconds + 1) <= seconds || nbf > seconds + clockTolerance) throw new SdJwtError('expired')
  },

  disclosures({ isSound }: OpenedSdJwt): void {
    if (!isSound) throw new SdJwtError('disclosures')
  },

  'key-binding-missing'(binding: object | undefined): void {
    if (!binding) throw new SdJwtError('key-binding-missing')
  },
  'key-binding-signature': (jwt: string, holderKey: JWK): Promise<void> =>
    checkSignature(jwt, () => importJWK(holderKey, 'ES256'), 'key-binding-signature'),
  'key-binding-type'(type: string | undefined): void {
    if (type !== keyBindingType) throw new SdJwtError('key-binding-type')
  },
  audience({ aud }: KeyBinding, { audience }: Expected): void {
    if (aud !== audience) throw new SdJwtError('audience')
  },
  nonce(binding: KeyBinding, { nonce }: Expected): void {
    if (binding.nonce !== nonce) throw new SdJwtError('nonce')
  },
  async 'sd-hash'({ sd_hash }: KeyBinding, bound: string): Promise<void> {
    if (sd_hash !== (await digest(bound))) throw new SdJwtError('sd-hash')
  },
  'key-binding-time'({ iat }: KeyBinding, { now }: Expected): void {
    if (Math.abs(now / 1_000 - iat) > clockTolerance) throw new SdJwtError('key-binding-time')
  },
}

async function checkSignature(
  jwt: string,
  key: (header: { x5c?: string[] }) => Promise<CryptoKey | Uint8Array>,
  fault: SdJwtFault,
): Promise<void> {
  await compactVerify(jwt, key as never, { algorithms: ['ES256'] }).catch(() => {
    throw new SdJwtError(fault)
  })
}

interface Parsed<Payload> {
  jwt: string
  type: string | undefined
  payload: Payload
}

/** Reads a JWT, whose signature and type are checked by themselves. @throws SdJwtError */
function parsed<Schema extends z.ZodMiniType>(jwt: string, schema: Schema): Parsed<z.output<Schema>> {
  try {
    return { jwt, type: decodeProtectedHeader(jwt).typ, payload: schema.parse(decodeJwt(jwt)) }
  } catch {
    throw new SdJwtError('malformed')
  }
}

export const sha256 = async (data: string | ArrayBuffer): Promise<Uint8Array> =>
  new Uint8Array(
    await crypto.subtle.digest('SHA-256', typeof data === 'string' ? new TextEncoder().encode(data) : data),
  )

const digest = async (text: string): Promise<string> => base64url.encode(await sha256(text))
