import { protocolMessageLimits } from '@lastmile/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openid4vcContent } from '../src/openid4vc/messages/openid4vc-content.ts'
import { MessageRecorder } from '../src/openid4vc/messages/openid4vc-recorder.ts'
import { sdJwtParts } from '../src/openid4vc/messages/sd-jwt-parts.ts'
import type { RecordedMessage } from '../src/port/exchanges.ts'

const logger = { info() {}, warn() {}, error() {} }
const about = { credentialId: 'x1', state: 'offer_sent' } as const

/** The record of a request. */
function recorded(request: object, names: string[] = []): RecordedMessage | undefined {
  const recorder = new MessageRecorder(logger)
  const messages: RecordedMessage[] = []
  recorder.listen((message) => messages.push(message))
  recorder.recordRequest('openid4vp/authorization-response', { about, request, names })
  return messages[0]
}

test('shows no text of a wallet, wherever it stands', () => {
  const text = fc.string({ minLength: 4, maxLength: 40 }).map((each) => `Canary${each}`)
  const keys = fc.oneof(text, fc.constantFrom(...openid4vcContent.keys, ...openid4vcContent.ownValues, 'base64'))
  const leaf = fc.oneof(text, text.map(sdJwtParts), fc.integer(), fc.boolean())
  const message = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('value'), { maxLength: 4 }), tie('object')),
    object: fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
  })).object as fc.Arbitrary<object>
  fc.assert(
    fc.property(message, (value) => {
      const shown = JSON.stringify(recorded(value, ['name', 'credential_1'])?.message)
      expect(shown).not.toContain('Canary')
      expect(shown).not.toMatch(/:\d/)
    }),
    { numRuns: 1_000 },
  )
})

test('keeps a message small, whatever its size', () => {
  const disclosure = Buffer.from(JSON.stringify(['salt', 'name', 'value'])).toString('base64url')
  const long = sdJwtParts(`${disclosure}~`.repeat(2_000))
  for (const credential_1 of [[long], Array(100).fill(long)]) {
    const request = { vp_token: { credential_1 } }
    const { message = {} } = recorded(request, ['name', 'credential_1']) ?? {}
    expect(JSON.stringify(message).length).toBeLessThanOrEqual(protocolMessageLimits.bytes)
  }
})

test('records a request that repeats itself a few times, and harms nothing when it fails', async () => {
  const recorder = new MessageRecorder(logger)
  let count = 0
  recorder.listen(() => {
    count++
    throw new Error('The listener failed')
  })
  for (let each = 0; each < 20; each++) {
    const answered = await recorder.handle('openid4vci/credential-offer-uri', undefined, async () => ({
      answer: each,
      recorded: { about },
    }))
    expect(answered).toBe(each)
  }
  expect(count).toBe(5)
})
