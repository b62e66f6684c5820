import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AgentError } from '@lastmile/agent/port'
import { statesBefore } from '@lastmile/contracts/lifecycles'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { letSucceed, makeFail, onPostgres, openTestDatabase, placeOf, scansOf } from '../../../test/test-database.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Entry, EntryKind } from '../../platform/database/schema.ts'
import { createEventPublisher } from '../../platform/process/event-publisher.ts'
import { createProcessLocks } from '../../platform/process/locks.ts'
import { type NodeNews, noNews } from '../../platform/process/node-news.ts'
import { PostgresNews } from '../../platform/process/postgres-news.ts'
import { type Begun, EntryLifecycle } from './entry-lifecycle.ts'
import { type Change, Ledger } from './ledger.ts'
import { type Outbox, OwnOutbox } from './outbox.ts'
import { createQuotas } from './quotas.ts'
import { SharedOutbox } from './shared-outbox.ts'
import { keptMs } from './states.ts'

const logger = pino({ level: 'silent' })
const hour = 60 * 60_000
const day = 24 * hour

let folder: string
let database: Database
let outbox: Outbox
let ledger: Ledger
/** The events of this process, in order. */
let emitted: Entry[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  database = await openTestDatabase(folder)
  open()
})
afterEach(async () => {
  await outbox.stop()
  await database.destroy()
  await rm(folder, { recursive: true })
})

/** As after a start of the process. */
function open() {
  const events = createEventPublisher(() => undefined)
  emitted = []
  events.subscribe((event) => {
    if (event.type === 'entry') emitted.push(event.entry)
  })
  outbox = new OwnOutbox(database, events, logger)
  ledger = new Ledger(database, outbox)
}

const credential = (id = 'one', fields: Partial<Begun<'credential'>> = {}): Begun<'credential'> => ({
  id,
  protocol: 'didcomm',
  connectionId: 'connection',
  threadId: `thread of ${id}`,
  state: 'offer_sent',
  refusal: null,
  definitionId: 'definition',
  statusList: 'registry',
  statusIndex: '7',
  ...fields,
})
const mine = {
  kind: 'credential' as const,
  protocol: 'didcomm' as const,
  visitor: 'me',
  openKey: null,
  network: null,
}
const states = () => emitted.map(({ id, state }) => `${id} ${state}`)
const afterwards = (ms: number) => new Date(Date.now() + ms)

