import { type ClaimPath, seenBy } from '@lastmile/formats/claim-paths'
import { openedSdJwtVc, presentSdJwtVc } from '@lastmile/formats/sd-jwt'
import * as z from 'zod/mini'
import { bestFirst, type CredentialFormat, type Presented, type Status } from '../../core/credential-format.ts'
import { choiceFor, isEvenRevoked } from '../../core/disclosure.ts'
import { download } from '../../core/download.ts'
import { fromUtf8 } from '../../core/encoding/text.ts'
import { HolderError } from '../../core/holder-error.ts'
import { memoized } from '../../core/memoized.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type { Clock, Fetch } from '../../core/platform.ts'
import type { Chosen, Missing, RequestItem } from '../../core/snapshot.ts'
import { cardOf } from './card.ts'
import { answerFrom, type CredentialQuery, type Dcql, firstNames, isKnownFormat, queriesToAnswer } from './dcql.ts'
import { signerOf } from './holder-key.ts'
import type { Copy, SdJwtCredential } from './sd-jwt-credential.ts'
import { readStatus } from './status.ts'

/** Types of one request whose names are read, and bytes of what describes one. */
const mostNames = 20
const longestMetadata = 128 * 1024

/** SD-JWT VC type metadata (draft-ietf-oauth-sd-jwt-vc, section 6). */
const typeMetadataSchema = z.object({ vct: z.string(), name: z.string() })

/** A verifier's query, and what binds an answer to it. */
export interface SdJwtRequest {
  query: Dcql
  audience: string
  nonce: string
  /** Host and port that the answer goes to. */
  host: string | undefined
  /** Milliseconds by which the verifier's clock is ahead of this device's. */
  ahead?: number | undefined
}

interface Dependencies {
  presentSdJwt?: typeof presentSdJwtVc
  fetch: Fetch
  clock: Clock
  /** Notes what was looked up. */
  onStatus: (credentialId: string, status: Status) => Promise<void>
  /** Stores that a verifier will have seen the copy, before it is sent. */
  onUsed: (credentialId: string, copy: Copy) => Promise<void>
}

