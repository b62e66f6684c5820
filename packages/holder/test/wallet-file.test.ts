import { expect, test } from 'vitest'
import { memoryStorage } from '../src/core/memory-storage.ts'
import { createEncryptionKey, webCryptoCipher } from '../src/core/web-crypto-cipher.ts'
import { createHolder } from '../src/holder.ts'
import { reencrypted } from '../src/reencryption.ts'
import { fullWallet } from './full-wallet.ts'
import { invitationTo } from './invitations.ts'
import { visit } from './visitor.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a wallet goes into another one as a file, and is unreadable without the password', async () => {
  const visitor = await visit()
  visitor.network.goDown()
  await visitor.holder.receive(invitationTo('Café', 'https://cafe.example/didcomm'))
  const file = await visitor.holder.export('correct horse')
  const encrypted = Buffer.from(JSON.parse(new TextDecoder().decode(file)).sealed, 'base64url')
  for (const readable of [Buffer.from(file), encrypted]) expect(readable.includes('cafe.example')).toBe(false)

  const other = await visit()
  other.network.goDown()
  await other.holder.receive(invitationTo('Museum', 'https://museum.example/didcomm'))
  for (const [changed, password, code] of [
    [file, 'wrong horse', 'wrong-password'],
    [bytes('{}'), 'correct horse', 'unreadable-file'],
    [bytes('\u0000'), 'correct horse', 'unreadable-file'],
    [new Uint8Array(64 * 1024 * 1024 + 1), 'correct horse', 'large-file'],
    [bytes(new TextDecoder().decode(file).replace('"version":1', '"version":2')), 'correct horse', 'newer-file'],
    [bytes(new TextDecoder().decode(file).replace('"version":1', '"version":0')), 'correct horse', 'unreadable-file'],
  ] as const)
    await expect(other.holder.import(changed, password)).rejects.toMatchObject({ code })
  expect(other.holder.snapshot().connections).toMatchObject([{ with: { label: 'Museum' } }])

  await other.holder.import(file, 'correct horse')
  expect(other.holder.snapshot()).toEqual({
    ...visitor.holder.snapshot(),
    network: expect.any(String),
    unreachable: expect.any(Array),
  })
  await other.reopens()
  expect(other.holder.snapshot().connections).toMatchObject([{ with: { label: 'Café' } }])
})

test('an erased wallet is empty, with another link secret, and goes on', async () => {
  const visitor = await visit()
  visitor.network.goDown()
  await visitor.holder.receive(invitationTo('Café', 'https://cafe.example/didcomm'))
  const secretOf = async () => {
    const [wallet] = await visitor.dependencies.storage.list('wallet')
    return JSON.parse(
      new TextDecoder().decode(
        await visitor.dependencies.cipher.decrypt(wallet?.encrypted ?? bytes(''), 'wallet wallet'),
      ),
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
  for (const { encrypted } of records) expect(new TextDecoder().decode(encrypted)).not.toMatch(/cafe|Test wallet/)
  await visitor.holder.close()

  const cipher = webCryptoCipher(await createEncryptionKey())
  await expect(createHolder({ ...visitor.dependencies, cipher })).rejects.toMatchObject({ code: 'unreadable-storage' })
  const [peer] = await storage.list('peer')
  await storage.write([{ kind: 'peer', id: 'another', encrypted: peer?.encrypted }])
  await visitor.reopens()
  expect(visitor.holder.snapshot()).toMatchObject({ connections: [{ with: { label: 'Café' } }], unreadable: 1 })
})

test('a wallet opens with another key, and no more with the one before', async () => {
  const storage = memoryStorage()
  const visitor = await visit({ storage })
  visitor.network.goDown()
  await visitor.holder.receive(invitationTo('Café', 'https://cafe.example/didcomm'))
  await storage.write([
    { kind: 'resource', id: 'r', encrypted: await visitor.dependencies.cipher.encrypt(bytes('r'), 'resource r') },
  ])
  const before = visitor.holder.snapshot()
  await visitor.holder.close()

  const cipher = webCryptoCipher(await createEncryptionKey())
  await storage.replace(await reencrypted(storage, visitor.dependencies.cipher, cipher))
  await expect(createHolder(visitor.dependencies)).rejects.toMatchObject({ code: 'unreadable-storage' })
  await expect(reencrypted(storage, visitor.dependencies.cipher, cipher)).rejects.toThrow()
  const holder = await createHolder({ ...visitor.dependencies, cipher })
  expect(holder.snapshot()).toEqual({ ...before, network: expect.any(String), unreachable: expect.any(Array) })
  const [kept] = await storage.list('resource')
  expect(await cipher.decrypt(kept?.encrypted ?? bytes(''), 'resource r')).toEqual(bytes('r'))
  await holder.close()
})

test('so does one that holds something of every kind, by both protocols', async () => {
  const { holder: full, dependencies } = await fullWallet()
  const before = full.snapshot()
  expect(before.credentials).toHaveLength(2)
  await full.close()

  const cipher = webCryptoCipher(await createEncryptionKey())
  await dependencies.storage.replace(await reencrypted(dependencies.storage, dependencies.cipher, cipher))
  const holder = await createHolder({ ...dependencies, cipher })
  const { credentials, offers, requests } = before
  expect(holder.snapshot()).toMatchObject({ credentials, offers, requests, unreadable: 0 })
  await holder.close()
})
