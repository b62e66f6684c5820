import type { AnonCredsProof } from '@credo-ts/anoncreds'
import {
  DidCommCredentialState,
  DidCommProofEventTypes,
  type DidCommProofExchangeRecord,
  DidCommProofState,
  type DidCommProofStateChangedEvent,
} from '@credo-ts/didcomm'
import { loggableReason } from '../../core/loggable-reason.ts'
import type { AgentLogger } from '../../port/options.ts'
import type { ThreadOrder } from '../admission/thread-order.ts'
import type { CredoAgent } from '../credo/credo-agent.ts'
import { metadataOf } from './credentials.ts'

const { CredentialIssued, Done } = DidCommCredentialState

/** A wallet that proves something with a credential has it, even if its acknowledgement was lost or never sent. */
export function confirmByProof(credo: CredoAgent, threads: ThreadOrder, logger: AgentLogger): void {
  credo.events.on<DidCommProofStateChangedEvent>(
    DidCommProofEventTypes.ProofStateChanged,
    ({ payload: { proofRecord } }) => {
      if (proofRecord.state !== DidCommProofState.Done || !proofRecord.connectionId) return
      confirmUsed(credo, threads, proofRecord).catch((error) =>
        logger.warn('A credential could not be confirmed by a proof', { about: loggableReason(error) }),
      )
    },
  )
}

async function confirmUsed(
  credo: CredoAgent,
  threads: ThreadOrder,
  { id, connectionId }: DidCommProofExchangeRecord,
): Promise<void> {
  const { credentials, proofs } = credo.didcomm
  const query = { connectionId, $or: [{ state: CredentialIssued }, { state: Done }] }
  const held = await credentials.findAllByQuery(query)
  if (!held.some(({ state }) => state === CredentialIssued)) return
  const { presentation } = await proofs.getFormatData(id)
  const { identifiers = [] } = (presentation?.anoncreds ?? {}) as Partial<AnonCredsProof>
  for (const definitionId of new Set(identifiers.map(({ cred_def_id }) => cred_def_id))) {
    const candidates = held.filter((record) => metadataOf(record)?.credentialDefinitionId === definitionId)
    // The proof may be from one that was confirmed before.
    if (candidates.some(({ state }) => state === Done)) continue
    for (const candidate of candidates) await confirmIssued(credo, threads, candidate.id)
  }
}

/** Counts a credential that was sent as confirmed by its wallet. */
export async function confirmIssued(
  { context, didcomm: { credentials } }: CredoAgent,
  threads: ThreadOrder,
  credentialId: string,
): Promise<void> {
  const [protocol] = credentials.config.credentialProtocols
  const find = () => credentials.findById(credentialId)
  await threads.runAlone(find, async (record) => {
    if (record.state === CredentialIssued) await protocol?.updateState(context, record, Done)
  })
}