/** SD-JWT VC (draft-ietf-oauth-sd-jwt-vc), asked for by DCQL. */
export class SdJwtFormat implements CredentialFormat<SdJwtCredential, SdJwtRequest> {
  readonly #dependencies: Dependencies
  /** Names of types, as far as they were read. */
  readonly #names = new Map<string, string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  match({ query, host }: SdJwtRequest, credentials: SdJwtCredential[]): RequestItem[] {
    const inOrder = inOrderFor(host, credentials)
    return this.#queriesToAnswer(query, inOrder).map((each, requirement) => this.#matched(each, requirement, inOrder))
  }

  async present(
    request: SdJwtRequest,
    chosen: Chosen,
    credentials: SdJwtCredential[],
  ): Promise<Presented<Record<string, string[]>>> {
    const { clock, onUsed, presentSdJwt = presentSdJwtVc } = this.#dependencies
    const { audience, nonce, ahead = 0 } = request
    const presentation: Record<string, string[]> = {}
    const seen: ReturnType<typeof seenIn>[] = []
    const unread: string[] = []
    const answers = this.#answers(request, chosen, credentials)
    // Of all, before a copy of one is used. Verifiers look it up too, so a doubt stops only who did not know of it.
    for (const { credential, isShownAnyway } of answers) {
      const status = isShownAnyway ? 'valid' : await this.status(credential)
      if (status !== 'valid' && status !== credential.doubt)
        throw new HolderError(status, 'Its status speaks against it')
      if (status === 'unread') unread.push(credential.kind.name ?? '')
    }
    for (const { id, credential, paths } of answers) {
      const [copy] = credential.copies
      if (!copy) throw new HolderError('cannot-prove', 'No copy is left')
      await onUsed(credential.id, copy)
      const binding = { audience, nonce, now: clock.now() + ahead, sign: await signerOf(copy.key) }
      const text = await presentSdJwt(copy.text, paths, binding)
      presentation[id] = [text]
      seen.push(seenIn(text, credential, paths))
    }
    const namesOf = (part: 'shown' | 'visible') => [
      ...new Set(seen.flatMap((each) => each[part].map(({ name }) => name))),
    ]
    return { presentation, disclosed: { shown: namesOf('shown'), visible: namesOf('visible'), unread } }
  }

  async status(credential: SdJwtCredential): Promise<Status> {
    if (!credential.revocable) return 'valid'
    const status = await this.#statusOf(credential).catch(() => 'unread' as const)
    await this.#dependencies.onStatus(credential.id, status)
    return status
  }

  /** Reads the names of types that the verifier's own host describes; no other host hears that they are asked for. */
  async readNames({ query, host }: SdJwtRequest): Promise<void> {
    const types = new Set(query.credentials.flatMap(({ meta }) => meta.vct_values ?? []))
    const read = [...types]
      .filter((type) => !this.#names.has(type) && parseUrl(type)?.host === host)
      .slice(0, mostNames)
    await Promise.all(read.map((type) => this.#readName(type).catch(() => undefined)))
  }

  async #readName(type: string): Promise<void> {
    const fetch: Fetch = (url, options) => this.#dependencies.fetch(url, { ...options, redirect: 'error' })
    const bytes = await download({ fetch, url: type, longest: longestMetadata })
    const { vct, name } = typeMetadataSchema.parse(JSON.parse(fromUtf8(bytes)))
    if (vct === type) this.#names.set(type, name)
  }

  #queriesToAnswer(query: Dcql, credentials: SdJwtCredential[]): CredentialQuery[] {
    return queriesToAnswer(query, (each) => credentials.some((credential) => this.#isFitting(credential, each)))
  }

  #matched(query: CredentialQuery, requirement: number, credentials: SdJwtCredential[]): RequestItem {
    const fitting = this.#fitting(query, credentials)
    const missing = fitting.length > 0 ? undefined : this.#missing(query, credentials)
    const shows = credentials.flatMap((credential) => {
      const paths = isAsked(credential, query) && pathsOf(credential, query)
      return paths ? [{ credentialId: credential.id, paths }] : []
    })
    return {
      referent: query.id,
      requirement,
      names: firstNames(query),
      unrevoked: false,
      fitting: fitting.map(({ id }) => id),
      unmet: fitting.flatMap((each) => answerOf(each, query).unmet.map((of) => ({ credentialId: each.id, ...of }))),
      shows,
      confirms: [],
      mayBeSaid: false,
      missing,
    }
  }

  #missing(query: CredentialQuery, credentials: SdJwtCredential[]): Missing {
    const ofType = credentials.filter((credential) => isOfType(credential, query))
    const [nearest] = ofType.filter((credential) => isOfAuthority(credential, query) && pathsOf(credential, query))
    if (nearest?.revokedAt !== undefined) return { reason: 'revoked', credentialId: nearest.id }
    if (nearest) return { reason: 'expired', credentialId: nearest.id, attribute: 'expiry_date' }
    const [foreign] = ofType.filter((credential) => !isOfAuthority(credential, query))
    if (foreign) return { reason: 'wrong-issuer', credentialId: foreign.id, wanted: [] }
    const types = query.meta.vct_values
    const [lacking] = types ? ofType : []
    if (lacking) return { reason: 'missing-claim', credentialId: lacking.id, names: firstNames(query) }
    const wanted = (types ?? []).map((type) => ({ definitionId: type, name: this.#names.get(type) }))
    return { reason: 'missing-credential', wanted: wanted.slice(0, mostNames) }
  }

  /** Those that meet the verifier's conditions first: DCQL asks for no comparison, so the others may be shown too. */
  #fitting(query: CredentialQuery, credentials: SdJwtCredential[]): SdJwtCredential[] {
    const rank = (credential: SdJwtCredential) => Math.sign(answerOf(credential, query).unmet.length)
    const fitting = credentials.filter((credential) => this.#isFitting(credential, query))
    return fitting.sort((one, other) => rank(one) - rank(other))
  }

  #isFitting(credential: SdJwtCredential, query: CredentialQuery): boolean {
    return (
      isAsked(credential, query) &&
      pathsOf(credential, query) !== undefined &&
      credential.revokedAt === undefined &&
      (credential.expiresAt ?? Number.POSITIVE_INFINITY) > this.#dependencies.clock.now()
    )
  }

  #answers({ query, host }: SdJwtRequest, chosen: Chosen, credentials: SdJwtCredential[]) {
    const inOrder = inOrderFor(host, credentials)
    return this.#queriesToAnswer(query, inOrder).map((each) => {
      const choice = choiceFor(chosen, each.id)
      const isShownAnyway = isEvenRevoked(choice)
      const credential =
        choice && 'credentialId' in choice
          ? inOrder.find(({ id }) => id === choice.credentialId)
          : this.#fitting(each, inOrder)[0]
      const paths = credential && pathsOf(credential, each)
      const mayAnswer = credential && (isShownAnyway ? isAsked(credential, each) : this.#isFitting(credential, each))
      if (!paths || !mayAnswer) throw new HolderError('cannot-prove', 'No credential fits')
      return { id: each.id, credential, paths, isShownAnyway }
    })
  }

  async #statusOf({ copies: [copy], kind }: SdJwtCredential) {
    const { signed, x5c } = openedSdJwtVc(copy?.text ?? '')
    return signed.status
      ? readStatus(signed.status.status_list, { x5c, issuer: kind.issuer }, this.#dependencies)
      : 'valid'
  }
}

