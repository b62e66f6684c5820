import { join } from 'node:path'
import { openNodeLabWallet } from '@lastmile/e2e/node-lab-wallet'
import { attributesOf, cardsOf, madeUp } from '@lastmile/lab/cards'
import { type CheatName, cheats } from '@lastmile/lab/cheats'
import { Lab } from '@lastmile/lab/lab'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../running-server.ts'
import { readyDefinition } from '../showcase.ts'

let server: TestServer
let lab: Lab

beforeAll(async () => {
  server = await TestServer.start({ CONTENT_DIR: join(import.meta.dirname, '../../../../packages/content') })
  const visitor = server.visitor()
  const api = visitor.call.bind(visitor)
  const { person, other } = await cardsOf(api)
  const definitions = { person: await readyDefinition(visitor, person), other: await readyDefinition(visitor, other) }
  lab = new Lab({
    ...{ api, definitions, openWallet: openNodeLabWallet },
    person: (older) => attributesOf(person, madeUp(older ? 40 : undefined)),
    otherCard: other.attributes,
  })
})
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

  it.each(names)('refuses %s', async (name) => {
    const { proof } = await lab.attempt(cheats[name])
    expect(proof).toMatchObject({ verified: false })
  })
})
