import type { ProtocolMessage, ProtocolMessageNews } from '@lastmile/contracts'
import { protocolMessageLimits } from '@lastmile/contracts/constants'
import { describe, expect, it } from 'vitest'
import { characterPicked } from '../../state/demo-actions.ts'
import type { RootState } from '../../state/root-state.ts'
import { messageRecorded, messagesFetched, messagesOn, messagesReducer, selectMessages } from './messages-slice.ts'

const message = (id: string, second: number, changes: Partial<ProtocolMessage> = {}): ProtocolMessage => ({
  id,
  at: new Date(Date.UTC(2026, 10, 22, 10, 0, second)).toISOString(),
  direction: 'sent',
  type: 'https://didcomm.org/present-proof/2.0/request-presentation',
  thread_id: 't1',
  state: null,
  message: {},
  ...changes,
})
const news = (known: ProtocolMessage, about: Partial<ProtocolMessageNews>): ProtocolMessageNews => ({
  endpoint: 'messages',
  connection_id: null,
  credential_exchange_id: null,
  presentation_exchange_id: null,
  ...known,
  ...about,
})
const after = (...actions: Parameters<typeof messagesReducer>[1][]) =>
  actions.reduce(messagesReducer, messagesReducer(undefined, { type: 'start' }))
const about = (messages: ReturnType<typeof messagesReducer>, of: Parameters<typeof selectMessages>[1]) =>
  selectMessages({ messages } as RootState, of).map(({ id }) => id)

describe('protocol messages', () => {
  it('stand once each, in the order of time, whichever way they came', () => {
    const live = messageRecorded(news(message('b', 2), { connection_id: 'c1' }))
    const fetched = messagesFetched({ about: { connectionId: 'c1' }, messages: [message('a', 1), message('b', 2)] })
    expect(after(live, fetched, live).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('keep the state that was reached when they are sent once more without it', () => {
    const done = messageRecorded(news(message('a', 1, { state: 'verified' }), {}))
    const again = messageRecorded(news(message('a', 1), {}))
    expect(after(done, again)).toMatchObject([{ state: 'verified' }])
  })

  it('keep what they are known to be about, whichever way it came', () => {
    const ofConnection = messagesFetched({ about: { connectionId: 'c1' }, messages: [message('a', 1)] })
    const ofProof = messagesFetched({ about: { proofId: 'p1' }, messages: [message('a', 1)] })
    const live = messageRecorded(news(message('a', 1), {}))
    const whole = { ...message('a', 1), connectionId: 'c1', proofId: 'p1' }
    expect(after(ofConnection, live)).toEqual([{ ...whole, proofId: null }])
    expect(after(ofProof, live)).toEqual([{ ...whole, connectionId: null }])
    expect(after(live)).toEqual([{ ...whole, connectionId: null, proofId: null }])
    expect(after(ofConnection, ofProof)).toEqual([whole])
    expect(after(ofProof, ofConnection)).toEqual([whole])
  })

  it('are forgotten with the visit', () => {
    const known = after(messageRecorded(news(message('a', 1), {})))
    expect(messagesReducer(known, characterPicked({ id: 'nurse', changed: true }))).toEqual([])
    expect(messagesReducer(known, characterPicked({ id: 'student', changed: false }))).toBe(known)
  })

  it('of a proof are found by its thread, those of a connection by the connection', () => {
    const messages = after(
      messagesFetched({ about: { proofId: 'p1' }, messages: [message('request', 1)] }),
      messageRecorded(news(message('presentation', 2), { connection_id: 'c1' })),
      messageRecorded(news(message('other', 3, { thread_id: 't2' }), { connection_id: 'c1' })),
      messageRecorded(news(message('oob', 4, { thread_id: 't3' }), { presentation_exchange_id: 'p2' })),
    )
    expect(about(messages, { proofId: 'p1' })).toEqual(['request', 'presentation'])
    expect(about(messages, { connectionId: 'c1' })).toEqual(['presentation', 'other'])
    expect(about(messages, { proofId: 'p2' })).toEqual(['oob'])
    expect(about(messages, { credentialIds: ['t2', 't3'] })).toEqual(['other', 'oob'])
  })

  it('of a screen are those of its connection, or else of the offers that it lists', () => {
    const issued = (name: string, connectionId: string | null) =>
      ({
        id: name,
        name,
        protocol: 'didcomm',
        connectionId,
        threadId: null,
        state: 'offer_sent',
        refusal: null,
      }) as const
    const all = [issued('Student Card', null), issued('Pass', null), issued('Old Card', 'c1')]
    const listed = [{ name: 'Student Card' }, { name: 'Old Card' }]
    expect(messagesOn({ id: 'c1' }, listed, all)).toEqual({ connectionId: 'c1' })
    expect(messagesOn(undefined, listed, all)).toEqual({ credentialIds: ['Student Card'] })
    expect(messagesOn(undefined, [], all)).toBeUndefined()
    expect(messagesOn(undefined)).toBeUndefined()
  })

  it('are kept within bounds, the newest of them', () => {
    const count = protocolMessageLimits.count + 5
    const messages = Array.from({ length: count }, (_, index) => message(`m${index}`, index))
    const kept = after(messagesFetched({ about: { connectionId: 'c1' }, messages }))
    expect(kept).toHaveLength(protocolMessageLimits.count)
    expect(kept.at(-1)?.id).toBe(`m${count - 1}`)
  })
})
