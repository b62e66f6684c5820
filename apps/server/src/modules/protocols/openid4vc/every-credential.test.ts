import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadContent, resolveCharacter } from '@lastmile/content'
import { readUploadedCharacter } from '@lastmile/content/uploaded-character'
import { type Character, type CredentialToIssue, proofRequestVersion } from '@lastmile/contracts'
import { visitorsNote } from '@lastmile/contracts/site'
import { type OurWallet, openOurWallet } from '@lastmile/e2e/our-wallet'
import { longestRefreshToken } from '@lastmile/formats/limits'
import { attributeLabel, buildProofRequest, plainCard, startCase } from '@lastmile/journey'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../../../test/running-server.ts'
import { proofOutcome, readyDefinition } from '../../../../test/showcase.ts'
import type { VisitorClient } from '../../../../test/visitor-client.ts'

const contentFolder = fileURLToPath(new URL('../../../../../../packages/content', import.meta.url))
const templateFile = fileURLToPath(new URL('../../../../../web/public/character-template.json', import.meta.url))

const shipped = loadContent(contentFolder).characters.map((character) => resolveCharacter(character, new Date()))
const reading = readUploadedCharacter(readFileSync(templateFile, 'utf8'), shipped, new Date())
if ('problems' in reading) throw new Error(JSON.stringify(reading.problems))
const uploaded = reading.character

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ CONTENT_DIR: contentFolder })
})
afterAll(() => server.stop())

interface TypeMetadata {
  display: object[]
  claims: { path: string[]; display: [{ label: string }] }[]
}
interface IssuerMetadata {
  credential_configurations_supported: Record<string, { credential_metadata: { display: object[] } }>
}

const json = async <Answer>(address: string) => (await (await fetch(address)).json()) as Answer
const screensOf = ({ onboarding, useCases }: Character) => [
  ...onboarding,
  ...useCases.flatMap(({ screens }) => screens),
]
const credentialsOf = (character: Character) => screensOf(character).flatMap(({ credentials = [] }) => credentials)
const requestsOf = (character: Character) =>
  character.useCases.flatMap(({ screens }) => screens.flatMap(({ requestOptions = [] }) => requestOptions))

describe.each([...shipped, uploaded].map((character) => ({ id: character.id, character })))(
  'of $id',
  ({ character }) => {
    let visitor: VisitorClient
    let wallet: OurWallet
    const refreshTokens: string[] = []
    const definitionIds: Record<string, string> = {}

    beforeAll(async () => {
      visitor = server.visitor()
      wallet = await openOurWallet({
        fetch: async (input, init) => {
          const answer = await fetch(input, init)
          if (String(input).endsWith('/openid4vc/token'))
            refreshTokens.push(((await answer.clone().json()) as { refresh_token: string }).refresh_token)
          return answer
        },
      })
    })
    afterAll(async () => {
      visitor.disconnect()
      await wallet.holder.close()
    })

    const offered = async (credential: CredentialToIssue) => {
      const id = await readyDefinition(visitor, credential, 'openid4vc')
      definitionIds[startCase(credential.name)] = id
      const attributes = credential.attributes.map(({ name, value }) => ({ name, value }))
      const record = await visitor.call('offerCredential', {
        body: { protocol: 'openid4vc', cred_def_id: id, credential_proposal: { attributes } },
      })
      return { id, record }
    }

    it.each(credentialsOf(character))(
      'issues $name with each of its details, and looks like its card',
      async (credential) => {
        const { id, record } = await offered(credential)
        const byValue = new URL(record.invitation_url ?? '').searchParams.get('credential_offer') ?? ''
        expect(JSON.parse(byValue)).toMatchObject({ credential_configuration_ids: [id] })
        expect(record.invitation_url?.length).toBeLessThan(800)
        expect(record.other_device?.invitation_url.length).toBeLessThan(200)

        const received = await wallet.holder.receive(record.invitation_url ?? '')
        if (!('offerId' in received)) throw new Error('It is no offer')
        await wallet.holder.accept(received.offerId)
        const held = wallet.holder
          .snapshot()
          .credentials.find(({ kind }) => kind.name === (credential.label ?? credential.name))
        expect(held).toMatchObject({ revocable: credential.revocable, unlinkable: 10 })
        const type = await json<TypeMetadata>(held?.kind.definitionId ?? '')
        const claims = new Map(held?.attributes.map(({ name, value }) => [name, value]))
        const labelOf = (attribute: string) =>
          credential.attributes.find(({ name }) => name === attribute)?.label ?? attributeLabel(attribute)
        const claimOf = (attribute: string) =>
          type.claims.find(({ display }) => display[0].label === labelOf(attribute))?.path[0]
        const written = (name: string, value: string) =>
          /date/.test(name) ? value.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : value
        for (const { name, value } of credential.attributes)
          expect(claims.get(claimOf(name) ?? ''), name).toBe(written(name, value))
        expect(claims.size).toBe(type.claims.length)
        expect(refreshTokens.at(-1)?.length).toBeLessThanOrEqual(longestRefreshToken)

        const name = credential.label ?? credential.name
        const note = character === uploaded && { description: visitorsNote }
        const look = {
          ...(character !== uploaded && { logo: { uri: server.url + credential.icon, alt_text: name } }),
          background_color: plainCard(startCase(credential.name)).backgroundColor,
          text_color: '#ffffff',
        }
        expect(type.display).toEqual([{ locale: 'en', name, ...note, rendering: { simple: look } }])
        const { pathname } = new URL((JSON.parse(byValue) as { credential_issuer: string }).credential_issuer)
        const metadata = await json<IssuerMetadata>(`${server.url}/.well-known/openid-credential-issuer${pathname}`)
        expect(metadata.credential_configurations_supported[id]?.credential_metadata.display).toEqual([
          { locale: 'en', name, ...note, ...look },
        ])
        const logo = look.logo && (await fetch(look.logo.uri))
        if (logo) {
          expect([logo.status, logo.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
          expect(logo.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
        }
      },
    )

    it.each(requestsOf(character))('answers “$title” with it', async (options) => {
      const { proof, shortUrl } = await visitor.call('requestProofOutOfBand', {
        body: {
          protocol: 'openid4vc',
          my_label: 'Verifier',
          proof_request: buildProofRequest(options, definitionIds, proofRequestVersion),
        },
      })
      await visitor.subscribe({ proofId: proof.presentation_exchange_id })
      const received = await wallet.holder.receive(shortUrl)
      if (!('requestId' in received)) throw new Error('It is no request')
      expect(wallet.holder.snapshot().requests).toMatchObject([{ id: received.requestId, possible: true }])
      await wallet.holder.answer(received.requestId)
      const { state, refusal } = await proofOutcome(visitor, proof.presentation_exchange_id)
      expect([state, refusal]).toEqual(options.expectRefusal ? ['abandoned', 'predicate-not-met'] : ['verified', null])
    })
  },
)
