import { parseOnboardingScreen } from '@lastmile/contracts/screens'
import { describe, expect, it } from 'vitest'
import { student } from './journey.fixture.ts'
import {
  missingCredentials,
  onboardingNavigation,
  onboardingStepAt,
  parseOnboarding,
  screenIdBeside,
  skipConnect,
} from './onboarding.ts'

const steps = parseOnboarding(student)
const canGoNext = (...given: Parameters<typeof onboardingNavigation>) => onboardingNavigation(...given).canGoNext
const at = (screenId: string) => onboardingStepAt(steps, screenId)
const nothing = { characterPicked: false, credentials: [], held: [] }

describe('onboarding steps', () => {
  it('are the picker alone before a character is picked', () => {
    expect(parseOnboarding(undefined).map((step) => step.kind)).toEqual(['PICK_CHARACTER'])
    const words = { title: 'Who?', text: 'Pick a person.' }
    expect(parseOnboarding(undefined, words)).toMatchObject([{ screen: { screenId: 'PICK_CHARACTER', ...words } }])
  })

  it('put a picker before a list that has none', () => {
    const [, ...withoutPicker] = student.onboarding
    expect(parseOnboarding({ ...student, onboarding: withoutPicker }).map((step) => step.kind)).toEqual(
      steps.map((step) => step.kind),
    )
  })

  it('treat every id that begins with CONNECT or ACCEPT_CREDENTIAL as that kind', () => {
    expect(steps.map((step) => step.kind)).toEqual([
      'PICK_CHARACTER',
      'SETUP_START',
      'CHOOSE_WALLET',
      'CONNECT',
      'ACCEPT_CREDENTIAL',
      'GENERIC',
      'CONNECT',
      'ACCEPT_CREDENTIAL',
      'SETUP_COMPLETED',
    ])
  })

  it('follow the character’s own list and end at its last screen', () => {
    expect(screenIdBeside(steps, 'PICK_CHARACTER', 1)).toBe('SETUP_START')
    expect(screenIdBeside(steps, 'CHOOSE_WALLET', 1)).toBe('CONNECT')
    expect(screenIdBeside(steps, 'SETUP_COMPLETED', 1)).toBeUndefined()
    expect(screenIdBeside(steps, 'PICK_CHARACTER', -1)).toBeUndefined()
    expect(screenIdBeside(steps, 'GONE', 1)).toBeUndefined()
  })

  it('start over when the stored screen is no longer there', () => {
    expect(at('GONE')).toBe(steps[0])
    expect(onboardingStepAt([], 'CONNECT').kind).toBe('PICK_CHARACTER')
  })
})

describe('Next', () => {
  it.each(['SETUP_START', 'CHOOSE_WALLET', 'GENERIC_WHY', 'SETUP_COMPLETED'])('is open on %s', (screenId) => {
    expect(canGoNext(at(screenId), nothing)).toBe(true)
  })

  it('waits for a character', () => {
    expect(canGoNext(at('PICK_CHARACTER'), nothing)).toBe(false)
    expect(canGoNext(at('PICK_CHARACTER'), { ...nothing, characterPicked: true })).toBe(true)
  })

  it.each([
    [undefined, false],
    ['invited', false],
    ['request', false],
    ['abandoned', false],
    ['response', false],
    ['active', true],
    ['complete', true],
  ] as const)('on a connect screen with state %s is %s', (state, enabled) => {
    expect(canGoNext(at('CONNECT_2'), { ...nothing, meeting: state && { kind: 'connection', state } })).toBe(enabled)
  })

  it('never opens on the form, which only the Confirmed Person flow has', () => {
    const step = parseOnboardingScreen({ screenId: 'PERSON_INFORMATION', title: 'You', text: 'You.' })
    expect(canGoNext(step, nothing)).toBe(false)
    expect(onboardingNavigation(step, nothing)).toMatchObject({ nextLabel: 'next', canGoBack: true })
  })

  it.each([
    ['of no kind', { screenId: 'SURPRISE', title: 'S', text: 'S.' }],
    ['that lacks what its kind must bring', { screenId: 'CONNECT', title: 'C', text: 'C.' }],
  ])('never opens on a screen %s', (_, screen) => {
    const step = parseOnboardingScreen(screen)
    expect(step.kind).toBe('UNKNOWN')
    const facts = { ...nothing, characterPicked: true, meeting: { kind: 'connection', state: 'active' } as const }
    expect(canGoNext(step, facts)).toBe(false)
    expect(onboardingNavigation(step, nothing)).toMatchObject({ nextLabel: 'next', canGoBack: true })
  })

  it.each([
    ['offer_sent', false],
    ['request_received', false],
    ['abandoned', false],
    ['credential_revoked', false],
    ['credential_issued', true],
    ['credential_acked', true],
    ['done', true],
  ] as const)('on an accept screen with state %s is %s', (state, enabled) => {
    const credentials = [{ name: 'LibraryCard', state }]
    expect(canGoNext(at('ACCEPT_CREDENTIAL_2'), { ...nothing, credentials })).toBe(enabled)
  })

  it('is free on an accept screen that lists nothing', () => {
    const step = {
      kind: 'ACCEPT_CREDENTIAL' as const,
      screen: { screenId: 'ACCEPT_CREDENTIAL', title: 'A', text: 'A' },
    }
    expect(canGoNext(step, nothing)).toBe(true)
  })

  it('counts held credentials as there', () => {
    expect(missingCredentials(at('ACCEPT_CREDENTIAL'), { credentials: [], held: ['student_card'] })).toEqual([])
    expect(missingCredentials(at('ACCEPT_CREDENTIAL'), { credentials: [], held: [] })).toEqual(['Student Card'])
    const another = [{ name: 'library_card', state: 'done' as const }]
    expect(missingCredentials(at('ACCEPT_CREDENTIAL'), { credentials: another, held: [] })).toEqual(['Student Card'])
  })

  it('is labelled by the screen', () => {
    expect(steps.map((step) => onboardingNavigation(step, nothing).nextLabel).join()).toBe(
      'next,next,skip,next,next,next,next,next,finish',
    )
  })
})

describe('Back', () => {
  it('is closed on the picker and on every accept screen only', () => {
    expect(
      steps.filter((step) => !onboardingNavigation(step, nothing).canGoBack).map((step) => step.screen.screenId),
    ).toEqual(['PICK_CHARACTER', 'ACCEPT_CREDENTIAL', 'ACCEPT_CREDENTIAL_2'])
  })
})

describe('I Already Have my Credential', () => {
  it('goes past the matching accept screen and marks its credentials as held', () => {
    expect(skipConnect(steps, 'CONNECT')).toEqual({ screenId: 'GENERIC_WHY', held: ['Student Card'] })
    expect(skipConnect(steps, 'CONNECT_2')).toEqual({ screenId: 'SETUP_COMPLETED', held: ['library_card'] })
  })

  it('goes past what stands between the two', () => {
    const between = ['CONNECT', 'GENERIC_WHY', 'ACCEPT_CREDENTIAL', 'SETUP_COMPLETED'].map(at)
    expect(skipConnect(between, 'CONNECT')).toEqual({ screenId: 'SETUP_COMPLETED', held: ['Student Card'] })
  })

  it('goes one screen on where no accept screen belongs to it', () => {
    const without = steps.filter((step) => step.screen.screenId !== 'ACCEPT_CREDENTIAL')
    expect(skipConnect(without, 'CONNECT')).toEqual({ screenId: 'GENERIC_WHY', held: [] })
    expect(skipConnect(steps.slice(0, 6), 'GENERIC_WHY')).toEqual({ screenId: undefined, held: [] })
  })
})
