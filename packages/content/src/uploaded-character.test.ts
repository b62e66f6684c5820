import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { uploadLimits } from '@lastmile/contracts'
import { describe, expect, it } from 'vitest'
import { loadContent, resolveCharacter } from './content.ts'
import { problemText } from './problem-text.ts'
import { credentialsToRegister, readUploadedCharacter } from './uploaded-character.ts'

const templateFile = fileURLToPath(new URL('../../../apps/web/public/character-template.json', import.meta.url))
const template = readFileSync(templateFile, 'utf8')
const now = new Date('2026-05-04T10:00:00Z')
const shipped = loadContent().characters.map((character) => resolveCharacter(character, now))
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const read = (file: string) => readUploadedCharacter(file, shipped, now)

/** The problems of the template with other values in these places; undefined removes the value there. */
function problemsWith(changes: Record<string, unknown>): string[] {
  const character: unknown = JSON.parse(template)
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const place = keys.reduce<unknown>((part, key) => Reflect.get(Object(part), key), character)
    Reflect.set(Object(place), last, value)
  }
  return problemsOf(JSON.stringify(character))
}

function problemsOf(file: string): string[] {
  const reading = read(file)
  return 'problems' in reading ? reading.problems.map((problem) => `${problem.path}: ${problemText(problem)}`) : []
}

const credential = (name: string, attributes = 1) => ({
  name,
  attributes: Array.from({ length: attributes }, (_, index) => ({ name: `line_${index}`, value: 'x' })),
})

describe('the template', () => {
  const reading = read(template)
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems))
  const { character } = reading

  it('is a character whose slugs cannot be those of another', () => {
    expect(character.id).toBe('uploaded-bicycle-courier')
    expect(character.useCases.map(({ id }) => id)).toEqual(['uploaded-front-gate'])
    expect(character.hidden).toBe(false)
  })

  it('has its dates as of today, and pictures with addresses', () => {
    const [badge] = credentialsToRegister(character)
    expect(badge?.attributes.find(({ name }) => name === 'expiry_date')?.value).toBe('20270504')
    expect(character.onboarding[0]?.image).toBe('/content/shared/path.svg')
    expect(character.image).toMatch(/^data:image\/webp;base64,/)
  })
})

describe('a file that is no character', () => {
  it('is refused in a sentence', () => {
    const incomplete = ': is not valid JSON: a comma, a quotation mark or a bracket may be missing'
    expect(problemsOf('{"id": ')).toEqual([incomplete])
    expect(problemsOf('')).toEqual([incomplete])
    expect(problemsOf('[]')).toEqual([': must be an object, not a list'])
    expect(problemsOf('null')).toEqual([': must be an object, not null'])
    expect(problemsOf('"text"')).toEqual([': must be an object, not text'])
  })

  it('is refused when it is too large, counted in bytes', () => {
    expect(problemsOf(`"${'é'.repeat(uploadLimits.fileBytes / 2)}"`)).toEqual([': the file is larger than 256 KB'])
  })

  it('is refused when it is deep, without going there', () => {
    const deep = 100_000
    expect(problemsOf('['.repeat(deep) + ']'.repeat(deep))[0]).toContain('16 deep')
    expect(problemsOf(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)[0]).toContain('16 deep')
  })
})

