import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  confirmedPersonName,
  onboardingKindOf,
  type Protocol,
  protocols,
  roleOf,
  type UseCase,
  type UseCaseKind,
  type UseCaseScreen,
  useCaseKindOf,
} from '@lastmile/contracts'
import { compares } from '@lastmile/contracts/condition'
import { credentialSource, onboardingToldBy, screenToldBy, sentTo } from '@lastmile/journey'
import { describe, expect, it } from 'vitest'
import { loadContent, resolveCharacter } from './content.ts'
import { readUploadedCharacter } from './uploaded-character.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const content = loadContent()
const characters = content.characters.map((character) => resolveCharacter(character, new Date()))
const onPicker = characters.filter((character) => !character.hidden)
const template = readFileSync(join(folder, '../../apps/web/public/character-template.json'), 'utf8')
const read = readUploadedCharacter(template, characters, new Date())
if ('problems' in read) throw new Error('The template is wrong.')
const templateCharacter = read.character
const requirementsOf = (useCases: readonly Pick<UseCase, 'screens'>[]) =>
  useCases.flatMap(({ screens }) => screens.flatMap((screen) => screen.requestOptions?.requestedCredentials ?? []))
const pictures = ['characters', 'shared', 'wallets'].flatMap((part) =>
  readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svg|png|jpg|webp|avif)$/.test(name))
    .map((name) => `${part}/${name}`),
)
const inValues = ['characters/student/amina-photo.jpg']

it('names attributes as a wallet does, which knows no labels of ours', () => {
  const credentials = characters.flatMap(({ onboarding, useCases }) =>
    [...onboarding, ...useCases.flatMap(({ screens }) => screens)].flatMap((screen) => screen.credentials ?? []),
  )
  expect(credentials.flatMap(({ attributes }) => attributes.flatMap(({ label }) => label ?? []))).toEqual([])
})

it('has one word for what an issuer takes back: revoked', () => {
  expect(JSON.stringify(characters)).not.toMatch(/withdr[ae]w/i)
})

it('says at the end of the set-up what FINISH opens', () => {
  for (const { id, onboarding } of characters) {
    expect(onboarding.find(({ screenId }) => screenId === 'SETUP_COMPLETED')?.text, id).toContain(
      'opens your dashboard',
    )
  }
})

it('shows each verifier of a character by an icon of its own', () => {
  for (const { id, useCases } of characters) {
    const verifiers = useCases.flatMap(({ screens }) => screens.flatMap(({ verifier }) => verifier ?? []))
    const names = new Set(verifiers.map(({ name }) => name))
    expect(new Set(verifiers.map(({ icon }) => icon)).size, id).toBe(names.size)
  }
})

