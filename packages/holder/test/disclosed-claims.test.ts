import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disclosureOf } from '../src/core/disclosure.ts'
import { Stranger } from './openid4vc-stranger.ts'
import { visit } from './visitor.ts'

/** A claim; those that are selective have a disclosure of their own. */
type Tree = 'leaf' | { object: [name: string, tree: Tree, isSelective: boolean][] } | { array: [Tree, boolean][] }

const names = [
  'name',
  'address',
  'address.city',
  'city',
  'a b',
  '"quoted"',
  "it's",
  '0',
  'constructor',
  '__proto__',
  'é',
]
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant<Tree>('leaf'),
    fc.record({
      object: fc.uniqueArray(fc.tuple(fc.constantFrom(...names), tie('tree'), fc.boolean()), {
        maxLength: 4,
        selector: ([name]) => name,
      }),
    }),
    fc.record({ array: fc.array(fc.tuple(tie('tree'), fc.boolean()), { maxLength: 4 }) }),
  ),
}))
const cards = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), tree, fc.boolean()), {
  minLength: 1,
  maxLength: 5,
  selector: ([name]) => name,
})

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Signs nothing yet. Each leaf is 128 random bits. @returns what is signed, and the disclosures */
function issued(members: [string, Tree, boolean][]) {
  const disclosures: string[] = []
  const paths: (string | number)[][] = []
  const disclosed = (...content: unknown[]) => {
    const text = Buffer.from(JSON.stringify([randomBytes(8).toString('base64url'), ...content])).toString('base64url')
    disclosures.push(text)
    return digestOf(text)
  }
  const objectOf = (all: [string, Tree, boolean][], path: (string | number)[]): object => {
    const plain: [string, unknown][] = []
    const _sd: string[] = [digestOf(randomBytes(8).toString('hex'))]
    for (const [name, tree, isSelective] of all) {
      const value = contentOf(tree, [...path, name])
      if (isSelective) _sd.push(disclosed(name, value))
      else plain.push([name, value])
    }
    return Object.fromEntries([...plain, ['_sd', _sd]])
  }
  const contentOf = (tree: Tree, path: (string | number)[]): unknown => {
    paths.push(path)
    if (tree === 'leaf') return randomBytes(16).toString('hex')
    if ('object' in tree) return objectOf(tree.object, path)
    return tree.array.map(([each, isSelective], index) => {
      const value = contentOf(each, [...path, index])
      return isSelective ? { '...': disclosed(value) } : value
    })
  }
  return { payload: objectOf(members, []), disclosures, paths }
}

/** All texts of 128 bits within a text. */
const canariesIn = (text: string) => new Set(text.match(/[0-9a-f]{32}/g))

const decoded = (presentation: string) =>
  presentation
    .split('~')
    .slice(0, -1)
    .map((piece, index) => Buffer.from(index === 0 ? (piece.split('.')[1] ?? '') : piece, 'base64url').toString())
    .join('\n')

test('of every card, what is called private stays, and what leaves is listed', async () => {
  const wanted = fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 0, maxLength: 3 })
  let answered = 0
  await fc.assert(
    fc.asyncProperty(cards, wanted, async (members, picks) => {
      const { paths, ...parts } = issued(members)
      const claims = picks.map(([pick, isOpen]) => {
        const path = paths[pick % paths.length] ?? []
        return { path: path.map((step) => (isOpen && typeof step === 'number' ? null : step)) }
      })
      const stranger = new Stranger()
      const { holder } = await visit({ fetch: stranger.fetch })
      await holder.receive(stranger.offers({ credential: { parts } }))
      await holder.accept(holder.snapshot().offers[0]?.id ?? '')
      const query = { id: 'card', format: 'dc+sd-jwt', meta: {}, ...(claims.length > 0 && { claims }) }
      await holder.receive(await stranger.asks({ claims: { dcql_query: { credentials: [query] } } }))
      const { requests, credentials } = holder.snapshot()
      expect(credentials).toHaveLength(1)
      const [request = expect.fail()] = requests
      // An open place among values of several kinds is an error of the query.
      fc.pre(request.possible)
      const { shared, visible, kept } = disclosureOf(request, {}, credentials)
      await holder.answer(request.id)

      const left = canariesIn(decoded(await stranger.shown()))
      const listed = canariesIn([...shared, ...visible].map(({ value }) => value).join())
      const isPrivate = canariesIn(kept.map(({ value }) => value).join())
      expect(listed).toEqual(left)
      expect([...isPrivate].filter((each) => left.has(each))).toEqual([])
      const all = canariesIn(
        [JSON.stringify(parts.payload), ...parts.disclosures.map((each) => Buffer.from(each, 'base64url'))].join(),
      )
      expect(new Set([...listed, ...isPrivate])).toEqual(all)
      expect(holder.snapshot().history[0]).toMatchObject({
        shown: shared.map(({ name }) => name),
        visible: visible.map(({ name }) => name),
      })
      answered++
      await holder.close()
    }),
    { numRuns: 60 },
  )
  expect(answered).toBeGreaterThan(30)
})
