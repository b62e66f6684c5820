import { SDJwt, SDJwtInstance } from '@sd-jwt/core'
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
import { type Sign, signedJwt } from './jws.ts'

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

/** A credential as it is signed (SD-JWT VC, draft-ietf-oauth-sd-jwt-vc). */
export interface SdJwtVc {
  /** X.509 certificates, base64 DER, the signer's first; the root is not among them (RFC 7515, 4.1.6). */
  x5c: string[]
  /** Claims that every verifier reads: issuer, type, times, the holder's key, status. */
  always: Record<string, unknown> & { iss: string; vct: string }
  /** Claims that the holder shows or keeps, each by itself; of an object, each member. */
  selectively: Record<string, unknown>
}

/** SHA-256 of a text's UTF-8 or of bytes. */
export type Hash = (data: string | ArrayBuffer) => Uint8Array | Promise<Uint8Array>

/**
 * @param hash where there is a quicker one than that of browsers, which takes a thread for each digest
 * @returns the credential with all its disclosures, without key binding (RFC 9901, section 4)
 */
export function issueSdJwtVc({ x5c, always, selectively }: SdJwtVc, sign: Sign, hash: Hash = sha256): Promise<string> {
  const issuer = new SDJwtInstance({ ...hashing, hasher: hash, saltGenerator: salt, signer: sign, signAlg: 'ES256' })
  return issuer.issue({ ...always, ...selectively }, frameOf(selectively) as never, {
    header: { typ: sdJwtVcFormat, x5c },
  })
}

