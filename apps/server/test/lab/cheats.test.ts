import { join } from 'node:path'
import { anonCredsChecks, openid4vpChecks } from '@lastmile/agent/test/checks'
import { anonCredsChecks as anonCredsCheckNames, type VerifierCheck, verifierChecks } from '@lastmile/contracts'
import { openNodeLabWallet } from '@lastmile/e2e/node-lab-wallet'
import { checks as sdJwtChecks } from '@lastmile/formats/sd-jwt'
import { type Cheat, type CheatName, cheats } from '@lastmile/lab/cheats'
import type { Lab } from '@lastmile/lab/lab'
import type { LabWallet } from '@lastmile/lab/lab-wallet'
import { openLabs } from '@lastmile/lab/open-lab'
import { parseSdJwt, serializeSdJwt } from '@lastmile/lab/sd-jwt-parts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestServer } from '../running-server.ts'
import type { VisitorClient } from '../visitor-client.ts'

let server: TestServer
let lab: Lab
let visitor: VisitorClient
const wallets: LabWallet[] = []

const openWallet: typeof openNodeLabWallet = async (...options) => {
  const wallet = await openNodeLabWallet(...options)
  wallets.push(wallet)
  return wallet
}

beforeAll(async () => {
  server = await TestServer.start({ CONTENT_DIR: join(import.meta.dirname, '../../../../packages/content') })
  visitor = server.visitor()
  ;[lab] = await openLabs((name, input) => visitor.call(name, input), openWallet)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await lab.close()
  await server.stop()
})

const cheatOf = (name: CheatName): Cheat => cheats[name]
const names = Object.keys(cheats) as CheatName[]
const caught = names.filter((name) => cheatOf(name).check)

const isLongRun = process.env.EVERY_CHEAT !== undefined
const protocolOf = (check: VerifierCheck) =>
  (anonCredsCheckNames as readonly string[]).includes(check) ? 'didcomm' : 'openid4vc'
/** Taken out here. Those of AnonCreds are in the long run, since `verifier-checks` of the agent takes each out. */
const takenOut = (check: VerifierCheck) => isLongRun || protocolOf(check) === 'openid4vc'

/** The cheats that are sent without a check: its own, or in the long run all that are caught, of its family. */
const tried = (off: VerifierCheck): CheatName[] =>
  caught.filter((name) => {
    const { protocol, check } = cheatOf(name)
    return protocol === protocolOf(off) && (isLongRun || check === off)
  })

describe('the verifier of all use cases', () => {
  it.each(['didcomm', 'openid4vc'] as const)('takes an honest answer by %s', async (protocol) => {
    const { proof } = await lab.share({ protocol, question: 'met', verifier: 'Corner Shop' })
    expect(proof).toMatchObject({ verified: true, refusal: null })
  })

  it.each(['didcomm', 'openid4vc'] as const)('judges what was edited by %s as it stands', async (protocol) => {
    const untouched = await lab.draft(protocol)
    const same = typeof untouched === 'string' ? serializeSdJwt(parseSdJwt(untouched)) : untouched
    expect(same).toEqual(untouched)
    // In between, another answer to the same question.
    await lab.share({ protocol, question: 'met', verifier: 'Corner Shop' })
    expect((await lab.send(protocol, same)).proof).toMatchObject({ verified: true })
    await expect(lab.send(protocol, same)).rejects.toThrow('Nothing was asked.')

    const lost = await lab.draft(protocol)
    vi.spyOn(visitor, 'call').mockRejectedValueOnce(new Error('No network'))
    await expect(lab.send(protocol, lost)).rejects.toThrow('No network')
    expect((await lab.send(protocol, lost)).proof).toMatchObject({ verified: true })

    await lab.draft(protocol)
    const { sent, proof } = await lab.send(protocol, protocol === 'didcomm' ? { no: 'presentation' } : 'none~')
    expect(sent.presentation).toEqual(protocol === 'didcomm' ? { no: 'presentation' } : 'none~')
    expect(proof).toMatchObject({ verified: false, refusal: 'not-verifiable' })
  })

  it.each(['didcomm', 'openid4vc'] as const)(
    'counts the cards of one anonymity set by %s, one’s own included',
    async (by) => {
      const before = await lab.anonymitySet(by)
      expect(before).toBeGreaterThan(0)
      const neighbour = server.visitor()
      const [other] = await openLabs((name, input) => neighbour.call(name, input), openNodeLabWallet)
      expect(await other.anonymitySet(by)).toBe(before + 1)
      expect(await lab.anonymitySet(by)).toBe(before + 1)
      // The neighbour's card is of another quarter, which verifiers see on an SD-JWT alone.
      await server.beside(async (database) => {
        const cards = database.selectFrom('ledger').select('id').where('kind', '=', 'credential')
        const { id } = await cards.orderBy('createdAt', 'desc').executeTakeFirstOrThrow()
        await database
          .updateTable('ledger')
          .set({ createdAt: '2026-06-30T23:59:59.999Z' })
          .where('id', '=', id)
          .execute()
      })
      expect(await lab.anonymitySet(by)).toBe(by === 'didcomm' ? before + 1 : before)
      expect(await other.anonymitySet(by)).toBe(by === 'didcomm' ? before + 1 : 1)
      await other.close()
      neighbour.disconnect()
    },
  )

  it('has a cheat for each of its checks', () => {
    const stopping = new Set(names.map((name) => cheatOf(name).check))
    expect(verifierChecks.filter((check) => !stopping.has(check))).toEqual([])
  })

  it.each(caught)('refuses %s, by the check that the lab names', async (name) => {
    const { check, next: expected } = cheatOf(name)
    const { proof, next } = await lab.attempt(cheatOf(name))
    expect(proof).toMatchObject({ verified: false, failed_check: check })
    expect(next).toBe(expected)
  })

  it.each(names.filter((name) => !caught.includes(name)))('takes %s, as the lab says', async (name) => {
    expect((await lab.attempt(cheatOf(name))).proof).toMatchObject({ verified: true, failed_check: null })
  })

  it.each(verifierChecks.filter(takenOut))('without %s takes its cheats, and refuses others as before', async (off) => {
    turnOff(off)
    for (const name of tried(off)) {
      const { check, next = [] } = cheatOf(name)
      const failed_check = check === off ? (next[0] ?? null) : check
      const { proof } = await lab.attempt(cheatOf(name))
      expect(proof, name).toMatchObject({ verified: failed_check === null, failed_check })
    }
  })

  it.each(caught.filter((name) => cheatOf(name).next && takenOut(cheatOf(name).check as VerifierCheck)))(
    'takes %s without all checks that the lab names',
    async (name) => {
      const { check, next = [] } = cheatOf(name)
      for (const each of [check, ...next]) {
        expect((await lab.attempt(cheatOf(name))).proof).toMatchObject({ verified: false, failed_check: each })
        if (each) turnOff(each)
      }
      expect((await lab.attempt(cheatOf(name))).proof).toMatchObject({ verified: true, failed_check: null })
    },
  )
})

it('leaves nothing open in its wallets, which take only so many requests', () => {
  expect(wallets.length).toBeGreaterThan(1)
  expect(wallets.flatMap(({ holder }) => holder.snapshot().requests)).toEqual([])
})

function turnOff(name: VerifierCheck): void {
  const tables: Record<string, () => unknown>[] = [anonCredsChecks, openid4vpChecks, sdJwtChecks] as never
  const table = tables.find((each) => Object.hasOwn(each, name))
  if (!table) throw new Error(`No table has the check ${name}.`)
  vi.spyOn(table, name).mockImplementation(() => undefined)
}