describe('a character with mistakes', () => {
  it('hears of all of them at once, each with its place and in words', () => {
    expect(
      problemsWith({
        name: '',
        type: undefined,
        'onboarding.3.issuer_name': 7,
        'onboarding.4.credentials.0.attributes': [],
        'useCases.0.screens.1.requestOptions.requestedCredentials.0.predicates.0.type': '=',
      }),
    ).toEqual([
      'name: must not be empty',
      'type: is missing: it must be text',
      'onboarding[3].issuer_name: must be text, not a number',
      'onboarding[4].credentials[0].attributes: must not be empty',
      'useCases[0].screens[1].requestOptions.requestedCredentials[0].predicates[0].type: must be one of ">=", ">", "<=", "<"',
    ])
    expect(problemsWith({ 'onboarding.4.credentials.0.revocable': false, 'useCases.0.hiden': true })).toEqual([
      'useCases[0].hiden: is not a field that is known here; is it misspelt?',
      'useCases[0].screens[1].requestOptions.requestedCredentials[0].nonRevoked: "Courier Badge" is not revocable, so this can never be shown',
      'revocationInfo[0].credentialName: "Courier Badge" is not revocable',
    ])
  })

  it('may ask for an attribute and have a condition on it', () => {
    const requirement = 'useCases.0.screens.1.requestOptions.requestedCredentials.0'
    const says = { 'useCases.0.screens.1.says': undefined }
    expect(problemsWith({ ...says, [`${requirement}.properties`]: ['company', 'expiry_date'] })).toEqual([])
  })

  it('hears what it says of attributes that is not so, by either family, and what is compared with nothing', () => {
    const atGate = 'useCases.0.screens.1'
    const requirement = `${atGate}.requestOptions.requestedCredentials.0`
    const says = (...told: object[]) => told.map((of) => ({ 'Courier Badge': of }))
    const [byDidcomm, byOpenid4vc] = says({ shown: ['expiry_date'], kept: ['company'] }, { proved: ['expiry_date'] })
    expect(problemsWith({ [`${atGate}.says`]: byDidcomm, [`${atGate}.openid4vc.says`]: byOpenid4vc })).toEqual([
      'useCases[0].screens[1].says.Courier Badge.shown: by DIDComm, Palm Court is not shown "expiry_date" of "Courier Badge"',
      'useCases[0].screens[1].says.Courier Badge.kept: by DIDComm, Palm Court is shown, or there is not, "company" of "Courier Badge"',
      'useCases[0].screens[1].openid4vc.says.Courier Badge.proved: by OpenID4VC, Palm Court gets no proof, without the value, of "expiry_date" of "Courier Badge"; a screen can have words of its own under "openid4vc"',
    ])
    expect(problemsWith({ [`${atGate}.openid4vc`]: undefined })).toEqual([
      'useCases[0].screens[1].says.Courier Badge.proved: by OpenID4VC, Palm Court gets no proof, without the value, of "expiry_date" of "Courier Badge"; a screen can have words of its own under "openid4vc"',
    ])
    const [unknown] = says({ kept: ['speed'] })
    expect(problemsWith({ 'useCases.0.screens.0.says': unknown })).toHaveLength(2)
    expect(problemsWith({ [`${requirement}.alike`]: { rider: ['issue_date', 'speed'] } })).toEqual([
      'useCases[0].screens[1].requestOptions.requestedCredentials[0].alike.rider: "rider" stands on no other card of this request, so there is nothing to compare it with',
      'useCases[0].screens[1].requestOptions.requestedCredentials[0].alike.rider: "Courier Badge" has no attribute "speed", only given_names, family_name, company, issue_date, expiry_date',
    ])
  })

  it('hears what one of several forms must be', () => {
    const requirement = 'useCases.0.screens.1.requestOptions.requestedCredentials.0'
    const requirementPath = 'useCases[0].screens[1].requestOptions.requestedCredentials[0]'
    expect(problemsWith({ [`${requirement}.predicates`]: 7 })).toEqual([
      `${requirementPath}.predicates: must be an object or a list, not a number`,
    ])
    const compared = (value: unknown) => problemsWith({ [`${requirement}.predicates.0.value`]: value })
    const place = `${requirementPath}.predicates[0].value`
    const number = 'a whole number, or text that is one'
    expect(compared(true)).toEqual([`${place}: must be ${number}, not true or false`])
    expect(compared(1.5)).toEqual([`${place}: must be ${number}, not a number`])
    expect(compared(undefined)).toEqual([`${place}: is missing: it must be ${number}`])
    expect(compared('soon')).toEqual([`${place}: is not in the form that is expected here`])
    const entered = (entry: unknown) => problemsWith({ 'onboarding.4.credentials.0.attributes.0.entry': entry })
    const entry = 'onboarding[4].credentials[0].attributes[0].entry'
    expect(entered('date')).toEqual([`${entry}: must be an object, not text`])
    expect(entered({ kind: 'colour' })).toEqual([`${entry}.kind: must be one of "line", "date", "choice"`])
    expect(entered({ kind: 'date', max: 8, min: 1 })).toEqual([
      `${entry}.max: is not a field that is known here; is it misspelt?`,
      `${entry}.min: is not a field that is known here; is it misspelt?`,
    ])
  })

  it.each<[string, unknown, string]>([
    ['name', 'Iris\u202e', 'name: must not contain control or direction characters'],
    ['id', 'Courier', 'id: must be kebab-case'],
    ['onboarding.0.screenId', 'begin', 'onboarding[0].screenId: must be upper case, like CONNECT_2'],
    ['onboarding.4.credentials.0.name', 'a:b', 'onboarding[4].credentials[0].name: must not contain a colon'],
    ['onboarding.4.credentials.0.version', 'two', 'onboarding[4].credentials[0].version: must look like 2.0'],
    [
      'onboarding.4.credentials.0.attributes.1.name',
      JSON.parse(template).onboarding[4].credentials[0].attributes[0].name,
      'onboarding[4].credentials[0].attributes: attribute names must differ',
    ],
    [
      'useCases.0.screens.1.requestOptions.requestedCredentials.0',
      { name: 'Courier Badge' },
      'useCases[0].screens[1].requestOptions.requestedCredentials[0]: must ask for properties or predicates',
    ],
  ])('hears the rule of its field: %s', (path, value, problem) => {
    expect(problemsWith({ [path]: value })).toContain(problem)
  })

  it('is refused when its names are taken, reserved or doubled', () => {
    expect(problemsWith({ id: 'student', type: 'Student' }).join()).toContain(
      'id: "student" is a character of the demo',
    )
    expect(problemsWith({ id: 'wallets', type: 'Wallets' }).join()).toContain('id: is a reserved word')
    expect(problemsWith({ id: 'business', type: 'Business' }).join()).toContain('own pages')
    expect(problemsWith({ 'useCases.0.id': 'student-price' })).toEqual([
      'useCases[0].id: "student-price" stands elsewhere already; ids of use cases must differ',
    ])
    const [useCase] = JSON.parse(template).useCases
    expect(problemsWith({ 'useCases.1': useCase })).toEqual([
      'useCases[1].id: "front-gate" stands elsewhere already; ids of use cases must differ',
    ])
  })

  it('is refused when it has more than the server would register', () => {
    const accepting = (...credentials: object[]) =>
      problemsWith(
        Object.fromEntries(credentials.map((each, index) => [`onboarding.4.credentials.${index + 1}`, each])),
      )
    const four = ['B', 'C', 'D', 'E'].map((name) => credential(name))
    expect(accepting(...four)).toEqual([])
    expect(accepting(...four, credential('F'))).toEqual([': has 6 different credentials; at most 5 can be registered'])
    expect(accepting(credential('B', 20))).toEqual([])
    expect(accepting(credential('B', 21))).toEqual([
      'onboarding[4].credentials[1].attributes: must have at most 20 entries',
    ])
    const long = credential('B', 2)
    for (const attribute of long.attributes) attribute.value = 'x'.repeat(33 * 1024)
    expect(accepting(long)[0]).toContain('values of "B" have more than 64 KB together')
  })

  it('is refused when the server would not sign a value', () => {
    const attributes = (value: string) => ({ 'onboarding.4.credentials.0.attributes.0.value': value })
    const expected =
      'onboarding[4].credentials[0].attributes[0].value: must be one line of at most 1000 characters, or a PNG, JPEG, GIF or WebP picture as data:image/…;base64,…'
    expect(problemsWith(attributes('x'.repeat(1_000)))).toEqual([])
    expect(problemsWith(attributes(pixel))).toEqual([])
    for (const value of ['x'.repeat(1_001), 'two\nlines', 'data:text/html;base64,AAAA'.repeat(50)]) {
      expect(problemsWith(attributes(value))).toEqual([expected])
    }
  })

  it('is refused when it gives values of its own to a credential of the demo', () => {
    const [ofDemo] = shipped.flatMap(credentialsToRegister).filter(({ name }) => name === 'Student Card')
    if (!ofDemo) throw new Error('The demo has a student card')
    const accepting = (card: object) => problemsWith({ 'onboarding.4.credentials.1': card })
    expect(accepting(ofDemo)).toEqual([])
    const [first, ...others] = ofDemo.attributes
    expect(accepting({ ...ofDemo, attributes: [{ ...first, value: 'Somebody Else' }, ...others] })).toEqual([
      'onboarding[4].credentials[1].attributes[0].value: "Student Card" is a credential of the demo, which is issued with its own values only',
    ])
    expect(accepting({ ...ofDemo, version: '9.0', attributes: [{ ...first, value: 'Somebody' }, ...others] })).toEqual(
      [],
    )
  })

  it('is refused with thousands of screens', () => {
    const screens = Array.from({ length: 4_000 }, () => ({ screenId: 'GENERIC', title: 'x', text: 'x' }))
    expect(problemsWith({ onboarding: screens })).toEqual(['onboarding: must have at most 40 entries'])
  })
})

