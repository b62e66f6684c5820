import { confirmedPersonPath, confirmedPersonSlug } from '@lastmile/contracts/constants'
import { otherCharacterPath, persistedState } from '@lastmile/contracts/site'
import { beforeEach, expect, it } from 'vitest'
import { leadHeaderBack } from './begun-visit.ts'
import { showGoOn, visitsOf } from './go-on.ts'

const characters = [
  { id: 'student', name: 'Amina', useCases: [{ id: 'price' }, { id: 'library' }] },
  { id: confirmedPersonSlug, name: 'Confirmed Person', useCases: [{ id: 'job' }] },
]
const link = (index: number) => {
  const { textContent, pathname, search } = document.querySelectorAll('a')[index] as HTMLAnchorElement
  return [textContent, pathname + search]
}

beforeEach(() => {
  document.body.innerHTML = `<main><ul data-go-on='${visitsOf(characters)}'>
      <li><a href="/short">Short</a><p>One card</p></li>
      <li><a href="/demo">Try Our Demo</a><p>A person</p></li>
      <li><a href="/confirmd">Get Confirmed</a><p>A passport</p></li>
    </ul></main>
    <header><a href="/demo">Get Started</a></header>`
})

const completed = { isCompleted: true, onboardingStep: 'SETUP_COMPLETED' }

it.each([
  ['a visit on its dashboard', 'student', completed, 'Go on as Amina', '1 of 2 done.', '/dashboard'],
  [
    'a visit in its onboarding',
    'student',
    { onboardingStep: 'CONNECT' },
    'Go on as Amina',
    'Where you stopped.',
    '/demo',
  ],
  [
    'one of the Confirmed Person',
    confirmedPersonSlug,
    { onboardingStep: 'CONNECT_WALLET' },
    'Go on as Confirmed Person',
    'Where you stopped.',
    confirmedPersonPath,
  ],
])('leads back to %s', (_, currentCharacter, onboarding, words, note, path) => {
  const preferences = { completedUseCaseSlugs: ['price', 'hidden-one'] }
  localStorage.setItem(
    persistedState.key,
    JSON.stringify({ characters: { currentCharacter }, onboarding, preferences }),
  )
  showGoOn()
  leadHeaderBack()
  expect(link(0)).toEqual([words, path])
  expect(document.querySelector('li p')?.textContent).toBe(note)
  expect(link(1)).toEqual(['Be somebody else', otherCharacterPath])
  expect(document.querySelectorAll('li p')[1]?.textContent).toBe('Ends this visit, after one question.')
  expect(link(3)).toEqual(['Go on', path])
  const isConfirmed = currentCharacter === confirmedPersonSlug
  expect(document.querySelectorAll('li')[2]?.hidden).toBe(isConfirmed)
})

it('says how much is done', () => {
  const preferences = { completedUseCaseSlugs: ['price', 'library'] }
  const state = { characters: { currentCharacter: 'student' }, onboarding: completed, preferences }
  localStorage.setItem(persistedState.key, JSON.stringify(state))
  showGoOn()
  expect(link(0)).toEqual(['Go on as Amina', '/dashboard'])
  expect(document.querySelector('li p')?.textContent).toBe('2 of 2 done.')
})

it.each([
  ['nothing is kept', null],
  ['nobody was chosen for good', { characters: { currentCharacter: 'student' }, onboarding: {} }],
  ['an uploaded character is gone', { characters: { currentCharacter: 'mine' }, onboarding: completed }],
  ['what is kept is no visit', []],
])('leaves the short way where %s', (_, state) => {
  localStorage.setItem(persistedState.key, JSON.stringify(state))
  showGoOn()
  expect([link(0), link(1)]).toEqual([
    ['Short', '/short'],
    ['Try Our Demo', '/demo'],
  ])
})

it.each([
  ['nobody was chosen for good', { characters: { currentCharacter: 'student' }, onboarding: {} }],
  [
    'a character is kept in its tab alone',
    { characters: { currentCharacter: 'uploaded-mine' }, onboarding: completed },
  ],
  ['what is kept is no visit', []],
])('leaves the header’s button where %s', (_, state) => {
  localStorage.setItem(persistedState.key, JSON.stringify(state))
  leadHeaderBack()
  expect(link(3)).toEqual(['Get Started', '/demo'])
})
