import { type VerifiedSdJwtVc, verifySdJwtVc } from '@lastmile/formats/sd-jwt'
import { z } from 'zod'
import { EndpointError } from '../api/endpoint-error.ts'
import type { PresentationAnswer } from '../api/endpoints.ts'
import { attributeValue, hasAge } from '../issuing/claims.ts'
import { decrypted } from '../keys/decryption-key.ts'
import { thumbprintOf } from '../keys/secrets.ts'
import type { SiteKeys } from '../keys/site-keys.ts'
import type { StatusLists } from '../status/status-lists.ts'
import { type CredentialQuery, type PresentationRequest, type Way, wayOf } from '../store/presentation-request.ts'
import { checks } from './openid4vp-checks.ts'
import { queryId } from './queries.ts'
import { clientId } from './requests.ts'

const presentation = z.object({ vp_token: z.record(z.string(), z.tuple([z.string()])), state: z.string().optional() })
export type Presented = z.infer<typeof presentation>
const answer = z.union([z.object({ error: z.string() }), presentation])

/** @throws EndpointError when it can't be read */
export async function presentedIn(
  { queries }: PresentationRequest,
  { answerKey }: Way,
  { response = '', vp_token: bare }: PresentationAnswer,
) {
  if (response === '' && bare === undefined)
    throw new EndpointError('invalid_request', 'The answer holds neither a response nor an error.', 'unreadable-fields')
  const text = await decrypted(response, answerKey).catch(() => {
    throw new EndpointError(
      'invalid_request',
      'The response is not encrypted as the request says.',
      'unreadable-encryption',
    )
  })
  try {
    const found: unknown = JSON.parse(text)
    // A schema reports each of thousands; one too many is a wrong number of credentials.
    if (keysOf(found, 'vp_token') > queries.length + 1) throw new Error('Too many credentials')
    return answer.parse(found)
  } catch {
    throw new EndpointError('invalid_request', 'What was encrypted has another form.', 'unreadable-content')
  }
}

function keysOf(value: unknown, name: string): number {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof member === 'object' && member !== null ? Object.keys(member).length : 0
}

interface Verifier {
  keys(): SiteKeys
  now(): number
  statusLists: Pick<StatusLists, 'isRevoked'>
}

/** The values that an answer proves. @param id of the way in that it was given to. @throws Refused */
export async function verifiedPresentation(
  request: PresentationRequest,
  presented: Presented,
  id: string,
  verifier: Verifier,
) {
  const { vp_token: token } = presented
  checks.state(presented.state, id)
  checks.credentials(token, request)
  const holderKeys: string[] = []
  const presentation: NonNullable<PresentationRequest['presentation']> = {
    attributes: {},
    attributeGroups: {},
    predicates: [],
    holderKeys,
  }
  for (const [index, query] of request.queries.entries()) {
    const verified = await verifiedCredential(wayOf(request, id), query, token[queryId(index)]?.[0] ?? '', verifier)
    await checks.status(verified.signed, query, verifier.statusLists)
    holderKeys.push(thumbprintOf(verified.signed.cnf.jwk))
    const { claims } = verified
    const shown = (attribute: string) => required(attributeValue(attribute, claims), '')
    for (const [key, { isGroup, attributes }] of Object.entries(query.show)) {
      if (isGroup) presentation.attributeGroups[key] = Object.fromEntries(attributes.map((name) => [name, shown(name)]))
      else presentation.attributes[key] = shown(attributes[0] ?? '')
    }
    for (const [key, condition] of Object.entries(query.prove)) {
      const { age, attribute } = condition
      checks.condition(condition, age === undefined ? shown(attribute) : required(hasAge(age, claims), false))
      presentation.predicates.push(key)
    }
  }
  return presentation
}

async function verifiedCredential(
  { nonce }: Way,
  query: CredentialQuery,
  text: string,
  { keys, now }: Verifier,
): Promise<VerifiedSdJwtVc> {
  const verified = await verifySdJwtVc(text, {
    issuerKey: ({ x5c = [] }) => keys().issuerKey(x5c),
    audience: clientId(keys().requests),
    nonce,
    now: now(),
  })
  checks.type(verified.signed, query)
  return verified
}

/** @param none in place of one that is missing and not missed. @throws Refused when it was not shown */
function required<Value extends string | boolean>(value: Value | undefined, none: Value): Value {
  checks.claims(value)
  return value ?? none
}
