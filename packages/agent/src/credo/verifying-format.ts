import { AnonCredsDidCommProofFormatService, type AnonCredsProofRequest } from '@credo-ts/anoncreds'
import type { AgentContext } from '@credo-ts/core'
import { setRefusal } from '../exchanges/proof-outcome.ts'
import type { AgentLogger } from '../options.ts'
import { Refusal } from '../verification/refusal.ts'
import type { Verifier } from '../verification/verifier.ts'

type PresentationOptions = Parameters<AnonCredsDidCommProofFormatService['processPresentation']>[1]

/** Lets our own verifier judge presentations and notes on the record why one was refused. */
export class VerifyingFormat extends AnonCredsDidCommProofFormatService {
  readonly #verifier: Verifier
  readonly #logger: AgentLogger

  constructor(verifier: Verifier, logger: AgentLogger) {
    super()
    this.#verifier = verifier
    this.#logger = logger
  }

  override async processPresentation(context: AgentContext, options: PresentationOptions): Promise<boolean> {
    try {
      const request = options.requestAttachment.getDataAsJson<AnonCredsProofRequest>()
      await this.#verifier.verify(context, request, options.attachment.getDataAsJson())
      return true
    } catch (error) {
      const refusal = error instanceof Refusal ? error : undefined
      if (refusal) this.#logger.info('A presentation was refused', { reason: refusal.reason, because: refusal.message })
      else this.#logger.error('A presentation could not be checked', { error: (error as Error).name })
      setRefusal(options.proofRecord, refusal?.reason ?? 'not-verifiable')
      return false
    }
  }
}
