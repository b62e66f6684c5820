import type { Page } from 'playwright-core'
import { writingsOf } from './network-log.ts'

/**
 * The link secret and the private keys of the wallet that the page's site keeps, in the ways in which they may be
 * written.
 */
export async function walletSecrets(page: Page): Promise<Buffer[]> {
  const { linkSecret, keys } = await page.evaluate(readSecrets)
  if (!linkSecret || keys.length === 0) throw new Error('The wallet has no keys')
  const number = BigInt(linkSecret).toString(16)
  return [
    Buffer.from(linkSecret),
    ...writingsOf(Buffer.from(number.length % 2 ? `0${number}` : number, 'hex')),
    ...keys.flatMap((key) => writingsOf(Buffer.from(key, 'base64url'))),
  ]
}

/** Runs in the page, whose scripts may use the key that the records are encrypted with. */
async function readSecrets(): Promise<{ linkSecret: string; keys: string[] }> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open('wallet'))
  const stores = database.transaction(['keys', 'records'])
  const [key, names, records] = await Promise.all([
    done(stores.objectStore('keys').get('sealing')),
    done(stores.objectStore('records').getAllKeys()) as Promise<[string, string][]>,
    done(stores.objectStore('records').getAll()),
  ])
  database.close()
  const opened = async (kind: string) => {
    const ofKind = names.flatMap((name, index) => (name[0] === kind ? [{ name, encrypted: records[index] }] : []))
    return Promise.all(
      ofKind.map(async ({ name, encrypted }) => {
        const algorithm = {
          name: 'AES-GCM',
          iv: encrypted.slice(0, 12),
          additionalData: new TextEncoder().encode(name.join(' ')),
        }
        return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, encrypted.slice(12))))
      }),
    )
  }
  const [wallet] = await opened('wallet')
  const peers = await opened('peer')
  const credentials = await opened('credential')
  // An AnonCreds credential has no key of its own.
  const bound = credentials.flatMap(({ copies = [], refill }) => [...copies, { key: refill?.tokenKey }])
  return {
    linkSecret: wallet?.linkSecret ?? '',
    keys: [...peers.map(({ secret }) => secret), ...bound.flatMap(({ key }) => key?.d ?? [])],
  }
}
