import type { AgentContext } from '@credo-ts/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCrypto } from '../src/core/crypto/crypto.ts'
import { PublishedObjects } from '../src/didcomm/registry/published-objects.ts'
import { PublishingRegistry } from '../src/didcomm/registry/publishing-registry.ts'
import { Verifier } from '../src/didcomm/verification/verifier.ts'
import type { CredentialSource, Prove, Question, RegisteredCredentialDefinition } from '../src/port/index.ts'
import { memoryStorage } from './memory-storage.ts'
import { NativeIssuer, newLinkSecret, present, type Request } from './native-parties.ts'
import { cardQuestion, connectedWallet, registerCard } from './people.ts'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
let own: RegisteredCredentialDefinition
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

const questionOf = (source: CredentialSource): Question => ({
  ...cardQuestion('Card'),
  show: { holder: { attributes: ['name'], of: [{ definitionKey: 'Card' }, source], unrevoked: false } },
})
const invitation = { label: 'x', purpose: 'verify' } as const

describe('a proof is asked for with our own credentials only', () => {
  test.each<[string, CredentialSource]>([
    ['definition', { definitionKey: `${somebody}/resources/zQm` }],
    ['type', { definitionKey: 'Card', typeId: `${somebody}/resources/zQm` }],
    ['issuer', { issuer: somebody }],
  ])('another issuer’s %s is refused', async (_, source) => {
    const asked = [
      running.agent.ask(questionOf(source), { connectionId }),
      running.agent.askByInvitation(questionOf(source), invitation),
    ]
    for (const each of asked) await expect(each).rejects.toMatchObject({ code: 'invalid' })
  })

  test('a definition does not pass as a type', async () => {
    const question = questionOf({ typeId: own.definitionId })
    await expect(running.agent.ask(question, { connectionId })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('what is to be proved is asked of our own alone, as what is to be shown', async () => {
    const { prove, ...question } = cardQuestion('Card')
    const valid = { ...prove.valid, of: [{ issuer: somebody }] } as Prove
    const asked = running.agent.ask({ ...question, prove: { valid } }, { connectionId })
    await expect(asked).rejects.toMatchObject({ code: 'invalid' })
  })

  test('whatever names us is taken', async () => {
    const { issuer } = running.agent
    for (const source of [{ definitionKey: own.key }, { typeId: own.typeId }, { issuer }])
      expect((await running.agent.askByInvitation(questionOf(source), invitation)).state).toBe('request_sent')
  })

  test('a definition is read once, however many questions name it', async () => {
    const read = vi.spyOn(running.storage, 'readDefinition')
    for (const question of [cardQuestion('Card'), cardQuestion('Card')])
      await running.agent.askByInvitation(question, invitation)
    expect(read.mock.calls.length).toBeLessThan(2)
    read.mockRestore()
  })
})

test('a presentation of another issuer’s credential is refused without fetching anything', async () => {
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
  const verifier = new Verifier(crypto, new PublishedObjects(memoryStorage()))
  await expect(verifier.verify(request as never, presentation)).rejects.toMatchObject({ reason: 'not-verifiable' })
  await crypto.close()
})

test('the registry knows no other issuer’s objects, however signed, and calls no host for them', async () => {
  let called = 0
  const context = {
    config: { agentDependencies: { fetch: async () => void called++ }, logger: { trace: () => undefined } },
    resolve: () => ({ resolve: async () => void called++, resolveResource: async () => void called++ }),
  } as unknown as AgentContext
  const registry = new PublishingRegistry(new PublishedObjects(running.storage))
  const id = `${somebody}/resources/zQmSomething`
  expect((await registry.getSchema(context, id)).schema).toBeUndefined()
  expect((await registry.getCredentialDefinition(context, id)).credentialDefinition).toBeUndefined()
  expect((await registry.getRevocationRegistryDefinition(context, id)).revocationRegistryDefinition).toBeUndefined()
  expect((await registry.getRevocationStatusList(context, id, 1)).revocationStatusList).toBeUndefined()
  expect(called).toBe(0)
  expect((await registry.getSchema(context, own.typeId)).schema).toMatchObject({ name: 'Card' })
})
