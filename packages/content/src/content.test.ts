import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { nurse, removeContent, walletList, writeContent } from './content.fixture.ts'
import { loadContent, resolveCharacter } from './content.ts'
import { ContentError } from './content-error.ts'
import { problemText } from './problem-text.ts'

function problemsOf(files: Record<string, unknown>): string[] {
  try {
    loadContent(writeContent(files))
  } catch (error) {
    if (error instanceof ContentError)
      return error.problems.map(({ file, path, ...problem }) => `${file} ${path}: ${problemText(problem)}`)
    throw error
  }
  return []
}

/** The nurse with a change made to it. */
function changed(change: (character: ReturnType<typeof nurse>) => void) {
  const character = nurse()
  change(character)
  return problemsOf({ 'characters/nurse/character.json': character })
}

function first<Item>(items: Item[] | undefined): Item {
  const item = items?.[0]
  if (item === undefined) throw new Error('The list is empty.')
  return item
}

afterAll(removeContent)

describe('content that is in order', () => {
  const root = writeContent()
  const content = loadContent(root)

  it('is answered with addresses of pictures and dates of the day', () => {
    const character = resolveCharacter(first([...content.characters]), new Date('2026-05-04T10:00:00Z'))
    expect(character).toMatchObject({ id: 'nurse', hidden: false, image: '/content/characters/nurse/portrait.svg' })
    expect(character.onboarding[2]?.credentials?.[0]).toMatchObject({
      version: '2.0',
      attributes: [
        { name: 'name', value: 'Ifeoma' },
        { name: 'expiry_date', value: '20300504' },
      ],
    })
    expect(character.useCases[0]?.screens[1]?.requestOptions?.requestedCredentials[0]?.predicates).toMatchObject({
      value: '20260504',
    })
    expect(character.progressBar[0]?.iconLight).toBe('/content/shared/on.svg')
    expect(content.wallets[0]).toMatchObject({ icon: '/content/wallets/plain.svg', recommended: false })
  })

  it('puts a picture that is a value into the value', () => {
    const character = nurse()
    const { attributes } = first(character.onboarding[2]?.credentials)
    attributes.push({ name: 'photo', value: { $dataUrl: 'photo.jpg' } })
    const photograph = readFileSync(join(import.meta.dirname, '../characters/student/amina-photo.jpg'))
    const files = { 'characters/nurse/character.json': character, 'characters/nurse/photo.jpg': photograph }
    const { characters } = loadContent(writeContent(files))
    const photo = resolveCharacter(first([...characters]), new Date()).onboarding[2]?.credentials?.[0]?.attributes[2]
    expect(photo?.value).toMatch(/^data:image\/jpeg;base64,\/9j/)
    attributes.push({ name: 'sketch', value: { $dataUrl: 'portrait.svg' } })
    expect(problemsOf(files)).toEqual([
      expect.stringContaining('attributes[3].value: must be a PNG, JPEG, GIF or WebP'),
    ])
  })

  it('gives the files of its pictures and of nothing else', () => {
    expect(content.pictureFile('/content/characters/nurse/portrait.svg')).toBe(
      join(root, 'characters/nurse/portrait.svg'),
    )
    for (const address of [
      '/content/characters/nurse/character.json',
      '/content/characters/nurse/../nurse/portrait.svg',
      '/content/../package.json',
      '/content/%2e%2e/package.json',
      '',
    ]) {
      expect(content.pictureFile(address)).toBeUndefined()
    }
  })
})

