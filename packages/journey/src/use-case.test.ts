import type { CredentialState, UseCase } from '@lastmile/contracts'
import { parseUseCaseScreen } from '@lastmile/contracts/screens'
import { describe, expect, it } from 'vitest'
import { student } from './journey.fixture.ts'
import { buildProofRequest } from './proof-request.ts'
import {
  canGoNextInUseCase,
  completesUseCase,
  isConnectionStale,
  isDemoCompleted,
  lockOf,
  optionsAskedBy,
  parseUseCase,
  requestedCredentials,
  visibleUseCases,
} from './use-case.ts'

const [discount, enrol] = student.useCases as [UseCase, UseCase]
const stepOf = (useCase: UseCase, index: number) => {
  const step = parseUseCase(useCase)[index]
  if (step === undefined) throw new Error(`no step ${index}`)
  return step
}

describe('use-case steps', () => {
  it('know their kind by the longest prefix', () => {
    expect(parseUseCase(discount).map((step) => step.kind)).toEqual(['START', 'CONNECTION', 'PROOF', 'STEP_END'])
    expect(parseUseCase(enrol).map((step) => step.kind)).toEqual(['CREDENTIAL', 'PROOF_OOB', 'INFO'])
  })

  it('of no kind, or without what their kind must bring, lead nowhere', () => {
    const whole = stepOf(discount, 2).screen
    const screens = [
      { screenId: 'SURPRISE', title: 'S', text: 'S.' },
      { ...whole, verifier: undefined },
      { ...whole, requestOptions: undefined },
      { screenId: 'CREDENTIAL', title: 'C', text: 'C.', credentials: [] },
    ]
    const proof = { state: 'verified', verified: true, refusal: null } as const
    for (const screen of screens) {
      const step = parseUseCaseScreen(screen)
      expect(step.kind).toBe('UNKNOWN')
      expect(
        canGoNextInUseCase(step, { credentials: [], meeting: { kind: 'connection', state: 'active' }, proof }),
      ).toBe(false)
    }
  })

  const end = parseUseCaseScreen({ screenId: 'END', title: 'End', text: 'End.' })
  const unknown = parseUseCaseScreen({ screenId: 'SURPRISE', title: 'S', text: 'S.' })

  it('complete on STEP_END, END or the last screen', () => {
    for (const step of [...parseUseCase(discount), ...parseUseCase(enrol), end, unknown]) {
      const completes = step.kind === 'STEP_END' || step.kind === 'END'
      expect([step.kind, completesUseCase([step, unknown], 0)]).toEqual([step.kind, completes])
      expect(completesUseCase([unknown, step], 1)).toBe(true)
    }
    expect(completesUseCase([unknown], 1)).toBe(false)
  })

  it('that only show something are open', () => {
    for (const step of [stepOf(discount, 0), stepOf(enrol, 2), stepOf(discount, 3), end]) {
      expect([step.kind, canGoNextInUseCase(step, { credentials: [] })]).toEqual([step.kind, true])
    }
  })

  it('open CONNECTION when connected', () => {
    expect(canGoNextInUseCase(stepOf(discount, 1), { credentials: [] })).toBe(false)
    expect(
      canGoNextInUseCase(stepOf(discount, 1), { credentials: [], meeting: { kind: 'connection', state: 'active' } }),
    ).toBe(true)
  })

  it('open CREDENTIAL when all of it is issued', () => {
    expect(canGoNextInUseCase(stepOf(enrol, 0), { credentials: [] })).toBe(false)
    const opens = (name: string, state: CredentialState) =>
      canGoNextInUseCase(stepOf(enrol, 0), { credentials: [{ name, state }] })
    expect(opens('exam_pass', 'credential_issued')).toBe(true)
    expect(opens('exam_pass', 'offer_sent')).toBe(false)
    expect(opens('library_card', 'credential_issued')).toBe(false)
  })

  it.each([
    ['request_sent', null, false],
    ['presentation_received', null, true],
    ['presentation_received', false, false],
    ['verified', true, true],
    ['done', true, true],
    ['done', false, false],
    ['abandoned', false, false],
    ['expired', null, false],
  ] as const)('with a proof in state %s and verified %s: %s', (state, verified, enabled) => {
    expect(
      canGoNextInUseCase(stepOf(discount, 2), { credentials: [], proof: { state, verified, refusal: null } }),
    ).toBe(enabled)
  })

  it.each([
    ['predicate-not-met', true],
    ['mixed-credentials', true],
    ['not-verifiable', true],
    ['revoked', true],
    ['declined', true],
    ['expired', false],
    ['unavailable', false],
    [null, false],
  ] as const)('that expect a refusal, with %s: %s', (refusal, enabled) => {
    const proof = { state: 'abandoned', verified: false, refusal } as const
    const { screen } = stepOf(discount, 2)
    const expecting = {
      ...screen,
      requestOptions: screen.requestOptions && { ...screen.requestOptions, expectRefusal: true },
    }
    expect(canGoNextInUseCase(parseUseCaseScreen(expecting), { credentials: [], proof })).toBe(enabled)
    expect(canGoNextInUseCase(stepOf(discount, 2), { credentials: [], proof })).toBe(false)
  })
})