describe('a state', () => {
  it('and its event are stored together or not at all', async () => {
    await ledger.add({ ...credential(), ...mine })
    await sql`drop table ledger_events`.execute(database)
    await expect(ledger.advance('credential', 'one', { state: 'request_received' })).rejects.toThrow('ledger_events')
    expect(await ledger.find('credential', 'one')).toMatchObject({ state: 'offer_sent', version: 1 })
    await expect(ledger.add({ ...credential('two'), ...mine })).rejects.toThrow('ledger_events')
    expect(await ledger.find('credential', 'two')).toBeUndefined()
  })

  it('is emitted once and in order, and a late report of an earlier one changes nothing', async () => {
    await ledger.add({ ...credential(), ...mine })
    expect(await ledger.add({ ...credential(), ...mine })).toBeUndefined()
    for (const state of ['credential_issued', 'request_received', 'credential_issued', 'abandoned'] as const)
      await ledger.advance('credential', 'one', { state })
    await expect.poll(states).toEqual(['one offer_sent', 'one credential_issued'])
    expect(emitted.map(({ version }) => version)).toEqual([1, 2])
  })

  const kinds: EntryKind[] = ['connection', 'credential', 'proof']
  it.each(kinds)('of a %s is reached from those before it alone', async (kind) => {
    const all = Object.keys(keptMs[kind]) as Entry['state'][]
    for (const from of all) {
      for (const to of all) {
        const id = `${from} ${to}`
        await ledger.add({ ...credential(id), ...mine, kind: kind as 'credential', state: from as 'offer_sent' })
        const reached = await ledger.advance(kind as 'credential', id, { state: to as 'offer_sent' })
        expect(reached !== undefined, id).toBe(statesBefore(kind, to).includes(from))
      }
    }
  })

  it.each(kinds.slice(1))(
    'of an open %s comes again where the wallet could not be read, and is kept no longer',
    async (kind) => {
      const state = kind === 'credential' ? 'offer_sent' : 'request_sent'
      const begun = new Date(Date.now() - hour)
      const entry = { ...credential(), ...mine, kind: kind as 'credential', state: state as 'offer_sent' }
      const { dueAt } = (await ledger.add(entry, begun)) ?? {}
      const advance = (refusal: Entry['refusal']) =>
        ledger.advance(kind as 'credential', 'one', { state: state as 'offer_sent', refusal: refusal as 'declined' })
      expect(await advance('unreadable-fields')).toMatchObject({
        state,
        refusal: 'unreadable-fields',
        dueAt,
        version: 2,
      })
      expect(await advance('unreadable-fields')).toBeUndefined()
      expect(await advance('unreadable-content')).toMatchObject({ refusal: 'unreadable-content', dueAt, version: 3 })
      expect(await advance(null)).toBeUndefined()
      const ended = await ledger.advance(kind as 'credential', 'one', { state: 'abandoned' })
      expect(ended).toMatchObject({ state: 'abandoned', refusal: null })
      expect(await advance('unreadable-fields')).toBeUndefined()
    },
  )

  it('of what is deleted changes only where that is asked for', async () => {
    await ledger.add({ ...credential('one', { state: 'credential_issued' }), ...mine })
    await ledger.remove('one')
    const change = { state: 'credential_revoked' } as const
    expect(await ledger.advance('credential', 'one', change)).toBeUndefined()
    expect(await ledger.advance('credential', 'one', change, { evenDeleted: true })).toMatchObject(change)
  })
})

describe('an event', () => {
  it('is emitted after a restart that came before it was', async () => {
    await makeFail(database, 'ledger_events', 'delete')
    await ledger.add({ ...credential(), ...mine })
    await ledger.advance('credential', 'one', { state: 'request_received' })
    await outbox.stop()
    await letSucceed(database)
    open()
    await outbox.start()
    expect(states()).toEqual(['one offer_sent', 'one request_received'])
    await outbox.stop()
    open()
    await outbox.start()
    expect(emitted).toEqual([])
  })

  it('is emitted once, also when the storage fails as it is put away', async () => {
    await makeFail(database, 'ledger_events', 'delete')
    await ledger.add({ ...credential(), ...mine })
    await setTimeout(50)
    await ledger.advance('credential', 'one', { state: 'request_received' })
    await expect.poll(states).toEqual(['one offer_sent', 'one request_received'])
    await letSucceed(database)
    const left = () => database.selectFrom('ledgerEvents').selectAll().execute()
    await expect.poll(left, { timeout: 3_000 }).toEqual([])
    expect(emitted).toHaveLength(2)
  })

  it('does not keep others from theirs when one of those who listen fails', async () => {
    const events = createEventPublisher(() => undefined)
    const heard: string[] = []
    events.subscribe(() => {
      throw new Error('Deaf')
    })
    events.subscribe((event) => heard.push(event.type))
    ledger = new Ledger(database, new OwnOutbox(database, events, logger))
    await ledger.add({ ...credential(), ...mine })
    await expect.poll(() => heard).toEqual(['entry'])
  })
})

it('is stopped only when what was missed of other servers is emitted', async () => {
  await outbox.stop()
  await makeFail(database, 'ledger_events', 'delete')
  await ledger.add({ ...credential(), ...mine })
  const events = createEventPublisher(() => undefined)
  const heard: string[] = []
  events.subscribe((event) => heard.push(event.type === 'entry' ? event.entry.id : event.type))
  let missed = () => {}
  const news: NodeNews = {
    ...noNews,
    onMissed: (listener) => {
      missed = listener
    },
  }
  const shared = new SharedOutbox(database, events, news, logger)
  missed()
  missed()
  await shared.stop()
  expect(heard).toEqual(['one'])
  await letSucceed(database)
})

