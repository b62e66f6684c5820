import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '@lastmile/e2e/free-port'
import { holderKeys, SdJwtWallet } from '@lastmile/e2e/sd-jwt-wallet'
import { StatusBits } from '@lastmile/formats/status-list'
import { CompactEncrypt, decodeJwt, importJWK, type JWK } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestServer } from '../test/running-server.ts'
import { buildBundle, type Entry, runEntry } from '../test/server-process.ts'
import { readyDefinition, staffCard } from '../test/showcase.ts'

let bundle: string
let dataDir: string
let port: number

beforeAll(async () => {
  bundle = await buildBundle('starting')
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'starting-'))
  port = await freePort()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const run = (entry: Entry, settings: Record<string, string> = {}) =>
  runEntry(bundle, entry, { PORT: String(port), DATA_DIR: dataDir, ...settings })

/** Starts, asks for the DID that the issuer publishes, and stops. */
async function publishedDid(settings: Record<string, string> = {}): Promise<string> {
  const server = run('main', settings)
  await expect
    .poll(() => server.output.stdout + server.output.stderr, { timeout: 40_000 })
    .toMatch(/Ready\.|can't be opened/)
  expect(server.output.stderr).toBe('')
  const log = await (await fetch(`http://localhost:${port}/.well-known/did.jsonl`)).text()
  expect(await server.stop()).toBe(0)
  return (JSON.parse(log.split('\n')[0] ?? '') as { state: { id: string } }).state.id
}

describe('a first start that is ended', () => {
  // From before the database is there until the keys of the first definition are being made.
  const moments = [60, 250, 400, 550, 700, 850, 1_000, 1_300, 1_700, 2_500]

  it.each(['kill', 'interrupt'] as const)(
    'at any moment, by %s, leaves data that the next start goes on with',
    async (end) => {
      for (const moment of moments) {
        const server = run('main')
        await setTimeout(moment)
        await server[end]()
        expect(server.output.stderr, `after ${moment} ms`).toBe('')
      }
      const did = await publishedDid()
      expect(await publishedDid()).toBe(did)
    },
  )
})

describe('a change of the store key', () => {
  const secret = () => readFile(join(dataDir, 'store.key'), 'utf8')

  it('keeps the issuer, and the old key opens nothing any more', async () => {
    const did = await publishedDid()
    const before = await secret()
    const rotation = run('rotate-key')
    expect(await rotation.ended).toBe(0)
    expect(rotation.output.stdout).toMatch(/^Encrypted with the new key: [1-9]\d* records, [1-9]\d* keys\.\n$/)
    expect(await secret()).not.toBe(before)
    expect(await publishedDid()).toBe(did)

    await writeFile(join(dataDir, 'store.key'), before)
    const locked = run('main')
    expect(await locked.ended).toBe(1)
    expect(locked.output.stderr).toMatch(/^The issuer's keys can't be opened: [^\n]+\.\n$/)
    const refused = run('rotate-key')
    expect(await refused.ended).toBe(1)
    expect(refused.output.stderr).toMatch(/^The data are encrypted with another key: [^\n]+\.\n$/)
  })

  it('leaves each SD-JWT card its own place in the status list, and refresh tokens nothing', async () => {
    const server = await TestServer.start({ DATABASE_URL: undefined, STORE_KEY: undefined, DATA_DIR: dataDir })
    const [visitor, other] = [server.visitor(), server.visitor()]
    const definitionId = await readyDefinition(visitor, staffCard(), 'openid4vc')
    const [key] = await holderKeys()
    if (!key) throw new Error('No key')
    const offered = async (name: string, whose = visitor) => {
      const { attributes } = staffCard(name)
      const body = { protocol: 'openid4vc', cred_def_id: definitionId, credential_proposal: { attributes } } as const
      const { credential_exchange_id: id, invitation_url = '' } = await whose.call('offerCredential', { body })
      const wallet = new SdJwtWallet(invitation_url)
      const answer = await wallet.token(wallet.code, await wallet.bound(key, '/openid4vc/token'))
      const { access_token: token, refresh_token: refreshToken } = (await answer.json()) as Record<string, string>
      return { id, wallet, token: token ?? '', refreshToken: refreshToken ?? '' }
    }
    type Offered = Awaited<ReturnType<typeof offered>>
    const placesIn = async (answer: Response) => {
      const { credentials } = (await answer.json()) as { credentials: { credential: string }[] }
      return credentials.map(({ credential }) => {
        const { status } = decodeJwt(credential.split('~')[0] ?? '') as { status: { status_list: { idx: number } } }
        return status.status_list.idx
      })
    }
    const taken = async ({ wallet, token }: Offered) => {
      const proofs = await wallet.proofs(await wallet.nonce(), await holderKeys(5))
      return placesIn(await wallet.credential('', proofs, undefined, await wallet.bound(key, credentialPath, token)))
    }
    const credentialPath = '/openid4vc/credential'
    const encryptionKey = async ({ wallet }: Offered) => {
      const metadata = await fetch(`${wallet.issuer}/.well-known/openid-credential-issuer`)
      const { credential_request_encryption } = (await metadata.json()) as Record<string, { jwks: { keys: JWK[] } }>
      return credential_request_encryption?.jwks.keys[0] ?? {}
    }
    const revokedPlaces = async (places: number[]) => {
      const token = decodeJwt(await (await fetch(`${server.url}/openid4vc/status-lists/1`)).text())
      const bits = await StatusBits.decode((token.status_list as { lst: string }).lst, 16_384)
      return places.filter((place) => bits.has(place))
    }
    const revoke = async (id: string) => {
      const { revoc_reg_id: rev_reg_id, revocation_id: cred_rev_id } = await visitor.call('getCredential', { id })
      await visitor.call('revoke', { body: { rev_reg_id: rev_reg_id ?? '', cred_rev_id: cred_rev_id ?? '' } })
    }
    try {
      const [mine, refilled, open] = [await offered('Ada'), await offered('Bola'), await offered('Eze')]
      const [places, theirs] = [await taken(mine), await taken(await offered('Ife', other))]
      await taken(refilled)
      const published = await encryptionKey(open)

      await server.pause()
      const rotation = run('rotate-key')
      expect([await rotation.ended, rotation.output.stderr]).toEqual([0, ''])
      await server.resume()

      expect(await encryptionKey(open)).toEqual(published)
      const { wallet, token } = open
      const proofs = { jwt: await wallet.proofs(await wallet.nonce(), await holderKeys(5)) }
      const [credential_configuration_id] = wallet.offer.credential_configuration_ids
      const request = JSON.stringify({ credential_configuration_id, proofs })
      const later = await fetch(server.url + credentialPath, {
        method: 'POST',
        body: await new CompactEncrypt(new TextEncoder().encode(request))
          .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: published.kid })
          .encrypt(await importJWK(published, 'ECDH-ES')),
        headers: { 'content-type': 'application/jwt', ...(await wallet.bound(key, credentialPath, token)) },
      })
      const others = [...theirs, ...(await placesIn(later))]
      const refreshed = await refilled.wallet.refresh(
        refilled.refreshToken,
        await wallet.bound(key, '/openid4vc/token'),
      )
      expect([refreshed.status, await refreshed.json()]).toMatchObject([400, { error: 'invalid_grant' }])
      const state = async () => (await visitor.call('getCredential', { id: mine.id })).state
      await expect.poll(state, { timeout: 15_000 }).toBe('credential_issued')
      await revoke(mine.id)
      expect(await revokedPlaces(places)).toEqual(places)
      expect(await revokedPlaces(others)).toEqual([])
    } finally {
      await server.pause()
    }
  })

  it('stopped before the data or after them, is finished or forgotten by the next start', async () => {
    const did = await publishedDid()
    await writeFile(join(dataDir, 'store.key.next'), 'made, and nothing encrypted with it yet')
    expect(await publishedDid()).toBe(did)

    const before = await secret()
    expect(await run('rotate-key').ended).toBe(0)
    await rename(join(dataDir, 'store.key'), join(dataDir, 'store.key.next'))
    await writeFile(join(dataDir, 'store.key'), before)
    expect(await publishedDid()).toBe(did)
    expect(await secret()).not.toBe(before)
  })

  it('goes from the file to a setting, and from one setting to the next', async () => {
    const did = await publishedDid()
    expect(await run('rotate-key', { NEW_STORE_KEY: 'the first secret of all' }).ended).toBe(0)
    await expect(secret()).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await publishedDid({ STORE_KEY: 'the first secret of all' })).toBe(did)

    const unsaid = run('rotate-key', { STORE_KEY: 'the first secret of all' })
    expect(await unsaid.ended).toBe(1)
    expect(unsaid.output.stderr).toMatch(/^Set NEW_STORE_KEY [^\n]+\.\n$/)

    const settings = { STORE_KEY: 'the first secret of all', NEW_STORE_KEY: 'another secret after it' }
    expect(await run('rotate-key', settings).ended).toBe(0)
    const again = run('rotate-key', settings)
    expect(await again.ended).toBe(0)
    expect(again.output.stdout).toMatch(/already\. Set STORE_KEY/)
    expect(await publishedDid({ STORE_KEY: 'another secret after it' })).toBe(did)
  })

  it('leaves a server that runs, and a folder without data, alone', async () => {
    const empty = run('rotate-key')
    expect(await empty.ended).toBe(1)
    expect(empty.output.stderr).toMatch(/^Nothing is encrypted in the data folder [^\n]+ yet\.\n$/)
    const server = run('main')
    await expect.poll(() => server.output.stdout, { timeout: 40_000 }).toContain('Ready')
    const refused = run('rotate-key')
    expect(await refused.ended).toBe(1)
    expect(refused.output.stderr).toMatch(/^Another server is running/)
    expect(await server.stop()).toBe(0)
  })
})
