// @vitest-environment node
import { loadContent, resolveCharacter } from '@lastmile/content'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HospitalsPage } from './hospitals-page.tsx'

const useCases = loadContent().characters.flatMap((character) => resolveCharacter(character, new Date()).useCases)

/** The last request of each use case: when it changes, its ticket on the page has to change, too. */
it.each([
  ['hospital-check-in', ['family_name', 'date_of_birth'], [], ['Family name', 'Date of birth']],
  [
    'pick-up-a-night-shift',
    ['given_names', 'family_name', 'qualification'],
    ['registration_date', 'expiry_date'],
    ['Given names and family name', 'Qualification', 'Registered for two years or more', 'Licence valid today'],
  ],
  [
    'open-the-medicines-cabinet',
    ['key_number', 'cabinet'],
    ['expiry_date'],
    ['Number of the key', 'Which cabinet it fits', 'Good today'],
  ],
])('shows the request of %s as the demo makes it', (id, shown, proved, lines) => {
  const request = useCases.find((useCase) => useCase.id === id)?.screens.findLast((screen) => screen.requestOptions)
  const asked = request?.requestOptions?.requestedCredentials ?? []
  const conditions = asked.flatMap(({ predicates = [] }) => predicates)
  expect(asked.flatMap(({ properties }) => properties)).toEqual(shown)
  expect(conditions.map(({ name }) => name)).toEqual(proved)

  const page = renderToStaticMarkup(<HospitalsPage />)
  for (const line of lines) expect(page).toContain(line)
  expect(page).toContain(
    `${request?.verifier?.name === 'Ward Medicines Cabinet' ? 'The cabinet' : request?.verifier?.name} asks`,
  )
})
