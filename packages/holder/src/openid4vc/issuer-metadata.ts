import { sdJwtVcFormat } from '@lastmile/formats/sd-jwt'
import * as z from 'zod/mini'
import { mayNameAddress } from '../core/download.ts'
import { HolderError } from '../core/holder-error.ts'
import { originOf, parseUrl } from '../core/parse-url.ts'
import type { Fetch } from '../core/platform.ts'
import type { Party } from '../core/snapshot.ts'
import { claimKey } from '../formats/sd-jwt/dcql.ts'
import { readJson } from './http.ts'
import type { OfferRecord } from './records.ts'

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
const claims = z.catch(z.array(z.object({ path: z.array(z.unknown()) })), [])

const configurationSchema = z.looseObject({
  format: z.string(),
  vct: z.optional(z.string().check(z.maxLength(1_000))),
  cryptographic_binding_methods_supported: z.optional(z.array(z.string())),
  proof_types_supported: z.optional(
    z.looseObject({ jwt: z.optional(z.object({ proof_signing_alg_values_supported: z.array(z.string()) })) }),
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
  batch_credential_issuance: z.optional(z.object({ batch_size: z.int().check(z.minimum(2)) })),
  credential_response_encryption: z.optional(z.object({ encryption_required: z._default(z.boolean(), false) })),
  display: z._default(display, []),
  credential_configurations_supported: z.record(z.string(), z.unknown()),
})

/** RFC 8414. */
const serverSchema = z.object({
  issuer: address,
  token_endpoint: address,
  dpop_signing_alg_values_supported: z.catch(z.optional(z.array(z.string())), undefined),
})

/** Credentials that are asked for at once, at most. */
const mostCopies = 10
const mostNames = 100

type Described = Pick<OfferRecord, 'from' | 'kind' | 'names' | 'endpoints' | 'batchSize' | 'bindsTokens'>

/**
 * Reads who offers a credential, and of what kind it is. Rejects with `unreachable`, `untrusted` for metadata of
 * another issuer or with addresses that it may not name, `unsupported-invitation` for what this wallet does not hold.
 */
export async function describeOffer(fetch: Fetch, issuer: string, configurationId: string): Promise<Described> {
  const metadata = await readJson(fetch, wellKnown(issuer, 'openid-credential-issuer'), issuerSchema)
  if (metadata.credential_issuer !== issuer) throw untrusted('The metadata are of another issuer')
  const [server = issuer] = metadata.authorization_servers ?? []
  if (!mayNameAddress(issuer, server)) throw untrusted('The issuer names an address that it may not')
  const authorization = await readJson(fetch, wellKnown(server, 'oauth-authorization-server'), serverSchema)
  if (authorization.issuer !== server) throw untrusted('The metadata are of another server')
  const endpoints = {
    token: authorization.token_endpoint,
    nonce: metadata.nonce_endpoint,
    credential: metadata.credential_endpoint,
    notification: metadata.notification_endpoint,
  }
  if (!Object.values(endpoints).every((each) => each === undefined || mayNameAddress(issuer, each)))
    throw untrusted('The issuer names an address that it may not')
  const all = metadata.credential_configurations_supported
  const { success, data } = configurationSchema.safeParse(Object.hasOwn(all, configurationId) && all[configurationId])
  if (!success) throw untrusted('The issuer does not describe what it offers')
  if (!isHeldHere(data) || data.vct === undefined || metadata.credential_response_encryption?.encryption_required)
    throw new HolderError('unsupported-invitation', 'The offer is of a credential that this wallet does not hold')
  const { display: looks = [], claims: shown = [] } = data.credential_metadata ?? {}
  return {
    from: issuingParty(issuer, metadata.display),
    kind: { name: lookIn(looks)?.name, definitionId: data.vct, issuer: originOf(issuer) ?? issuer },
    names: shown.flatMap(({ path }) => claimKey(path) ?? []).slice(0, mostNames),
    endpoints,
    bindsTokens: authorization.dpop_signing_alg_values_supported?.includes('ES256') ?? false,
    batchSize: Math.min(metadata.batch_credential_issuance?.batch_size ?? 1, mostCopies),
  }
}

/** With the path behind, as RFC 8615 has it (OpenID4VCI 1.0, 12.2.2; RFC 8414, 3.1). */
function wellKnown(issuer: string, name: string): string {
  const url = parseUrl(issuer)
  if (!url) throw untrusted('The issuer has no address')
  return `${url.origin}/.well-known/${name}${url.pathname.replace(/\/$/, '')}`
}

const isHeldHere = ({
  format,
  cryptographic_binding_methods_supported: bindings,
  proof_types_supported: proofs,
}: z.infer<typeof configurationSchema>): boolean =>
  format === sdJwtVcFormat &&
  (bindings?.includes('jwk') ?? false) &&
  (proofs?.jwt?.proof_signing_alg_values_supported.includes('ES256') ?? false)

const isEnglish = ({ locale = 'en' }: { locale?: string }) => /^en\b/.test(locale)

/** In English, where there is a choice. */
const lookIn = (all: z.infer<typeof display>) => all.find(isEnglish) ?? all[0]

function issuingParty(issuer: string, all: z.infer<typeof display>): Party {
  const look = lookIn(all)
  return { label: look?.name ?? '', host: parseUrl(issuer)?.host, isDirect: true, picture: look?.logo?.uri }
}

const untrusted = (message: string) => new HolderError('untrusted', message)
