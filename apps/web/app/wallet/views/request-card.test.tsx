// @vitest-environment happy-dom
import type { Missing, RequestItem } from '@lastmile/holder'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { card, missingItem, proved, requestFor, shown } from '../wallet.fixture.ts'
import { walletClient } from '../wallet-client.ts'
import { WayToCredential } from '../way-to-credential.ts'
import { RequestCard } from './request-card.tsx'

afterEach(cleanup)

const wanted = [{ name: 'Student Card', issuer: card.kind.issuer }]
const about = { credentialId: card.id }

it.each<[string, Missing, boolean]>([
  ['You don’t have “Student Card”, which is asked for.', { reason: 'missing-credential', wanted }, true],
  ['You don’t have the credential for: “Expiry date”.', { reason: 'missing-credential', wanted: [] }, false],
  ['Your “Student Card” is from another issuer', { reason: 'wrong-issuer', ...about, wanted }, true],
  ['Your “Student Card” was revoked by its issuer', { reason: 'revoked', ...about }, true],
  [
    'Your “Student Card” is past its date (“Expiry date”).',
    { reason: 'expired', ...about, attribute: 'expiry_date' },
    true,
  ],
  [
    'it is not true: “Expiry date” 23 November 2026 or later.',
    { reason: 'false-predicate', ...about, attribute: 'expiry_date' },
    false,
  ],
])('says before anything is sent: %s', (sentence, missing, isFromHere) => {
  render(<RequestCard request={requestFor(missingItem(missing))} held={[card]} />)
  expect(screen.getByText(sentence, { exact: false })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Share and prove' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Decline' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Get the credential here' }) !== null).toBe(isFromHere)
  const isNever = missing.reason === 'false-predicate'
  const isRevoked = missing.reason === 'revoked'
  expect(screen.queryByText('You can’t answer this yet.') !== null).toBe(!isNever && !isRevoked)
  expect(screen.queryByText('The honest answer is no, so there is nothing to share.') !== null).toBe(isNever)
})

it('sends a revoked credential at a press that says so, beside the way to a new one and what is learnt', () => {
  const revoked = missingItem({ reason: 'revoked', ...about })
  const { rerender } = render(<RequestCard request={requestFor(revoked)} held={[{ ...card, revokedAt: 1 }]} />)
  expect(screen.getByText('“ShopEasy” will refuse this.')).toBeTruthy()
  expect(screen.getByText('Revoked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send it anyway' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Share and prove' })).toBeNull()
  expect(screen.queryByText(/has not been revoked/)).toBeNull()
  rerender(
    <RequestCard request={requestFor(revoked, missingItem({ reason: 'missing-credential', wanted }))} held={[card]} />,
  )
  expect(screen.queryByRole('button', { name: 'Send it anyway' })).toBeNull()
  rerender(<RequestCard request={requestFor(shown)} held={[card]} />)
  expect(screen.queryByRole('button', { name: 'Send it anyway' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
})

it('says of a stranger’s issuer where it is reached, and nothing but its DID', () => {
  const elsewhere = 'did:webvh:QmOther:evil.example%3A8443:path'
  const missing: Missing = { reason: 'missing-credential', wanted: [{ name: 'Card', issuer: elsewhere }] }
  render(<RequestCard request={requestFor(missingItem(missing))} held={[]} />)
  expect(screen.getByText(`Its issuer is reached at evil.example:8443: ${elsewhere}`)).toBeTruthy()
})

it('warns of issuers that the site is not, where one of their credentials would be used', () => {
  const warning = /^This uses a credential of an issuer that your wallet does not know/
  const ofSite = { ...card, kind: { ...card.kind, issuer: `did:webvh:QmSite:${location.host.replace(':', '%3A')}` } }
  const { rerender } = render(<RequestCard request={requestFor(shown)} held={[ofSite]} />)
  expect(screen.queryByText(warning)).toBeNull()
  const foreign = { ...card, kind: { ...card.kind, issuer: 'did:webvh:QmOther:elsewhere.example' } }
  for (const item of [shown, proved]) {
    rerender(<RequestCard request={requestFor(item)} held={[foreign]} />)
    expect(screen.getByText(warning)).toBeTruthy()
  }
})

it('lets nothing be filled in for a request that can’t be answered', () => {
  const said = { ...shown, referent: 'said', requirement: 1, names: ['password'], fitting: [], mayBeSaid: true }
  const { rerender } = render(<RequestCard request={requestFor(said)} held={[]} />)
  expect(screen.getByRole('textbox', { name: 'Password' })).toBeTruthy()
  const missing = missingItem({ reason: 'missing-credential', wanted })
  rerender(<RequestCard request={requestFor(said, missing)} held={[]} />)
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('asks once for each requirement which card answers all of it', async () => {
  const call = vi.spyOn(walletClient, 'call').mockResolvedValue({})
  const other = { ...card, id: 'other', attributes: [{ name: 'given_names', value: 'Ada' }] }
  const fitting = [card.id, other.id]
  const request = requestFor({ ...shown, fitting }, { ...proved, fitting })
  render(<RequestCard request={request} held={[card, other]} />)
  fireEvent.click(screen.getByText('Use another credential'))
  fireEvent.click(within(screen.getByRole('group', { name: 'Which one?' })).getByRole('radio', { name: /Ada$/ }))
  expect(screen.getByText('Given names').nextSibling?.textContent).toBe('Ada')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Share and prove' })))
  const credentialId = other.id
  const args = [request.id, { names: { credentialId }, valid: { credentialId } }]
  expect(call).toHaveBeenCalledExactlyOnceWith({ action: 'answer', args })
})

it('lists apart what it would show of each card, and offers no choice where one card fits', () => {
  const passport = {
    ...card,
    id: 'passport',
    kind: { ...card.kind, name: 'ConfirmedPerson' },
    attributes: [
      { name: 'nationality', value: 'Nigeria' },
      { name: 'gender', value: 'female' },
    ],
  }
  const nation = { ...shown, referent: 'nation', requirement: 1, names: ['nationality'], fitting: [passport.id] }
  render(<RequestCard request={requestFor(shown, proved, nation)} held={[card, passport]} />)
  const [first, second, ...others] = screen.getAllByTestId('wallet-asked-card')
  expect(others).toEqual([])
  expect(first?.textContent).toMatch(/^Student Card.*Amina.*“Student Card” has not been revoked.*Family name$/)
  expect(second?.textContent).toMatch(/^Confirmed Person.*Nigeria.*Gender$/)
  screen.getByText('2 of your cards answer it: “Student Card” and “Confirmed Person”.')
  expect(screen.queryByText('Use another credential')).toBeNull()
})

it('speaks of a proof only where something is proved', () => {
  const { rerender } = render(<RequestCard request={requestFor({ ...shown, unrevoked: false })} held={[card]} />)
  expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
  for (const item of [{ ...shown, unrevoked: true }, proved]) {
    rerender(<RequestCard request={requestFor(item)} held={[{ ...card, revocable: true }]} />)
    expect(screen.getByRole('button', { name: 'Share and prove' })).toBeTruthy()
  }
})

it('shows values only of what is shared', () => {
  render(<RequestCard request={requestFor(shown, proved)} held={[card]} />)
  expect(screen.getByText('Amina')).toBeTruthy()
  expect(screen.getByText('23 November 2026 or later')).toBeTruthy()
  expect(screen.queryByText('Bello')).toBeNull()
  expect(screen.queryByText('2028-11-23')).toBeNull()
  expect(screen.getByRole('button', { name: 'Share and prove' })).toBeTruthy()
})

it('lists what the other side has named under what is proved, and not as private', () => {
  const confirms: RequestItem['confirms'] = [
    { credentialId: card.id, name: 'family_name', what: 'value' },
    { credentialId: card.id, name: 'expiry_date', what: 'presence' },
  ]
  render(<RequestCard request={requestFor({ ...shown, confirms })} held={[card]} />)
  expect(screen.getByText('Family name').nextSibling?.textContent).toBe('is Bello')
  expect(screen.getByText('Expiry date').nextSibling?.textContent).toBe('is in your credential')
  expect(screen.queryByText('Kept private')).toBeNull()
})

it('warns of a credential that is one of few', () => {
  const { rerender } = render(<RequestCard request={requestFor(shown)} held={[{ ...card, registrySize: 100 }]} />)
  expect(screen.queryByText('in a list of only', { exact: false })).toBeNull()
  rerender(<RequestCard request={requestFor(shown)} held={[{ ...card, registrySize: 1 }]} />)
  expect(screen.getByText('is in a list of only one credential', { exact: false })).toBeTruthy()
})

it('leads to where this site issues what is missing', () => {
  const goes = vi.fn()
  const wayTo = vi.fn((name: string) => (name === 'Student Card' ? { path: '/demo/student', go: goes } : undefined))
  render(
    <WayToCredential value={wayTo}>
      <RequestCard request={requestFor(missingItem({ reason: 'missing-credential', wanted }))} held={[]} />
    </WayToCredential>,
  )
  fireEvent.click(screen.getByRole('link', { name: 'Get the credential here' }))
  expect(goes).toHaveBeenCalledOnce()
})

it('shows the picture of the site’s own parties, and no stranger’s', () => {
  const request = requestFor(shown)
  const picture = `${location.origin}/content/shop.svg`
  const { rerender } = render(
    <RequestCard request={{ ...request, from: { ...request.from, picture } }} held={[card]} />,
  )
  expect(screen.getByTestId('party-picture').getAttribute('src')).toBe(picture)
  const stranger = { ...request.from, host: 'far.example', picture: 'https://far.example/shop.svg' }
  rerender(<RequestCard request={{ ...request, from: stranger }} held={[card]} />)
  expect(screen.queryByTestId('party-picture')).toBeNull()
})
