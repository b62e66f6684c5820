import { join } from 'node:path'
import { deeds, findings, openPupil, type PupilAtWork, sentencesOf, steps } from '@lastmile/e2e/pupil'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { TestServer } from '../running-server.ts'
import { readyDefinition, staffCheck } from '../showcase.ts'

let server: TestServer
let pupil: PupilAtWork
const fetched = vi.spyOn(globalThis, 'fetch')

/** One of a class of thirty, and a thirtieth of what may be open by default. */
beforeAll(async () => {
  server = await TestServer.start({
    CONTENT_DIR: join(import.meta.dirname, '../../../../packages/content'),
    RATE_LIMIT_FACTOR: '1',
    MAX_OPEN_INVITATIONS: '167',
    MAX_OPEN_OFFERS: '67',
    MAX_OPEN_PROOFS: '67',
  })
  const visitor = server.visitor()
  pupil = await openPupil((name, input) => visitor.call(name, input), { halfMinute: 1 })
})
afterAll(async () => {
  fetched.mockRestore()
  await pupil.close()
  await server.stop()
})

/** A visitor at the class's address begins to connect and asks for a proof, as the demo does. */
async function neighbourBegins() {
  const neighbour = server.visitor()
  await neighbour.call('createInvite', { body: { my_label: 'Office' } })
  const body = { proof_request: staffCheck(await readyDefinition(neighbour)) }
  const { proof } = await neighbour.call('requestProofOutOfBand', { body })
  await neighbour.call('deleteProof', { id: proof.presentation_exchange_id })
}

it('has a deed or a finding for every sentence of the sheet, and none beside', () => {
  const sentences = (part: 'does' | 'sees') => new Set(steps.flatMap((step) => sentencesOf(step[part])))
  expect(Object.keys(deeds).sort()).toEqual([...sentences('does')].sort())
  expect(Object.keys(findings).sort()).toEqual([...sentences('sees')].sort())
})

it('takes a pupil through both lessons, and refuses nobody at the address', { timeout: 360_000 }, async () => {
  for (const step of steps) {
    await pupil.follow(step)
    await neighbourBegins()
  }
  const answers = await Promise.all(fetched.mock.results.map(({ value }) => value.catch(() => undefined)))
  expect(answers.length).toBeGreaterThan(250)
  expect(answers.filter((answer) => answer?.status === 429)).toEqual([])
})
