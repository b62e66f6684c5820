import { LRUCache } from 'lru-cache'
import { type CompressedText, compressedText } from '../../../platform/http/compressed-text.ts'

/** A published object as wallets fetch it: every wallet fetches the same ones again and again. */
interface PublishedText extends CompressedText {
  /** A revocation registry's definition links each new status list; every other resource stays as it is. */
  grows: boolean
}

const cache = new LRUCache<string, PublishedText>({
  max: 500,
  maxSize: 16 * 1024 * 1024,
  ttl: 60 * 60_000,
  sizeCalculation: ({ plain }) => plain.length,
})

export function published(plain: string): PublishedText {
  const text = cache.get(plain) ?? {
    ...compressedText(plain),
    // Within a string the quotes would be escaped, so this is the property itself.
    grows: plain.includes('"resourceType":"anonCredsRevocRegDef"'),
  }
  cache.set(plain, text)
  return text
}
