import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  createDID,
  deactivateDID,
  MultibaseEncoding,
  multibaseEncode,
  prepareDataForSigning,
  type Signer,
  updateDID,
  type Verifier,
} from 'didwebvh-ts'
import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '../src/core/system-clock.ts'
import { canonicalJson } from '../src/protocols/didcomm/dids/canonical-json.ts'
import { DidResolver } from '../src/protocols/didcomm/dids/did-resolver.ts'
import { addressOf, documentInLog } from '../src/protocols/didcomm/dids/did-webvh.ts'
import { multihash } from '../src/protocols/didcomm/dids/multihash.ts'
import { toMultikey } from '../src/protocols/didcomm/dids/multikey.ts'

/** Logs are made by another implementation. */
interface Key {
  multikey: string
  signer: Signer
}

function newKey(): Key {
  const secret = Uint8Array.from(randomBytes(32))
  const multikey = toMultikey(ed25519.getPublicKey(secret))
  return {
    multikey,
    signer: {
      getVerificationMethodId: () => `did:key:${multikey}#${multikey}`,
      async sign({ document, proof }) {
        const data = await prepareDataForSigning(document, proof)
        return { proofValue: multibaseEncode(ed25519.sign(data, secret), MultibaseEncoding.BASE58_BTC) }
      },
    },
  }
}

const verifier: Verifier = {
  verify: async (signature, message, key) => ed25519.verify(signature, message, key),
}

const method = (key: Key) => ({
  id: `#${key.multikey.slice(-8)}`,
  type: 'Multikey' as const,
  publicKeyMultibase: key.multikey,
})

type Entry = Record<string, unknown> & { parameters: Record<string, unknown>; proof: Record<string, unknown>[] }

async function created(key: Key, more: object = {}): Promise<Entry[]> {
  const { log } = await createDID({
    domain: 'issuer.example',
    created: new Date(Date.now() - 60_000).toISOString(),
    updateKeys: [key.multikey],
    verificationMethods: [method(key)],
    signer: key.signer,
    verifier,
    ...more,
  })
  return log as unknown as Entry[]
}

async function updated(log: Entry[], signer: Key, more: object): Promise<Entry[]> {
  const result = await updateDID({
    log: log as never,
    signer: signer.signer,
    verifier,
    domain: 'issuer.example',
    witnessProofs: [],
    ...more,
  })
  return result.log as unknown as Entry[]
}

/** The entry with a proof by this key. */
async function signedBy({ multikey, signer }: Key, { proof: [first], ...document }: Entry): Promise<Entry> {
  const { proofValue: _, ...proof } = { ...first, verificationMethod: `did:key:${multikey}#${multikey}` } as Record<
    string,
    unknown
  >
  const { proofValue } = await signer.sign({ document, proof })
  return { ...document, proof: [{ ...proof, proofValue }] } as Entry
}

const text = (log: Entry[]) => log.map((entry) => JSON.stringify(entry)).join('\n')
const read = (log: Entry[], now = Date.now()) => documentInLog(text(log), now)

/** The log with one entry more, signed as it should be, which the library would not make. */
async function continued(
  log: Entry[],
  signer: Key,
  change: (entry: Entry) => Entry,
  versionTime: unknown = new Date(Date.parse(String(log.at(-1)?.versionTime)) + 1_000).toISOString(),
): Promise<Entry[]> {
  const before = log.at(-1) as Entry
  const { proof, ...entry } = { ...change(structuredClone(before)), versionTime }
  const versionId = `${log.length + 1}-${multihash(canonicalJson(entry))}`
  return [...log, await signedBy(signer, { ...entry, proof, versionId } as Entry)]
}

const key = newKey()
const next = newKey()

test('the document of a log is its latest', async () => {
  const log = await created(key)
  expect(read(log).id).toMatch(/^did:webvh:Qm\w+:issuer\.example$/)
  const later = await updated(log, key, { updateKeys: [next.multikey], verificationMethods: [method(next)] })
  expect(read(later).verificationMethod?.[0]?.publicKeyMultibase).toBe(next.multikey)
})

