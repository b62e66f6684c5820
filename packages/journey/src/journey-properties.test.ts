import type { Character, ConnectionState, CredentialState, OnboardingScreen, ProofState } from '@lastmile/contracts'
import { pickCharacterId, refusalReasons } from '@lastmile/contracts/constants'
import { connectionStates, credentialStates, proofStates } from '@lastmile/contracts/lifecycles'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ConfirmedPersonFacts,
  confirmedPersonNavigation,
  confirmedPersonStepAt,
  confirmedPersonSteps,
} from './confirmed-person.ts'
import { card, student } from './journey.fixture.ts'
import {
  type OnboardingFacts,
  onboardingNavigation,
  onboardingStepAt,
  parseOnboarding,
  screenIdBeside,
  skipConnect,
} from './onboarding.ts'
import type { MeetingProgress } from './progress-states.ts'
import { canGoNextInUseCase, completesUseCase, lockOf, parseUseCase } from './use-case.ts'

/** For any events in any order: Next opens only when it should, and there is always a way to the end. */

const names = ['Student Card', 'Library Card', 'Exam Pass'] as const
const issuedStates: readonly CredentialState[] = ['credential_issued', 'done', 'credential_acked']

/** Lists as content may hold them: pairs of connecting and accepting between other screens. */
const onboardingList = fc
  .array(
    fc.oneof(
      fc.constant(['GENERIC'] as const),
      fc.constant(['CONNECT'] as const),
      fc.constant(['CONNECT', 'ACCEPT_CREDENTIAL'] as const),
      fc.constant(['CONNECT', 'GENERIC', 'ACCEPT_CREDENTIAL'] as const),
    ),
    { maxLength: 5 },
  )
  .map((parts) => ['PICK_CHARACTER', 'SETUP_START', 'CHOOSE_WALLET', ...parts.flat(), 'SETUP_COMPLETED'])
  .chain((kinds) =>
    fc.tuple(...kinds.map(() => fc.subarray([...names], { minLength: 1 }))).map((lists) =>
      kinds.map((kind, index): OnboardingScreen => {
        const isOnce = !/^(GENERIC|CONNECT|ACCEPT_CREDENTIAL)$/.test(kind) && kinds.indexOf(kind) === index
        return {
          screenId: isOnce ? kind : `${kind}_${index}`,
          title: kind,
          text: kind,
          issuer_name: 'Unity College',
          ...(kind === 'ACCEPT_CREDENTIAL' && { credentials: lists[index]?.map((name) => card(name)) }),
        }
      }),
    ),
  )

const meeting: fc.Arbitrary<MeetingProgress> = fc.oneof(
  fc.record({ kind: fc.constant('connection' as const), state: fc.constantFrom(...connectionStates) }),
  fc.constant({ kind: 'invitation' as const }),
)

const isMetIn = (states: readonly ConnectionState[], met: MeetingProgress | undefined) =>
  met?.kind === 'invitation' || (met !== undefined && states.includes(met.state))

type Event =
  | { kind: 'next' | 'back' | 'skip' | 'pick' | 'reload' }
  | { kind: 'stored'; screenId: string }
  | { kind: 'elsewhere'; place: number }
  | MeetingProgress
  | { kind: 'credential'; name: string; state: CredentialState }

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom('next', 'next', 'next', 'back', 'skip', 'pick', 'reload').map((kind) => ({ kind }) as Event),
  fc.record({ kind: fc.constant('stored' as const), screenId: fc.constantFrom('GENERIC_GONE', '', '__proto__') }),
  fc.record({ kind: fc.constant('elsewhere' as const), place: fc.nat({ max: 30 }) }),
  meeting,
  fc.record({
    kind: fc.constant('credential' as const),
    name: fc.constantFrom(...names, 'library_card', 'examPass'),
    state: fc.constantFrom(...credentialStates),
  }),
)

interface Visit {
  screenId: string
  facts: OnboardingFacts
}

const begin = (): Visit => ({
  screenId: pickCharacterId,
  facts: { characterPicked: false, credentials: [], held: [] },
})

