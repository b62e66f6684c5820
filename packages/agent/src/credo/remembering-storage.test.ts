import {
  type AgentContext,
  type BaseRecord,
  DidDocumentRole,
  DidRecord,
  RecordDuplicateError,
  type StorageService,
} from '@credo-ts/core'
import {
  DidCommConnectionRecord,
  DidCommDidExchangeRole,
  DidCommDidExchangeState,
  DidCommMediationRecord,
  DidCommMessageRecord,
  DidCommMessageRole,
  DidCommProofExchangeRecord,
} from '@credo-ts/didcomm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RememberingStorage } from './remembering-storage.ts'

const context = {} as AgentContext

/** A store that another process writes to as well. */
class SharedStore implements Partial<StorageService<BaseRecord>> {
  records: BaseRecord[] = []
  reads = 0

  async save(_context: AgentContext, record: BaseRecord) {
    if (this.records.some(({ id }) => id === record.id))
      throw new RecordDuplicateError('twice', { recordType: record.type })
    this.records.push(record)
  }

  async update(_context: AgentContext, record: BaseRecord) {
    this.records = this.records.map((other) => (other.id === record.id ? record : other))
  }

  async delete(_context: AgentContext, record: BaseRecord) {
    this.records = this.records.filter(({ id }) => id !== record.id)
  }

  async deleteById(_context: AgentContext, _class: unknown, id: string) {
    this.records = this.records.filter((record) => record.id !== id)
  }

  async getById(_context: AgentContext, _class: unknown, id: string) {
    this.reads++
    const found = this.records.find((record) => record.id === id)
    if (!found) throw new Error('not found')
    return found
  }

  async findByQuery(_context: AgentContext, recordClass: { type: string }, query: object) {
    this.reads++
    return this.records.filter(
      (record) =>
        record.type === recordClass.type &&
        Object.entries(query).every(
          ([name, value]) =>
            value === undefined ||
            JSON.stringify((record.getTags() as Record<string, unknown>)[name]) === JSON.stringify(value),
        ),
    )
  }
}

let store: SharedStore
let storage: RememberingStorage
beforeEach(() => {
  store = new SharedStore()
  storage = new RememberingStorage(store as unknown as StorageService<BaseRecord>)
})

const connection = (state: DidCommDidExchangeState) =>
  new DidCommConnectionRecord({ id: 'c', outOfBandId: 'o', state, role: DidCommDidExchangeRole.Responder })
const byInvitation = () => storage.findByQuery(context, DidCommConnectionRecord as never, { outOfBandId: 'o' })

describe('a connection', () => {
  test('is read again while it changes, and once when it is established', async () => {
    store.records = [connection(DidCommDidExchangeState.RequestReceived) as never]
    await byInvitation()
    store.records = [connection(DidCommDidExchangeState.Completed) as never]
    expect(await byInvitation()).toMatchObject([{ state: 'completed' }])
    expect(await byInvitation()).toMatchObject([{ state: 'completed' }])
    expect(store.reads).toBe(2)
  })

  test('is known as it was changed last, and forgotten when it is deleted', async () => {
    store.records = [connection(DidCommDidExchangeState.Completed) as never]
    await byInvitation()
    const changed = connection(DidCommDidExchangeState.Completed)
    changed.alias = 'changed'
    await storage.update(context, changed as never)
    expect(await byInvitation()).toMatchObject([{ alias: 'changed' }])
    expect(store.reads).toBe(1)
    await storage.delete(context, changed as never)
    expect(await byInvitation()).toEqual([])
    expect(store.reads).toBe(2)
  })

  test('is known by each of its names from when it was established', async () => {
    const record = connection(DidCommDidExchangeState.RequestReceived)
    Object.assign(record, { did: 'did:key:ours', theirDid: 'did:key:theirs' })
    await storage.save(context, record as never)
    record.state = DidCommDidExchangeState.Completed
    await storage.update(context, record as never)
    const found = [{ id: 'c' }]
    const find = (query: object) => storage.findByQuery(context, DidCommConnectionRecord as never, query)
    expect(await byInvitation()).toMatchObject(found)
    expect([await storage.getById(context, DidCommConnectionRecord as never, 'c')]).toMatchObject(found)
    const ours = { did: 'did:key:ours' }
    const either = (theirs: string) => ({
      $or: [
        { ...ours, theirDid: theirs },
        { ...ours, previousTheirDids: [theirs] },
      ],
    })
    expect(await find(either('did:key:theirs'))).toMatchObject(found)
    expect(store.reads).toBe(0)

    // Whatever names it and does not mean it is for the store to say, which knows of others.
    for (const query of [
      either('did:key:others'),
      { ...ours, role: 'requester' },
      { ...ours, $not: { role: 'responder' } },
    ])
      await find(query)
    await find({ role: 'responder', state: 'completed' })
    expect(store.reads).toBe(4)
  })
})

