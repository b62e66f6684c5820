import { cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { storeWith, student } from '../../store/store.fixture.ts'
import { UseCasePlayer } from './use-case-player.tsx'

afterEach(cleanup)

it('has one LEAVE where START stands beside it', async () => {
  const useCase = student.useCases[0]
  if (!useCase) throw new Error('no use case')
  render(
    <Provider store={storeWith({}).store}>
      <MemoryRouter>
        <UseCasePlayer character={student} useCase={useCase} />
      </MemoryRouter>
    </Provider>,
  )
  expect(await screen.findByRole('button', { name: 'START' })).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'LEAVE' })).toHaveLength(1)
})
