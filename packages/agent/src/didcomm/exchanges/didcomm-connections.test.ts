import { type DidCommConnectionRecord, DidCommDidExchangeState, DidCommOutOfBandState } from '@credo-ts/didcomm'
import { expect, test } from 'vitest'
import type { CredoAgent } from '../credo/credo-agent.ts'
import { Connections } from './didcomm-connections.ts'

const connection = (state: DidCommDidExchangeState) =>
  ({ id: 'of Credo', outOfBandId: 'invited', state }) as DidCommConnectionRecord

/** Answers each look for the connection with the next of these, and each for the invitation with this state. */
function connectionsWhere(looks: (DidCommConnectionRecord | undefined)[], invitation: DidCommOutOfBandState) {
  const credo = {
    didcomm: {
      connections: { findAllByOutOfBandId: async () => [looks.shift()].filter(Boolean) },
      oob: { findById: async () => ({ state: invitation }) },
    },
  }
  return new Connections({
    credo: credo as unknown as CredoAgent,
    publicUrl: 'https://example.org',
    waiting: {} as never,
  })
}

test('an unanswered invitation is one', async () => {
  const connections = connectionsWhere([undefined], DidCommOutOfBandState.AwaitResponse)
  expect(await connections.find('invited')).toEqual({ connectionId: 'invited', state: 'invited' })
})

test('an answered invitation without a connection was ended by its wallet', async () => {
  const connections = connectionsWhere([undefined, undefined], DidCommOutOfBandState.Done)
  expect(await connections.find('invited')).toEqual({ connectionId: 'invited', state: 'abandoned' })
})

test('a wallet that comes while it is looked for, to another server, is not taken for one that has left', async () => {
  const come = connection(DidCommDidExchangeState.ResponseSent)
  const connections = connectionsWhere([undefined, come], DidCommOutOfBandState.Done)
  expect(await connections.find('invited')).toEqual({ connectionId: 'invited', state: 'response' })
})
