import './native.ts'
import { DidCommCredentialEventTypes, type DidCommRevocationNotificationReceivedEvent } from '@credo-ts/didcomm'
import type { HolderAgent } from './holder-agent.ts'
import { credentialName } from './names.ts'

export interface HeldCredential {
  id: string
  name: string
  credentialDefinitionId: string
  /** In the order in which they were offered. */
  attributes: Record<string, string>
  revocationRegistryId?: string
  revocationIndex?: string
  /** The issuer has said so. */
  revoked: boolean
}

export interface RevocationNotice {
  credentialName: string
  revocationRegistryId: string
  revocationIndex: string
  comment?: string
}

const registryTag = 'anonCredsRevocationRegistryId'
const indexTag = 'anonCredsCredentialRevocationId'

/** Everything in the wallet, oldest first. */
export async function listCredentials(agent: HolderAgent): Promise<HeldCredential[]> {
  const exchanges = await agent.modules.didcomm.credentials.getAll()
  const revoked = new Set(
    exchanges
      .filter((record) => record.revocationNotification)
      .map((record) => `${record.getTag(registryTag)}::${record.getTag(indexTag)}`),
  )
  // The library that reads a credential knows no order.
  const inOfferedOrder = (id: string, attributes: Record<string, unknown>) => {
    const exchange = exchanges.find(({ credentials }) => credentials.some((each) => each.credentialRecordId === id))
    const offered = (exchange?.credentialAttributes ?? []).map(({ name }) => name).filter((name) => name in attributes)
    return Object.fromEntries([...offered, ...Object.keys(attributes)].map((name) => [name, String(attributes[name])]))
  }
  const held = await agent.modules.anoncreds.getCredentials({})
  held.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  return Promise.all(
    held.map(async (info) => ({
      id: info.credentialId,
      name: await credentialName(agent, info.schemaId),
      credentialDefinitionId: info.credentialDefinitionId,
      attributes: inOfferedOrder(info.credentialId, info.attributes),
      revocationRegistryId: info.revocationRegistryId ?? undefined,
      revocationIndex: info.credentialRevocationId ?? undefined,
      revoked: revoked.has(`${info.revocationRegistryId}::${info.credentialRevocationId}`),
    })),
  )
}

/** Calls `onNotice` when an issuer notifies that it revoked a credential (RFC 0183, RFC 0721). */
export function watchRevocations(
  agent: HolderAgent,
  onNotice: (notice: RevocationNotice) => void,
  onFailure: (error: unknown) => void,
) {
  const toNotice = async ({ payload }: DidCommRevocationNotificationReceivedEvent): Promise<RevocationNotice> => {
    const record = payload.credentialExchangeRecord
    const { offer } = await agent.modules.didcomm.credentials.getFormatData(record.id)
    const schemaId = offer?.anoncreds?.schema_id
    return {
      credentialName: schemaId ? await credentialName(agent, schemaId) : 'a credential',
      revocationRegistryId: String(record.getTag(registryTag)),
      revocationIndex: String(record.getTag(indexTag)),
      comment: record.revocationNotification?.comment,
    }
  }
  agent.events.on<DidCommRevocationNotificationReceivedEvent>(
    DidCommCredentialEventTypes.DidCommRevocationNotificationReceived,
    (event) => toNotice(event).then(onNotice).catch(onFailure),
  )
}