/** Values that a verifier sees in a presentation, by the disclosures that it has. */
function seenIn(text: string, credential: SdJwtCredential, paths: readonly ClaimPath[]) {
  const { attributes, disclosures } = cardOf(credential)
  const pieces = new Set(text.split('~'))
  return seenBy(attributes, new Set(disclosures.flatMap((each, place) => (pieces.has(each) ? [place] : []))), paths)
}

/** Every snapshot asks for all pairs. */
const answersByQuery = memoized((credential: SdJwtCredential) =>
  memoized((query: CredentialQuery) => answerFrom(query, cardOf(credential).claims)),
)
const answerOf = (credential: SdJwtCredential, query: CredentialQuery) => answersByQuery(credential)(query)
const pathsOf = (credential: SdJwtCredential, query: CredentialQuery) => answerOf(credential, query).paths

/**
 * The best first. Those whose type is an address of another site than their issuer's come last, and no verifier is
 * shown one that claims to be of a type of the verifier's own site.
 */
function inOrderFor(host: string | undefined, credentials: readonly SdJwtCredential[]): SdJwtCredential[] {
  const siteOf = ({ kind }: SdJwtCredential) => parseUrl(kind.definitionId)?.host
  const isBorrowed = (credential: SdJwtCredential) =>
    Boolean(siteOf(credential)) && siteOf(credential) !== parseUrl(credential.kind.issuer)?.host
  const inOrder = bestFirst(credentials)
  const borrowed = inOrder.filter((each) => isBorrowed(each) && siteOf(each) !== host)
  return [...inOrder.filter((each) => !isBorrowed(each)), ...borrowed]
}

const isOfType = ({ kind }: SdJwtCredential, query: CredentialQuery): boolean =>
  isKnownFormat(query) && (query.meta.vct_values?.includes(kind.definitionId) ?? true)

/** Of kinds of authorities other than `aki` nothing is known here. */
const isOfAuthority = (credential: SdJwtCredential, { trusted_authorities: trusted }: CredentialQuery): boolean =>
  trusted?.some(
    ({ type, values }) => type === 'aki' && cardOf(credential).authorities.some((each) => values.includes(each)),
  ) ?? true

const isAsked = (credential: SdJwtCredential, query: CredentialQuery): boolean =>
  isOfType(credential, query) && isOfAuthority(credential, query)

/** The credential after a verifier has seen one of its copies. */
export function withUsed(credential: SdJwtCredential, { text }: Copy): SdJwtCredential {
  const unused = credential.copies.filter((copy) => copy.text !== text)
  return unused.length > 0 ? { ...credential, copies: unused } : { ...credential, isWornOut: true }
}