describe('the characters on the picker', () => {
  it('are three in different walks of life, each with two visible use cases, a hidden one and one to three starter credentials', () => {
    expect(onPicker.map((character) => character.id)).toEqual(['nurse', 'small-business-owner', 'student'])
    for (const { id, useCases, onboarding } of onPicker) {
      expect(useCases.filter((useCase) => !useCase.hidden).length, id).toBeGreaterThanOrEqual(2)
      expect(useCases.filter((useCase) => useCase.hidden).length, id).toBeGreaterThanOrEqual(1)
      const starters = onboarding.flatMap((screen) => screen.credentials ?? [])
      expect(starters.length, id).toBeGreaterThanOrEqual(1)
      expect(starters.length, id).toBeLessThanOrEqual(3)
    }
  })

  it('show every kind of use-case screen, predicates and non-revocation, and each can have a credential revoked', () => {
    const screens = onPicker.flatMap(({ useCases }) => useCases.flatMap((useCase) => useCase.screens))
    for (const kind of ['START', 'INFO', 'CONNECTION', 'CREDENTIAL', 'PROOF', 'PROOF_OOB', 'STEP_END', 'END']) {
      expect(screens.map((screen) => screen.screenId)).toContain(kind)
    }
    for (const { id, useCases, revocationInfo } of onPicker) {
      const asked = requirementsOf(useCases)
      expect(
        asked.some((requirement) => requirement.predicates),
        id,
      ).toBe(true)
      expect(
        asked.some((requirement) => requirement.nonRevoked),
        id,
      ).toBe(true)
      expect(revocationInfo.length, id).toBeGreaterThanOrEqual(1)
    }
  })

  it('say of an unanswerable request that its refusal is expected, and go on to an end', () => {
    const refused = onPicker.flatMap(({ useCases }) =>
      useCases.filter(({ screens }) => screens.some((screen) => screen.requestOptions?.expectRefusal)),
    )
    expect(refused.map(({ id }) => id)).toEqual(['try-the-bottom-drawer', 'senior-fare'])
    for (const { hidden, screens } of refused) {
      expect(hidden).toBe(true)
      expect(screens.at(-1)?.screenId).toBe('END')
    }
  })

  it('are asked for what their cards prove, but where a refusal is the point', () => {
    for (const character of onPicker) {
      const requests = character.useCases.flatMap(({ screens }) =>
        screens.flatMap((screen) => screen.requestOptions ?? []),
      )
      for (const { title, requestedCredentials, expectRefusal } of requests) {
        const answers = requestedCredentials.flatMap(({ name, predicates = [] }) => {
          const attributes = credentialSource(character, name)?.credential.attributes ?? []
          const held = (wanted: string) => Number(attributes.find((attribute) => attribute.name === wanted)?.value)
          return [predicates].flat().map((asked) => compares(held(asked.name), asked.type, Number(asked.value)))
        })
        expect(answers.includes(false), title).toBe(expectRefusal === true)
      }
    }
  })

  it('say on their last screen what the five benefits have in common', () => {
    for (const { onboarding } of characters) expect(onboarding.at(-1)?.text).toContain('self-sovereign')
  })
})

describe('the Confirmed Person', () => {
  const person = characters.find((character) => character.id === 'confirmed-person')
  const credential = person?.onboarding.flatMap((screen) => screen.credentials ?? [])[0]

  it('is hidden, and its onboarding is the five steps of the flow, each with a picture of its own', () => {
    expect(person).toMatchObject({ name: 'Confirmed Person', hidden: true })
    expect(person?.onboarding.map((screen) => screen.screenId)).toEqual([
      'SETUP_START',
      'PERSON_INFORMATION',
      'CONNECT_WALLET',
      'ACCEPT_CREDENTIAL',
      'SETUP_COMPLETED',
    ])
    expect(new Set(person?.onboarding.map((screen) => screen.image)).size).toBe(5)
  })

  it('receives the one credential of the order, of which every attribute is the visitor’s to enter', () => {
    expect(credential).toMatchObject({ name: confirmedPersonName, version: '2.0', revocable: true })
    expect(credential?.attributes.map((attribute) => [attribute.name, attribute.entry?.kind])).toEqual([
      ['family_name', 'line'],
      ['given_names', 'line'],
      ['date_of_birth', 'date'],
      ['gender', 'choice'],
      ['document_type', 'choice'],
      ['document_number', 'line'],
      ['document_expiry_date', 'date'],
      ['nationality', 'line'],
      ['issuing_authority', 'line'],
    ])
    expect(person?.revocationInfo.map((info) => info.credentialName)).toEqual([confirmedPersonName])
  })

  it('uses it in three places, which begin with CONNECTION or PROOF_OOB and ask for a part of it', () => {
    expect(person?.useCases.map((useCase) => useCase.id)).toEqual([
      'open-a-bank-account',
      'hospital-check-in',
      'employment-verification',
    ])
    for (const { id, screens } of person?.useCases ?? []) {
      expect(screens[0]?.screenId, id).toBe('START')
      expect(['CONNECTION', 'PROOF_OOB'], id).toContain(screens[1]?.screenId)
      const asked = requirementsOf([{ screens }])
      expect(
        asked.map((requirement) => requirement.name),
        id,
      ).toEqual([confirmedPersonName])
      expect(asked[0]?.properties?.length, id).toBeLessThanOrEqual(3)
    }
  })
})

