// @vitest-environment happy-dom
import type { RequestOptions } from '@lastmile/contracts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ProofOutcome, type ProofOutcomeProps } from './proof-outcome.tsx'
import { initialProof, type ProofExchangeState } from './proof-slice.ts'

afterEach(cleanup)

const options: RequestOptions = {
  title: 'Join',
  text: 'Who are you?',
  requestedCredentials: [
    {
      name: 'student_card',
      properties: ['family_name', 'birth_date', 'photo'],
      predicates: { name: 'expiry_date', type: '>=', value: '20400121' },
      nonRevoked: true,
    },
  ],
}

const proof: ProofExchangeState = { ...initialProof, id: 'p1', state: 'presentation_received' }

const outcome = (
  onTryAgain: () => void,
  news: Partial<ProofExchangeState>,
  more?: Partial<RequestOptions>,
  afterRevoked?: ProofOutcomeProps['afterRevoked'],
) => (
  <ProofOutcome
    proof={{ ...proof, ...news }}
    options={{ ...options, ...more }}
    verifier={{ name: 'Riverbank Library' }}
    afterRevoked={afterRevoked}
    wallet="other"
    onTryAgain={onTryAgain}
  />
)

function show(
  news: Partial<ProofExchangeState>,
  more: Partial<RequestOptions> = {},
  afterRevoked?: ProofOutcomeProps['afterRevoked'],
) {
  const tryAgain = vi.fn()
  render(outcome(tryAgain, news, more, afterRevoked))
  return tryAgain
}

const picture = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

describe('the outcome of a proof', () => {
  it('is open while the signatures are being checked', () => {
    show({})
    expect(screen.getByRole('status').textContent).toContain('checking the signatures')
  })

  it('shows what was revealed, and names what was only proved', () => {
    show({
      state: 'verified',
      verified: true,
      presentation: {
        requested_proof: {
          revealed_attrs: {},
          revealed_attr_groups: {
            'Student Card': {
              values: {
                family_name: { raw: 'Bello' },
                birth_date: { raw: '20060721' },
                photo: { raw: picture },
              },
            },
          },
          predicates: { 'Student Card expiry_date': {} },
        },
      },
    })
    const verified = screen.getByTestId('proof-learned')
    expect(verified.textContent).toContain('Bello')
    expect(verified.textContent).toContain('2006-07-21')
    expect(screen.getByRole('img', { name: 'Photo' }).getAttribute('src')).toBe(`data:image/gif;base64,${picture}`)
    expect(verified.textContent).toContain('Expiry date: 21 January 2040 or later')
    expect(verified.textContent).toContain('Not revoked')
  })

  it.each([
    ['declined', true],
    ['predicate-not-met', false],
  ] as const)('is a calm result where a refusal is the point: %s', (refusal, isUntold) => {
    const tryAgain = show({ state: 'abandoned', verified: false, refusal }, { expectRefusal: true })
    const told = screen.getByRole('status').textContent ?? ''
    expect(told).toContain('No proof, and that is the point.')
    expect(told.includes('Riverbank Library learned nothing about you.')).toBe(isUntold)
    expect(told.includes('Riverbank Library saw what you shared, and accepted none of it.')).toBe(!isUntold)
    expect(screen.queryByText('We got no proof.') !== null).toBe(isUntold)
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(tryAgain).toHaveBeenCalledOnce()
  })

  it.each([
    ['revoked', 'that is what revoking is for. Nothing was accepted.'],
    ['predicate-not-met', 'does not hold for your credential. Nothing was accepted.'],
    ['mixed-credentials', 'put two credentials together where one was asked for. Nothing was accepted.'],
    ['not-verifiable', 'could not be verified. Nothing was accepted.'],
  ] as const)('is a visible refusal with its reason, %s, and can be tried again', (refusal, text) => {
    const tryAgain = show({ state: 'abandoned', verified: false, refusal })
    expect(screen.getByRole('alert').textContent).toContain(text)
    expect(screen.queryByTestId('proof-verified')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(tryAgain).toHaveBeenCalledOnce()
  })

  it('puts trying again after the remedy of a revoked credential, and first once the new one is there', () => {
    const revoked = { state: 'abandoned', verified: false, refusal: 'revoked' } as const
    const again = () => screen.getByRole('button', { name: 'Try Again' })
    const step = (held: string[], lacking: string[]) =>
      outcome(() => {}, revoked, {}, { remedy: 'A new card', held, lacking })
    const { rerender } = render(step([], ['Student Card']))
    expect(screen.getByText('We couldn’t accept this answer.')).toBeTruthy()
    rerender(step([], ['Student Card']))
    expect(screen.getByText('A new card').closest('[role=alert]')).toBeNull()
    expect(again().classList).not.toContain('bg-forest')
    rerender(step(['Student Card'], []))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByTestId('card-renewed').textContent).toContain('A valid Student Card is in your wallet now.')
    expect(screen.queryByText('We couldn’t accept this answer.')).toBeNull()
    expect(screen.getByText('We refused what had been revoked. Show us a valid card, and we check that.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show the new card' }).classList).toContain('bg-forest')
  })

  it('says of two cards that are not alike why it takes neither', () => {
    show({ state: 'verified', verified: false, refusal: 'not-verifiable', isUnlike: true })
    expect(screen.getByTestId('proof-refused').textContent).toContain('they may be two people’s. Nothing was accepted.')
  })

  it('says at once that the new one is there to who has fetched it elsewhere', () => {
    const revoked = { state: 'abandoned', verified: false, refusal: 'revoked' } as const
    render(outcome(() => {}, revoked, {}, { remedy: 'A new card', held: ['Student Card'], lacking: [] }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByTestId('card-renewed').textContent).toContain('A valid Student Card is in your wallet now.')
  })

  it.each([
    ['abandoned', 'declined', 'declined in the wallet'],
    ['expired', 'expired', 'The request has expired.'],
    ['expired', null, 'The request has expired.'],
    ['abandoned', 'unreachable', 'did not reach your wallet'],
    ['abandoned', 'unavailable', 'Something failed, here or in the wallet.'],
    ['abandoned', null, 'The request ended without a proof.'],
  ] as const)('shows a request that is %s (%s) apart from a refusal', (state, refusal, text) => {
    show({ state, verified: false, refusal })
    expect(screen.getByTestId('proof-ended').textContent).toContain(text)
    expect(screen.queryByTestId('proof-refused')).toBeNull()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
    // Of a proof that came and could not be checked, that is not known.
    const isUntold = screen.getByTestId('proof-ended').textContent?.includes('learned nothing about you')
    expect(isUntold).toBe(refusal !== 'unavailable')
    expect(screen.queryByText('We got no proof.') !== null).toBe(refusal !== 'unavailable')
  })
})
