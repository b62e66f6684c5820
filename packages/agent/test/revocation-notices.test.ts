import type { DidCommOutboundMessageContext } from '@credo-ts/didcomm'
import { expect, test } from 'vitest'
import type { CredoAgent } from '../src/didcomm/credo/credo-agent.ts'
import type { Connections } from '../src/didcomm/exchanges/didcomm-connections.ts'
import { sendNotice } from '../src/didcomm/revocation/notices.ts'
import type { RevocationNotice } from '../src/port/exchanges.ts'

const logged: string[] = []
const write = (message: string) => void logged.push(message)
const logger = { info: write, warn: write, error: write }

/** The message that a wallet would get, as JSON. */
async function notice(form: RevocationNotice['form']): Promise<Record<string, unknown>> {
  const sent: DidCommOutboundMessageContext[] = []
  const credo = {
    didcomm: { connections: { getById: async () => ({}) } },
    context: { resolve: () => ({ sendMessage: async (context: DidCommOutboundMessageContext) => sent.push(context) }) },
  }
  const connections = { establishedId: async () => 'id' }
  await sendNotice(
    { credo: credo as unknown as CredoAgent, connections: connections as unknown as Connections, logger },
    { list: 'did:webvh:a/resources/r', index: 5 },
    { connectionId: 'c', form, comment: 'Lost' },
  )
  return sent[0]?.message.toJSON() ?? {}
}

test('version 1.0 (RFC 0183) names the credential in its thread', async () => {
  expect(await notice('earlier')).toMatchObject({
    '@type': 'https://didcomm.org/revocation_notification/1.0/revoke',
    thread_id: 'indy::did:webvh:a/resources/r::5',
    comment: 'Lost',
  })
})

test('version 2.0 (RFC 0721) names the format and the credential', async () => {
  expect(await notice('current')).toMatchObject({
    '@type': 'https://didcomm.org/revocation_notification/2.0/revoke',
    revocation_format: 'indy-anoncreds',
    credential_id: 'did:webvh:a/resources/r::5',
    comment: 'Lost',
  })
})

test('a wallet that cannot be reached is logged and nothing more', async () => {
  const connections = { establishedId: async () => Promise.reject(new Error("Sent to 'Amina’s phone'")) }
  await sendNotice(
    { credo: {} as CredoAgent, connections: connections as unknown as Connections, logger },
    { list: 'r', index: 5 },
    { connectionId: 'c', form: 'current' },
  )
  expect(logged).toEqual(['A wallet could not be notified of a revocation'])
})
