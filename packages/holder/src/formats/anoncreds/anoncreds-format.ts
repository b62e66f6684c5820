import type { CredentialFormat, Presented, Status } from '../../core/credential-format.ts'
import { hostOf } from '../../core/disclosure.ts'
import { HolderError, hasCode } from '../../core/holder-error.ts'
import type { Clock } from '../../core/platform.ts'
import type { Chosen, RequestItem } from '../../core/snapshot.ts'
import type { AnonCredsCredential } from './anoncreds-credential.ts'
import type { AnonCredsKind } from './credential-kind.ts'
import type { AnonCreds, Json, PresentedCredential } from './cryptography.ts'
import type { Issuance } from './issuance.ts'
import { type Circumstances, matcher } from './matching.ts'
import { type Answers, answersTo, disclosedBy } from './presentation.ts'
import { type AnonCredsRequest, itemsOf } from './proof-request.ts'
import type { PublishedObjects } from './published-objects.ts'

/** Definitions of one request whose names are read. */
const mostNames = 20
/** In milliseconds; conditions on dates change with it. */
const day = 24 * 60 * 60_000

interface Dependencies {
  anoncreds: AnonCreds
  objects: PublishedObjects
  clock: Clock
  linkSecret: () => string
  /** Notes what was looked up. */
  onStatus: (credentialId: string, status: Status) => Promise<void>
}

