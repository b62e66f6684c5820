import { generateKeyPairSync } from 'node:crypto'
import { ClassValidationError, JsonTransformer, Kms } from '@credo-ts/core'
import { DidCommTrustPingMessage } from '@credo-ts/didcomm'
import { getMetadataStorage } from 'class-validator'
import { expect, test } from 'vitest'
import { agreementKeyOf } from '../store/nacl-box.ts'
import { spareRepeatedWork } from './spared-work.ts'

spareRepeatedWork()

test('a key has one X25519 form, however often it is asked for and whatever is done to an answer', () => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const x = agreementKeyOf(Buffer.from(jwk.d ?? '', 'base64url')).publicKey.toString('base64url')
  const key = Kms.PublicJwk.fromUnknown({ kty: 'OKP', crv: 'Ed25519', x: jwk.x })
  const first = key.convertTo(Kms.X25519PublicJwk)
  expect(first.toJson()).toEqual({ kty: 'OKP', crv: 'X25519', x })
  Object.assign(first.toJson(), { x: 'changed', kid: 'changed' })
  expect(key.convertTo(Kms.X25519PublicJwk).toJson()).toEqual({ kty: 'OKP', crv: 'X25519', x })
})

test('a message is checked by the same rules each time, looked for once', () => {
  const parse = (json: object) => JsonTransformer.fromJSON(json, DidCommTrustPingMessage)
  const ping = { '@type': DidCommTrustPingMessage.type.messageTypeUri, '@id': 'the-first-ping' }
  for (let time = 0; time < 3; time++) {
    expect(parse(ping)).toMatchObject({ id: 'the-first-ping' })
    expect(() => parse({ ...ping, response_requested: 'perhaps' })).toThrow(ClassValidationError)
    expect(() => parse({ ...ping, '@id': 7 })).toThrow(ClassValidationError)
  }
  const rules = () => getMetadataStorage().getTargetValidationMetadatas(DidCommTrustPingMessage, '', false, false)
  expect(rules()).not.toBe(
    getMetadataStorage().getTargetValidationMetadatas(DidCommTrustPingMessage, 'A Parent', false, false),
  )
  expect(rules()).toBe(rules())
  expect(rules().length).toBeGreaterThan(0)
})

test('what becomes JSON comes back, also when it holds more than any message', () => {
  for (let time = 0; time < 3; time++) {
    const more = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`made-up-${time}-${index}`, index]))
    const ping = {
      '@type': DidCommTrustPingMessage.type.messageTypeUri,
      '@id': 'the-first-ping',
      comment: 'Ọlá',
      ...more,
    }
    const message = JsonTransformer.fromJSON(ping, DidCommTrustPingMessage)
    expect(message).toMatchObject({ id: 'the-first-ping', comment: 'Ọlá' })
    expect(JsonTransformer.toJSON(message)).toMatchObject({ '@id': 'the-first-ping', comment: 'Ọlá' })
  }
})
