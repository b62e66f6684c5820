// @vitest-environment happy-dom
import { brand } from '@lastmile/contracts/site'
import type { Party } from '@lastmile/holder'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ConnectQuestion } from './connect-question.tsx'
import { PartyLine } from './party-line.tsx'

afterEach(cleanup)

const ours = { host: location.host, did: 'did:webvh:QmA:site.example' }

it.each<[string, Party, string]>([
  ['this site under its own name', { ...ours, label: brand }, 'This site itself, identity checked'],
  ['a party that it plays', { ...ours, label: 'Unity College' }, 'Played by this site, identity checked'],
  ['a stranger under its name', { ...ours, host: 'far.example', label: brand }, 'A stranger to this site'],
])('says who it is: %s', (_, party, sentence) => {
  render(<PartyLine party={party} />)
  expect(screen.getByText(sentence)).toBeTruthy()
})

it.each([
  [brand, `“${brand}” is this site itself.`],
  ['Unity College', '“Unity College” is played by this site.'],
])('says whose question it is to connect: %s', (partner, sentence) => {
  render(<ConnectQuestion invitation={{ link: 'https://site.example/?oob=e30', partner }} />)
  expect(screen.getByText(sentence, { exact: false })).toBeTruthy()
})