describe('a log that does not hold', () => {
  const refused = async (change: (log: Entry[]) => unknown, message: RegExp, made?: Entry[]) => {
    const log = structuredClone(
      made ?? (await updated(await created(key), key, { verificationMethods: [method(next)] })),
    )
    const result = change(log)
    expect(() => read(Array.isArray(result) ? result : log)).toThrow(message)
  }

  test('its identifier is not the digest of its beginning', () =>
    refused((log) => {
      if (log[0]) log[0].parameters.portable = true
    }, /identifier/))
  test('an entry was changed', () =>
    refused((log) => {
      if (log[1]) log[1].versionTime = new Date().toISOString().replace(/\d\dZ|\.\d+Z/, '.123Z')
    }, /digest/))
  test('an entry is missing', () => refused((log) => log.slice(1), /begin|digest|identifier/))
  test('a signature is missing or of another text', async () => {
    await refused((log) => {
      if (log[1]) log[1].proof = []
    }, /not signed/)
    await refused((log) => {
      const [first, second] = log
      if (first && second) second.proof = first.proof
    }, /not signed/)
  })
  test('a key signs that may not', async () => {
    const [entry] = (await created(key)) as [Entry]
    const signed = await signedBy(next, entry)
    expect(() => read([signed])).toThrow(/not signed/)
    expect(read([await signedBy(key, entry)]).id).toMatch(/^did:webvh:/)
  })
  test('it is from the future', async () => {
    expect(() => documentInLog('', 0)).toThrow(/empty/)
    const log = await created(key)
    const past = Date.now() - 60 * 60_000
    expect(() => read(log, past)).toThrow(expect.objectContaining({ code: 'wrong-clock' }))
    expect(() => read([{ ...log[0], proof: [] } as Entry], past)).toThrow(/not signed/)
  })
  test('its DID is deactivated', async () => {
    // The library looks for witnesses on the network, and says so when there are none.
    vi.stubGlobal('fetch', async () => new Response(undefined, { status: 404 }))
    vi.spyOn(console, 'error').mockReturnValue()
    const { log } = await deactivateDID({ log: (await created(key)) as never, signer: key.signer, verifier })
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    expect(() => read(log as unknown as Entry[])).toThrow(/deactivated/)
  })
  test('it goes on after its end', async () => {
    const ended = await continued(await created(key), key, (entry) => ({ ...entry, parameters: { deactivated: true } }))
    expect(() => read(ended)).toThrow(/is deactivated/)
    const revived = await continued(ended, key, (entry) => ({ ...entry, parameters: { deactivated: false } }))
    expect(() => read(revived)).toThrow(/after its end/)
  })
  const moved = (log: Entry[], alsoKnownAs: (did: string) => unknown, place = 'other.example') =>
    continued(log, key, (entry) => ({
      ...entry,
      parameters: {},
      state: {
        ...JSON.parse(JSON.stringify(entry.state).replaceAll('issuer.example', place)),
        alsoKnownAs: alsoKnownAs(String((entry.state as { id: string }).id)),
      },
    }))
  test.each(['call +49 1 now', '\u202eelpmaxe', 'a“b', 'a\\nb'])(
    'its DID has what no DID may have: %s',
    async (words) => {
      const log = await created(key, { portable: true })
      const named = await moved(log, (did) => [did], `issuer.example:${words}`)
      expect(() => read(named)).toThrow(/invalid_format/)
    },
  )
  test('its DID moves to another host, which only one that was made portable may', async () => {
    const named = (did: string) => ['did:web:other.example', did]
    expect(read(await moved(await created(key, { portable: true }), named)).id).toMatch(/other\.example$/)
    for (const alsoKnownAs of [() => undefined, () => [], (did: string) => [`${did}:a`], (did: string) => did]) {
      const log = await moved(await created(key, { portable: true }), alsoKnownAs)
      expect(() => read(log)).toThrow(/moved/)
    }
    const log = await moved(await created(key), named)
    expect(() => read(log)).toThrow(/moved/)
  })
  const continuedAt = async (versionTime: unknown) =>
    continued(await created(key), key, (entry) => ({ ...entry, parameters: {} }), versionTime)
  test.each([
    ['of the moment of the one before', (before: number) => new Date(before).toISOString()],
    ['of a moment before', (before: number) => new Date(before - 1_000).toISOString()],
  ])('an entry is %s', async (_, momentOf) => {
    const log = await created(key)
    const before = Date.parse(String(log[0]?.versionTime))
    const parameters = {}
    const later = await continued(log, key, (entry) => ({ ...entry, parameters }), momentOf(before))
    expect(() => read(later, before + 60_000)).toThrow(/order/)
  })
  test.each([
    '2027-01-01',
    '2027-01-01T00:00:00',
    '2027-01-01T00:00:00+00:00',
    'Thu, 25 Nov 2027 16:40:00 +0000',
    '2027-13-01T00:00:00Z',
    '2027-02-30T00:00:00Z',
    '2027-01-01 00:00:00Z',
  ])('a moment is not written as ISO 8601 in UTC: %s', async (versionTime) => {
    const log = await continuedAt(versionTime)
    expect(() => read(log, Date.parse('2030-01-01'))).toThrow()
    expect(read(await continuedAt('2027-01-01T00:00:00Z'), Date.parse('2030-01-01')).id).toMatch(/^did:webvh:/)
  })
  test('it needs witnesses', async () => {
    await refused(
      ([first]) => (first ? [{ ...first, parameters: { ...first.parameters, witness: { threshold: 1 } } }] : []),
      /witness/,
    )
  })
})

