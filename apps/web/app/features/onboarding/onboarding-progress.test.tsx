// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { afterEach, expect, it } from 'vitest'
import { fetchCharacters, pickCharacter } from '../../state/characters/characters-slice.ts'
import { storeWith, student } from '../../store/store.fixture.ts'
import { OnboardingProgress } from './onboarding-progress.tsx'

afterEach(cleanup)

const withIcons = (id: string) => ({
  ...student,
  id,
  progressBar: ['PICK_CHARACTER', 'CONNECT', 'ACCEPT_CREDENTIAL'].map((onboardingStep) => ({
    name: onboardingStep === 'CONNECT' ? `${id} ${onboardingStep}` : onboardingStep,
    onboardingStep,
    iconLight: `/${id}-${onboardingStep}.svg`,
    iconDark: `/${id}-${onboardingStep}-dark.svg`,
  })),
})
const icons = () => [...document.querySelectorAll('img.dark\\:hidden')].map((icon) => icon.getAttribute('src'))
const names = () => screen.getAllByRole('listitem').map(({ lastChild }) => lastChild?.textContent)

it('names the steps that all characters share until one is picked, then all of that one', async () => {
  const characters = [{ ...withIcons('hidden-one'), hidden: true }, withIcons('nurse'), withIcons('student')]
  const { store } = storeWith({ getCharacters: () => characters })
  await store.dispatch(fetchCharacters())
  render(
    <Provider store={store}>
      <OnboardingProgress />
    </Provider>,
  )
  expect(icons()).toEqual(['/nurse-PICK_CHARACTER-dark.svg', '/nurse-ACCEPT_CREDENTIAL.svg'])
  expect(names()).toEqual(['PICK_CHARACTER', '2', 'ACCEPT_CREDENTIAL'])
  await act(() => store.dispatch(pickCharacter('student')))
  expect(icons()).toEqual([
    '/student-PICK_CHARACTER-dark.svg',
    '/student-CONNECT.svg',
    '/student-ACCEPT_CREDENTIAL.svg',
  ])
  expect(names()).toEqual(['PICK_CHARACTER', 'student CONNECT', 'ACCEPT_CREDENTIAL'])
})
