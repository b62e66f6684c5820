import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { fromBase64Url, toBase64Url } from '../src/core/encoding/base64url.ts'
import { webCryptoCipher } from '../src/core/web-crypto-cipher.ts'
import { fullWallet } from './full-wallet.ts'
import { visit } from './visitor.ts'

/** The cost of the password is not what is looked at here. */
vi.mock('@noble/hashes/scrypt.js', () => ({ scryptAsync: async () => new Uint8Array(32) }))

const password = 'seven unrelated words'
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const json = (text: Uint8Array) => JSON.parse(new TextDecoder().decode(text))

/** Every place within a value, as the names that lead there. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [path, ...inside.flatMap(([name, each]) => placesIn(each, [...path, name]))]
}

const gone = Symbol('gone')

function changed(value: unknown, [name, ...rest]: string[], to: unknown): unknown {
  if (name === undefined) return to
  if (typeof value !== 'object' || value === null) return value
  const next = changed((value as Record<string, unknown>)[name], rest, to)
  const copy = Array.isArray(value) ? [...value] : { ...value }
  if (next === gone) delete (copy as Record<string, unknown>)[name]
  else (copy as Record<string, unknown>)[name] = next
  return copy
}

const anything = fc.oneof(
  fc.constant(gone),
  fc.constantFrom<unknown>(null, '', '0', -1, 1e300, [], {}, [null], '\u202e', 'did:webvh:', '\ud800'),
  fc.jsonValue(),
  fc.constantFrom('__proto__', 'constructor').map((name) => JSON.parse(`{"${name}":{"x":1}}`)),
)

test('a wallet with arbitrary changes is refused, or opens, and can always be saved and erased', async () => {
  const original = await fullWallet()
  const { sealed, ...file } = json(await original.holder.export(password))
  const key = await crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const inFile = webCryptoCipher(key)
  const records = json(await inFile.decrypt(fromBase64Url(sealed), 'last-mile-wallet 1'))
  const places = placesIn(records).slice(1)
  const visitor = await visit({ ...original.dependencies })
  visitor.network.goDown()

  const mutations = fc.array(fc.tuple(fc.constantFrom(...places), anything), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(mutations, async (all) => {
      const forged = all.reduce((value, [path, to]) => changed(value, path, to), records)
      const content = toBase64Url(await inFile.encrypt(bytes(forged), 'last-mile-wallet 1'))
      const before = visitor.holder.snapshot()
      try {
        await visitor.holder.import(bytes({ ...file, sealed: content }), password)
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(unreadable|damaged)-file$/) })
        expect({ ...visitor.holder.snapshot(), network: '' }).toEqual({ ...before, network: '' })
        return
      }
      await visitor.reopens()
      const { requests, offers } = structuredClone(visitor.holder.snapshot())
      for (const { id } of requests) await visitor.holder.answer(id).catch(() => undefined)
      for (const { id } of offers) await visitor.holder.decline(id).catch(() => undefined)
      await visitor.holder.checkRevocations()
      await visitor.holder.export(password)
      await visitor.holder.erase()
      expect(visitor.holder.snapshot()).toMatchObject({ connections: [], credentials: [], unreadable: 0 })
    }),
    { numRuns: 50 },
  )
})
