// @vitest-environment happy-dom
import type { HeldCredential, Missing, RequestItem } from '@lastmile/holder'
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
  ['You don’t have Student Card, which is asked for.', { reason: 'missing-credential', wanted }, true],
  ['You don’t have the credential for: Expiry date.', { reason: 'missing-credential', wanted: [] }, false],
  ['Your Student Card is from another issuer', { reason: 'wrong-issuer', ...about, wanted }, true],
  [
    'Your Student Card can’t show what is asked for: Place › zone.',
    { reason: 'missing-claim', ...about, names: ['place › zone'] },
    true,
  ],
  ['Your Student Card was revoked by its issuer', { reason: 'revoked', ...about }, true],
  [
    'Your Student Card is past its date (Expiry date).',
    { reason: 'expired', ...about, attribute: 'expiry_date' },
    true,
  ],
  [
    'Your Student Card says otherwise: Expiry date is not 23 November 2026 or later.',
    { reason: 'false-predicate', ...about, attribute: 'expiry_date', condition: { operator: '>=', bound: 20261123 } },
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
  expect(screen.queryByText('Press Decline: there is nothing to share.') !== null).toBe(isNever)
})

it('sends a revoked credential at a press that says so, beside the way to a new one and what is learnt', () => {
  const revoked = missingItem({ reason: 'revoked', ...about })
  const { rerender } = render(<RequestCard request={requestFor(revoked)} held={[{ ...card, revokedAt: 1 }]} />)
  expect(screen.getByText('ShopEasy will refuse this.')).toBeTruthy()
  expect(screen.getByText('Revoked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send it anyway' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Share and prove' })).toBeNull()
  expect(screen.queryByText(/has not been revoked/)).toBeNull()
  expect(screen.getByText(/whether it is revoked \(and that list’s date\)/)).toBeTruthy()
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
  expect(first?.textContent).toMatch(/^Student Card.*Amina.*Student Card has not been revoked.*Family name$/)
  expect(second?.textContent).toMatch(/^Confirmed Person.*Nigeria.*Gender$/)
  screen.getByText('2 cards: 2 details shown, 2 proved, 2 kept private')
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

it.each([
  [true, location.origin],
  [false, 'https://far.example'],
])('knows by OpenID4VC, which has no DID, that this site issues it: %s', (isFromHere, issuer) => {
  const revoked = { ...card, kind: { ...card.kind, issuer }, revokedAt: 1 }
  const request = requestFor(missingItem({ reason: 'revoked', ...about }))
  const from = { label: 'ShopEasy', host: location.host, isDirect: true }
  render(<RequestCard request={{ ...request, from }} held={[revoked]} />)
  expect(screen.queryByRole('link', { name: 'Get the credential here' }) !== null).toBe(isFromHere)
  expect(screen.queryByText(/^Its issuer is reached at/) === null).toBe(isFromHere)
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

it.each([
  [{ revocable: false }, { ...shown, unrevoked: true }, 'and what card it is.'],
  [{ revocable: true }, shown, 'what card it is, and which of the issuer’s lists says whether it is revoked.'],
  [
    { revocable: true },
    proved,
    'what card it is, and which of the issuer’s lists says whether it is revoked (and that list’s date).',
  ],
])('names the registry that each AnonCreds proof from a revocable card states: %o', (revocable, item, facts) => {
  render(<RequestCard request={requestFor(item)} held={[{ ...card, ...revocable }]} />)
  expect(screen.getByText(/^That is who /).textContent).toContain(facts)
})

it('names beside what is shared all that everybody sees of a card, and whether its status is known', () => {
  const sdJwt: HeldCredential = {
    ...{ ...card, format: 'sd-jwt', doubt: 'unread' },
    kind: { ...card.kind, issuer: location.origin },
    stated: { issuedAt: Date.UTC(2026, 9, 1), expiresAt: Date.UTC(2026, 11, 31), status: 7 },
    attributes: [
      { name: 'given_names', value: 'Amina', path: ['given_names'], behind: [0] },
      { name: 'birthdate', value: '2001-02-03', path: ['birthdate'], behind: [] },
      { name: 'address › city', value: 'Lagos', path: ['address', 'city'], behind: [1] },
      { name: 'address › street', value: 'Marina', path: ['address', 'street'], behind: [1] },
      { name: 'tax_id', value: '123', path: ['tax_id'], behind: [2] },
      { name: 'age_equal_or_over › 18', value: 'true', path: ['age_equal_or_over', '18'], behind: [3] },
    ],
  }
  const paths = [['given_names'], ['address', 'city'], ['age_equal_or_over', '18']]
  const shows = [{ credentialId: card.id, paths }]
  render(<RequestCard request={requestFor({ ...shown, names: ['given_names'], shows })} held={[sdJwt]} />)
  const part = (title: string) =>
    within(screen.getByRole('heading', { name: title }).closest('section') ?? document.body)
  for (const value of ['Amina', 'Lagos', 'Marina']) expect(part('Shared').getByText(value)).toBeTruthy()
  expect(part('Shared').queryByText('18 or older')).toBeNull()
  expect(part('Proved without showing').getByText('18 or older')).toBeTruthy()
  expect(screen.getByText('1 card: 3 details shown, 1 proved, 1 kept private')).toBeTruthy()
  const everybody = part('Comes with every answer')
  expect(everybody.getByText('Date of birth')).toBeTruthy()
  expect(everybody.getByText('3 February 2001')).toBeTruthy()
  expect(
    everybody.getByText(
      /that this copy is dated 1 October 2026, that this copy is valid until 31 December 2026, its place in/,
    ),
  ).toBeTruthy()
  expect(everybody.getByText(/The issuer rounds their dates/)).toBeTruthy()
  expect(part('Kept private').getByText('Tax id')).toBeTruthy()
  expect(
    screen.getByText('Whether Student Card was revoked could not be looked up. ShopEasy may refuse it.'),
  ).toBeTruthy()
})

it('names each condition that the chosen card does not meet, and what comes of it', () => {
  const stated = 'age_equal_or_over › 18'
  const born = { operator: '<=' as const, bound: 20000101 }
  const unmet = [
    { ...about, attribute: 'issue_date', condition: born },
    { ...about, attribute: stated, condition: undefined },
    { credentialId: 'another', attribute: 'level' },
  ]
  render(<RequestCard request={requestFor({ ...shown, unmet })} held={[{ ...card, format: 'sd-jwt' }]} />)
  const comes = 'ShopEasy will refuse it, and sees all the same what is listed here.'
  for (const what of ['Issue date 1 January 2000 or earlier', '18 or older'])
    expect(screen.getByText(`By your Student Card it is not true: ${what}. ${comes}`)).toBeTruthy()
  expect(screen.queryByText(/Level/)).toBeNull()
})

it.each([
  ['unread', 'Status unknown', 'Whether the credential was revoked could not be looked up just now'],
  ['suspended', 'Suspended', 'The issuer has suspended the credential for now'],
] as const)('says of a card that is %s that nothing was sent yet, and stamps it', async (doubt, stamp, sentence) => {
  const call = vi.spyOn(walletClient, 'call').mockResolvedValue({ failure: doubt })
  const { rerender } = render(<RequestCard request={requestFor(shown)} held={[card]} />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Share/ })))
  call.mockRestore()
  rerender(<RequestCard request={requestFor(shown)} held={[{ ...card, doubt }]} />)
  expect(screen.getByText(`${sentence}, so nothing was sent yet.`, { exact: false })).toBeTruthy()
  expect(screen.getByText(stamp)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Share/ })).toBeTruthy()
})