describe('the characters that ship', () => {
  it('have a picture on every screen, because a screen without one looks broken beside the others', () => {
    for (const { useCases, onboarding } of characters) {
      for (const screen of [...onboarding, ...useCases.flatMap(({ screens }) => screens)]) {
        expect(screen.image, screen.title).toBeDefined()
      }
    }
  })

  // No longer than the journeys of the long run have seen in view (e2e/journeys/in-view-characters.test.ts).
  it('leave room in the smallest window for what to press and what came of it', () => {
    for (const { useCases, onboarding } of characters) {
      for (const screen of [...onboarding, ...useCases.flatMap(({ screens }) => screens)]) {
        for (const { title = '', text = '' } of [screen, screen.openid4vc ?? {}]) {
          expect(title.length, title).toBeLessThanOrEqual(50)
          expect(text.length, text).toBeLessThanOrEqual(360)
        }
      }
    }
  })
})

describe('the stories that ship', () => {
  /** The character that visitors begin their own with, too. */
  const told = [...characters, templateCharacter].flatMap(({ useCases }) =>
    useCases.flatMap((useCase) => useCase.screens.map((screen) => ({ useCase, screen }))),
  )
  const isStory = (kind: UseCaseKind) => ['start', 'page', 'proof', 'end'].includes(roleOf(kind))
  const byOpenid4vc = ({ useCase, screen }: (typeof told)[number]) =>
    screenToldBy('openid4vc', useCase, screen, () => '(nothing of its own)')
  const wordsOf = ({ title, text, requestOptions }: UseCaseScreen) =>
    [title, text, requestOptions?.text ?? ''].join(' ')

  it('each say of which attributes they speak, which is compared with what each family sends', () => {
    for (const { screen } of told) {
      const kind = useCaseKindOf(screen.screenId)
      if (!kind || !isStory(kind)) continue
      expect(screen.says, `${screen.title}: ${screen.text}`).toBeDefined()
      if (screen.openid4vc) expect(screen.openid4vc.says, screen.openid4vc.text).toBeDefined()
    }
  })

  it('have a request of their own by OpenID4VC wherever it shows what the other family proves', () => {
    for (const { useCase, screen } of told) {
      if (!screen.requestOptions) continue
      const shownBy = protocols.map(
        (protocol) => sentTo(protocol, useCase, screen).flatMap(({ shown }) => shown).length,
      )
      if (new Set(shownBy).size > 1) expect(screen.openid4vc?.request, screen.title).toBeDefined()
    }
  })

  it('claim by OpenID4VC nothing hidden where the value of a condition is shown', () => {
    const claims =
      /\bstays\b|never left|covered|isn’t shown|(is|are) not shown|no figures|nothing more|to (itself|yourself)/i
    const shownBy = (protocol: Protocol, { useCase, screen }: (typeof told)[number]) =>
      sentTo(protocol, useCase, screen).flatMap(({ shown }) => shown).length
    const compared = told.filter((each) => shownBy('openid4vc', each) > shownBy('didcomm', each))
    expect(compared.length).toBeGreaterThan(30)
    for (const each of compared) expect(wordsOf(byOpenid4vc(each))).not.toMatch(claims)
  })

  it('never say that nothing of a card is seen: its kind and its issuer always are', () => {
    for (const each of told) {
      const words = `${wordsOf(each.screen)} ${wordsOf(byOpenid4vc(each))}`
      expect(words).not.toMatch(/(sees?|shows?) nothing at all|nothing (on|of) (the|your) (card|licence|permit|pass)/i)
    }
  })

  it('by OpenID4VC send nobody to the wallet for what an offer says, which then has the names of details alone', () => {
    const texts = [...characters, templateCharacter]
      .flatMap(({ onboarding }) => onboarding.filter(({ credentials }) => credentials))
      .map((screen) => onboardingToldBy('openid4vc', screen).text)
    expect(texts.length).toBeGreaterThan(5)
    for (const text of texts)
      expect(text).not.toMatch(/wallet shows what|(read|compare) (it|them) (there|in your wallet)/i)
  })

  it('by OpenID4VC have a card on offer read on the page, in onboarding and use cases', () => {
    const offers = [
      ...[...characters, templateCharacter]
        .flatMap(({ onboarding }) => onboarding.filter(({ credentials }) => credentials))
        .map((screen) => onboardingToldBy('openid4vc', screen)),
      ...told.filter(({ screen }) => screen.credentials).map(byOpenid4vc),
    ].filter(({ text }) => /\b(read|compare)\b/i.test(text))
    expect(offers.length).toBeGreaterThan(3)
    for (const { text } of offers) expect(text).toMatch(/(read|compare) (it )?(on this page|here)\b/i)
  })

  it('tell of revoking what is true by both families: only one of them proves that a card is valid', () => {
    for (const { revocationInfo } of [...characters, templateCharacter]) {
      for (const { description } of revocationInfo) expect(description).not.toMatch(/\bproofs?\b|\bproved?\b/)
    }
  })

  it('by OpenID4VC name whom the visitor meets, and speak of no connection, in onboarding and use cases', () => {
    const onboarding = [...characters, templateCharacter].flatMap((character) => character.onboarding)
    const meetings = [
      ...onboarding.filter(({ screenId }) => onboardingKindOf(screenId) === 'CONNECT' || screenId === 'CONNECT_WALLET'),
      ...told.flatMap(({ screen }) => (useCaseKindOf(screen.screenId) === 'CONNECTION' ? [screen] : [])),
    ]
    expect(meetings.length).toBeGreaterThan(12)
    for (const { title, openid4vc } of meetings) expect(openid4vc, title).toBeDefined()
    const words = [
      ...told.map((each) => wordsOf(byOpenid4vc(each))),
      ...onboarding.map((screen) => onboardingToldBy('openid4vc', screen)).map(({ title, text }) => `${title} ${text}`),
    ]
    for (const text of words) expect(text).not.toMatch(/invitation|a connection|connect with|connecting/i)
    // A wallet that is no web wallet scans each offer and each request, beside the text.
    for (const text of words)
      expect(text).not.toMatch(
        /(question|request|offer) is in your wallet|comes? (to (your|the same) wallet|by (itself|themselves))/i,
      )
  })
})

