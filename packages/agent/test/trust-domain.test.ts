import type { AgentContext } from '@credo-ts/core'
import type { ProofRequest, Restriction } from '@lastmile/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCrypto } from '../src/crypto/crypto.ts'
import { OwnResources } from '../src/registry/own-resources.ts'
import { PublishedObjects } from '../src/registry/published-objects.ts'
import { PublishingRegistry } from '../src/registry/publishing-registry.ts'
import { Verifier } from '../src/verification/verifier.ts'
import { memoryStorage } from './memory-storage.ts'
import { NativeIssuer, newLinkSecret, present, type Request } from './native-parties.ts'
import { cardRequest, connectedWallet, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
let own: { credentialDefinitionId: string; schemaId: string }
let connectionId: string

beforeAll(async () => {
  running = await runAgent()
  own = await registerCard(running, false)
  const connected = await connectedWallet(running)
  connectionId = connected.connectionId
  await connected.wallet.close()
})
afterAll(() => running?.stop())

const somebody = 'did:webvh:QmSomebody:issuer.example'

function requestOf(restriction: Restriction): ProofRequest {
  const request = cardRequest(own.credentialDefinitionId)
  return { ...request, requested_attributes: { holder: { names: ['name'], restrictions: [restriction] } } }
}
const invite = (restriction: Restriction) =>
  running.agent.createProofInvitation({
    label: 'x',
    goalCode: 'aries.vc.verify',
    goal: 'y',
    request: requestOf(restriction),
  })

describe('a proof is asked for with our own credentials only', () => {
  test.each<[string, () => Restriction]>([
    ['definition', () => ({ cred_def_id: `${somebody}/resources/zQm` })],
    ['schema', () => ({ cred_def_id: own.credentialDefinitionId, schema_id: `${somebody}/resources/zQm` })],
    ['issuer', () => ({ issuer_id: somebody })],
    ['issuer under its other name', () => ({ issuer_did: somebody })],
    ['schema in place of a definition', () => ({ cred_def_id: own.schemaId })],
  ])('somebody else’s %s is refused', async (_, restriction) => {
    const request = requestOf(restriction())
    await expect(running.agent.requestProof({ connectionId, request })).rejects.toMatchObject({ code: 'invalid' })
    await expect(invite(restriction())).rejects.toMatchObject({ code: 'invalid' })
  })

  test('whatever names us is taken', async () => {
    const { did } = running.agent
    for (const restriction of [{ schema_id: own.schemaId }, { issuer_id: did }, { issuer_did: did }])
      expect((await invite(restriction)).proof.state).toBe('request_sent')
  })
})

test('a presentation of somebody else’s credential is refused without fetching anything', async () => {
  const crypto = createCrypto(1)
  crypto.open()
  const stranger = new NativeIssuer('stranger', ['name'], 1_000)
  const linkSecret = newLinkSecret()
  const held = stranger.issue(linkSecret, 1, { name: 'X' })
  const request: Request = {
    name: 'Check',
    version: '1.0',
    nonce: '123456789012345678901234',
    requested_attributes: { name: { name: 'name', restrictions: [{ schema_name: 'Passport' }] } },
    requested_predicates: {},
  }
  const presentation = present(linkSecret, request, [{ held, attributes: ['name'] }])
  const verifier = new Verifier(crypto, new PublishedObjects(new OwnResources(memoryStorage())))
  await expect(verifier.verify(request as never, presentation)).rejects.toMatchObject({ reason: 'not-verifiable' })
  await crypto.close()
})

test('the registry knows nobody else’s objects, whoever has signed them, and calls no host for them', async () => {
  let called = 0
  const context = {
    config: { agentDependencies: { fetch: async () => void called++ }, logger: { trace: () => undefined } },
    resolve: () => ({ resolve: async () => void called++, resolveResource: async () => void called++ }),
  } as unknown as AgentContext
  const registry = new PublishingRegistry(new OwnResources(running.storage))
  const id = `${somebody}/resources/zQmSomething`
  expect((await registry.getSchema(context, id)).schema).toBeUndefined()
  expect((await registry.getCredentialDefinition(context, id)).credentialDefinition).toBeUndefined()
  expect((await registry.getRevocationRegistryDefinition(context, id)).revocationRegistryDefinition).toBeUndefined()
  expect((await registry.getRevocationStatusList(context, id, 1)).revocationStatusList).toBeUndefined()
  expect(called).toBe(0)
  expect((await registry.getSchema(context, own.schemaId)).schema).toMatchObject({ name: 'Card' })
})
