import { loadContent, resolveCharacter } from '@lastmile/content'
import { buildProofRequest, credentialNamed, startCase } from '@lastmile/journey'
import { expect, test } from 'vitest'
import { evenRevokedOf } from '../src/core/disclosure.ts'
import type { ProofRequest } from '../src/core/snapshot.ts'
import type { AnonCredsCredential } from '../src/formats/anoncreds/anoncreds-credential.ts'
import { matcher } from '../src/formats/anoncreds/matching.ts'
import { answersTo } from '../src/formats/anoncreds/presentation.ts'
import { itemsOf, proofRequestSchema } from '../src/formats/anoncreds/proof-request.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const circumstances = { nameOf: () => undefined, now }
const issuer = 'did:webvh:QmSite:site.example'

const requests = loadContent()
  .characters.map((character) => resolveCharacter(character, new Date(now)))
  .flatMap((character) =>
    character.useCases.flatMap((useCase) =>
      useCase.screens.flatMap(({ screenId, requestOptions }) =>
        // No wallet can prove what is asked there, revoked or not.
        requestOptions && !requestOptions.expectRefusal
          ? [{ character, useCase: useCase.id, screenId, requestOptions }]
          : [],
      ),
    ),
  )
  .flatMap((asked) => {
    const unrevoked = asked.requestOptions.requestedCredentials.filter(({ nonRevoked }) => nonRevoked)
    return [...new Set(unrevoked.map(({ name }) => startCase(name)))].map((revoked) => ({ ...asked, revoked }))
  })

const requested = requests.map((asked) => [asked.useCase, asked.screenId, asked.revoked, asked] as const)

test.each(requested)('%s, %s: a revoked %s can be shown all the same', (_useCase, _screen, revoked, asked) => {
  const { character, requestOptions } = asked
  const names = [...new Set(requestOptions.requestedCredentials.map(({ name }) => startCase(name)))]
  const definitionOf = (name: string) => `${issuer}/resources/${encodeURIComponent(name)}`
  const cards = names.map((name): AnonCredsCredential => {
    const issued = credentialNamed(character, name)
    if (!issued) throw new Error(`${name} is not issued by ${character.id}`)
    return {
      id: name,
      format: 'anoncreds',
      peerId: 'peer',
      kind: { name, schemaId: `${issuer}/schema`, definitionId: definitionOf(name), issuer },
      schemaVersion: '1.0',
      attributes: issued.attributes.map((attribute) => ({ name: attribute.name, value: String(attribute.value) })),
      receivedAt: 1,
      credential: {},
      ...(name === revoked && { revokedAt: 2 }),
    }
  })
  const definitions = Object.fromEntries(names.map((name) => [name, definitionOf(name)]))
  const request = proofRequestSchema.parse({
    ...buildProofRequest(requestOptions, definitions, '1.0.0'),
    nonce: '1',
  })
  const items = itemsOf(request)
  const match = matcher(items, cards, circumstances)
  const chosen = evenRevokedOf({ items: items.map(match) } as ProofRequest)
  expect(chosen).toBeDefined()
  const { answers } = answersTo(request, chosen ?? {}, cards, circumstances)
  expect(answers.filter(({ evenRevoked }) => evenRevoked).map(({ credential }) => credential.id)).toEqual([revoked])
  expect(answers.map(({ credential }) => credential.id).sort()).toEqual([...names].sort())
})