describe('the pictures that ship', () => {
  it('are all used', () => {
    const unused = pictures.filter((name) => !content.pictureFile(`/content/${name}`) && !inValues.includes(name))
    expect(unused).toEqual([])
  })

  it.each(pictures)('%s is small, without words, scripts or anything from elsewhere', (name) => {
    const picture = readFileSync(join(folder, name))
    expect(picture.length).toBeLessThan(12 * 1024)
    if (name.endsWith('.svg'))
      expect(picture.toString()).not.toMatch(/<(text|script|style|image|foreignObject)|href="[^#]|\son\w+=/)
  })
})

describe('the wallets that ship', () => {
  it('have both stores or say that they are in none, say what was tried with them, and none is recommended beside the web wallet', () => {
    expect(content.wallets.map(({ id }) => id)).toEqual(['paradym-wallet', 'hologram', 'eudi-reference-wallet'])
    expect(content.wallets.filter(({ recommended, outlook, tried }) => recommended || !outlook || !tried)).toEqual([])
    for (const { apple = '', android = '', tried } of content.wallets) {
      const isInStores = !tried?.includes('It is in no store')
      expect(/^https:\/\/apps\.apple\.com\/app\//.test(apple)).toBe(isInStores)
      expect(/^https:\/\/play\.google\.com\/store\/apps\/details\?id=/.test(android)).toBe(isInStores)
    }
  })
})
