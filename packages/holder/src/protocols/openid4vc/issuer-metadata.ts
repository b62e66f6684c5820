import { largestBatch } from '@lastmile/formats/limits'
import { sdJwtVcFormat } from '@lastmile/formats/sd-jwt'
import * as z from 'zod/mini'
import { mayNameAddress, mayNameAll } from '../../core/download.ts'
import { HolderError, hasCode } from '../../core/holder-error.ts'
import { originOf, parseUrl } from '../../core/parse-url.ts'
import type { Fetch } from '../../core/platform.ts'
import { claimKey } from '../../formats/sd-jwt/dcql.ts'
import { contentIn, encryptionIn, type IssuerEncryption } from './encryption.ts'
import { readJson } from './http.ts'
import type { Context } from './openid-context.ts'

const address = z.string().check(z.maxLength(2_000))
const display = z.catch(
  z.array(
    z.object({
      name: z.optional(z.string()),
      locale: z.optional(z.string()),
      logo: z.catch(z.optional(z.object({ uri: z.optional(z.string()) })), undefined),
    }),
  ),
  [],
)
const claims = z.catch(z.array(z.object({ path: z.array(z.unknown()), display: z._default(display, []) })), [])

const configurationSchema = z.looseObject({
  format: z.string(),
  vct: z.optional(z.string().check(z.maxLength(1_000))),
  cryptographic_binding_methods_supported: z.optional(z.array(z.string())),
  proof_types_supported: z.optional(
    z.looseObject({
      jwt: z.optional(
        z.object({
          proof_signing_alg_values_supported: z.array(z.string()),
          key_attestations_required: z.optional(z.unknown()),
        }),
      ),
    }),
  ),
  credential_metadata: z.optional(z.object({ display: z._default(display, []), claims: z._default(claims, []) })),
})

/** OpenID4VCI 1.0, 12.2. */
const issuerSchema = z.object({
  credential_issuer: address,
  authorization_servers: z.optional(z.array(address).check(z.minLength(1))),
  credential_endpoint: address,
  nonce_endpoint: z.optional(address),
  notification_endpoint: z.optional(address),
  deferred_credential_endpoint: z.optional(address),
  batch_credential_issuance: z.catch(z.optional(z.object({ batch_size: z.int().check(z.positive()) })), undefined),
  credential_request_encryption: z.optional(
    z.object({
      jwks: z.object({ keys: z.array(z.unknown()).check(z.maxLength(20)) }),
      enc_values_supported: z.array(z.string()),
      encryption_required: z._default(z.boolean(), false),
    }),
  ),
  credential_response_encryption: z.optional(
    z.object({
      alg_values_supported: z._default(z.array(z.string()), []),
      enc_values_supported: z._default(z.array(z.string()), []),
      encryption_required: z._default(z.boolean(), false),
    }),
  ),
  display: z._default(display, []),
  credential_configurations_supported: z.record(z.string(), z.unknown()),
})

/** RFC 8414. */
const serverSchema = z.object({
  issuer: address,
  token_endpoint: address,
  dpop_signing_alg_values_supported: z.catch(z.optional(z.array(z.string())), undefined),
})

const mostNames = 100

/**
 * Reads who offers a credential, and of what kind it is. Rejects with `unreachable`, `too-large`, `untrusted-issuer`
 * for metadata of another issuer or with addresses that it may not name, `attested-keys` and `unsupported-credential`.
 */
