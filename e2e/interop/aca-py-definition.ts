import type { AcaPy } from './aca-py.ts'
import { waitUntil } from './processes.ts'

/** The issuer; any name will do where there is no ledger. */
const issuerId = 'did:example:issuer'

/**
 * Publishes a schema and a revocable definition, and waits until two registries are made: one that is in use, and the
 * one after it. Rejects after two minutes.
 */
export async function publishDefinition(
  agent: AcaPy,
  { name, attributes, registrySize }: { name: string; attributes: string[]; registrySize: number },
): Promise<{ definitionId: string }> {
  const { schema_state } = await agent.call<{ schema_state: { schema_id: string } }>('POST', '/anoncreds/schema', {
    schema: { issuerId, name, version: '1.0', attrNames: attributes },
  })
  const { credential_definition_state } = await agent.call<{
    credential_definition_state: { credential_definition_id: string }
  }>('POST', '/anoncreds/credential-definition', {
    credential_definition: { issuerId, schemaId: schema_state.schema_id, tag: 'latest' },
    options: { support_revocation: true, revocation_registry_size: registrySize },
  })
  const definitionId = credential_definition_state.credential_definition_id
  const path = `/anoncreds/revocation/registries?cred_def_id=${encodeURIComponent(definitionId)}&state=finished`
  const areMade = async () => (await agent.call<{ rev_reg_ids: string[] }>('GET', path)).rev_reg_ids.length >= 2
  await waitUntil('ACA-Py to make its revocation registries', areMade, 120_000)
  return { definitionId }
}