describe('locks', () => {
  const visit = { credentials: [], held: [], revoked: [] }

  it('name what is missing', () => {
    expect(lockOf(discount, { ...visit, held: ['Student Card'] })).toEqual({
      locked: true,
      because: 'missing',
      credentials: ['Library Card'],
    })
  })

  it('open when everything is issued or held', () => {
    const credentials = [{ name: 'library_card', state: 'done' as const }]
    expect(lockOf(discount, { ...visit, credentials, held: ['studentCard'] })).toEqual({ locked: false })
  })

  it('stay closed while only another credential is there, or one that is on its way', () => {
    const credentials = [
      { name: 'exam_pass', state: 'done' as const },
      { name: 'library_card', state: 'offer_sent' as const },
    ]
    const lock = lockOf(discount, { ...visit, credentials })
    expect(lock).toMatchObject({ locked: true, credentials: ['StudentCard', 'Library Card'] })
  })

  it('close again on revocation, even of a held one', () => {
    const lock = lockOf(discount, { ...visit, held: ['Student Card', 'Library Card'], revoked: ['student_card'] })
    expect(lock).toEqual({ locked: true, because: 'revoked', credentials: ['StudentCard'] })
  })

  it('never hang on a credential that the use case itself issues', () => {
    expect(lockOf(enrol, visit)).toEqual({ locked: false })
  })
})

describe('completion', () => {
  it('compares slugs of visible use cases, not counts', () => {
    expect(isDemoCompleted(student, false, ['enrol'])).toBe(false)
    expect(isDemoCompleted(student, false, ['discount'])).toBe(true)
    expect(isDemoCompleted(student, true, ['discount'])).toBe(false)
    expect(isDemoCompleted({ ...student, useCases: [] }, false, [])).toBe(false)
  })

  it('hides what is hidden', () => {
    expect(visibleUseCases(student, false).map((useCase) => useCase.id)).toEqual(['discount'])
    expect(visibleUseCases(student, true)).toHaveLength(2)
  })
})

describe('a connection', () => {
  it('is stale when it was made before the last reset', () => {
    expect(isConnectionStale('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')).toBe(true)
    expect(isConnectionStale('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z')).toBe(false)
    // Where the device's clock is behind, the visit is dated by the server's reset itself.
    expect(isConnectionStale('2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z')).toBe(false)
    expect(isConnectionStale(null, '2026-01-02T00:00:00Z')).toBe(false)
    expect(isConnectionStale('2026-01-02T00:00:00Z', null)).toBe(false)
  })
})