/** Credentials of AnonCreds (specification 1.0). */
export class AnonCredsFormat implements CredentialFormat<AnonCredsCredential, AnonCredsRequest> {
  readonly #dependencies: Dependencies
  /** Names of definitions' schemas, as far as they were read. */
  readonly #names = new Map<string, string>()
  /** Every snapshot asks for all requests, which seldom match anew. */
  readonly #matched = new WeakMap<AnonCredsRequest, { inputs: unknown[]; matched: RequestItem[] }>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  match(request: AnonCredsRequest, credentials: AnonCredsCredential[]): RequestItem[] {
    const { now } = this.#circumstances
    const inputs = [...credentials, this.#names.size, Math.floor(now / day)]
    const known = this.#matched.get(request)
    if (known?.inputs.length === inputs.length && known.inputs.every((each, at) => each === inputs[at]))
      return known.matched
    const items = itemsOf(request)
    const matched = items.map(matcher(items, credentials, this.#circumstances))
    this.#matched.set(request, { inputs, matched })
    return matched
  }

  async present(
    request: AnonCredsRequest,
    chosen: Chosen,
    credentials: AnonCredsCredential[],
  ): Promise<Presented<Json>> {
    const { anoncreds, objects } = this.#dependencies
    const answered = answersTo(request, chosen, credentials, this.#circumstances)
    const { answers, said } = answered
    const schemas = new Map<string, Json>()
    const definitions = new Map<string, Json>()
    const presented: PresentedCredential[] = []
    for (const answer of answers) {
      const { schemaId, definitionId } = answer.credential.kind
      schemas.set(schemaId, await objects.schema(schemaId))
      definitions.set(definitionId, await objects.definition(definitionId))
      presented.push(await this.#presented(answer))
    }
    await anoncreds.prepare()
    try {
      const presentation = anoncreds.createPresentation({
        request,
        linkSecret: this.#dependencies.linkSecret(),
        selfAttested: Object.fromEntries(said),
        schemas: Object.fromEntries(schemas),
        definitions: Object.fromEntries(definitions),
        credentials: presented,
      })
      return { presentation, disclosed: disclosedBy(answered, itemsOf(request), presentation) }
    } catch (cause) {
      throw new HolderError('cannot-prove', 'The proof could not be made', { cause })
    }
  }

  async status(credential: AnonCredsCredential): Promise<void> {
    const { id, registryId } = credential
    if (registryId === undefined) return
    await this.#listAt(credential, registryId, this.#seconds, { isNow: true }).catch((error) =>
      hasCode(error, 'revoked') ? undefined : this.#dependencies.onStatus(id, 'unread'),
    )
  }

  /** The name of a kind; a definition that a request will need is cached with it. Undefined when it is out of reach. */
  async nameOf({ schemaId, definitionId }: AnonCredsKind): Promise<string | undefined> {
    const { objects } = this.#dependencies
    const definition = objects.definition(definitionId).catch(() => undefined)
    const schema = await objects.schema(schemaId).catch(() => undefined)
    await definition
    return schema?.name
  }

  /** Reads the names of kinds that the verifier's own host publishes; no other host hears that they are asked for. */
  async readNames(request: AnonCredsRequest, host: string | undefined): Promise<void> {
    const conditions = itemsOf(request).flatMap(({ restrictions }) => restrictions)
    const named = new Set(conditions.flatMap(({ cred_def_id }) => cred_def_id ?? []))
    const own = [...named].filter((definitionId) => host !== undefined && hostOf(definitionId) === host)
    await Promise.all(own.slice(0, mostNames).map((definitionId) => this.#readName(definitionId)))
  }

  /** The services for being issued credentials. */
  get issuance(): Issuance {
    return { ...this.#dependencies, linkSecret: this.#dependencies.linkSecret() }
  }

  get #circumstances(): Circumstances {
    return { nameOf: (definitionId) => this.#names.get(definitionId), now: this.#dependencies.clock.now() }
  }

  async #readName(definitionId: string): Promise<void> {
    if (this.#names.has(definitionId)) return
    const { objects } = this.#dependencies
    const definition = await objects.definition(definitionId).catch(() => undefined)
    const schema = definition && (await objects.schema(definition.schemaId).catch(() => undefined))
    if (schema) this.#names.set(definitionId, schema.name)
  }

  async #presented({ credential, items, evenRevoked }: Answers['answers'][number]): Promise<PresentedCredential> {
    const intervals = items.flatMap(({ nonRevoked }) => nonRevoked ?? [])
    return {
      credential: credential.credential,
      revealed: items.filter(({ condition }) => !condition).map(({ referent }) => referent),
      unrevealed: [],
      predicates: items.filter(({ condition }) => condition).map(({ referent }) => referent),
      revocation: intervals.length > 0 ? await this.#proofMaterial(credential, intervals, evenRevoked) : undefined,
    }
  }

  /**
   * The material that proves a credential unrevoked at a moment within all intervals. One that is shown though it is
   * revoked was so on the day that it was received (docs/decisions/0103).
   */
  async #proofMaterial(
    credential: AnonCredsCredential,
    intervals: { from?: number; to?: number }[],
    evenRevoked: boolean,
  ): Promise<PresentedCredential['revocation']> {
    if (!credential.registryId) return undefined
    const now = this.#seconds
    const moment = evenRevoked
      ? Math.floor(credential.receivedAt / 1000)
      : Math.min(...intervals.map(({ to = now }) => to))
    const earliest = evenRevoked ? moment : Math.max(...intervals.map(({ from = 0 }) => from))
    if (earliest > moment) throw new HolderError('cannot-prove', 'Non-revocation is asked for at two moments')
    const { objects } = this.#dependencies
    const registry = await objects.registry(credential.registryId, credential.kind.definitionId)
    const accepted = { isNow: moment === now, earliest }
    const statusList = await this.#listAt(credential, credential.registryId, moment, accepted)
    const tails = await objects.tails(registry)
    return { registry, statusList, tails, timestamp: statusList.timestamp }
  }

  /** Notes whether the credential is revoked. Rejects with `revoked`. */
  async #listAt(
    { id, revocationIndex = -1 }: AnonCredsCredential,
    registryId: string,
    moment: number,
    accepted: Parameters<PublishedObjects['statusList']>[2],
  ) {
    const list = await this.#dependencies.objects.statusList(registryId, moment, accepted)
    const isRevoked = list.revocationList[revocationIndex] !== 0
    await this.#dependencies.onStatus(id, isRevoked ? 'revoked' : 'valid')
    if (isRevoked) throw new HolderError('revoked', 'The credential is revoked')
    return list
  }

  get #seconds(): number {
    return Math.floor(this.#dependencies.clock.now() / 1000)
  }
}