test('lists that may grow are always read', async () => {
  const did = (name: string) => new DidRecord({ did: `did:key:${name}`, role: DidDocumentRole.Created })
  store.records = [did('one') as never]
  const created = () => storage.findByQuery(context, DidRecord as never, { role: 'created', $or: undefined })
  expect(await created()).toHaveLength(1)
  store.records.push(did('two') as never)
  expect(await created()).toHaveLength(2)
})

describe('the messages of an exchange', () => {
  const message = (type: string, text: string, associatedRecordId = 'exchange') =>
    new DidCommMessageRecord({
      message: { '@id': 'm', '@type': `https://didcomm.org/present-proof/2.0/${type}`, text },
      role: DidCommMessageRole.Sender,
      associatedRecordId,
    }) as never
  const find = (messageName: string, more = {}) =>
    storage.findByQuery(context, DidCommMessageRecord as never, {
      associatedRecordId: 'exchange',
      messageName,
      ...more,
    })

  test('are known from when they are saved', async () => {
    await storage.save(context, message('request-presentation', 'a'))
    expect(await find('request-presentation', { role: 'sender' })).toMatchObject([{ message: { text: 'a' } }])
    expect(store.reads).toBe(0)
  })

  test('that another process saved are found in the store', async () => {
    await storage.save(context, message('request-presentation', 'a'))
    store.records.push(message('presentation', 'b'))
    expect(await find('presentation', { role: 'sender' })).toMatchObject([{ message: { text: 'b' } }])
  })

  test('that are saved twice are stored once, as they were last', async () => {
    await storage.save(context, message('presentation', 'a'))
    await storage.save(context, message('presentation', 'b'))
    expect(store.records).toMatchObject([{ message: { text: 'b' } }])
    expect(await find('presentation')).toMatchObject([{ message: { text: 'b' } }])
  })

  test('are forgotten with the exchange', async () => {
    const record = message('presentation', 'a')
    await storage.save(context, record)
    await storage.delete(context, record)
    expect(await find('presentation', { role: 'sender' })).toEqual([])
  })

  test('are forgotten with an exchange that the store deletes with all its messages', async () => {
    await storage.save(context, message('presentation', 'a'))
    store.records = []
    await storage.deleteById(context, DidCommProofExchangeRecord as never, 'exchange')
    expect(await find('presentation', { role: 'sender' })).toEqual([])
  })

  test('fill no memory: of many large ones the latest are known, the others found in the store', async () => {
    const text = 'x'.repeat(900_000)
    const exchanges = Array.from({ length: 30 }, (_, index) => `exchange-${index}`)
    for (const exchange of exchanges) await storage.save(context, message('presentation', text, exchange))
    for (const associatedRecordId of exchanges)
      expect(await find('presentation', { associatedRecordId, role: 'sender' })).toHaveLength(1)
    expect(store.reads).toBe(8)
  })
})

test('mediators are not asked for, because there are none', async () => {
  expect(await storage.findByQuery(context, DidCommMediationRecord as never, { default: true })).toEqual([])
  expect(store.reads).toBe(0)
})

test('what nobody asks for again does not stay in memory', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1)
  try {
    store.records = [connection(DidCommDidExchangeState.Completed) as never]
    await byInvitation()
    // Each of them forgets something.
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    clock.mockReturnValue(11 * 60_000)
    await vi.advanceTimersByTimeAsync(11 * 60_000)
    expect(vi.getTimerCount()).toBe(0)
    await byInvitation()
    expect(store.reads).toBe(2)
  } finally {
    clock.mockRestore()
    vi.useRealTimers()
  }
})