export async function describeOffer(
  { fetch, languages = [] }: Pick<Context, 'fetch' | 'languages'>,
  offered: string,
  configurationId: string,
) {
  const metadata = await readMetadata(fetch, offered, 'openid-credential-issuer', issuerSchema)
  const { credential_issuer: issuer } = metadata
  if (!isSameAddress(issuer, offered)) throw untrusted('The metadata are of another issuer')
  const [server = issuer] = metadata.authorization_servers ?? []
  if (!mayNameAddress(issuer, server)) throw untrusted('The issuer names an address that it may not')
  const authorization = await readMetadata(fetch, server, 'oauth-authorization-server', serverSchema)
  if (!isSameAddress(authorization.issuer, server)) throw untrusted('The metadata are of another server')
  const endpoints = {
    token: authorization.token_endpoint,
    nonce: metadata.nonce_endpoint,
    credential: metadata.credential_endpoint,
    notification: metadata.notification_endpoint,
    deferred: metadata.deferred_credential_endpoint,
  }
  if (!mayNameAll(issuer, endpoints)) throw untrusted('The issuer names an address that it may not')
  const all = metadata.credential_configurations_supported
  const { success, data } = configurationSchema.safeParse(Object.hasOwn(all, configurationId) && all[configurationId])
  if (!success) throw untrusted('The issuer does not describe what it offers')
  const encryption = encryptionOf(metadata)
  if (!isHeldHere(data) || data.vct === undefined || encryption === 'unsupported')
    throw new HolderError('unsupported-credential', 'The offer is of a credential that this wallet does not hold')
  if (data.proof_types_supported?.jwt?.key_attestations_required !== undefined)
    throw new HolderError('attested-keys', 'The offer wants keys that somebody vouches for')
  const look = inLanguage(metadata.display, languages)
  const { display: looks = [], claims: shown = [] } = data.credential_metadata ?? {}
  const card = inLanguage(looks, languages)
  const { uri: picture } = look?.logo ?? card?.logo ?? {}
  const claims = shown.slice(0, mostNames).map(({ path, display }) => {
    const label = inLanguage(display, languages)?.name
    // A technical name in a label's place is worse than what a view makes of it.
    const isTechnical = label === path.at(-1) || /^\S*_\S*$/.test(label ?? '')
    return { name: claimKey(path), label: isTechnical ? undefined : label }
  })
  return {
    issuer,
    from: { label: look?.name ?? '', host: parseUrl(issuer)?.host, isDirect: true, picture },
    kind: { name: card?.name, definitionId: data.vct, issuer: originOf(issuer) ?? issuer },
    names: claims.map(({ name }) => name),
    labels: claims.flatMap(({ name, label }) => (label ? [{ name, label }] : [])),
    endpoints,
    encryption,
    bindsTokens: authorization.dpop_signing_alg_values_supported?.includes('ES256') ?? false,
    batchSize: Math.min(metadata.batch_credential_issuance?.batch_size ?? 1, largestBatch),
  }
}

/**
 * With the path behind, as RFC 8615 has it (OpenID4VCI 1.0, 12.2.2; RFC 8414, 3.1). Issuers differ in whether a slash
 * ends it, so both are tried.
 */
async function readMetadata<Schema extends z.ZodMiniType>(fetch: Fetch, address: string, name: string, schema: Schema) {
  const url = parseUrl(address)
  if (!url) throw untrusted('The issuer has no address')
  const path = url.pathname.replace(/\/$/, '')
  const read = (path: string) => readJson(fetch, `${url.origin}/.well-known/${name}${path}`, schema)
  return read(path)
    .catch((error) => {
      if (path === '' || !hasCode(error, 'untrusted')) throw error
      return read(`${path}/`)
    })
    .catch((error) => {
      throw hasCode(error, 'untrusted') ? untrusted('Metadata are missing, or not as they should be', error) : error
    })
}

/** A slash at the end makes no other issuer. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.replace(/\/$/, '') === other.replace(/\/$/, '')

/**
 * How the credential endpoint is called: in clear where the issuer announces nothing else. An answer is encrypted only
 * where the call is, whose key for it could be exchanged otherwise (OpenID4VCI 1.0, 8.2).
 */
function encryptionOf({
  credential_request_encryption: call,
  credential_response_encryption: answer,
}: z.infer<typeof issuerSchema>): IssuerEncryption | 'unsupported' | undefined {
  const asked = call && encryptionIn(call.jwks.keys, call.enc_values_supported)
  const isTaken = answer?.alg_values_supported.includes('ECDH-ES')
  const content = asked && isTaken ? contentIn(answer?.enc_values_supported ?? []) : undefined
  if ((call?.encryption_required && !asked) || (answer?.encryption_required && !content)) return 'unsupported'
  return asked && { ...asked, answer: content }
}

const isHeldHere = ({
  format,
  cryptographic_binding_methods_supported: bindings,
  proof_types_supported: proofs,
}: z.infer<typeof configurationSchema>): boolean =>
  format === sdJwtVcFormat &&
  (bindings?.includes('jwk') ?? false) &&
  (proofs?.jwt?.proof_signing_alg_values_supported.includes('ES256') ?? false)

type Look = z.infer<typeof display>[number]

/** In the language that its reader reads best (RFC 4647, 3.4), else in English, else the first. */
function inLanguage(all: readonly Look[], languages: readonly string[]): Look | undefined {
  for (const language of [...languages, 'en'])
    for (let range = language.toLowerCase(); range; range = range.slice(0, Math.max(range.lastIndexOf('-'), 0))) {
      const found = all.find(({ locale = 'en' }) => `${locale.toLowerCase()}-`.startsWith(`${range}-`))
      if (found) return found
    }
  return all[0]
}

const untrusted = (message: string, cause?: unknown) => new HolderError('untrusted-issuer', message, { cause })
