import './native.ts'
import {
  DidCommAutoAcceptProof,
  DidCommProofEventTypes,
  type DidCommProofExchangeRecord,
  DidCommProofState,
  type DidCommProofStateChangedEvent,
} from '@credo-ts/didcomm'
import { type Disclosure, describeDisclosure, selectCredentials } from './disclosure.ts'
import type { HolderAgent } from './holder-agent.ts'
import { otherParty } from './names.ts'
import { Outcomes } from './outcomes.ts'
import { WalletError } from './wallet-error.ts'

/** `refused`: the verifier took it back, or did not believe the proof. */
export type ProofOutcome = 'verified' | 'declined' | 'refused'

export interface ProofRequest {
  id: string
  connectionId?: string
  verifier: string
  name: string
  comment?: string
  /** The disclosure of accepting. Rejects with `cannot-prove` when the wallet lacks what is asked for. */
  preview(): Promise<Disclosure>
  /**
   * Sends a presentation. Rejects with `cannot-prove` and sends nothing when the wallet lacks what is asked for;
   * `allowRevoked` presents revoked credentials all the same, for the verifier to find out.
   */
  accept(options?: { allowRevoked?: boolean }): Promise<void>
  decline(reason?: string): Promise<void>
  readonly outcome: Promise<ProofOutcome>
}

/**
 * Calls `onRequest` for every request that arrives. The answer, called once the agent runs, repeats those still open.
 */
export function watchProofRequests(
  agent: HolderAgent,
  onRequest: (request: ProofRequest) => void,
  onFailure: (error: unknown) => void,
) {
  const { proofs } = agent.modules.didcomm
  const outcomes = new Outcomes<ProofOutcome>()

  const toRequest = async (record: DidCommProofExchangeRecord): Promise<ProofRequest> => {
    const { id, connectionId } = record
    const content = (await proofs.getFormatData(id)).request?.anoncreds
    if (!content) throw new WalletError('failed', 'A proof request arrived that is not for AnonCreds credentials.')
    const message = await proofs.findRequestMessage(id)
    return {
      id,
      connectionId,
      verifier: await otherParty(agent, record),
      name: content.name,
      comment: message?.comment,
      preview: async () => describeDisclosure(agent, content, await selectCredentials(agent, id, false)),
      accept: async ({ allowRevoked = false } = {}) => {
        const anoncreds = await selectCredentials(agent, id, allowRevoked)
        const autoAcceptProof = DidCommAutoAcceptProof.Always
        await proofs.acceptRequest({ proofExchangeRecordId: id, proofFormats: { anoncreds }, autoAcceptProof })
      },
      decline: async (reason) => {
        await proofs.declineRequest({
          proofExchangeRecordId: id,
          sendProblemReport: true,
          problemReportDescription: reason ?? 'The holder declined the request.',
        })
      },
      outcome: outcomes.of(id),
    }
  }

  const arrived = (record: DidCommProofExchangeRecord) => toRequest(record).then(onRequest).catch(onFailure)

  agent.events.on<DidCommProofStateChangedEvent>(
    DidCommProofEventTypes.ProofStateChanged,
    ({ payload: { proofRecord: record } }) => {
      if (record.state === DidCommProofState.RequestReceived) arrived(record)
      if (record.state === DidCommProofState.Done) outcomes.settle(record.id, 'verified')
      if (record.state === DidCommProofState.Declined) outcomes.settle(record.id, 'declined')
      if (record.state === DidCommProofState.Abandoned) outcomes.settle(record.id, 'refused')
    },
  )
  return async () => {
    const open = await proofs.findAllByQuery({ state: DidCommProofState.RequestReceived })
    await Promise.all(open.map(arrived))
  }
}