function after(character: Character, visit: Visit, happened: Event): Visit {
  const steps = parseOnboarding(character)
  const step = onboardingStepAt(steps, visit.screenId)
  const { facts } = visit
  const { canGoNext, canGoBack } = onboardingNavigation(step, facts)
  const at = (screenId: string | undefined): Visit => ({
    screenId: screenId ?? visit.screenId,
    // Every CONNECT screen has a connection of its own.
    facts: { ...facts, meeting: undefined },
  })
  switch (happened.kind) {
    case 'next':
      return canGoNext ? at(screenIdBeside(steps, step.screen.screenId, 1)) : visit
    case 'back':
      return canGoBack ? at(screenIdBeside(steps, step.screen.screenId, -1)) : visit
    case 'skip': {
      if (step.kind !== 'CONNECT') return visit
      const { screenId, held } = skipConnect(steps, step.screen.screenId)
      return { ...at(screenId), facts: { ...facts, meeting: undefined, held: [...facts.held, ...held] } }
    }
    case 'pick':
      return { ...visit, facts: { ...facts, characterPicked: true } }
    case 'reload':
      return JSON.parse(JSON.stringify(visit))
    case 'stored':
      return { ...visit, screenId: happened.screenId }
    // Another tab went there.
    case 'elsewhere':
      return at(steps[happened.place % steps.length]?.screen.screenId)
    case 'connection':
    case 'invitation':
      return { ...visit, facts: { ...facts, meeting: happened } }
    case 'credential':
      return {
        ...visit,
        facts: { ...facts, credentials: [...facts.credentials.filter(({ name }) => name !== happened.name), happened] },
      }
  }
}

/** The rule of docs/product.md, section 5, for Next, in other words than the code. */
function mayGoOn(character: Character, { screenId, facts }: Visit): boolean {
  const { screen } = onboardingStepAt(parseOnboarding(character), screenId)
  if (screen.screenId === pickCharacterId) return facts.characterPicked
  if (screen.screenId.startsWith('CONNECT')) return isMetIn(['active', 'complete'], facts.meeting)
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return (screen.credentials ?? []).every(
    ({ name }) =>
      facts.held.some((held) => plain(held) === plain(name)) ||
      facts.credentials.some((known) => plain(known.name) === plain(name) && issuedStates.includes(known.state)),
  )
}

/** Does what each screen asks for. */
function goesOn(character: Character, visit: Visit): Visit {
  const { screen } = onboardingStepAt(parseOnboarding(character), visit.screenId)
  const wanted: Event[] = [
    { kind: 'pick' },
    { kind: 'connection', state: 'active' },
    ...(screen.credentials ?? []).map(({ name }): Event => ({ kind: 'credential', name, state: 'done' })),
    { kind: 'next' },
  ]
  return wanted.reduce((now, happened) => after(character, now, happened), visit)
}

describe('onboarding, whatever happens', () => {
  it('opens Next only when it should, and never strands a visitor', () => {
    fc.assert(
      fc.property(onboardingList, fc.array(event, { maxLength: 60 }), (onboarding, events) => {
        const character = { ...student, onboarding }
        const steps = parseOnboarding(character)
        let visit = begin()
        for (const happened of events) {
          visit = after(character, visit, happened)
          const step = onboardingStepAt(steps, visit.screenId)
          expect(steps).toContain(step)
          const { canGoNext, canGoBack } = onboardingNavigation(step, visit.facts)
          expect(canGoNext).toBe(mayGoOn(character, visit))
          expect(canGoBack).toBe(!/^(PICK_CHARACTER|ACCEPT_CREDENTIAL)/.test(step.screen.screenId))
        }
        for (const _ of steps) visit = goesOn(character, visit)
        expect(onboardingStepAt(steps, visit.screenId).kind).toBe('SETUP_COMPLETED')
      }),
    )
  })

  it('never opens Next on an unknown screen', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z_]{1,20}$/), event, (screenId, happened) => {
        fc.pre(
          !/^(PICK_CHARACTER|SETUP_|CHOOSE_WALLET|PERSON_INFORMATION|CONNECT|ACCEPT_CREDENTIAL|GENERIC)/.test(screenId),
        )
        const character = { ...student, onboarding: [{ screenId, title: 'x', text: 'x' }] }
        const { facts } = after(character, { ...begin(), screenId }, happened)
        expect(onboardingNavigation(onboardingStepAt(parseOnboarding(character), screenId), facts).canGoNext).toBe(
          false,
        )
      }),
    )
  })
})

