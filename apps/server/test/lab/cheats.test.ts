import { join } from 'node:path'
import { anonCredsChecks, openid4vpChecks } from '@lastmile/agent/test/checks'
import type { VerifierCheck } from '@lastmile/contracts'
import { openNodeLabWallet } from '@lastmile/e2e/node-lab-wallet'
import { checks as sdJwtChecks } from '@lastmile/formats/sd-jwt'
import { type Cheat, type CheatName, cheats } from '@lastmile/lab/cheats'
import type { Lab } from '@lastmile/lab/lab'
import { openLab } from '@lastmile/lab/open-lab'
import { putTogether, takenApart } from '@lastmile/lab/sd-jwt-parts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestServer } from '../running-server.ts'
import type { VisitorClient } from '../visitor-client.ts'

let server: TestServer
let lab: Lab
let visitor: VisitorClient

beforeAll(async () => {
  server = await TestServer.start({ CONTENT_DIR: join(import.meta.dirname, '../../../../packages/content') })
  visitor = server.visitor()
  lab = await openLab((name, input) => visitor.call(name, input), openNodeLabWallet)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await lab.close()
  await server.stop()
})

const names = Object.keys(cheats) as CheatName[]

describe('the verifier of all use cases', () => {
  it.each(['didcomm', 'openid4vc'] as const)('takes an honest answer by %s', async (protocol) => {
    const { proof } = await lab.share({ protocol, question: 'met', verifier: 'Corner Shop' })
    expect(proof).toMatchObject({ verified: true, refusal: null })
  })

  it.each(['didcomm', 'openid4vc'] as const)('judges what was edited by %s as it stands', async (protocol) => {
    const untouched = await lab.draft(protocol)
    const same = typeof untouched === 'string' ? putTogether(takenApart(untouched)) : untouched
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

  it.each(names)('refuses %s, by the check that the lab names', async (name) => {
    const { check, next: expected }: Cheat = cheats[name]
    const { proof, next } = await lab.attempt(cheats[name])
    expect(proof).toMatchObject({ verified: false, failed_check: check })
    expect(next).toBe(expected)
  })

  it.each(names)('takes %s where that check is turned off', async (name) => {
    const { check, next }: Cheat = cheats[name]
    turnOff(check)
    if (next) {
      expect((await lab.attempt(cheats[name])).proof).toMatchObject({ verified: false, failed_check: next })
      turnOff(next)
    }
    expect((await lab.attempt(cheats[name])).proof).toMatchObject({ verified: true, failed_check: null })
  })
})

function turnOff(check: VerifierCheck): void {
  // Without a binding there is nothing in it that could be checked one by one.
  const name = check === 'key-binding-missing' ? 'key-binding' : check
  const tables: Record<string, () => unknown>[] = [anonCredsChecks, openid4vpChecks, sdJwtChecks] as never
  const table = tables.find((each) => Object.hasOwn(each, name))
  if (!table) throw new Error(`No table has the check ${name}.`)
  vi.spyOn(table, name).mockImplementation(() => undefined)
}