if (onPostgres)
  describe('several servers', () => {
    let nodes: {
      name: string
      ledger: Ledger
      outbox: SharedOutbox
      news: PostgresNews
      heard: string[]
      entries: Entry[]
    }[]

    /** One more on the same database. */
    async function join(name: string) {
      const { databaseUrl = '' } = await placeOf(folder)
      const events = createEventPublisher(() => undefined)
      const news = new PostgresNews(databaseUrl, database, name, () => undefined)
      const outbox = new SharedOutbox(database, events, news, logger)
      const node = {
        name,
        ledger: new Ledger(database, outbox),
        outbox,
        news,
        heard: [] as string[],
        entries: [] as Entry[],
      }
      events.subscribe((event) => {
        if (event.type !== 'entry') return
        node.heard.push(`${event.entry.id} ${event.entry.state}${event.isElsewhere ? ' elsewhere' : ''}`)
        node.entries.push(event.entry)
      })
      await news.open()
      await outbox.start()
      return node
    }
    const storedEvents = () => database.selectFrom('ledgerEvents').selectAll().execute()

    beforeEach(async () => {
      nodes = [await join('first'), await join('second')]
    })
    afterEach(async () => {
      for (const { outbox, news } of nodes) {
        await outbox.stop()
        await news.close()
      }
    })

    it('each hear once of every change of any of them, with all that is stored', async () => {
      const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
      await first.ledger.add({ ...credential(), ...mine, openKey: 'key', network: 'nowhere' })
      expect(await second.ledger.add({ ...credential(), ...mine })).toBeUndefined()
      await second.ledger.advance('credential', 'one', { state: 'abandoned', refusal: 'declined' })
      expect(await first.ledger.advance('credential', 'one', { state: 'request_received' })).toBeUndefined()
      const proof = { id: 'two', connectionId: null, threadId: 't "1" ü', refusal: null, verified: null }
      await first.ledger.add<'proof'>({ ...mine, ...proof, kind: 'proof', state: 'request_sent' })
      const verified = await first.ledger.advance('proof', 'two', { state: 'verified', verified: 1 })
      expect(verified).toMatchObject({ ...proof, state: 'verified', verified: 1, version: 2, forgotten: 0 })
      expect(verified).toEqual(await first.ledger.find('proof', 'two'))

      await expect
        .poll(() => second.heard)
        .toEqual(['one offer_sent elsewhere', 'one abandoned', 'two request_sent elsewhere', 'two verified elsewhere'])
      await expect
        .poll(() => first.heard)
        .toEqual(['one offer_sent', 'one abandoned elsewhere', 'two request_sent', 'two verified'])
      expect(second.entries).toEqual(first.entries)
      expect((await storedEvents()).map(({ entry }) => JSON.parse(entry))).toEqual(first.entries)
      expect(second.entries.at(-1)).toEqual(verified)
    })

    it('store a state with its event or not at all', async () => {
      const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
      await first.ledger.add({ ...credential(), ...mine })
      await makeFail(database, 'ledger_events', 'insert')
      await expect(first.ledger.advance('credential', 'one', { state: 'request_received' })).rejects.toThrow('full')
      await expect(first.ledger.add({ ...credential('two'), ...mine })).rejects.toThrow('full')
      await letSucceed(database)
      expect(await first.ledger.find('credential', 'one')).toMatchObject({ state: 'offer_sent', version: 1 })
      expect(await first.ledger.find('credential', 'two')).toBeUndefined()
      await first.ledger.advance('credential', 'one', { state: 'credential_issued' })
      await expect.poll(() => second.heard).toEqual(['one offer_sent elsewhere', 'one credential_issued elsewhere'])
      expect(first.heard).toEqual(['one offer_sent', 'one credential_issued'])
    })

    it('change it once, whichever server is asked at the same moment', async () => {
      const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
      await first.ledger.add({ ...credential(), ...mine })
      const changes = Array.from({ length: 20 }, (_, each) =>
        (each % 2 ? first : second).ledger.advance('credential', 'one', { state: 'credential_issued' }),
      )
      expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1)
      expect(await storedEvents()).toHaveLength(2)
    })

    it('read what they could not hear', async () => {
      const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
      await second.news.close()
      await first.ledger.add({ ...credential(), ...mine })
      const third = await join('third')
      nodes.push(third)
      await first.ledger.advance('credential', 'one', { state: 'credential_issued' })
      await expect.poll(() => third.heard).toEqual(['one credential_issued elsewhere'])
      expect(second.heard).toEqual([])
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`.execute(
        database,
      )
      await first.ledger.add({ ...credential('two'), ...mine })
      await expect
        .poll(() => third.heard, { timeout: 3_000 })
        .toEqual(['one credential_issued elsewhere', 'two offer_sent elsewhere'])
    })
  })

describe('the ledger', () => {
  const at = (ms: number) => new Date(Date.now() + ms)
  const ids = (entries: { id: string }[]) => entries.map(({ id }) => id)

  it('leaves out of a connection, and of what is open, what was deleted', async () => {
    for (const id of ['one', 'two']) await ledger.add({ ...credential(id), ...mine })
    await ledger.remove('one')
    expect(ids(await ledger.onConnection('me', 'connection'))).toEqual(['two'])
    expect(ids(await ledger.open('credential'))).toEqual(['two'])
  })

  it('finds at a place in a status list the latest that had it', async () => {
    for (const [id, ms] of [
      ['earlier', -day],
      ['latest', 0],
      ['earliest', -2 * day],
    ] as const)
      await ledger.add({ ...credential(id), ...mine }, at(ms))
    expect(await ledger.findByStatus('me', { list: 'registry', index: '7' })).toMatchObject({ id: 'latest' })
  })

  it('gives what has ended or was deleted neither key nor network', async () => {
    const owner = { openKey: 'key', network: 'network' }
    await ledger.add({ ...credential('ended', { state: 'credential_issued' }), ...mine })
    await ledger.add({ ...credential('deleted'), ...mine, openKey: 'its own', network: 'network' })
    await ledger.remove('deleted')
    for (const id of ['ended', 'deleted']) {
      await ledger.claimForCaller(id, owner)
      expect(await ledger.find('credential', id)).toMatchObject({ openKey: null, network: null })
    }
    expect(await ledger.add({ ...credential('next'), ...mine, openKey: 'its own' })).toMatchObject({ id: 'next' })
  })

  it('has the oldest due first, and deletes nothing that the agent has not forgotten', async () => {
    for (const [id, ms] of [
      ['second', -2 * day],
      ['third', -day],
      ['first', -3 * day],
    ] as const)
      await ledger.add({ ...credential(id, { state: 'abandoned' }), ...mine }, at(ms))
    expect(ids(await ledger.due('credential', new Date(), 2))).toEqual(['first', 'second'])
    await ledger.delete('first')
    expect(await ledger.find('credential', 'first')).toBeDefined()
  })

  it('keeps a forgotten entry for as long as its owner can come, also when it changes or is deleted', async () => {
    for (const id of ['deleted', 'revoked']) {
      await ledger.add({ ...credential(id, { state: 'credential_issued' }), ...mine })
      await ledger.markForgotten({ id, updatedAt: new Date().toISOString() })
    }
    await ledger.remove('deleted')
    await ledger.advance('credential', 'revoked', { state: 'credential_revoked' })
    expect(await ledger.due('credential', at(399 * day), 10)).toEqual([])
    expect(await ledger.due('credential', at(401 * day), 10)).toHaveLength(2)
  })
})

describe('an entry', () => {
  /** Stands for the agent's records. */
  let known: Map<string, Change<'credential'>>
  /** Of which entries the agent was asked. */
  let asked: string[]
  let forgotten: string[]
  let lifecycle: EntryLifecycle<'credential'>
  const caller = (visitor: string, address = '192.0.2.1') => ({ visitor, address, gone: new AbortController().signal })
  const capacity = { connection: 5_000, credential: 64, proof: 2_000 }

  beforeEach(() => {
    known = new Map()
    asked = []
    forgotten = []
    const quotas = createQuotas(ledger, capacity, 1, Buffer.alloc(32))
    lifecycle = new EntryLifecycle(
      { ledger, quotas, locks: createProcessLocks() },
      {
        kind: 'credential',
        read: async ({ id }) => {
          asked.push(id)
          return known.get(id)
        },
        forget: async ({ id }) => {
          if (id === 'stubborn') throw new Error('No such luck')
          if (!known.delete(id)) throw new AgentError('not-found', 'There is no such credential.')
          forgotten.push(id)
        },
        lost: { state: 'abandoned', refusal: 'unreachable' },
        expired: { state: 'abandoned', refusal: 'expired' },
        withdrawn: { state: 'abandoned', refusal: 'withdrawn' },
      },
    )
  })
  const begun = (id: string) => async () => {
    known.set(id, { state: 'offer_sent' })
    return credential(id)
  }

  it("is no other visitor's to see, to delete or to revoke", async () => {
    await lifecycle.begin(caller('me'), begun('one'))
    const missing = { status: 404, code: 'credential-not-found' }
    await expect(lifecycle.get('somebody else', 'one')).rejects.toMatchObject(missing)
    await expect(lifecycle.owned('somebody else', 'one')).rejects.toMatchObject(missing)
    await expect(lifecycle.delete('somebody else', 'one')).rejects.toMatchObject(missing)
    expect(await ledger.onConnection('somebody else', 'connection')).toEqual([])
    const place = { list: 'registry', index: '7' }
    expect(await ledger.findByStatus('somebody else', place)).toBeUndefined()
    expect(await ledger.findByStatus('me', { ...place, connectionId: 'another' })).toBeUndefined()
    expect(await ledger.findByStatus('me', { ...place, connectionId: 'connection' })).toMatchObject({ id: 'one' })
    expect(await ledger.findByStatus('me', place)).toMatchObject({ id: 'one' })
    expect(await lifecycle.get('me', 'one')).toMatchObject({ state: 'offer_sent' })
  })

  it('is the answer to equal requests while it is open, and not afterwards', async () => {
    const ids = ['one', 'two', 'three']
    const on = { connectionId: 'connection', openKey: 'key' }
    const ask = () => lifecycle.beginOrJoin(caller('me'), on, () => begun(ids.shift() ?? '')())
    const [first, second] = await Promise.all([ask(), ask()])
    expect([first.id, second.id]).toEqual(['one', 'one'])
    await lifecycle.advance('one', { state: 'credential_issued' })
    expect(await ask()).toMatchObject({ id: 'two', openKey: 'key' })
  })

  it('that its wallet never got is not the answer to an equal request', async () => {
    const on = { connectionId: 'connection', openKey: 'key' }
    await lifecycle.beginOrJoin(caller('me'), on, begun('one'))
    known.delete('one')
    expect(await lifecycle.findOpen('key')).toBeUndefined()
    expect(await lifecycle.beginOrJoin(caller('me'), on, begun('two'))).toMatchObject({ id: 'two' })
  })

  it('is answered as it is where a report says nothing new', async () => {
    await lifecycle.begin(caller('me'), begun('one'))
    expect(await lifecycle.advance('one', { state: 'offer_sent' })).toMatchObject({ id: 'one', version: 1 })
    expect(await lifecycle.advance('unknown', { state: 'request_received' })).toBeUndefined()
  })

  it('is waited for with every other one that is being begun on its connection', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const on = { connectionId: 'connection', openKey: 'slow' }
    const slow = lifecycle.beginOrJoin(caller('me'), on, () => answered.then(begun('slow')))
    await lifecycle.beginOrJoin(caller('me'), { connectionId: 'connection', openKey: 'fast' }, begun('fast'))
    const stored = lifecycle.untilStored('connection').then(() => lifecycle.find('slow'))
    answer()
    expect(await stored).toMatchObject({ id: 'slow' })
    await slow
  })

  it('is stored by its caller, although the agent emits it before it answers', async () => {
    let advanced: Promise<unknown> = Promise.resolve()
    const stored = await lifecycle.beginOrJoin(
      caller('me'),
      { connectionId: 'connection', openKey: 'key' },
      async () => {
        advanced = lifecycle
          .untilStored('connection')
          .then(() => lifecycle.advance('one', { state: 'request_received' }))
        await lifecycle.untilStored('another connection')
        return begun('one')()
      },
    )
    expect(stored).toMatchObject({ state: 'offer_sent', openKey: 'key', network: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await advanced).toMatchObject({ id: 'one', state: 'request_received', openKey: 'key' })
  })

  it('whose answer another server heard of first gets the key and the network of who asked for it', async () => {
    const entry = await lifecycle.begin(
      caller('me'),
      async () => {
        known.set('one', { state: 'offer_sent' })
        await lifecycle.adoptUnknown(credential('one'), { visitor: 'me', openKey: null })
        return credential('one')
      },
      'key',
    )
    expect(entry).toMatchObject({ openKey: 'key', network: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await lifecycle.findOpen('key')).toMatchObject({ id: 'one' })
  })

  it('that the agent has and the ledger lacks is taken up, as far as it is by now', async () => {
    known.set('one', { state: 'request_received' })
    await lifecycle.adoptUnknown(credential('one'), { visitor: 'me', openKey: 'key' })
    expect(await lifecycle.findOpen('key')).toMatchObject({ id: 'one', state: 'request_received', network: null })
    known.set('second', { state: 'offer_sent' })
    await lifecycle.adoptUnknown(credential('second'), { visitor: 'me', openKey: 'key' })
    expect(await lifecycle.find('second')).toMatchObject({ state: 'offer_sent', openKey: null })
    expect(await lifecycle.findOpen('key')).toMatchObject({ id: 'one' })
    known.set('over', { state: 'abandoned', refusal: 'declined' })
    await lifecycle.adoptUnknown(credential('over'), { visitor: 'me', openKey: null })
    expect(await lifecycle.find('over')).toMatchObject({ state: 'abandoned', refusal: 'declined', forgotten: 1 })
  })

  it('is looked for in the agent while it is open, and never after', async () => {
    for (const id of ['open', 'deleted', 'over']) await lifecycle.begin(caller('me'), begun(id))
    await ledger.remove('deleted')
    await ledger.advance('credential', 'over', { state: 'credential_issued' })
    asked.length = 0
    for (const id of ['open', 'deleted', 'over']) {
      const entry = (await lifecycle.find(id)) ?? expect.unreachable()
      expect(await lifecycle.reconcile(entry)).toEqual(entry)
    }
    expect(asked).toEqual(['open'])
  })

  it('that changed while the server was away is brought up to date with all that are open', async () => {
    for (const id of ['one', 'two', 'three']) await lifecycle.begin(caller('me'), begun(id))
    known.set('one', { state: 'request_received' })
    known.delete('two')
    await lifecycle.reconcileOpen()
    expect(await lifecycle.find('one')).toMatchObject({ state: 'request_received' })
    expect(await lifecycle.find('two')).toMatchObject({ state: 'abandoned', refusal: 'unreachable' })
    expect(await lifecycle.find('three')).toMatchObject({ state: 'offer_sent' })
  })

  it('that could not be begun keeps no caller waiting', async () => {
    const failing = lifecycle.beginOrJoin(caller('me'), { connectionId: 'connection', openKey: 'key' }, async () => {
      throw new Error('The wallet is away')
    })
    await expect(failing).rejects.toThrow('The wallet is away')
    await lifecycle.untilStored('connection')
  })

  it('that did not reach its wallet is not taken up, and ended where it was', async () => {
    await lifecycle.adoptUnknown(credential('gone'), { visitor: 'me', openKey: null })
    expect(await lifecycle.find('gone')).toBeUndefined()
    await lifecycle.begin(caller('me'), begun('one'))
    known.clear()
    const failing = lifecycle.beginOrJoin(caller('me'), { connectionId: 'connection', openKey: 'key' }, async () => {
      throw new Error('The wallet is away')
    })
    await expect(failing).rejects.toThrow('The wallet is away')
    expect(await lifecycle.find('one')).toMatchObject({ state: 'abandoned', refusal: 'unreachable', forgotten: 1 })
  })

  it('is forgotten by the agent before it is noted as forgotten, and again where that failed', async () => {
    for (const id of ['stubborn', 'other']) await lifecycle.begin(caller('me'), begun(id))
    await expect(lifecycle.advance('stubborn', { state: 'credential_issued' })).rejects.toThrow('No such luck')
    await lifecycle.advance('other', { state: 'credential_issued' })
    expect(await lifecycle.find('stubborn')).toMatchObject({ state: 'credential_issued', forgotten: 0 })
    expect(await lifecycle.find('other')).toMatchObject({ state: 'credential_issued', forgotten: 1 })
    await expect(lifecycle.sweep(afterwards(hour))).rejects.toThrow('No such luck')
    expect(await lifecycle.find('stubborn')).toMatchObject({ forgotten: 0 })
    expect(forgotten).toEqual(['other'])
  })

  it('is ended after a day, and deleted when no cookie can own it any more', async () => {
    await lifecycle.begin(caller('me'), begun('one'))
    await lifecycle.sweep(afterwards(day - hour))
    expect(await lifecycle.find('one')).toMatchObject({ state: 'offer_sent', forgotten: 0 })
    await lifecycle.sweep(afterwards(day + hour))
    expect(await lifecycle.find('one')).toMatchObject({ state: 'abandoned', refusal: 'expired', forgotten: 1 })
    await lifecycle.sweep(afterwards(400 * day))
    expect(await lifecycle.find('one')).toBeDefined()
    await lifecycle.sweep(afterwards(402 * day))
    expect(await lifecycle.find('one')).toBeUndefined()
  })

  it('is kept for as long as the operator wants', async () => {
    ledger = new Ledger(database, outbox, 7 * day)
    await ledger.add({ ...credential(), ...mine })
    await ledger.advance('credential', 'one', { state: 'credential_issued' })
    await ledger.markForgotten({ id: 'one', updatedAt: new Date().toISOString() })
    expect(await ledger.due('credential', afterwards(6 * day), 10)).toEqual([])
    expect(await ledger.due('credential', afterwards(8 * day), 10)).toHaveLength(1)
    const connection = { id: 'c', connectionId: 'c', threadId: null, refusal: null, invitationId: 'i', flowType: null }
    await ledger.add<'connection'>({ ...mine, ...connection, kind: 'connection', state: 'active' })
    expect(await ledger.due('connection', afterwards(6 * day), 10)).toEqual([])
    expect(await ledger.due('connection', afterwards(8 * day), 10)).toHaveLength(1)
  })

  it('is deleted with all others that are due, however many', async () => {
    const time = new Date(0).toISOString()
    const over = { version: 1, forgotten: 1, dueAt: time, deletedAt: null, createdAt: time, updatedAt: time } as const
    for (const thousand of [0, 1, 2]) {
      const ids = Array.from({ length: 1_000 }, (_, each) => `${thousand} ${each}`)
      const rows = ids.map((id) => ({ ...credential(id), ...mine, ...over }))
      await database.insertInto('ledger').values(rows).execute()
    }
    await lifecycle.sweep(new Date())
    expect(await database.selectFrom('ledger').select('id').execute()).toEqual([])
  })

  it('that its owner takes back is emitted as withdrawn, forgotten, and gone', async () => {
    await lifecycle.begin(caller('me'), begun('one'))
    await lifecycle.delete('me', 'one')
    await lifecycle.delete('me', 'one')
    await expect.poll(states).toEqual(['one offer_sent', 'one abandoned'])
    expect(emitted.at(-1)).toMatchObject({ refusal: 'withdrawn' })
    expect(forgotten).toEqual(['one'])
    await expect(lifecycle.get('me', 'one')).rejects.toMatchObject({ status: 404 })
  })

  describe('counts as open', () => {
    const fill = async (count: number, visitor: (each: number) => string, address: (each: number) => string) => {
      for (let each = 0; each < count; each++)
        await lifecycle.begin(caller(visitor(each), address(each)), begun(`${visitor(each)} ${address(each)} ${each}`))
    }
    const own = (each: number) => `198.51.100.${each}`
    const somebody = (each: number) => `visitor ${each}`

    it('against its visitor', async () => {
      await fill(5, () => 'me', own)
      await expect(lifecycle.begin(caller('me', own(6)), begun('more'))).rejects.toMatchObject({ status: 429 })
      await lifecycle.begin(caller('another', own(6)), begun('theirs'))
      await lifecycle.delete('me', `me ${own(0)} 0`)
      await lifecycle.begin(caller('me', own(7)), begun('more'))
    })

    it('against its network', async () => {
      await fill(8, somebody, () => '192.0.2.1')
      const more = () => lifecycle.begin(caller('another', '192.0.2.1'), begun('more'))
      await expect(more()).rejects.toMatchObject({ status: 429, code: 'too-many-calls' })
      await lifecycle.begin(caller('another', '192.0.2.2'), begun('elsewhere'))
      await lifecycle.advance(`${somebody(0)} 192.0.2.1 0`, { state: 'credential_issued' })
      await more()
    })

    it('against all but a fifth, which is for networks that have little open', async () => {
      await fill(capacity.credential * 0.8, somebody, own)
      await fill(5, somebody, () => '192.0.2.1')
      const more = (address: string) => lifecycle.begin(caller('another', address), begun(address))
      await expect(more('192.0.2.1')).rejects.toMatchObject({ status: 503, code: 'offers-busy' })
      await more('192.0.2.2')
    })

    it('against all, where it began within the last hour', async () => {
      await fill(capacity.credential, somebody, own)
      const more = () => lifecycle.begin(caller('another', '192.0.2.1'), begun('more'))
      await expect(more()).rejects.toMatchObject({ status: 503, code: 'offers-busy' })
      await database
        .updateTable('ledger')
        .set({ createdAt: new Date(Date.now() - hour - 1).toISOString() })
        .where('visitor', '=', somebody(0))
        .execute()
      await more()
    })
  })

  it('is found by an index, whatever is asked for', async () => {
    const queries = [
      sql`select * from ledger where kind = 'proof' and due_at <= 'x' order by due_at limit 5`,
      sql`select count(*) from ledger where kind = 'proof' and state in ('a') and created_at >= 'x' and visitor = 'v'`,
      sql`select count(*) from ledger where kind = 'proof' and state in ('a') and created_at >= 'x' and network = 'n'`,
      sql`select count(*) from ledger where kind = 'proof' and state in ('a') and created_at >= 'x'`,
      sql`select * from ledger where connection_id = 'c' and visitor = 'v' order by created_at`,
      sql`select count(*) from credential_definitions where visitor is not null and created_at >= 'x'`,
      sql`select count(*) from credential_definitions where visitor = 'v' and created_at >= 'x'`,
    ]
    for (const query of queries) expect(await scansOf(database, { compile: () => query.compile(database) })).toEqual([])
  })
})
