import { presentSdJwtVc, readSdJwtVc } from '@lastmile/formats/sd-jwt'
import * as z from 'zod/mini'
import { bestFirst, type CredentialFormat, type Disclosed } from '../../core/credential-format.ts'
import { choiceFor, isEvenRevoked } from '../../core/disclosure.ts'
import { download } from '../../core/download.ts'
import { fromUtf8 } from '../../core/encoding/text.ts'
import { HolderError } from '../../core/holder-error.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type { Clock, Fetch } from '../../core/platform.ts'
import type { Attribute, Chosen, Missing, RequestItem } from '../../core/snapshot.ts'
import type { Copy, SdJwtCredential } from './credential-record.ts'
import { type Claim, claimKey, type Dcql, type Item, isWithin, pathOf, waysOf, writtenPath } from './dcql.ts'
import { signerOf } from './holder-key.ts'
import { isRevokedIn } from './status.ts'

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
}

interface Dependencies {
  presentSdJwt?: typeof presentSdJwtVc
  fetch: Fetch
  clock: Clock
  onRevoked: (credentialId: string) => Promise<void>
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

  match({ query }: SdJwtRequest, credentials: SdJwtCredential[]): RequestItem[] {
    const inOrder = bestFirst(credentials)
    return this.#itemsToAnswer(query, inOrder).map((item, requirement) => this.#matched(item, requirement, inOrder))
  }

  disclose(request: SdJwtRequest, chosen: Chosen, credentials: SdJwtCredential[]): Disclosed {
    const answers = this.#answers(request, chosen, credentials)
    return { shown: answers.flatMap(({ names }) => names), proved: [], confirmed: [], unrevoked: [] }
  }

  /** The presentations, as `vp_token` holds them (OpenID4VP 1.0, 8.1). */
  async present(request: SdJwtRequest, chosen: Chosen, credentials: SdJwtCredential[]) {
    const { clock, onUsed, presentSdJwt = presentSdJwtVc } = this.#dependencies
    const { audience, nonce } = request
    const token: Record<string, string[]> = {}
    for (const { item, credential, names, isShownAnyway } of this.#answers(request, chosen, credentials)) {
      if (!isShownAnyway) await this.#checkStatusIfReached(credential)
      const [copy] = credential.copies
      if (!copy) throw new HolderError('cannot-prove', 'No copy is left')
      await onUsed(credential.id, copy)
      const binding = { audience, nonce, now: clock.now(), sign: await signerOf(copy.key) }
      token[item.id] = [await presentSdJwt(copy.text, names.map(pathOf), binding)]
    }
    return token
  }

  async status(credential: SdJwtCredential): Promise<void> {
    const { fetch, clock, onRevoked } = this.#dependencies
    const [copy] = credential.copies
    if (!copy || !credential.revocable) return
    const { signed } = await readSdJwtVc(copy.text, clock.now()).catch(unsound)
    const isRevoked =
      signed.status && (await isRevokedIn(signed.status.status_list, credential.kind.issuer, { fetch, clock }))
    if (!isRevoked) return
    await onRevoked(credential.id)
    throw new HolderError('revoked', 'The credential is revoked')
  }

  revocability({ revocable }: SdJwtCredential) {
    return { revocable }
  }

  /** Reads the names of types that the verifier's own host describes; no other host hears that they are asked for. */
  async readNames({ query }: SdJwtRequest, host: string | undefined): Promise<void> {
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

  /** The first way that what is held answers, or else the verifier's first. */
  #itemsToAnswer(query: Dcql, credentials: SdJwtCredential[]): Item[] {
    const ways = waysOf(query)
    const isPossible = (item: Item) => credentials.some((credential) => this.#isFitting(credential, item))
    return ways.find((items) => items.every(isPossible)) ?? ways[0] ?? []
  }

  #matched(item: Item, requirement: number, credentials: SdJwtCredential[]): RequestItem {
    const fitting = credentials.filter((credential) => this.#isFitting(credential, item))
    const [best] = fitting
    const claims = (best && answeringSet(best, item)) ?? item.claimSets[0] ?? []
    return {
      referent: item.id,
      requirement,
      names: claims.map(writtenPath),
      unrevoked: false,
      fitting: fitting.map(({ id }) => id),
      confirms: [],
      mayBeSaid: false,
      missing: best ? undefined : this.#missing(item, credentials),
    }
  }

  #missing(item: Item, credentials: SdJwtCredential[]): Missing {
    const answering = credentials.filter((credential) => isOfType(credential, item) && answeringSet(credential, item))
    const [nearest] = answering
    if (nearest?.revokedAt !== undefined) return { reason: 'revoked', credentialId: nearest.id }
    if (nearest) return { reason: 'expired', credentialId: nearest.id, attribute: 'expiry_date' }
    const wanted = (item.types ?? []).map((type) => ({ definitionId: type, name: this.#names.get(type) }))
    return { reason: 'missing-credential', wanted: wanted.slice(0, mostNames) }
  }

  #isFitting(credential: SdJwtCredential, item: Item): boolean {
    return (
      isOfType(credential, item) &&
      answeringSet(credential, item) !== undefined &&
      credential.revokedAt === undefined &&
      (credential.expiresAt ?? Number.POSITIVE_INFINITY) > this.#dependencies.clock.now()
    )
  }

  #answers({ query }: SdJwtRequest, chosen: Chosen, credentials: SdJwtCredential[]) {
    const inOrder = bestFirst(credentials)
    return this.#itemsToAnswer(query, inOrder).map((item) => {
      const choice = choiceFor(chosen, item.id)
      const isShownAnyway = isEvenRevoked(choice)
      const credential = inOrder.find((each) =>
        choice && 'credentialId' in choice ? each.id === choice.credentialId : this.#isFitting(each, item),
      )
      const set = credential && answeringSet(credential, item)
      if (!credential || !set || !(isShownAnyway || this.#isFitting(credential, item)))
        throw new HolderError('cannot-prove', 'No credential fits')
      const names = set.flatMap((claim) => answering(credential, claim).map(({ name }) => name))
      return { item, credential, names, isShownAnyway }
    })
  }

  /** A status that can't be read now does not keep a person from showing the credential: verifiers look it up too. */
  async #checkStatusIfReached(credential: SdJwtCredential): Promise<void> {
    await this.status(credential).catch((error) => {
      if (error instanceof HolderError && error.code === 'revoked') throw error
    })
  }
}

const unsound = (cause: unknown): never => {
  throw new HolderError('untrusted', 'The credential is not sound', { cause })
}

const isOfType = ({ kind }: SdJwtCredential, { types, isKnownFormat }: Item): boolean =>
  isKnownFormat && (types === undefined || types.includes(kind.definitionId))

/** The first of the alternatives whose claims the credential has. */
const answeringSet = (credential: SdJwtCredential, { claimSets }: Item) =>
  claimSets.find((claims) =>
    claims.every((claim) => {
      const shown = answering(credential, claim)
      return (
        shown.length > 0 && (claim.values?.some((each) => shown.every(({ value }) => value === String(each))) ?? true)
      )
    }),
  )

/** A claim as it is held; of an object each member. */
function answering({ attributes }: SdJwtCredential, { path }: Claim): Attribute[] {
  const key = claimKey(path)
  return attributes.filter(({ name }) => key !== undefined && isWithin(name, key))
}

/** The credential after a verifier has seen one of its copies. */
export function withUsed(credential: SdJwtCredential, { text }: Copy): SdJwtCredential {
  const unused = credential.copies.filter((copy) => copy.text !== text)
  return unused.length > 0 ? { ...credential, copies: unused } : { ...credential, isWornOut: true }
}
