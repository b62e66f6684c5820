// @vitest-environment happy-dom
import { loadContent, resolveCharacter } from '@lastmile/content'
import { requestedCredentials } from '@lastmile/journey'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { ShowAnyway } from './missing-credentials.tsx'

afterEach(cleanup)

const asked = loadContent('packages/content')
  .characters.flatMap((character) => resolveCharacter(character, new Date()).useCases)
  .flatMap((useCase) =>
    requestedCredentials(useCase).map(({ name, nonRevoked }) => ({ useCase, name, isOffered: nonRevoked === true })),
  )

it.each(asked)('$useCase.id offers to show a revoked $name all the same: $isOffered', (of) => {
  render(
    <MemoryRouter>
      <ShowAnyway useCase={of.useCase} name={of.name} />
    </MemoryRouter>,
  )
  expect(screen.queryAllByRole('button')).toHaveLength(of.isOffered ? 1 : 0)
})