describe('a hostile character', () => {
  it('makes no page call elsewhere', () => {
    for (const image of [
      'https://example.org/beacon.png',
      '//example.org/beacon.png',
      '/content/../server/last-reset',
      '/server/last-reset',
      'javascript:alert(1)',
      'blob:https://example.org/1',
      'data:text/html,<script>alert(1)</script>',
      'data:image/svg+xml<script>',
      'data:image/svg+xml,%3Csvg/%3E',
      `data:image/png;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg">${'<use/>'.repeat(9)}</svg>`)}`,
      'data:application/pdf;base64,AAAA',
    ]) {
      expect(problemsWith({ image }), image).toHaveLength(1)
    }
    expect(problemsWith({ image: `data:image/png;base64,${'A'.repeat(uploadLimits.picture)}` })).toContain(
      'image: the picture is larger than 48 KB',
    )
    for (const image of [pixel, 'shared/path.svg', '/content/shared/path.svg']) {
      expect(problemsWith({ image })).toEqual([])
    }
  })

  it('names a day that no calendar has', () => {
    const value = 'onboarding.4.credentials.0.attributes.0.value'
    const days = (days: object) => problemsWith({ [value]: { $dateInt: days } })
    expect(days({ years: 200, months: -2400, days: 73_000 })).toEqual([])
    for (const far of [{ years: 1e9 }, { years: -201 }, { months: 2 ** 53 - 1 }, { days: -1e14 }])
      expect(days(far), JSON.stringify(far)).toEqual([
        'onboarding[4].credentials[0].attributes[0].value: must be text, not an object',
      ])
  })

  it('is refused by the number of its conditions, not by each', () => {
    const requirement = 'useCases.0.screens.1.requestOptions.requestedCredentials.0'
    expect(problemsWith({ [`${requirement}.predicates`]: Array(2_000).fill({}) })).toEqual([
      'useCases[0].screens[1].requestOptions.requestedCredentials[0].predicates: must have at most 20 entries',
    ])
    expect(problemsWith({ revocationInfo: Array(2_000).fill({}) })).toEqual([
      'revocationInfo: must have at most 20 entries',
    ])
  })

  it('reaches nothing through names that every object has', () => {
    const [first] = JSON.parse(template).useCases[0].screens[1].requestOptions.requestedCredentials
    const alone = { ...first, alike: { constructor: ['company'] } }
    expect(
      problemsWith({ 'useCases.0.screens.1.requestOptions.requestedCredentials': [alone, { ...first, alike: {} }] }),
    ).toContain(
      'useCases[0].screens[1].requestOptions.requestedCredentials[0].alike.constructor: is not in the form that is expected here',
    )
    const file = template.replace('"id":', '"__proto__": { "polluted": true }, "constructor": {}, "id":')
    expect(problemsOf(file)).toEqual([
      '__proto__: is not a field that is known here; is it misspelt?',
      'constructor: is not a field that is known here; is it misspelt?',
    ])
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  it('cannot make a text read as another', () => {
    for (const sign of ['\u202e', '\u2066', '\u0000', '\u200f']) {
      expect(problemsWith({ 'onboarding.0.text': `Pay ${sign}001` })).toEqual([
        'onboarding[0].text: must not contain control or direction characters',
      ])
    }
    expect(problemsWith({ 'onboarding.0.text': 'Two\nlines, <b>as they stand</b>' })).toEqual([])
  })
})
