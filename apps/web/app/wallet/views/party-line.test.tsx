// @vitest-environment happy-dom
import { brand, visitorsIssuer, visitorsNote } from '@lastmile/contracts/site'
import type { Party } from '@lastmile/holder'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { card, requestFor, shown } from '../wallet.fixture.ts'
import { ConnectQuestion } from './connect-question.tsx'
import { CredentialList } from './credential-list.tsx'
import { HistoryList } from './history-list.tsx'
import { PartyLine } from './party-line.tsx'
import { RequestCard } from './request-card.tsx'

afterEach(cleanup)

const ours = { host: location.host, did: 'did:webvh:QmA:site.example' }

it.each<[string, Party, string]>([
  ['this site under its own name', { ...ours, label: brand }, 'Your wallet checked: this site itself'],
  ['a party that it plays', { ...ours, label: 'Unity College' }, 'Your wallet checked: it comes from this site'],
  ['a stranger under its name', { ...ours, host: 'far.example', label: brand }, 'A stranger to this site'],
])('says who it is: %s', (_, party, sentence) => {
  render(<PartyLine party={party} />)
  expect(screen.getByText(sentence)).toBeTruthy()
})

describe.each([
  ['by its issuer', { ...ours, label: visitorsIssuer }],
  ['by the note beside it', { ...ours, label: brand, note: visitorsNote }],
])('what a visitor wrote, %s,', (_, from) => {
  it('is said so beside the party', () => {
    render(<PartyLine party={from} />)
    expect(screen.getByText('From this site, written by one of its visitors')).toBeTruthy()
    expect(screen.queryByText(/Your wallet checked/)).toBeNull()
  })

  it('bears no other name on the card, where it is asked for, and in the history', () => {
    const held = { ...card, from }
    render(<CredentialList credentials={[held]} openId="" onTurnTo={() => undefined} onRemoved={() => undefined} />)
    render(<RequestCard request={requestFor(shown)} held={[held]} />)
    const received = { id: 'r', at: 0, what: 'received' as const, with: from, about: 'o', name: 'Card' }
    render(<HistoryList history={[received]} />)
    expect(screen.getAllByText(`“A visitor of this site”`)).toHaveLength(2)
    expect(screen.getByText(`That is who issued it (“A visitor of this site”)`, { exact: false })).toBeTruthy()
    expect(screen.getByText(`You received “Card” from “A visitor of this site”.`)).toBeTruthy()
    expect(screen.queryByText(`“${brand}”`, { exact: false })).toBeNull()
  })
})

it('says of a stranger that it is one, whatever it says of visitors', () => {
  const from = { ...ours, host: 'far.example', label: visitorsIssuer }
  render(<PartyLine party={from} />)
  expect(screen.getByText('A stranger to this site')).toBeTruthy()
})

it.each([
  [brand, `${brand} is this site itself.`],
  ['Unity College', 'Unity College is played by this site.'],
])('says whose question it is to connect: %s', (partner, sentence) => {
  render(<ConnectQuestion invitation={{ link: 'https://site.example/?oob=e30', partner }} />)
  expect(screen.getByText(sentence, { exact: false })).toBeTruthy()
})
