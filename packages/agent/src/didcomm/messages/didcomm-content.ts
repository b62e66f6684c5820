import { credentialPreviewType, goalCodes, protocolMessageKind } from '@lastmile/contracts'
import { type Allowed, wordsIn } from '../../core/messages/blanked.ts'

/** Keys that protocols define (RFC 0023, 0048, 0095, 0160, 0183, 0434, 0453, 0454, 0721 and AnonCreds). */
const keys = wordsIn(`
  @type @id @context ~thread thid pthid sender_order received_orders ~transport return_route return_route_thread
  ~timing ~please_ack on ~l10n ~service ~attach ~trace label goal goal_code accept handshake_protocols services
  requests~attach imageUrl did did_doc~attach did_rotate~attach connection connection~sig DID DIDDoc to_did
  signature signer sig_data id type controller publicKey publicKeyBase58 authentication verificationMethod
  keyAgreement service serviceEndpoint recipientKeys routingKeys priority comment response_requested status formats
  attach_id format mime-type mime_type media_type filename lastmod_time byte_count data base64 json links sha256
  jws header kid protected offers~attach credentials~attach request_presentations~attach presentations~attach
  credential_preview attributes name names value replacement_id will_confirm last_presentation description code en
  explain-ltxt problem-code explain problem_items who_retries where fix_hint impact noticed_time tracking_uri
  escalation_uri thread_id revocation_format credential_id entropy prover_did cred_def_id schema_id rev_reg_id
  blinded_ms nonce blinded_ms_correctness_proof proof requested_proof revealed_attrs revealed_attr_groups values
  self_attested_attrs unrevealed_attrs predicates sub_proof_index raw encoded identifiers timestamp query queries
  protocols disclosures roles feature-type match pid batch_size recipient_key limit message_id_list live_delivery
  issuer_did
`)

/** Fields of our own messages that are shown: our label, names of attributes, and the conditions that we set. */
const ownValues = wordsIn(`
  label goal goal_code accept handshake_protocols mime-type mime_type media_type format name names version p_type
  p_value status return_route
`)

const collapsed = wordsIn(`
  signature signature_correctness_proof key_correctness_proof blinded_ms blinded_ms_correctness_proof rev_reg
  witness proof jws connection~sig
`)

/** Ids of messages are random; what looks otherwise could have been made of something. */
export const isIdentifier = (value: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)

const flags = wordsIn('will_confirm response_requested last_presentation live_delivery')

type IsHarmless = (value: string, names: ReadonlySet<string>) => boolean

const oneOf =
  (words: ReadonlySet<string>): IsHarmless =>
  (value) =>
    words.has(value)
const isMediaType = oneOf(
  wordsIn('application/json application/x-json text/plain image/png image/jpeg image/svg+xml image/webp'),
)
const isFormat = oneOf(
  wordsIn(`
    anoncreds/credential-offer@v1.0 anoncreds/credential-request@v1.0 anoncreds/credential@v1.0
    anoncreds/proof-request@v1.0 anoncreds/proof@v1.0 hlindy/cred-abstract@v2.0 hlindy/cred-req@v2.0 hlindy/cred@v2.0
    hlindy/proof-req@v2.0 hlindy/proof@v2.0
  `),
)
const isName: IsHarmless = (value, names) => names.has(value)

/** Texts by their keys. */
const harmlessTexts = new Map<string, IsHarmless>([
  ['@type', (value) => protocolMessageKind(value) !== undefined || value === credentialPreviewType],
  ['@id', isIdentifier],
  ['thid', isIdentifier],
  ['pthid', isIdentifier],
  ['attach_id', isIdentifier],
  ['goal_code', oneOf(new Set(Object.values(goalCodes)))],
  ['mime-type', isMediaType],
  ['mime_type', isMediaType],
  ['media_type', isMediaType],
  ['format', isFormat],
  ['status', oneOf(wordsIn('OK PENDING FAIL'))],
  ['return_route', oneOf(wordsIn('none all thread'))],
  ['code', oneOf(wordsIn('issuance-abandoned abandoned rejected request_not_accepted message-parse-failure'))],
  ['name', isName],
  ['names', isName],
])

function isHarmless(key: string, value: unknown, names: ReadonlySet<string>): boolean {
  if (typeof value === 'boolean') return flags.has(key)
  if (key === 'byte_count') return typeof value === 'number'
  return typeof value === 'string' && (harmlessTexts.get(key)?.(value, names) ?? false)
}

export const didcommMessages: Allowed = { keys, ownValues, collapsed, isHarmless }
