import {
  type Character,
  type CredentialRequirement,
  type CredentialToIssue,
  confirmedPersonSlug,
  enteredValue,
  missingFields,
  type OnboardingKind,
  onboardingKindOf,
  onboardingKinds,
  partyOf,
  roleOf,
  serverSegments,
  staticSegments,
  type UseCaseKind,
  useCaseKindOf,
  useCaseKinds,
  verifierOf,
} from '@lastmile/contracts'
import { appPaths, pages } from '@lastmile/contracts/pages'
import { listText, type Report } from './problem.ts'
import { checkStories } from './story-rules.ts'

/** First path segments of the site's own addresses: `/{slug}` shows a character's page, so no slug is one of them. */
const takenSegments = [
  ...[...pages.map(({ path }) => path), ...appPaths].map((path) => path.split('/')[1]),
  'uc',
  'wallet',
  ...serverSegments,
  ...staticSegments,
]

/** 'Small-business Owner' → 'small-business-owner'; empty for a type in another script, which has no slug. */
function slugOf(type: string): string {
  return type
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The rules between fields of a character, which its schema can't state. */
export function checkCharacter(character: Character, folder: string, report: Report): void {
  if (character.id !== folder) report(['id'], 'folder', { folder })
  const slug = slugOf(character.type)
  if (slug !== '' && character.id !== slug) report(['id'], 'slug', { slug })
  if (takenSegments.includes(character.id)) report(['id'], 'sitePage')
  checkOnboarding(character, report)
  const credentials = checkCredentials(character, report)
  checkUseCases(character, credentials, report)
  checkStories(character, credentials, report)
  checkWhatCanBeUnlocked(character, report)
  character.revocationInfo.forEach((info, index) => {
    const path = ['revocationInfo', index, 'credentialName']
    const credential = credentials.get(info.credentialName)
    if (!credential) reportUnknownCredential(path, info.credentialName, credentials, report)
    else if (!credential.revocable) report(path, 'notRevocable', { name: info.credentialName })
  })
}

function checkOnboarding({ id, hidden, onboarding, progressBar }: Character, report: Report): void {
  const ids = onboarding.map((screen) => screen.screenId)
  checkDistinct(ids, ['onboarding'], report)
  // A character that is not on the picker may begin without it.
  if (ids[0] !== 'PICK_CHARACTER' && !(hidden && ids[0] === 'SETUP_START')) {
    report(['onboarding', 0, 'screenId'], 'firstScreen')
  }
  if (ids.at(-1) !== 'SETUP_COMPLETED') report(['onboarding', ids.length - 1, 'screenId'], 'lastScreen')
  let issuer: string | undefined
  onboarding.forEach((screen, index) => {
    const path = ['onboarding', index]
    const kind = onboardingKindOf(screen.screenId)
    if (!kind) {
      report([...path, 'screenId'], 'onboardingKind', { kinds: listText(Object.keys(onboardingKinds)) })
      return
    }
    checkFields(screen, kind, onboardingKinds[kind].needs, path, report)
    if (kind === 'PERSON_INFORMATION' && id !== confirmedPersonSlug) {
      report([...path, 'screenId'], 'formElsewhere')
    }
    const role = roleOf(kind)
    if (role === 'connection') issuer = screen.issuer_name ?? ''
    if (role === 'credential') {
      const name = screen.issuer_name ?? issuer
      if (issuer === undefined) report([...path, 'screenId'], 'beforeConnect')
      else if (name !== undefined && name !== issuer) report([...path, 'issuer_name'], 'offeredByAnother', { name })
    } else if (screen.credentials) {
      report([...path, 'credentials'], 'acceptOnly')
    }
  })
  progressBar.forEach((item, index) => {
    if (!ids.includes(item.onboardingStep)) {
      report(['progressBar', index, 'onboardingStep'], 'noSuchScreen', { screenId: item.onboardingStep })
    }
  })
}

/** A field that screens of some kind must bring. */
type NeededField =
  | (typeof onboardingKinds)[OnboardingKind]['needs'][number]
  | (typeof useCaseKinds)[UseCaseKind]['needs'][number]

function checkFields<Field extends NeededField>(
  screen: { readonly [Each in Field]?: unknown },
  kind: string,
  fields: readonly Field[],
  path: PropertyKey[],
  report: Report,
): void {
  for (const field of missingFields(screen, fields)) report([...path, field], `needs.${field}`, { kind })
}

/** The character's credentials by name; one name stands for one list of attributes. */
function checkCredentials(character: Character, report: Report): Map<string, CredentialToIssue> {
  const byName = new Map<string, CredentialToIssue>()
  for (const { credential, path } of listCredentials(character)) checkEntries(credential, path, report)
  const names = (credential: CredentialToIssue) =>
    credential.attributes
      .map(({ name }) => name)
      .sort()
      .join()
  for (const { credential, path } of listCredentials(character)) {
    const known = byName.get(credential.name)
    if (known && names(known) !== names(credential)) {
      report(path, 'otherAttributes', { name: credential.name })
    }
    byName.set(credential.name, known ?? credential)
  }
  return byName
}

/** Prefilled values must be values that visitors could have entered. */
function checkEntries(credential: CredentialToIssue, path: PropertyKey[], report: Report): void {
  credential.attributes.forEach(({ entry, value }, index) => {
    if (!entry || value === '' || enteredValue(entry, value) === value) return
    report([...path, 'attributes', index, 'value'], 'entryValue')
  })
}

/**
 * A date of content stands still or moves on with each day. Of one credential, the moving ones would pass a fixed one
 * that lies ahead: a card would end before it is issued.
 * @param today YYYYMMDD
 * @param later the same character some months on
 */
export function checkDates(character: Character, today: string, later: Character, report: Report): void {
  const credentialsLater = listCredentials(later)
  listCredentials(character).forEach(({ credential, path }, position) => {
    const valuesLater = credentialsLater[position]?.credential.attributes.map(({ value }) => value)
    const isFixed = credential.attributes.map(({ value }, index) => value === valuesLater?.[index])
    if (!isFixed.includes(false)) return
    credential.attributes.forEach(({ name, value, entry }, index) => {
      if (!isFixed[index] || entry || value <= today || enteredValue({ kind: 'date' }, value) === undefined) return
      report([...path, 'attributes', index, 'value'], 'fixedDayAhead', { name })
    })
  })
}

/** Every credential of its screens, with the way to it. */
export function listCredentials(character: Character): { credential: CredentialToIssue; path: PropertyKey[] }[] {
  const lists = [
    ...character.onboarding.map((screen, index) => ({ screen, path: ['onboarding', index] })),
    ...character.useCases.flatMap((useCase, useCaseIndex) =>
      useCase.screens.map((screen, index) => ({ screen, path: ['useCases', useCaseIndex, 'screens', index] })),
    ),
  ]
  return lists.flatMap(({ screen, path }) =>
    (screen.credentials ?? []).map((credential, index) => ({ credential, path: [...path, 'credentials', index] })),
  )
}

function checkUseCases(character: Character, credentials: Map<string, CredentialToIssue>, report: Report): void {
  const issuers = character.onboarding.flatMap(({ screenId, issuer_name }) =>
    issuer_name !== undefined && onboardingKindOf(screenId) === 'CONNECT' ? [issuer_name] : [],
  )
  character.useCases.forEach((useCase, useCaseIndex) => {
    const { screens } = useCase
    const connected = new Set(issuers)
    const inUseCase = ['useCases', useCaseIndex, 'screens']
    const ids = screens.map((screen) => screen.screenId)
    checkDistinct(ids, inUseCase, report)
    const verifiers = screens.map((screen) => verifierOf(useCase, screen).name)
    useCase.scenes?.forEach(({ verifier: name }, index) => {
      if (!verifiers.includes(name))
        report(['useCases', useCaseIndex, 'scenes', index, 'verifier'], 'sceneOfAnother', { name })
    })
    screens.forEach((screen, index) => {
      const path = [...inUseCase, index]
      const kind = useCaseKindOf(screen.screenId)
      if (!kind) {
        report([...path, 'screenId'], 'useCaseKind', { kinds: listText(Object.keys(useCaseKinds)) })
        return
      }
      checkFields(screen, kind, useCaseKinds[kind].needs, path, report)
      const role = roleOf(kind)
      const name = partyOf(useCase, screen)
      if (role === 'connection') connected.add(name)
      if (role === 'credential' && !connected.has(name)) report([...path, 'screenId'], 'offeredByAnother', { name })
      if (role === 'end' && index < screens.length - 1) {
        report([...path, 'screenId'], 'endNotLast', { kind })
      }
      if (role !== 'proof' && screen.requestOptions) report([...path, 'requestOptions'], 'proofOnly')
      if (role !== 'credential' && screen.credentials) report([...path, 'credentials'], 'credentialOnly')
      const asked = screen.requestOptions?.requestedCredentials ?? []
      asked.forEach((requirement, position) => {
        for (const about of Object.keys(requirement.alike ?? {})) {
          const isAlone = asked.every((other) => other === requirement || !other.alike?.[about])
          const at = [...path, 'requestOptions', 'requestedCredentials', position, 'alike', about]
          if (isAlone) report(at, 'alikeAlone', { about })
        }
        checkRequirement(requirement, credentials, (more, ...problem) =>
          report([...path, 'requestOptions', 'requestedCredentials', position, ...more], ...problem),
        )
      })
    })
  })
}

function checkRequirement(
  requirement: CredentialRequirement,
  credentials: Map<string, CredentialToIssue>,
  report: Report,
): void {
  const credential = credentials.get(requirement.name)
  if (!credential) {
    reportUnknownCredential(['name'], requirement.name, credentials, report)
    return
  }
  const attributes = new Map(credential.attributes.map((attribute) => [attribute.name, attribute]))
  const reportUnknown = (path: PropertyKey[], attribute: string) =>
    report(path, 'unknownAttribute', { name: credential.name, attribute, attributes: listText(attributes.keys()) })
  requirement.properties?.forEach((name, index) => {
    if (!attributes.has(name)) reportUnknown(['properties', index], name)
  })
  for (const [about, names] of Object.entries(requirement.alike ?? {})) {
    for (const name of names) if (!attributes.has(name)) reportUnknown(['alike', about], name)
  }
  const list = Array.isArray(requirement.predicates)
  for (const [index, predicate] of [requirement.predicates ?? []].flat().entries()) {
    const path = list ? ['predicates', index] : ['predicates']
    const attribute = attributes.get(predicate.name)
    if (!attribute) reportUnknown([...path, 'name'], predicate.name)
    else if (attribute.entry ? attribute.entry.kind !== 'date' : !/^-?\d{1,10}$/.test(attribute.value)) {
      report([...path, 'name'], 'notComparable', { name: predicate.name })
    }
  }
  if (requirement.nonRevoked && !credential.revocable) {
    report(['nonRevoked'], 'neverShown', { name: credential.name })
  }
}

/**
 * A use case stays locked until the visitor holds what it asks for (its own credentials apart), so some use case has to
 * issue it: onboarding or a use case that can be unlocked before, and for a visible use case a visible one.
 */
function checkWhatCanBeUnlocked(character: Character, report: Report): void {
  const held = new Set(character.onboarding.flatMap((screen) => (screen.credentials ?? []).map(({ name }) => name)))
  const locked = new Set(character.useCases)
  for (const withHidden of [false, true]) {
    for (let before = -1; before !== locked.size; ) {
      before = locked.size
      for (const useCase of locked) {
        if (useCase.hidden && !withHidden) continue
        const issued = useCase.screens.flatMap((screen) => (screen.credentials ?? []).map(({ name }) => name))
        const asked = useCase.screens.flatMap((screen) => screen.requestOptions?.requestedCredentials ?? [])
        if (!asked.every(({ name }) => held.has(name) || issued.includes(name))) continue
        for (const name of issued) held.add(name)
        locked.delete(useCase)
      }
    }
    for (const useCase of locked) {
      if (useCase.hidden === withHidden) {
        report(['useCases', character.useCases.indexOf(useCase)], 'locked')
      }
    }
  }
}

function checkDistinct(ids: string[], path: PropertyKey[], report: Report): void {
  ids.forEach((value, index) => {
    if (ids.indexOf(value) < index) report([...path, index, 'screenId'], 'twice', { value })
  })
}

const reportUnknownCredential = (
  path: PropertyKey[],
  name: string,
  credentials: Map<string, CredentialToIssue>,
  report: Report,
) => report(path, 'unknownCredential', { name, count: credentials.size, credentials: listText(credentials.keys()) })
