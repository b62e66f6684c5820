import { expect, test } from 'vitest'
import { memoryStorage } from '../src/core/memory-storage.ts'
import { createSealingKey, webCryptoSealing } from '../src/core/web-crypto-sealing.ts'
import { createHolder } from '../src/holder.ts'
import { resealed } from '../src/resealing.ts'
import { invitationTo } from './invitations.ts'
import { visit } from './visitor.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a wallet goes into another one as a file, and nobody reads it without the password', async () => {
  const visitor = await visit()
  visitor.network.goDown()
  await visitor.holder.receive(invitationTo('Café', 'https://cafe.example/didcomm'))
  const file = await visitor.holder.export('correct horse')
  const sealed = Buffer.from(JSON.parse(new TextDecoder().decode(file)).sealed, 'base64url')
  for (const readable of [Buffer.from(file), sealed]) expect(readable.includes('cafe.example')).toBe(false)

  const other = await visit()
  other.network.goDown()
  await other.holder.receive(invitationTo('Museum', 'https://museum.example/didcomm'))
  for (const [changed, password, code] of [
    [file, 'wrong horse', 'wrong-password'],
    [bytes('{}'), 'correct horse', 'unreadable-file'],
    [bytes('\u0000'), 'correct horse', 'unreadable-file'],
    [bytes(new TextDecoder().decode(file).replace('"version":1', '"version":2')), 'correct horse', 'newer-file'],
    [bytes(new TextDecoder().decode(file).replace('"version":1', '"version":0')), 'correct horse', 'unreadable-file'],
  ] as const)
    await expect(other.holder.import(changed, password)).rejects.toMatchObject({ code })
  expect(other.holder.snapshot().connections).toMatchObject([{ with: { label: 'Museum' } }])

  await other.holder.import(file, 'correct horse')
  expect(other.holder.snapshot()).toEqual({ ...visitor.holder.snapshot(), network: expect.any(String) })
  await other.reopens()
  expect(other.holder.snapshot().connections).toMatchObject([{ with: { label: 'Café' } }])
}, 60_000)

test('an erased wallet is empty, with another link secret, and goes on', async () => {
  const visitor = await visit()
  visitor.network.goDown()
  await visitor.holder.receive(invitationTo('Café', 'https://cafe.example/didcomm'))
  const secretOf = async () => {
    const [wallet] = await visitor.parts.storage.list('wallet')
    return JSON.parse(
      new TextDecoder().decode(await visitor.parts.sealing.open(wallet?.sealed ?? bytes(''), 'wallet wallet')),
    )
  }
  const before = await secretOf()
  await visitor.holder.erase()
  expect(visitor.holder.snapshot()).toMatchObject({ connections: [], history: [], waiting: 0 })
  expect(await secretOf()).not.toEqual(before)
  await visitor.holder.receive(invitationTo('Café', 'https://cafe.example/didcomm'))
  expect(visitor.holder.snapshot().connections).toHaveLength(1)
})

test('nothing lies in storage that can be read, moved or opened with another key', async () => {
  const storage = memoryStorage()
  const visitor = await visit({ storage })
  visitor.network.goDown()
  await visitor.holder.receive(invitationTo('Café', 'https://cafe.example/didcomm'))
  const records = [...(await storage.list('peer')), ...(await storage.list('outgoing'))]
  expect(records).toHaveLength(2)
  for (const { sealed } of records) expect(new TextDecoder().decode(sealed)).not.toMatch(/cafe|Test wallet/)
  await visitor.holder.close()

  const sealing = webCryptoSealing(await createSealingKey())
  await expect(createHolder({ ...visitor.parts, sealing })).rejects.toMatchObject({ code: 'unreadable-storage' })
  const [peer] = await storage.list('peer')
  await storage.write([{ kind: 'peer', id: 'another', sealed: peer?.sealed }])
  await visitor.reopens()
  expect(visitor.holder.snapshot()).toMatchObject({ connections: [{ with: { label: 'Café' } }], unreadable: 1 })
})

test('a wallet opens with another key, and no more with the one before', async () => {
  const storage = memoryStorage()
  const visitor = await visit({ storage })
  visitor.network.goDown()
  await visitor.holder.receive(invitationTo('Café', 'https://cafe.example/didcomm'))
  await storage.write([
    { kind: 'resource', id: 'r', sealed: await visitor.parts.sealing.seal(bytes('r'), 'resource r') },
  ])
  const before = visitor.holder.snapshot()
  await visitor.holder.close()

  const sealing = webCryptoSealing(await createSealingKey())
  await storage.replace(await resealed(storage, visitor.parts.sealing, sealing))
  await expect(createHolder(visitor.parts)).rejects.toMatchObject({ code: 'unreadable-storage' })
  await expect(resealed(storage, visitor.parts.sealing, sealing)).rejects.toThrow()
  const holder = await createHolder({ ...visitor.parts, sealing })
  expect(holder.snapshot()).toEqual({ ...before, network: expect.any(String) })
  const [kept] = await storage.list('resource')
  expect(await sealing.open(kept?.sealed ?? bytes(''), 'resource r')).toEqual(bytes('r'))
  await holder.close()
})