describe('the Confirmed Person flow, whatever happens', () => {
  type FlowEvent =
    | { kind: 'next' | 'back' | 'skip' | 'fill' | 'empty' | 'reload' }
    | MeetingProgress
    | { kind: 'credential'; state: CredentialState | undefined }

  const flowEvent: fc.Arbitrary<FlowEvent> = fc.oneof(
    fc
      .constantFrom('next', 'next', 'next', 'back', 'skip', 'fill', 'fill', 'empty', 'reload')
      .map((kind) => ({ kind }) as FlowEvent),
    meeting,
    fc.record({
      kind: fc.constant('credential' as const),
      state: fc.option(fc.constantFrom(...credentialStates), { nil: undefined }),
    }),
  )

  /** A visit may be found anywhere: reloaded, or restored from another tab. */
  const anywhere: fc.Arbitrary<ConfirmedPersonFacts> = fc.record({
    step: fc.constantFrom(undefined, ...confirmedPersonSteps),
    reached: fc.constantFrom(pickCharacterId, ...confirmedPersonSteps),
    isInformed: fc.boolean(),
    meeting: fc.option(meeting, { nil: undefined }),
    credentialState: fc.option(fc.constantFrom(...credentialStates), { nil: undefined }),
  })

  function afterInFlow(facts: ConfirmedPersonFacts, happened: FlowEvent): ConfirmedPersonFacts {
    const shown = confirmedPersonStepAt(facts)
    const { next, previous, canGoNext } = confirmedPersonNavigation(facts)
    const to = (step: ConfirmedPersonFacts['step']) => (step ? { ...facts, step, reached: step } : facts)
    switch (happened.kind) {
      case 'next':
        return canGoNext ? to(next) : facts
      case 'back':
        // The offer is withdrawn.
        return shown === 'ACCEPT_CREDENTIAL' && previous
          ? { ...to(previous), credentialState: undefined }
          : to(previous)
      case 'skip':
        return shown === 'CONNECT_WALLET' ? to('SETUP_COMPLETED') : facts
      case 'fill':
        return shown === 'PERSON_INFORMATION' ? { ...facts, isInformed: true } : facts
      case 'empty':
        return { ...facts, isInformed: false }
      case 'reload':
        return { ...facts, step: undefined, isInformed: false }
      case 'connection':
      case 'invitation':
        return { ...facts, meeting: happened }
      case 'credential':
        return { ...facts, credentialState: happened.state }
    }
  }

  const isAnswered = ({ meeting }: ConfirmedPersonFacts) => isMetIn(['response', 'active', 'complete'], meeting)
  const isHeld = ({ credentialState }: ConfirmedPersonFacts) =>
    credentialState !== undefined && [...issuedStates, 'credential_revoked'].includes(credentialState)

  /** The rule of docs/product.md, section 5, for Next, in other words than the code. */
  const mayGoOnFrom = {
    SETUP_START: () => true,
    PERSON_INFORMATION: ({ isInformed }: ConfirmedPersonFacts) => isInformed,
    CONNECT_WALLET: isAnswered,
    ACCEPT_CREDENTIAL: isHeld,
    SETUP_COMPLETED: () => true,
  }

  it('opens Next only when it should, shows no step without what it works with, and never strands a visitor', () => {
    fc.assert(
      fc.property(anywhere, fc.array(flowEvent, { maxLength: 40 }), (start, events) => {
        let facts = start
        for (const happened of events) {
          facts = afterInFlow(facts, happened)
          const shown = confirmedPersonStepAt(facts)
          const { canGoNext, previous } = confirmedPersonNavigation(facts)
          expect(canGoNext).toBe(mayGoOnFrom[shown](facts))
          expect(previous === undefined).toBe(
            shown === 'SETUP_START' || (shown === 'ACCEPT_CREDENTIAL' && isHeld(facts)),
          )
          if (shown === 'CONNECT_WALLET') expect(facts.isInformed).toBe(true)
          if (shown === 'ACCEPT_CREDENTIAL') {
            expect(facts.credentialState !== undefined || (facts.isInformed && isAnswered(facts))).toBe(true)
          }
          if (shown === 'SETUP_COMPLETED') {
            const isSkipped = facts.step === 'SETUP_COMPLETED' && facts.credentialState === undefined
            expect(isSkipped || isHeld(facts)).toBe(true)
          }
        }
        const asked: FlowEvent[] = [
          { kind: 'fill' },
          { kind: 'connection', state: 'active' },
          { kind: 'credential', state: 'done' },
          { kind: 'next' },
        ]
        for (const _ of confirmedPersonSteps) facts = asked.reduce(afterInFlow, facts)
        expect(confirmedPersonStepAt(facts)).toBe('SETUP_COMPLETED')
      }),
    )
  })
})

