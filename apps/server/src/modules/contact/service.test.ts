import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ContactMailing, write } from '../../../test/contact-mailing.ts'
import { MailServer } from '../../../test/mail-server.ts'

let mailing: ContactMailing
/** How surely the disk had each message when it was written, and how it is now: SQLite's `synchronous`. */
const levels: unknown[] = []
let levelNow = (): unknown => undefined

vi.mock(import('../../platform/database/sqlite-file.ts'), async (original) => {
  const { openSqliteFile, ...others } = await original()
  return {
    ...others,
    openSqliteFile: (path) => {
      const file = openSqliteFile(path)
      levelNow = () => file.prepare('pragma synchronous').all([])[0]
      return {
        ...file,
        prepare: (text) => {
          if (text.startsWith('insert into "contact_messages"')) levels.push(levelNow())
          return file.prepare(text)
        },
      }
    },
  }
})

beforeEach(async () => {
  mailing = await ContactMailing.open()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await mailing.close()
})

describe('what may wait', () => {
  /** A quota of 500, so ten for each network. */
  const settings = { MAX_MESSAGES_WAITING: '500' }
  let count = 0
  const writeTimes = async (service: Parameters<typeof write>[0], times: number, network: string) => {
    for (let each = 0; each < times; each++) await write(service, `Message ${++count}`, `visitor ${count}`, network)
  }
  const refusal = { status: 503, code: 'messages-full' }

  it('is shared: one network, however many visitors it has, takes a part of it only', async () => {
    const service = mailing.start(settings)
    await writeTimes(service, 10, '198.51.100.1')
    await expect(writeTimes(service, 1, '198.51.100.1')).rejects.toMatchObject(refusal)
    await writeTimes(service, 10, '198.51.100.2')
    expect(await mailing.repository.all()).toHaveLength(20)
  })

  it('is free again when the operator deletes messages', async () => {
    const service = mailing.start(settings)
    await writeTimes(service, 10, '198.51.100.1')
    const [newest] = await mailing.repository.all()
    await mailing.repository.delete(newest?.id ?? '')
    await writeTimes(service, 1, '198.51.100.1')
    await expect(writeTimes(service, 1, '198.51.100.1')).rejects.toMatchObject(refusal)
  })

  it('does not count what the mail server has taken', async () => {
    const mailServer = await MailServer.start()
    const service = mailing.start({ ...settings, ...mailServer.settings })
    await writeTimes(service, 10, '198.51.100.1')
    await service.deliverDue()
    await writeTimes(service, 10, '198.51.100.1')
    await mailServer.pause()
  })

  it('keeps its last fifth for networks of which nothing waits, one message each, until it is full', async () => {
    const service = mailing.start({ MAX_MESSAGES_WAITING: '10' })
    for (const each of [1, 2]) await writeTimes(service, 3, `198.51.100.${each}`)
    await writeTimes(service, 2, '198.51.100.3')
    await expect(writeTimes(service, 1, '198.51.100.3')).rejects.toMatchObject(refusal)
    for (const each of [4, 5]) await writeTimes(service, 1, `198.51.100.${each}`)
    await expect(writeTimes(service, 1, '198.51.100.6')).rejects.toMatchObject(refusal)
  })
})

it('has a message on the disk, beyond a power cut, before it is confirmed to the visitor', async () => {
  const service = mailing.start({})
  levels.length = 0
  await write(service)
  // FULL while it is written; NORMAL for what others write after it, and FULL the next time again.
  expect(levels).toEqual([{ synchronous: 2 }])
  expect(levelNow()).toEqual({ synchronous: 1 })
})
