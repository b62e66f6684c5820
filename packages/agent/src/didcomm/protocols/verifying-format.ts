import { AnonCredsDidCommProofFormatService, type AnonCredsProofRequest } from '@credo-ts/anoncreds'
import type { AgentContext } from '@credo-ts/core'
import type { DidCommProofExchangeRecord } from '@credo-ts/didcomm'
import type { AgentLogger } from '../../port/options.ts'
import { Refusal } from '../verification/refusal.ts'
import type { Verifier } from '../verification/verifier.ts'
import { setOutcome } from './proof-outcome.ts'

type PresentationOptions = Parameters<AnonCredsDidCommProofFormatService['processPresentation']>[1]

/** `unknown`: a failure of ours prevented the check, which says nothing of the presentation. */
export type CheckResult = 'good' | 'refused' | 'unknown'

/** Lets our own verifier judge presentations and notes the outcome on the record. */
export class VerifyingFormat extends AnonCredsDidCommProofFormatService {
  readonly #verifier: Verifier
  readonly #logger: AgentLogger

  constructor(verifier: Verifier, logger: AgentLogger) {
    super()
    this.#verifier = verifier
    this.#logger = logger
  }

  /** Stores a presentation that could not be checked, to check it later. */
  override async processPresentation(_context: AgentContext, options: PresentationOptions): Promise<boolean> {
    const request = options.requestAttachment.getDataAsJson<AnonCredsProofRequest>()
    return (await this.check(options.proofRecord, request, options.attachment.getDataAsJson())) !== 'refused'
  }

  async check(
    record: DidCommProofExchangeRecord,
    request: AnonCredsProofRequest,
    presentation: unknown,
  ): Promise<CheckResult> {
    try {
      await this.#verifier.verify(request, presentation)
      setOutcome(record, { checked: true })
      return 'good'
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.#logger.error('A presentation could not be checked', { error: (error as Error).name })
        return 'unknown'
      }
      this.#logger.info('A presentation was refused', { reason: error.reason, because: error.message })
      setOutcome(record, { refusal: error.reason })
      return 'refused'
    }
  }
}
