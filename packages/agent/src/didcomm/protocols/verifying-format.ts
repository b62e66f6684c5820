import { AnonCredsDidCommProofFormatService, type AnonCredsProofRequest } from '@credo-ts/anoncreds'
import { type AgentContext, JsonEncoder } from '@credo-ts/core'
import { DidCommAttachmentData, type DidCommProofExchangeRecord } from '@credo-ts/didcomm'
import type { AgentOptions } from '../../port/options.ts'
import type { DistantReads } from '../../port/reads.ts'
import type { VerifierObjects } from '../registry/published-objects.ts'
import { Refusal } from '../verification/refusal.ts'
import { splitConditions } from '../verification/shown-conditions.ts'
import type { Verifier } from '../verification/verifier.ts'
import { outcomeOf, readsOf, setOutcome, setReads, setShownConditions, shownConditionsOf } from './proof-notes.ts'

type RequestOptions = Parameters<AnonCredsDidCommProofFormatService['createRequest']>[1]
type CreatedRequest = Awaited<ReturnType<AnonCredsDidCommProofFormatService['createRequest']>>
type PresentationOptions = Parameters<AnonCredsDidCommProofFormatService['processPresentation']>[1]

interface Dependencies {
  verifier: Verifier
  options: Pick<AgentOptions, 'logger' | 'openReads'>
  /** For a verifier that is not the issuer. */
  objectsByAddress(reads: DistantReads): VerifierObjects
}

/** Lets our own verifier judge presentations and notes the outcome on the record. */
export class VerifyingFormat extends AnonCredsDidCommProofFormatService {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    super()
    this.#dependencies = dependencies
  }

  /** Credo takes no request for an attribute that is shown and in a condition; AnonCreds does, of two credentials. */
  override async createRequest(context: AgentContext, options: RequestOptions): Promise<CreatedRequest> {
    const anoncreds = options.proofFormats.anoncreds
    if (!anoncreds) throw new Error('A request without a question')
    const { proved, shown } = splitConditions(anoncreds)
    setShownConditions(options.proofRecord, shown)
    const proofFormats = { anoncreds: { ...anoncreds, requested_predicates: {} } }
    const created = await super.createRequest(context, { ...options, proofFormats })
    const asked = created.attachment.getDataAsJson<AnonCredsProofRequest>()
    // A wallet may choose a card by them; others pass over what they do not know (record 105).
    const attributes = Object.entries(asked.requested_attributes).map(([key, each]) => {
      const on = shown.filter(({ shownBy }) => shownBy === key)
      const conditions = on.map(({ name, p_type, p_value }) => ({ name, p_type, p_value }))
      return [key, { ...each, ...(on.length > 0 && { lastmile_conditions: conditions }) }]
    })
    const request = { ...asked, requested_attributes: Object.fromEntries(attributes), requested_predicates: proved }
    created.attachment.data = new DidCommAttachmentData({ base64: JsonEncoder.toBase64(request) })
    return created
  }

  /** Stores a presentation that could not be checked, to check it later. */
  override async processPresentation(_context: AgentContext, options: PresentationOptions): Promise<boolean> {
    const request = options.requestAttachment.getDataAsJson<AnonCredsProofRequest>()
    await this.check(options.proofRecord, request, options.attachment.getDataAsJson())
    return outcomeOf(options.proofRecord).refusal === undefined
  }

  /** Notes no outcome where a failure of ours prevented the check. The record is changed and not saved. */
  async check(
    record: DidCommProofExchangeRecord,
    request: AnonCredsProofRequest,
    presentation: unknown,
  ): Promise<void> {
    const { verifier, objectsByAddress } = this.#dependencies
    const { logger, openReads } = this.#dependencies.options
    const kept = readsOf(record)
    const reads = kept && openReads?.(kept)
    try {
      await verifier.verify(request, presentation, shownConditionsOf(record), reads && objectsByAddress(reads))
      setOutcome(record, { checked: true })
    } catch (error) {
      if (!(error instanceof Refusal))
        return logger.error('A presentation could not be checked', { error: (error as Error).name })
      const { reason, check: failedCheck, message: because } = error
      logger.info('A presentation was refused', { reason, failedCheck, because })
      setOutcome(record, { refusal: reason, failedCheck })
    } finally {
      if (reads) setReads(record, reads.kept)
    }
  }
}
