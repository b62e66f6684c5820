import './native.ts'
import {
  DidCommAutoAcceptCredential,
  DidCommCredentialEventTypes,
  type DidCommCredentialExchangeRecord,
  DidCommCredentialState,
  type DidCommCredentialStateChangedEvent,
} from '@credo-ts/didcomm'
import type { HolderAgent } from './holder-agent.ts'
import { credentialName, otherParty } from './names.ts'
import { Outcomes } from './outcomes.ts'
import { WalletError } from './wallet-error.ts'

/** `withdrawn`: the issuer took it back or answered with a problem. */
export type OfferOutcome = 'stored' | 'declined' | 'withdrawn'

export interface Offer {
  id: string
  connectionId?: string
  issuer: string
  credentialName: string
  credentialDefinitionId: string
  comment?: string
  attributes: { name: string; value: string }[]
  /** Resolves when the credential was requested; `outcome` says when it is stored. */
  accept(): Promise<void>
  decline(reason?: string): Promise<void>
  readonly outcome: Promise<OfferOutcome>
}

/** Calls `onOffer` for every offer that arrives. The answer, called once the agent runs, repeats those still open. */
export function watchOffers(agent: HolderAgent, onOffer: (offer: Offer) => void, onFailure: (error: unknown) => void) {
  const { credentials } = agent.modules.didcomm
  const outcomes = new Outcomes<OfferOutcome>()

  const toOffer = async (record: DidCommCredentialExchangeRecord): Promise<Offer> => {
    const { id, connectionId } = record
    const { offer, offerAttributes } = await credentials.getFormatData(id)
    if (!offer?.anoncreds) throw new WalletError('failed', 'An offer arrived that is not for an AnonCreds credential.')
    const message = await credentials.findOfferMessage(id)
    return {
      id,
      connectionId,
      issuer: await otherParty(agent, record),
      credentialName: await credentialName(agent, offer.anoncreds.schema_id),
      credentialDefinitionId: offer.anoncreds.cred_def_id,
      comment: message?.comment,
      attributes: (offerAttributes ?? []).map(({ name, value }) => ({ name, value })),
      accept: async () => {
        const autoAcceptCredential = DidCommAutoAcceptCredential.Always
        await credentials.acceptOffer({ credentialExchangeRecordId: id, autoAcceptCredential })
      },
      decline: async (reason) => {
        await credentials.declineOffer({
          credentialExchangeRecordId: id,
          sendProblemReport: true,
          problemReportDescription: reason ?? 'The holder declined the offer.',
        })
      },
      outcome: outcomes.of(id),
    }
  }

  const arrived = (record: DidCommCredentialExchangeRecord) => toOffer(record).then(onOffer).catch(onFailure)

  agent.events.on<DidCommCredentialStateChangedEvent>(
    DidCommCredentialEventTypes.DidCommCredentialStateChanged,
    ({ payload: { credentialExchangeRecord: record } }) => {
      if (record.state === DidCommCredentialState.OfferReceived) arrived(record)
      if (record.state === DidCommCredentialState.Done) outcomes.settle(record.id, 'stored')
      if (record.state === DidCommCredentialState.Declined) outcomes.settle(record.id, 'declined')
      if (record.state === DidCommCredentialState.Abandoned) outcomes.settle(record.id, 'withdrawn')
    },
  )
  return async () => {
    const open = await credentials.findAllByQuery({ state: DidCommCredentialState.OfferReceived })
    await Promise.all(open.map(arrived))
  }
}
