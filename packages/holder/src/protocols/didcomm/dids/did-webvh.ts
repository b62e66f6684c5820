import * as z from 'zod/mini'
import { HolderError } from '../../../core/holder-error.ts'
import { canonicalJson } from './canonical-json.ts'
import { isSignedBy, proofSchema } from './data-integrity.ts'
import { type DidDocument, didDocumentSchema } from './did-document.ts'
import { multihash } from './multihash.ts'
import { fromDidKey } from './multikey.ts'

/**
 * did:webvh 1.0: a DID with a history. Each entry is bound to the one before by its digest and signed by a key that the
 * one before allows. Logs that need witnesses are not resolved: this wallet watches for none.
 */

const mostEntries = 200
/** Characters of a log. */
export const longestLog = 1024 * 1024
/** Others' clocks may be that much ahead, in milliseconds. */
const clockTolerance = 10 * 60_000

const key = z.string().check(z.maxLength(200))
const keys = z.array(key).check(z.maxLength(50))

const parametersSchema = z.object({
  method: z.optional(z.literal('did:webvh:1.0')),
  scid: z.optional(z.string().check(z.maxLength(100))),
  updateKeys: z.nullish(keys),
  nextKeyHashes: z.nullish(keys),
  portable: z.nullish(z.boolean()),
  deactivated: z.nullish(z.boolean()),
  witness: z.nullish(z.looseObject({})),
})

/** An entry without its proofs; other members are hashed and signed too. */
const unsigned = {
  versionId: z.string().check(z.maxLength(200)),
  /** In UTC, as ISO 8601. */
  versionTime: z.iso.datetime().check(z.maxLength(40)),
  parameters: z.looseObject({}),
  /** The identifier must be as DID Core 1.0, section 3.1, says: people are shown it. */
  state: z.looseObject({
    id: z.string().check(z.maxLength(1_000), z.regex(/^did:[\w.:%-]+$/)),
    alsoKnownAs: z.optional(z.unknown()),
  }),
}
type Unsigned = z.infer<z.ZodMiniObject<typeof unsigned>>

const entrySchema = z.looseObject({
  ...unsigned,
  proof: z.union([proofSchema, z.array(proofSchema).check(z.maxLength(10))]),
})

/** The parameters after an entry, for the next one. */
interface Rules {
  scid: string
  did: string
  versionId: string
  versionTime: number
  updateKeys: string[]
  nextKeyHashes: string[]
  portable: boolean
  deactivated: boolean
}

/**
 * Verifies a whole log and answers the latest document.
 * @param log JSON lines
 * @param now milliseconds since 1970
 * @throws when anything in it is not as the method prescribes, or the DID is deactivated; `wrong-clock` when all is
 *   as prescribed, but later than `now`
 */
export function documentInLog(log: string, now: number): DidDocument {
  if (log.length > longestLog) throw new Error('A DID log is too long')
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0 || lines.length > mostEntries) throw new Error('A DID log is empty or has too many entries')
  let rules: Rules | undefined
  let state: object = {}
  for (const [index, line] of lines.entries()) {
    const { proof, ...entry } = entrySchema.parse(JSON.parse(line))
    if (rules?.deactivated) throw new Error('A DID log goes on after its end')
    const before = rules
    rules = checked(entry, before, index + 1)
    checkSignature(entry, [proof].flat(), before?.nextKeyHashes.length === 0 ? before : rules)
    state = entry.state
  }
  if (rules && rules.versionTime > now + clockTolerance)
    throw new HolderError('wrong-clock', 'A DID log is from the future')
  if (rules?.deactivated) throw new Error('A DID is deactivated')
  return didDocumentSchema.parse(state)
}