describe('a use case, whatever happens', () => {
  const proof = fc.option(
    fc.record({
      state: fc.constantFrom(...proofStates),
      verified: fc.constantFrom(true, false, null),
      refusal: fc.constantFrom(...refusalReasons, null),
    }),
    { nil: undefined },
  )
  const facts = fc.record({
    meeting: fc.option(meeting, { nil: undefined }),
    credentials: fc.array(fc.record({ name: fc.constantFrom(...names), state: fc.constantFrom(...credentialStates) }), {
      maxLength: 4,
    }),
    proof,
  })

  it('goes past a proof only when one was received and not refused, or refused where content expects nothing else', () => {
    fc.assert(
      fc.property(fc.constantFrom(...student.useCases), fc.boolean(), facts, (useCase, expectRefusal, known) => {
        const received: readonly ProofState[] = ['presentation_received', 'verified', 'done']
        const refusals: readonly unknown[] = [
          'revoked',
          'predicate-not-met',
          'mixed-credentials',
          'not-verifiable',
          'declined',
        ]
        for (const step of parseUseCase(useCase)) {
          if (step.kind !== 'PROOF' && step.kind !== 'PROOF_OOB') continue
          const { requestOptions } = step.screen
          const asked = { ...step, screen: { ...step.screen, requestOptions: { ...requestOptions, expectRefusal } } }
          const isProved =
            known.proof !== undefined && known.proof.verified !== false && received.includes(known.proof.state)
          const isRefused = refusals.includes(known.proof?.refusal)
          expect(canGoNextInUseCase(asked, known)).toBe(isProved || (expectRefusal && isRefused))
        }
      }),
    )
  })

  it('comes to an end when what each screen asks for is there', () => {
    for (const useCase of student.useCases) {
      const steps = parseUseCase(useCase)
      const credentials = names.map((name) => ({ name, state: 'done' as const }))
      const all = {
        meeting: { kind: 'connection', state: 'active' } as const,
        credentials,
        proof: { state: 'verified' as const, verified: true },
      }
      expect(steps.every((step) => canGoNextInUseCase(step, all))).toBe(true)
      expect(completesUseCase(steps, steps.length - 1)).toBe(true)
    }
  })

  it('is locked by exactly what is missing or revoked', () => {
    const lists = fc.record({
      credentials: fc.array(
        fc.record({ name: fc.constantFrom(...names), state: fc.constantFrom(...credentialStates) }),
      ),
      held: fc.subarray([...names]),
      revoked: fc.subarray([...names]),
    })
    fc.assert(
      fc.property(lists, (visit) => {
        const lock = lockOf(student.useCases[0] as (typeof student.useCases)[number], visit)
        const asked = ['Student Card', 'Library Card']
        const has = (name: string) =>
          visit.held.includes(name as never) ||
          visit.credentials.some((known) => known.name === name && issuedStates.includes(known.state))
        const isOpen = asked.every((name) => has(name) && !visit.revoked.includes(name as never))
        expect(lock.locked).toBe(!isOpen)
      }),
    )
  })
})
