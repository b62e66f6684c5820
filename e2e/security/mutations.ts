import { randomBytes, randomInt } from 'node:crypto'

/** Values that no parser expects. */
const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  '',
  ' ',
  '\u0000',
  '\u202e',
  '😀',
  '../../etc/passwd',
  "';--",
  'x'.repeat(5_000),
  '9'.repeat(2_000),
  'did:key:z',
  'did:webvh:x:localhost%3A1:x',
  'http://127.0.0.1:1/',
  '====',
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { base64: '=', json: {}, links: ['http://127.0.0.1:1/'] },
  JSON.parse('{"__proto__":{"polluted":true}}'),
]

const oneOf = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item

/** A copy in which one to three values are something else, or gone. */
export function mutatedJson<Json extends object>(value: Json): Json {
  const copy = structuredClone(value)
  for (let times = randomInt(1, 4); times > 0; times--) {
    const places = placesIn(copy)
    if (places.length === 0) break
    const { within, key } = oneOf(places)
    if (randomInt(5) === 0) delete within[key]
    else within[key] = structuredClone(oneOf(odd))
  }
  return copy
}

interface Place {
  within: Record<string, unknown>
  key: string
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const within = value as Record<string, unknown>
  return Object.keys(within).flatMap((key) => [{ within, key }, ...placesIn(within[key])])
}

/** The same text with some bytes changed, put in, left out or repeated; sometimes none of it is left. */
export function mutatedText(text: string): string {
  const bytes = Buffer.from(text)
  const at = randomInt(bytes.length + 1)
  const length = randomInt(1, 40)
  const ways = [
    () => Buffer.concat([bytes.subarray(0, at), randomBytes(length), bytes.subarray(at + length)]),
    () => Buffer.concat([bytes.subarray(0, at), randomBytes(length), bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
    () => bytes.subarray(0, at),
    () => Buffer.concat([bytes, bytes.subarray(at)]),
    () => randomBytes(length),
  ]
  return oneOf(ways)().toString('latin1')
}
