import { expect, test, vi } from 'vitest'
import { signingKey } from '../src/core/nacl.ts'
import { ScriptedPeer } from './scripted-peer.ts'
import { anoncreds, visit } from './visitor.ts'

vi.mock('../src/core/nacl.ts', { spy: true })

test('a key is forgotten when its wallet is erased, replaced or closed', async () => {
  const peer = new ScriptedPeer()
  const fetch = async () => new Response(undefined, { status: 404 })
  const visitor = await visit({ openSocket: peer.openSocket, fetch })
  await visitor.holder.receive(peer.invitation())
  await peer.hears('/request')
  const file = await visitor.holder.export('seven unrelated words')
  /** How often the key had to be computed for what is sent. */
  const computedFor = async (work: () => Promise<void>) => {
    vi.mocked(signingKey).mockClear()
    await work()
    await peer.hears('/request')
    return vi.mocked(signingKey).mock.calls.length
  }
  const imports = () => visitor.holder.import(file, 'seven unrelated words')
  expect(await computedFor(() => visitor.holder.erase().then(imports))).toBe(1)
  expect(await computedFor(imports)).toBe(1)
  expect(await computedFor(() => visitor.reopens())).toBe(1)
  expect(visitor.holder.snapshot().connections).toMatchObject([{ state: 'connecting' }])
})

test('the memory of the cryptography, with its link secrets, is given up with its wallet', async () => {
  const { Instance } = WebAssembly
  const instances = vi.spyOn(WebAssembly, 'Instance').mockImplementation(function make(...given) {
    return new Instance(...given)
  })
  const visitor = await visit()
  const file = await visitor.holder.export('seven unrelated words')
  /** Whether what is computed after this work has a memory of its own. */
  const isNew = async (work: () => Promise<unknown>) => {
    instances.mockClear()
    await work()
    anoncreds.createLinkSecret()
    return instances.mock.calls.length === 1
  }
  anoncreds.createLinkSecret()
  expect(await isNew(async () => undefined)).toBe(false)
  expect(await isNew(() => visitor.holder.erase())).toBe(true)
  expect(await isNew(() => visitor.holder.import(file, 'seven unrelated words'))).toBe(true)
  expect(await isNew(() => visitor.reopens())).toBe(true)
})
