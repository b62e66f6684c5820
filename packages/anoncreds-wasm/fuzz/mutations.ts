import type { Loose } from '../test/native-issuer.ts'

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    // Mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Where a value stands: in an object or a list. */
interface Place {
  holder: Loose
  key: string | number
}

/** @returns a copy in which one to four things are different */
export function mutated(task: Loose, random: () => number): Loose {
  const copy = structuredClone(task)
  const times = 1 + Math.floor(random() * random() * 4)
  for (let i = 0; i < times; i++) {
    const places = [...placesIn(copy)]
    const place = pick(places, random)
    if (place) change(place, places, random)
  }
  return copy
}

function* placesIn(holder: Loose): Generator<Place> {
  // Files stand for themselves, and of long lists the beginning will do.
  if (holder instanceof Uint8Array) return
  for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
    if (typeof key === 'number' && key > 12) return
    if (!isOfCaller(holder, key)) yield { holder, key }
    const value = holder[key]
    if (typeof value === 'object' && value !== null) yield* placesIn(value)
  }
}

/** Keys that are no document of others, but arguments of the caller. */
const isOfCaller = (holder: Loose, key: string | number) =>
  key === 'credentials' ||
  holder[key]?.revealed !== undefined ||
  (key === 'revocation' && holder.revealed !== undefined)

const pick = <T>(list: T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)]

function change({ holder, key }: Place, places: Place[], random: () => number): void {
  const value = holder[key]
  if (value instanceof Uint8Array) {
    holder[key] = changedFile(value, random)
    return
  }
  const other = pick(places, random)
  const changes: (() => unknown)[] = [
    () => pick(oddities, random),
    () => pick(oddities, random),
    () => structuredClone(other?.holder[other.key]),
    () => (typeof value === 'string' ? changedText(value, random) : value),
    () => (typeof value === 'string' ? sameKind(value, places, random) : value),
    () => (Array.isArray(value) ? [...value, ...value] : value),
    () => (Array.isArray(value) ? value.slice(1) : value),
    () => nested(3 + Math.floor(random() * 400)),
  ]
  if (random() < 0.1 && !Array.isArray(holder)) delete holder[key]
  else holder[key] = pick(changes, random)?.()
}

const zero = '0'.repeat(64)
const oddities: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  2 ** 53,
  4294967295,
  '',
  ' ',
  '0',
  '1',
  '2',
  '-1',
  '-0',
  '00',
  '+1',
  '1e9',
  'ffff',
  [],
  {},
  [[]],
  ['x', '1'],
  '\u0000',
  'é',
  '𝄞'.repeat(40),
  zero,
  'F'.repeat(64),
  'F'.repeat(70),
  '9'.repeat(200),
  `1 ${zero} 1 ${zero} 1 ${zero}`,
  `1 ${zero} 2 ${zero} 3 ${zero} 1 ${zero} 1 ${zero} 1 ${zero}`,
  String(2n ** 596n + 1n),
  String(2n ** 2047n + 1n),
  String(2n ** 2069n - 1n),
  String(2n ** 2068n),
  '9'.repeat(100_000),
  Array.from({ length: 3000 }, () => 1),
  Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, '1'])),
  '>=',
  '<',
  'DELTA',
  'master_secret',
  'age',
  '__proto__',
]

function changedText(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1))
  const changes = [
    () => text.slice(0, at) + Math.floor(random() * 16).toString(16) + text.slice(at + 1),
    () => text.slice(0, at),
    () => text + text.slice(at),
    () => `${text.slice(0, at)} ${text.slice(at)}`,
    () => (/^\d+$/.test(text) ? String(BigInt(text.slice(0, 2000)) + 1n) : text.toUpperCase()),
  ]
  return pick(changes, random)?.() ?? text
}

/** Another text of about the same length: a point for a point, a number for a number. */
function sameKind(text: string, places: Place[], random: () => number): unknown {
  const texts = places.map(({ holder, key }) => holder[key]).filter((value) => typeof value === 'string')
  return pick(
    texts.filter((other) => Math.abs(other.length - text.length) < 5),
    random,
  )
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { value }
  return value
}

function changedFile(file: Uint8Array, random: () => number): Uint8Array {
  const copy = new Uint8Array(file)
  const at = Math.floor(random() * copy.length)
  if (random() < 0.3) return copy.subarray(0, at)
  copy.fill(Math.floor(random() * 256), at, at + Math.floor(random() * 300))
  return copy
}
