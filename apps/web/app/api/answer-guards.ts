import type { ApiRouteName, ProtocolMessageNews, SocketMessage } from '@lastmile/contracts'
import {
  type Check,
  connectionState,
  credentialRefusal,
  credentialState,
  flag,
  isObject,
  listOf,
  oneOf,
  optional,
  orNull,
  proofState,
  refusalReason,
  shape,
  text,
} from './shape-checks.ts'

/** What the page relies on in each answer and message, so that it never breaks on one of another shape. */

const connectionFields = { connection_id: text, invi_msg_id: text, state: connectionState }
const credentialRecord = shape({
  credential_exchange_id: text,
  connection_id: text,
  state: credentialState,
  credential_definition_id: text,
  revoc_reg_id: orNull(text),
  revocation_id: orNull(text),
  revoked: flag,
  reason: orNull(text),
  refusal: orNull(credentialRefusal),
})
const revealed: Check = (value) => isObject(value) && Object.values(value).every(shape({ raw: text }))
const proofRecord = shape({
  presentation_exchange_id: text,
  connection_id: orNull(text),
  state: proofState,
  presentation: orNull(
    shape({
      requested_proof: shape({
        revealed_attrs: revealed,
        revealed_attr_groups: (value) => isObject(value) && Object.values(value).every(shape({ values: revealed })),
        predicates: isObject,
      }),
    }),
  ),
  verified: orNull(flag),
  reason: orNull(text),
  refusal: orNull(refusalReason),
})

const credential = shape({ name: text, attributes: listOf(shape({ name: text, value: text })) })
const predicate = shape({ name: text, type: text })
const requirement = shape({
  name: text,
  properties: optional(listOf(text)),
  predicates: optional((value) => predicate(value) || listOf(predicate)(value)),
})
const screen = shape({
  screenId: text,
  title: text,
  text,
  credentials: optional(listOf(credential)),
  verifier: optional(shape({ name: text })),
  requestOptions: optional(shape({ title: text, text, requestedCredentials: listOf(requirement) })),
})
const character = shape({
  id: text,
  name: text,
  type: text,
  image: text,
  hidden: flag,
  description: text,
  onboarding: listOf(screen),
  progressBar: listOf(shape({ name: text, onboardingStep: text, iconLight: text, iconDark: text })),
  useCases: listOf(shape({ id: text, name: text, hidden: flag, screens: listOf(screen) })),
  revocationInfo: listOf(shape({ credentialName: text, title: text, description: text })),
})
const wallet = shape({
  id: text,
  name: text,
  icon: text,
  organization: text,
  recommended: flag,
  url: text,
  apple: optional(text),
  android: optional(text),
  deepLinkScheme: text,
})
const protocolMessageFields = {
  id: text,
  at: text,
  direction: oneOf('sent', 'received'),
  type: text,
  thread_id: text,
  state: orNull(text),
  message: isObject,
}
const protocolMessages = shape({ messages: listOf(shape(protocolMessageFields)) })
const nothing: Check = (value) => value === null

export const answerGuards: Record<ApiRouteName, Check> = {
  createInvite: shape({ ...connectionFields, invitation_url: text, short_url: text }),
  getConnectionByInvitation: shape(connectionFields),
  getConnectionMessages: protocolMessages,
  getOrCreateCredDef: shape({ data: text, state: oneOf('ready', 'preparing') }),
  offerCredential: credentialRecord,
  offerCredentialByDeepLink: credentialRecord,
  getCredential: credentialRecord,
  deleteCredential: nothing,
  revoke: credentialRecord,
  getLastReset: shape({ lastServerReset: text }),
  requestProof: proofRecord,
  requestProofByDeepLink: proofRecord,
  requestProofOutOfBand: shape({ proofUrl: text, shortUrl: text, proof: proofRecord }),
  getProof: proofRecord,
  getProofMessages: protocolMessages,
  deleteProof: nothing,
  sendEmail: shape({ success: flag, message: text }),
  trackAnalytics: shape({ success: flag }),
  getCharacters: listOf(character),
  getCharacter: character,
  getWallets: listOf(wallet),
}

const messages: Record<SocketMessage['endpoint'], Check> = {
  connections: shape({ state: connectionState, connection_id: text }),
  issue_credential: shape({
    state: credentialState,
    connection_id: text,
    credential_exchange_id: text,
    credential_definition_id: text,
    revoc_reg_id: orNull(text),
    revocation_id: orNull(text),
    reason: orNull(text),
    refusal: orNull(credentialRefusal),
  }),
  present_proof: shape({
    state: proofState,
    connection_id: orNull(text),
    presentation_exchange_id: text,
    verified: orNull(flag),
    reason: orNull(text),
    refusal: orNull(refusalReason),
  }),
}

const messageNews = shape({
  ...protocolMessageFields,
  endpoint: oneOf('messages'),
  connection_id: orNull(text),
  presentation_exchange_id: orNull(text),
})

export const isProtocolMessageNews = (value: unknown): value is ProtocolMessageNews => messageNews(value)

export function isSocketMessage(value: unknown): value is SocketMessage {
  if (!isObject(value) || typeof value.endpoint !== 'string') return false
  if (!Object.hasOwn(messages, value.endpoint)) return false
  return messages[value.endpoint as SocketMessage['endpoint']](value)
}

/** The error form of the API, or that of the contact form's answers (decisions, server contract). */
export function errorOf(value: unknown): { code: string; message: string } | undefined {
  if (!isObject(value)) return undefined
  if (value.success === false && typeof value.message === 'string') return { code: 'refused', message: value.message }
  if (!isObject(value.error)) return undefined
  const { code, message } = value.error
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined
}
