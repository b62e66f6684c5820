import { beforeAll, describe, expect, test } from 'vitest'
import * as library from '../src/core/crypto/anoncreds-library.ts'
import { AnonCredsError, NativeObject, parse } from '../src/core/crypto/anoncreds-library.ts'
import { NativeIssuer, newLinkSecret, present, type Request } from './native-parties.ts'

let issuer: NativeIssuer
beforeAll(() => {
  issuer = new NativeIssuer('issuer', ['family_name'], 1_900_000_000)
})

function errorOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('errors say what the library said', () => {
  test.each<[string, string, () => unknown]>([
    ['what it cannot read', 'Input error', () => parse.schema('{"name": "Müller"}')],
    ['what is something else', 'Input error: Expected Schema instance, received CredentialDefinition', misused],
    ['what was freed', 'Input error: Invalid object handle', () => freed(definition()).toJson()],
    ['a zero character in a text', 'A text holds a zero character', () => misused('a\0b')],
  ])('of %s', (_of, message, work) => {
    const error = errorOf(work)
    expect(error).toBeInstanceOf(AnonCredsError)
    expect(error).toHaveProperty('message', message)
  })

  test('without the values that it said it of', () => {
    const linkSecret = newLinkSecret()
    const request: Request = {
      name: 'Check',
      version: '1.0',
      nonce: '123456789012345678901234',
      requested_attributes: { name: { name: 'family_name' } },
      requested_predicates: {},
    }
    const held = issuer.issue(linkSecret, 1, { family_name: 'Müller' })
    const presentation = present(linkSecret, request, [{ held, attributes: ['name'] }])
    presentation.requested_proof.revealed_attrs.name.encoded = '4711'
    using presented = parse.presentation(JSON.stringify(presentation))
    using asked = parse.presentationRequest(JSON.stringify(request))
    using schema = parse.schema(JSON.stringify(issuer.schema.toJson()))
    using defined = definition()
    const { schemaId, definitionId } = issuer
    const verify = () =>
      library.verifyPresentation(presented, asked, [schema], [schemaId], [defined], [definitionId], [], [], [], [], [0])
    expect(errorOf(verify)).toHaveProperty('message', 'Proof rejected: Encoded Values for')
  })
})

test('nothing stays in the library’s memory', () => {
  // An object, its JSON and the message of the error take some ten kilobytes each.
  const attrNames = Array.from({ length: 500 }, (_, index) => `an attribute with number ${index}`)
  const json = JSON.stringify({ issuerId: issuer.did, name: 'Long', version: '1.0', attrNames })
  const noSchema = JSON.stringify('x'.repeat(15_000))
  const sizeAfter = (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      using object = parse.schema(json)
      object.toJson()
      errorOf(() => parse.schema(noSchema))
    }
    return process.memoryUsage.rss()
  }
  const before = sizeAfter(1_000)
  expect(sizeAfter(10_000) - before).toBeLessThan(30e6)
})

const definition = () => parse.credentialDefinition(JSON.stringify(issuer.definition.toJson()))

function freed(object: NativeObject): NativeObject {
  object.free()
  return object
}

/** A credential definition where a schema is due. */
function misused(tag = 'tag'): void {
  using notASchema = definition()
  using made = new NativeObject()
  library.createCredentialDefinition(issuer.schemaId, notASchema, tag, issuer.did, 'CL', false, made, made, made)
}