/** Names the claims to be shown by themselves, as the library has them. */
function frameOf(claims: Record<string, unknown>): object {
  const inParts = Object.entries(claims).flatMap(([name, value]) => (isObject(value) ? [[name, frameOf(value)]] : []))
  return { _sd: Object.keys(claims).filter((name) => !isObject(claims[name])), ...Object.fromEntries(inParts) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Why a presentation was refused. */
export type SdJwtFault =
  | 'malformed'
  | 'issuer-signature'
  | 'expired'
  | 'disclosures'
  | 'key-binding-missing'
  | 'key-binding-type'
  | 'key-binding-signature'
  | 'audience'
  | 'nonce'
  | 'sd-hash'
  | 'key-binding-time'

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
  _sd: z._default(z.array(z.string()), []),
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
const mostDisclosures = 100

/**
 * Verifies what a holder presents: the issuer's signature, the disclosures and the binding to the holder's key (RFC
 * 9901, section 7.3).
 * @throws SdJwtError
 */
export async function verifySdJwtVc(text: string, expected: Expected): Promise<VerifiedSdJwtVc> {
  const [jwt = '', ...rest] = text.split('~')
  const bindingJwt = rest.pop()
  if (bindingJwt === undefined || rest.length > mostDisclosures) throw new SdJwtError('malformed')
  const binding = bindingJwt === '' ? undefined : parsed(bindingJwt, keyBinding)
  const signed = await verifiedPayload(jwt, expected)
  await checks.disclosures(rest, signed)
  const bound = text.slice(0, text.length - bindingJwt.length)
  await checks['key-binding'](binding, bound, signed.cnf.jwk, expected)
  return { signed, claims: await claimsIn(bound) }
}

const claimsIn = async (text: string) => (await new SDJwtInstance(hashing).getClaims(text)) as Record<string, unknown>

/**
 * Reads a credential as its issuer hands it out, signed by the key in its certificate. Whether that is the issuer's is
 * for the caller to know.
 * @param now milliseconds since 1970; undefined for one that may be over
 * @throws SdJwtError
 */
export async function readSdJwtVc(text: string, now: number | undefined): Promise<VerifiedSdJwtVc> {
  const [jwt = '', ...rest] = text.split('~')
  if (rest.pop() !== '' || rest.length > mostDisclosures) throw new SdJwtError('malformed')
  const issuerKey = ({ x5c: [certificate = ''] = [] }: { x5c?: string[] }) => keyInCertificate(certificate)
  return { signed: await verifiedPayload(jwt, { issuerKey, now }), claims: await claimsIn(text) }
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
 * @param paths of the claims: names, from the outside in
 */
export async function presentSdJwtVc(
  text: string,
  paths: readonly (readonly string[])[],
  binding: Binding,
): Promise<string> {
  const [jwt = ''] = text.split('~')
  // The library writes paths with dots, and the object that a member stands in has to be shown with it.
  const written = paths.flatMap((path) => path.map((_, last) => [path.slice(0, last + 1).join('.'), true]))
  const shown = await (await SDJwt.fromEncode(text, sha256)).getPresentDisclosures(Object.fromEntries(written), sha256)
  return boundSdJwt([jwt, ...shown.map((disclosure) => disclosure.encode())], binding)
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
  if (type !== sdJwtVcFormat) throw new SdJwtError('malformed')
  await checks['issuer-signature'](jwt, issuerKey)
  if (now !== undefined) checks.expired(payload, now)
  return payload
}

/**
 * The checks of a presentation. A table, so that tests can turn off one at a time (record 112). All throw or reject
 * with `SdJwtError`. `key-binding` makes those below it.
 */
export const checks = {
  'issuer-signature': (jwt: string, issuerKey: Expected['issuerKey']): Promise<void> =>
    checkSignature(jwt, issuerKey, 'issuer-signature'),

  expired({ exp, nbf = 0 }: SignedPayload, now: number): void {
    const seconds = now / 1_000
    if ((exp ?? seconds + 1) <= seconds || nbf > seconds + clockTolerance) throw new SdJwtError('expired')
  },

  /** Each disclosure stands in what was signed, and stands there once. The library leaves others out in silence. */
  async disclosures(disclosures: string[], payload: SignedPayload): Promise<void> {
    const signed = digestsIn(payload)
    const digests = await Promise.all(disclosures.map(digest))
    const isSigned = digests.every((each) => signed.filter((other) => other === each).length === 1)
    if (!isSigned || new Set(digests).size < digests.length) throw new SdJwtError('disclosures')
  },

  /** @param bound the text that the binding is to cover */
  async 'key-binding'(
    binding: Parsed<KeyBinding> | undefined,
    bound: string,
    holderKey: JWK,
    expected: Expected,
  ): Promise<void> {
    if (!binding) throw new SdJwtError('key-binding-missing')
    const { jwt, type, payload } = binding
    await checks['key-binding-signature'](jwt, holderKey)
    if (type !== keyBindingType) throw new SdJwtError('key-binding-type')
    checks.audience(payload, expected)
    checks.nonce(payload, expected)
    await checks['sd-hash'](payload, bound)
    checks['key-binding-time'](payload, expected)
  },
  'key-binding-signature': (jwt: string, holderKey: JWK): Promise<void> =>
    checkSignature(jwt, () => importJWK(holderKey, 'ES256'), 'key-binding-signature'),
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

/** Of the claims that stand in what was signed, and of their members. */
const digestsIn = ({ _sd: own, ...claims }: Record<string, unknown>): unknown[] => [
  ...(Array.isArray(own) ? own : []),
  ...Object.values(claims).flatMap((value) => (isObject(value) ? digestsIn(value) : [])),
]

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

const sha256 = async (data: string | ArrayBuffer): Promise<Uint8Array> =>
  new Uint8Array(
    await crypto.subtle.digest('SHA-256', typeof data === 'string' ? new TextEncoder().encode(data) : data),
  )

/** Of the text as it came: a library that reads and writes it again may change it. */
const digest = async (text: string): Promise<string> => base64url.encode(await sha256(text))

const hashing = { hasher: sha256, hashAlg: 'sha-256' as const }

/** 128 bits (RFC 9901, section 9.3). */
const salt = (bytes: number): string => base64url.encode(crypto.getRandomValues(new Uint8Array(bytes)))