describe('content with mistakes', () => {
  const file = 'characters/nurse/character.json'

  it('names file, place and expectation of all of them', () => {
    const problems = changed((character) => {
      character.name = ''
      first(character.useCases).screens.push({ screenId: 'oops', title: 'x', text: 'x' })
    })
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatch(/^characters\/nurse\/character\.json name: /)
    expect(problems[1]).toContain('useCases[0].screens[3].screenId: must be upper case')
    expect(() => loadContent(writeContent({ [file]: '{' }))).toThrow(
      /^The content has a problem:\n {2}characters\/nurse\/character\.json: is not valid JSON/,
    )
  })

  it('is refused when a file is missing', () => {
    expect(problemsOf({ 'characters/pilot/notes.txt': '' })).toEqual([
      'characters/pilot/character.json : the file is missing',
    ])
    expect(changed((character) => (character.image = 'gone.svg'))).toEqual([
      `${file} image: there is no picture characters/nurse/gone.svg`,
    ])
    expect(changed((character) => (character.image = '../../secret.svg'))[0]).toContain('must be a picture')
  })

  it('is refused when visitors may not enter what they find filled in, or what has to be compared', () => {
    const withEntry = (entry: object, value: unknown) =>
      changed((character) => {
        first(character.onboarding[2]?.credentials).attributes[1] = { name: 'expiry_date', value, entry } as never
      })
    expect(withEntry({ kind: 'date' }, '')).toEqual([])
    expect(withEntry({ kind: 'date' }, { $dateInt: { years: 4 } })).toEqual([])
    expect(withEntry({ kind: 'date' }, '20300231')[0]).toContain('must be empty, or what its entry rule allows')
    expect(withEntry({ kind: 'line', max: 20 }, '20300201')[0]).toContain('must be a whole number or a date')
  })

  it('is refused when the slug is not the type, the folder, or free', () => {
    expect(changed((character) => (character.type = 'Night Nurse'))).toEqual([
      `${file} id: must be "night-nurse", the type in kebab-case`,
    ])
    expect(changed((character) => (character.type = 'Медсестра'))).toEqual([])
    const named = (id: string, type: string) =>
      problemsOf({
        [`characters/${id}/character.json`]: { ...nurse(), id, type, image: 'shared/on.svg', useCases: [] },
      })
    expect(named('sailor', 'Sailor')).toEqual([])
    expect(named('wallets', 'Wallets')[0]).toContain('is a reserved word')
    expect(named('business', 'Business')[0]).toContain('own pages')
    expect(named('wallet', 'Wallet')[0]).toContain('own pages')
    expect(problemsOf({ 'characters/sailor/character.json': { ...nurse(), image: 'shared/on.svg' } })).toContain(
      'characters/sailor/character.json id: must be the name of its folder, "sailor"',
    )
  })

  it('is refused when a field is misspelt', () => {
    expect(changed((character) => Object.assign(first(character.useCases), { hiden: true }))).toEqual([
      `${file} useCases[0].hiden: is not a field that is known here; is it misspelt?`,
    ])
    expect(
      changed((character) => {
        first(first(character.onboarding[2]?.credentials).attributes).value = { $dateInt: { year: 1 } }
      })[0],
    ).toContain('onboarding[2].credentials[0].attributes[0].value: ')
  })

  it('is refused when a screen id is unknown, doubled or out of place', () => {
    const screen = (screenId: string) => ({ screenId, title: 'x', text: 'x' })
    expect(changed((character) => (first(character.onboarding).screenId = 'CHOOSE_WALET'))).toHaveLength(2)
    expect(changed((character) => character.onboarding.splice(1, 1)).join()).toContain('must come after a CONNECT')
    const withoutPicker = (hidden: boolean) =>
      changed((character) => Object.assign(character, { hidden }).onboarding.splice(0, 1, screen('SETUP_START')))
    expect(withoutPicker(true)).toEqual([])
    expect(withoutPicker(false)[0]).toContain('the first screen must be PICK_CHARACTER')
    expect(changed((character) => character.onboarding.splice(1, 0, screen('PERSON_INFORMATION')))).toEqual([
      `${file} onboarding[1].screenId: only the Confirmed Person flow has a form`,
    ])
    expect(changed((character) => character.onboarding.splice(1, 0, screen('GENERIC'), screen('GENERIC')))).toEqual([
      `${file} onboarding[2].screenId: "GENERIC" stands here twice`,
    ])
    expect(changed((character) => first(character.useCases).screens.unshift(screen('STEP_END')))[0]).toContain(
      'must be the last screen',
    )
    expect(changed((character) => first(character.useCases).screens.unshift(screen('PROOF_OOB')))).toHaveLength(2)
    expect(changed((character) => (first(character.progressBar).onboardingStep = 'NOWHERE'))[0]).toContain(
      'there is no onboarding screen NOWHERE',
    )
  })

  it('is refused when a credential would be offered on the connection of another', () => {
    const credentials = [{ name: 'Pass', attributes: [{ name: 'name', value: 'x' }] }]
    const offering = (screen: object, ...before: object[]) =>
      changed((character) =>
        first(character.useCases).screens.splice(
          1,
          0,
          ...([...before, { screenId: 'CREDENTIAL', title: 'x', text: 'x', credentials, ...screen }] as never[]),
        ),
      )
    const connection = (name: string) => ({
      screenId: `CONNECTION_${name}`.toUpperCase(),
      title: 'x',
      text: 'x',
      verifier: { name },
    })
    const problem = (place: string, name: string) => [
      `${file} ${place}: "${name}" offers this, but no connection with "${name}" comes before it: a wallet would show another name`,
    ]
    const inUseCase = (index: number, name: string) => problem(`useCases[0].screens[${index}].screenId`, name)
    expect(offering({ issuer_name: 'Ward' })).toEqual([])
    expect(offering({})).toEqual(inUseCase(1, 'Clinic'))
    expect(offering({}, connection('Clinic'))).toEqual([])
    expect(offering({ issuer_name: 'Gate' }, connection('Clinic'))).toEqual(inUseCase(2, 'Gate'))
    expect(
      changed((character) => Object.assign(first(character.onboarding.slice(2)), { issuer_name: 'Gate' })),
    ).toEqual(problem('onboarding[2].issuer_name', 'Gate'))
  })

  it('is refused when dates that move on would pass a fixed one of the same credential', () => {
    const dated = (...dates: [string, unknown][]) =>
      changed((character) => {
        first(character.onboarding[2]?.credentials).attributes.push(...dates.map(([name, value]) => ({ name, value })))
      })
    expect(dated(['valid_until', '20991231'])).toEqual([
      `${file} onboarding[2].credentials[0].attributes[2].value: "valid_until" is a fixed day that lies ahead, beside dates that move on with each day and will pass it: give it as $dateInt too, or the others as days`,
    ])
    expect(dated(['birth_date', '19900131'], ['number', '71234567'])).toEqual([])
  })

  it('is refused when a proof asks for a credential that is not issued', () => {
    const asking = (requirement: object) =>
      changed((character) => {
        const options = character.useCases[0]?.screens[1]?.requestOptions
        Object.assign(first(options?.requestedCredentials), requirement)
      })
    expect(asking({ name: 'Licence' })).toEqual([
      `${file} useCases[0].screens[1].requestOptions.requestedCredentials[0].name: nobody issues "Licence"; this character's credentials are Nursing Licence`,
      `${file} useCases[0]: can never be unlocked: a credential that it asks for is issued nowhere before it`,
    ])
    expect(asking({ properties: ['nickname'] })[0]).toContain('has no attribute "nickname", only name, expiry_date')
    expect(asking({ predicates: [{ name: 'name', type: '>=', value: 1 }] })[0]).toContain('must be a whole number')
    expect(changed((character) => (first(character.revocationInfo).credentialName = 'Badge'))[0]).toContain(
      'nobody issues',
    )
    expect(changed((character) => (first(character.onboarding[2]?.credentials).revocable = false))).toHaveLength(2)
    const scene = { verifier: 'Market', title: 'Stall', subject: 'To pay', asked: { value: '10', text: 'Open.' } }
    expect(changed((character) => Object.assign(first(character.useCases), { scenes: [scene] }))[0]).toContain(
      'useCases[0].scenes[0].verifier: no screen of this use case is of "Market"',
    )
  })

  it('says of no wallet what it has not', () => {
    const { wallets } = loadContent()
    const schemes = wallets.map(({ protocols, deepLinkScheme }) => [protocols.includes('didcomm'), deepLinkScheme])
    for (const [speaksDidcomm, scheme] of schemes) expect(scheme !== undefined).toBe(speaksDidcomm)
    expect(wallets.find(({ id }) => id === 'eudi-reference-wallet')).not.toHaveProperty('apple')
  })

  it('is refused when two use cases share an id, or two wallets', () => {
    const pilot = { ...nurse(), id: 'pilot', type: 'Pilot', image: 'shared/on.svg' }
    expect(problemsOf({ 'characters/pilot/character.json': pilot })).toEqual([
      'characters/pilot/character.json useCases[0].id: "night-shift" is already a use case of nurse',
    ])
    expect(problemsOf({ 'wallets/wallets.json': [...walletList(), ...walletList()] })).toEqual([
      'wallets/wallets.json [1].id: "plain" is already another wallet\'s',
    ])
    expect(problemsOf({ 'wallets/wallets.json': [{ ...walletList()[0], id: 'web' }] })).toEqual([
      'wallets/wallets.json [0].id: is a reserved word',
    ])
    expect(problemsOf({ 'wallets/wallets.json': [{ ...walletList()[0], url: 'nowhere' }] })[0]).toContain('[0].url: ')
  })
})