describe('proof requests', () => {
  const options = discount.screens[2]?.requestOptions
  if (options === undefined) throw new Error('the fixture lost its request')
  const ids = { 'Student Card': 'x:Student Card', 'Library Card': 'x:Library Card' }

  it('ask for groups and predicates, each restricted to its credential definition', () => {
    expect(buildProofRequest(options, ids, '1.0.0')).toEqual({
      name: 'Student check',
      version: '1.0.0',
      requested_attributes: {
        'Student Card': {
          names: ['family_name'],
          restrictions: [{ cred_def_id: 'x:Student Card' }],
          non_revoked: {},
        },
      },
      requested_predicates: {
        'Student Card expiry_date': {
          name: 'expiry_date',
          p_type: '>=',
          p_value: 20_261_121,
          restrictions: [{ cred_def_id: 'x:Student Card' }],
          non_revoked: {},
        },
        'Library Card fines': {
          name: 'fines',
          p_type: '<',
          p_value: 1,
          restrictions: [{ cred_def_id: 'x:Library Card' }],
        },
      },
    })
  })

  it('are never made from a name alone', () => {
    expect(() => buildProofRequest(options, { 'Student Card': 'x' }, '1.0.0')).toThrow('Library Card')
  })

  it('keep two predicates on one attribute apart', () => {
    const twice = {
      ...options,
      requestedCredentials: [
        {
          name: 'Student Card',
          predicates: [
            { name: 'age', value: 18, type: '>=' as const },
            { name: 'age', value: 30, type: '<' as const },
          ],
        },
      ],
    }
    expect(Object.keys(buildProofRequest(twice, ids, '1.0.0').requested_predicates)).toHaveLength(2)
  })

  it('ask the same of one credential wherever it is named', () => {
    const twice = {
      ...options,
      requestedCredentials: [
        { name: 'Student Card', properties: ['name'], nonRevoked: true },
        { name: 'student_card', predicates: { name: 'age', value: 18, type: '>=' as const } },
      ],
    }
    const condition = { restrictions: [{ cred_def_id: 'x:Student Card' }], non_revoked: {} }
    expect(buildProofRequest(twice, ids, '1.0.0')).toMatchObject({
      requested_attributes: { 'Student Card': condition },
      requested_predicates: { 'Student Card age': condition },
    })
  })

  it('name a schema beside the definition where content does', () => {
    const [requirement] = options.requestedCredentials
    const narrowed = {
      ...options,
      requestedCredentials: requirement ? [{ ...requirement, schema_id: 'schema:1' }] : [],
    }
    expect(buildProofRequest(narrowed, ids, '1.0.0').requested_attributes['Student Card']?.restrictions).toEqual([
      { cred_def_id: 'x:Student Card', schema_id: 'schema:1' },
    ])
  })

  it('of several screens for one credential become one requirement', () => {
    const asking = (requirement: object) => ({
      ...stepOf(discount, 2).screen,
      requestOptions: { ...options, requestedCredentials: [{ name: 'Student Card', ...requirement }] },
    })
    const age = { name: 'age', value: 18, type: '>=' as const }
    const expiry = { name: 'expiry_date', value: 20_300_101, type: '>=' as const }
    const screens = [
      asking({ properties: ['family_name', 'faculty'], predicates: age }),
      asking({ properties: ['faculty', 'level'], predicates: [expiry], nonRevoked: true, icon: '/card.svg' }),
      asking({ icon: '/other.svg' }),
    ]
    expect(requestedCredentials({ ...discount, screens })).toEqual([
      {
        name: 'Student Card',
        properties: ['family_name', 'faculty', 'level'],
        predicates: [age, expiry],
        nonRevoked: true,
        icon: '/card.svg',
      },
    ])
    expect(requestedCredentials({ ...discount, screens: [...screens].reverse() })).toMatchObject([
      { icon: '/other.svg', properties: ['faculty', 'level', 'family_name'], nonRevoked: true },
    ])
  })

  it.each(['didcomm', 'openid4vc'] as const)(
    'by %s, ask what two cards have in common where nothing else binds them',
    (protocol) => {
      const asked = (name: string, attribute: string) => ({
        name,
        properties: ['number'],
        alike: { owner: [attribute] },
      })
      const requestedCredentials = [asked('Permit', 'holder'), asked('Registration', 'owner_name')]
      const options = optionsAskedBy(protocol, { title: 'Loan', text: 'Loan?', requestedCredentials })
      const isAsked = protocol === 'openid4vc'
      expect(options.requestedCredentials.map(({ properties }) => properties)).toEqual([
        isAsked ? ['number', 'holder'] : ['number'],
        isAsked ? ['number', 'owner_name'] : ['number'],
      ])
      expect(options.requestedCredentials.some(({ alike }) => alike)).toBe(isAsked)
    },
  )

  it('are summed up per credential for the side panel', () => {
    expect(requestedCredentials(discount).map((requirement) => requirement.name)).toEqual([
      'StudentCard',
      'Library Card',
    ])
  })
})