function checked(entry: Unsigned, before: Rules | undefined, version: number): Rules {
  const parameters = parametersSchema.parse(entry.parameters)
  const { witness } = parameters
  if (witness && Object.keys(witness).length > 0) throw new Error('A DID needs witnesses')
  const scid = before?.scid ?? parameters.scid ?? ''
  if (!before) checkFirst(entry, parameters, scid)

  const hash = multihash(canonicalJson({ ...entry, versionId: before?.versionId ?? scid }))
  if (entry.versionId !== `${version}-${hash}`) throw new Error('The digest of an entry of a DID log is wrong')

  const versionTime = Date.parse(entry.versionTime)
  if (versionTime <= (before?.versionTime ?? 0)) throw new Error('The entries of a DID log are not in order')
  const { updateKeys = before?.updateKeys, nextKeyHashes = before?.nextKeyHashes } = parameters
  if (before?.nextKeyHashes.length) checkAnnounced(parameters.updateKeys ?? [], before.nextKeyHashes)

  const portable = before ? before.portable && (parameters.portable ?? true) : (parameters.portable ?? false)
  const did = entry.state.id
  if (did.split(':')[2] !== scid || !did.startsWith('did:webvh:')) throw new Error('A DID log is of another DID')
  if (before && before.did !== did) checkMove(entry, before)
  return {
    scid,
    did,
    versionId: entry.versionId,
    versionTime,
    updateKeys: updateKeys ?? [],
    nextKeyHashes: nextKeyHashes ?? [],
    portable,
    deactivated: parameters.deactivated ?? false,
  }
}

/** The identifier of a DID is the digest of its first entry, as that was before it had one. */
function checkFirst(entry: Unsigned, parameters: z.infer<typeof parametersSchema>, scid: string): void {
  if (!parameters.method || !parameters.updateKeys?.length) throw new Error('A DID log does not begin as it should')
  if (!/^[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(scid)) throw new Error('A DID log has no identifier')
  const preliminary = JSON.stringify({ ...entry, versionId: '{SCID}' }).replaceAll(scid, '{SCID}')
  if (multihash(canonicalJson(JSON.parse(preliminary))) !== scid) throw new Error('The identifier of a DID is wrong')
}

/** A DID that moves goes on naming the one before. */
function checkMove({ state: { alsoKnownAs } }: Unsigned, { portable, did }: Rules): void {
  if (!portable || !Array.isArray(alsoKnownAs) || !alsoKnownAs.includes(did))
    throw new Error('A DID moved that may not')
}

/** Keys whose digests were published before, so that a stolen key can't name its successors. */
function checkAnnounced(updateKeys: string[], announced: string[]): void {
  if (updateKeys.length === 0 || !updateKeys.every((each) => announced.includes(multihash(each))))
    throw new Error('A DID log goes on with keys that were not announced')
}

function checkSignature(entry: Unsigned, proofs: z.infer<typeof proofSchema>[], rules: Rules): void {
  const isValid = proofs.some((proof) => {
    const multikey = proof.verificationMethod.replace(/^did:key:/, '').split('#', 1)[0] ?? ''
    return (
      proof.proofPurpose === 'assertionMethod' &&
      rules.updateKeys.includes(multikey) &&
      isSignedBy(fromDidKey(`did:key:${multikey}`), entry, proof)
    )
  })
  if (!isValid) throw new Error('An entry of a DID log is not signed by a key that may')
}

/**
 * The address of a DID's log or of a file below it (did:webvh 1.0, "The DID to HTTPS Transformation"); http for this
 * machine alone.
 * @param file e.g. `did.jsonl`, or `resources/…` of an identifier that begins with the DID
 */
export function addressOf(did: string, file = 'did.jsonl'): string {
  const path = did.split(':').slice(4).map(decodeURIComponent)
  const isBare = path.length === 0
  const place = file === 'did.jsonl' && isBare ? '.well-known/' : path.map((part) => `${part}/`).join('')
  const url = new URL(`https://${hostOf(did)}/${place}${file}`)
  if (url.hostname === 'localhost') url.protocol = 'http:'
  return url.href
}

/** The host of a did:webvh as it stands in addresses, with its port. Throws when there is none. */
function hostOf(did: string): string {
  const host = decodeURIComponent(did.split(':')[3] ?? '')
  if (!did.startsWith('did:webvh:') || !/^[a-z0-9.-]+(:\d{1,5})?$/i.test(host)) throw new Error('A DID names no host')
  return host
}
