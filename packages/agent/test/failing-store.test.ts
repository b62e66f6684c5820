import { handshakes, invitationIn, RawSender, RawWallet } from '@lastmile/e2e/raw-messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningAgent, runAgent } from './running-agent.ts'

let running: RunningAgent
beforeAll(async () => {
  running = await runAgent()
})
afterAll(() => running?.stop())

const send = (envelope: string) =>
  running.agent.inbound.receiveHttp(envelope, 'application/didcomm-envelope-enc', 'here')
const invitation = async () => (await running.agent.createInvitation({ label: 'x', purpose: 'issue' })).invitationUrl

const sendWhile = (envelope: string, failing?: number) => whileFailing(() => send(envelope), failing)

/** Works, counts the searches of the store that this causes, and lets one of them fail. */
async function whileFailing(work: () => Promise<{ status: number }>, failing?: number) {
  const { records } = running.storage
  const { find } = records
  let count = 0
  records.find = async (type, filter, page) => {
    // The agent's periodic searches have pages.
    if (page?.limit === undefined && ++count === failing) throw new Error('The database is away')
    return find(type, filter, page)
  }
  try {
    const { status } = await work()
    return { status, count }
  } finally {
    records.find = find
  }
}

test("a stranger's envelope costs four searches: by both forms of its key, for a mediator, for an invitation", async () => {
  const envelope = new RawSender().pack(new Uint8Array(32).fill(9), { '@type': 'of a stranger' })
  expect(await sendWhile(envelope)).toEqual({ count: 4, status: 400 })
})

async function handshake(kind: keyof typeof handshakes): Promise<string> {
  const invitationUrl = await invitation()
  const sender = new RawSender()
  const request = handshakes[kind](invitationIn(invitationUrl)['@id'], sender, undefined, 'didcomm:transport/queue')
  return sender.pack(invitationUrl, request)
}

test.each([
  ['a handshake by did-exchange', () => handshake('did-exchange 1.1')],
  ['a handshake by connections 1.0', () => handshake('connections 1.0')],
  [
    'a message on a connection',
    async () => {
      const wallet = await RawWallet.connect(await invitation(), send)
      return wallet.pack({ '@type': 'https://didcomm.org/trust_ping/1.0/ping', response_requested: true })
    },
  ],
])('%s is taken when it comes again, whichever search failed before', async (_, make) => {
  for (let failing = 1; ; failing++) {
    const envelope = await make()
    const { count, status } = await sendWhile(envelope, failing)
    if (count < failing) break
    expect({ failing, status }).toEqual({ failing, status: 503 })
    expect({ failing, status: (await send(envelope)).status }).toEqual({ failing, status: 200 })
  }
})

describe('a request to a wallet that does not take it', () => {
  const question = {
    title: 'x',
    version: '1.0',
    show: { name: { attribute: 'name', of: [], unrevoked: false } },
    prove: {},
  }

  /** A connection whose wallet's address refuses messages, and a request on it that answers how it failed. */
  async function refusingWallet() {
    const { connectionId, invitationUrl } = await running.agent.createInvitation({ label: 'x', purpose: 'verify' })
    await RawWallet.connect(invitationUrl, send, {
      handshake: (invitationId, sender) =>
        handshakes['did-exchange 1.1'](invitationId, sender, undefined, `${running.publicUrl}/refusing`),
    })
    return connectionId
  }
  const ask = (connectionId: string) => running.agent.ask(question, { connectionId }).then(String, String)

  test('is no fault of the wallet whichever search failed', async () => {
    const connectionId = await refusingWallet()
    for (let failing = 1; ; failing++) {
      let said = ''
      const work = async () => {
        said = await ask(connectionId)
        return { status: 0 }
      }
      const { count } = await whileFailing(work, failing)
      expect({ failing, said }).toEqual({
        failing,
        said: count < failing ? 'AgentError: The wallet cannot be reached right now.' : 'Error: The database is away',
      })
      if (count < failing) break
    }
  })

  test('is no fault of the wallet when its key could not be read', async () => {
    const connectionId = await refusingWallet()
    const { storage } = running
    await running.stop()
    running = await runAgent({ storage })
    const { read } = storage.keys
    storage.keys.read = async () => {
      storage.keys.read = read
      throw new Error('The database is away')
    }
    expect(await ask(connectionId)).toBe('Error: The database is away')
  })
})