test('keys that were announced take over, and no others', async () => {
  const log = await created(key, { nextKeyHashes: [multihash(next.multikey)] })
  const rotated = await updated(log, next, {
    updateKeys: [next.multikey],
    nextKeyHashes: [multihash(key.multikey)],
    verificationMethods: [method(next)],
  })
  expect(read(rotated).verificationMethod?.[0]?.publicKeyMultibase).toBe(next.multikey)

  const [first] = log as [Entry]
  const thief = newKey()
  const goesOn = (signer: Key, parameters: Record<string, unknown>) =>
    continued([first], signer, (entry) => ({ ...entry, parameters }))
  expect(read(await goesOn(next, { updateKeys: [next.multikey], nextKeyHashes: [] })).id).toMatch(/^did:webvh:/)
  for (const [signer, parameters] of [
    [thief, { updateKeys: [thief.multikey], nextKeyHashes: [] }],
    [thief, { updateKeys: [next.multikey, thief.multikey], nextKeyHashes: [] }],
    [key, { nextKeyHashes: [] }],
    [key, { updateKeys: [], nextKeyHashes: [] }],
  ] as const)
    expect(await goesOn(signer, parameters).then((forged) => () => read(forged))).toThrow(/announced/)
})

test('a host’s DID is one that names the host, not a copy of another host’s', async () => {
  const log = text(await created(key))
  const dids = new DidResolver({ fetch: async () => new Response(log), clock: systemClock })
  expect((await dids.ofHost('https://issuer.example')).id).toMatch(/:issuer\.example$/)
  await expect(dids.ofHost('https://mirror.example')).rejects.toMatchObject({ code: 'untrusted' })
})

test('a DID says where it is published', () => {
  expect(addressOf('did:webvh:Qm1:issuer.example')).toBe('https://issuer.example/.well-known/did.jsonl')
  expect(addressOf('did:webvh:Qm1:localhost%3A8080')).toBe('http://localhost:8080/.well-known/did.jsonl')
  expect(addressOf('did:webvh:Qm1:issuer.example:a:b')).toBe('https://issuer.example/a/b/did.jsonl')
  expect(addressOf('did:webvh:Qm1:issuer.example', 'resources/z1')).toBe('https://issuer.example/resources/z1')
  for (const did of [
    'did:webvh:Qm1:evil.example%2Fa',
    'did:webvh:Qm1:a@b.example',
    'did:webvh:Qm1',
    'did:web:a.example:b',
  ])
    expect(() => addressOf(did)).toThrow()
})
