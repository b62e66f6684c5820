import type { AnonCredsSelectedCredentials } from '@credo-ts/anoncreds'
import type { HolderAgent } from './holder-agent.ts'
import { credentialName } from './names.ts'
import { WalletError } from './wallet-error.ts'

/** All that a verifier would learn. */
export interface Disclosure {
  /** Values that it would see. */
  shared: { name: string; value: string; credentialName: string }[]
  /** Facts that would be proved about values it does not see. */
  proved: { name: string; operator: string; threshold: number; credentialName: string }[]
}

export interface ProofRequestContent {
  name: string
  requested_attributes: Record<string, { name?: string; names?: string[] }>
  requested_predicates: Record<string, { name: string; p_type: string; p_value: number }>
}

const comparisons: Record<string, (value: number, threshold: number) => boolean> = {
  '>=': (value, threshold) => value >= threshold,
  '>': (value, threshold) => value > threshold,
  '<=': (value, threshold) => value <= threshold,
  '<': (value, threshold) => value < threshold,
}

const normalised = (name: string) => name.replaceAll(' ', '').toLowerCase()

/** AnonCreds takes attribute names that differ in case or spaces as the same. */
function attributeValue(attributes: Record<string, unknown>, name: string) {
  const found = Object.entries(attributes).find(([each]) => normalised(each) === normalised(name))
  return found && String(found[1])
}

/**
 * Takes a credential for everything that is asked. `allowRevoked` takes revoked ones too, as a wallet does that looks
 * at nothing. Throws `cannot-prove` when the wallet holds none.
 */
export async function selectCredentials(agent: HolderAgent, proofId: string, allowRevoked: boolean) {
  const { proofs } = agent.modules.didcomm
  const filter = { anoncreds: { filterByNonRevocationRequirements: !allowRevoked } }
  const { proofFormats } = await proofs.getCredentialsForRequest({
    proofExchangeRecordId: proofId,
    proofFormats: filter,
  })
  const matches = proofFormats.anoncreds
  if (!matches)
    throw new WalletError('cannot-prove', 'The request asks for credentials that this wallet does not know.')
  const { request } = await proofs.getFormatData(proofId)
  const predicates = request?.anoncreds?.requested_predicates ?? {}

  const selected: AnonCredsSelectedCredentials = { attributes: {}, predicates: {}, selfAttestedAttributes: {} }
  for (const [referent, [match]] of Object.entries(matches.attributes)) {
    if (!match) throw new WalletError('cannot-prove', 'This wallet holds no valid credential with what is asked for.')
    selected.attributes[referent] = match
  }
  for (const [referent, candidates] of Object.entries(matches.predicates)) {
    if (!candidates[0]) {
      throw new WalletError('cannot-prove', 'This wallet holds no valid credential for what is to be proved.')
    }
    const asked = predicates[referent]
    const match = candidates.find(({ credentialInfo }) => {
      const value = asked && attributeValue(credentialInfo.attributes, asked.name)
      return asked && value !== undefined && comparisons[asked.p_type]?.(Number(value), asked.p_value)
    })
    if (!match || !asked) {
      throw new WalletError('cannot-prove', `The credential does not meet the condition on ${asked?.name ?? referent}.`)
    }
    selected.predicates[referent] = match
  }
  return selected
}

export async function describeDisclosure(
  agent: HolderAgent,
  request: ProofRequestContent,
  selected: AnonCredsSelectedCredentials,
): Promise<Disclosure> {
  const disclosure: Disclosure = { shared: [], proved: [] }
  for (const [referent, { name, names = name ? [name] : [] }] of Object.entries(request.requested_attributes)) {
    const info = selected.attributes[referent]?.credentialInfo
    if (!info) continue
    const from = await credentialName(agent, info.schemaId)
    for (const each of names) {
      disclosure.shared.push({ name: each, value: attributeValue(info.attributes, each) ?? '', credentialName: from })
    }
  }
  for (const [referent, { name, p_type, p_value }] of Object.entries(request.requested_predicates)) {
    const info = selected.predicates[referent]?.credentialInfo
    if (!info) continue
    const from = await credentialName(agent, info.schemaId)
    disclosure.proved.push({ name, operator: p_type, threshold: p_value, credentialName: from })
  }
  return disclosure
}
