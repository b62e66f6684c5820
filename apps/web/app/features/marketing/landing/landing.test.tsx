// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConfirmdPage } from '../confirmd/confirmd-page.tsx'
import { CharacterLandingPage } from './character-landing-page.tsx'
import { LandingPage } from './landing-page.tsx'
import type { CharacterShowcase } from './showcase.ts'

afterEach(cleanup)

const amina: CharacterShowcase = {
  id: 'student',
  name: 'Amina Bello',
  type: 'Student',
  description: 'Amina lives in the library.',
  hidden: false,
  image: '/content/characters/student/amina.svg',
  starterCredentials: [
    { name: 'Student Card', issuer: 'Unity College', attributes: [{ label: 'Given names', value: 'Amina' }] },
  ],
  useCases: [{ id: 'student-price', name: 'Get the student price', verifier: 'ShopEasy', text: 'One question.' }],
}
const addresses = (name: string) =>
  screen
    .getAllByRole('link', { name })
    .map((link) => new URL(link.getAttribute('href') ?? '', 'https://here.test').pathname)

describe('the wallet showcase', () => {
  it('leads to the demo, to the Confirmed Person page and to the company', () => {
    render(<LandingPage characters={[amina]} wallets={[]} />)
    expect(new Set(addresses('Showcase'))).toEqual(new Set(['/demo']))
    expect(addresses('Get Confirmed Person')).toEqual(['/confirmd'])
    expect(addresses('Walk a day with Amina')).toEqual(['/student'])
  })

  it("leads to a character's own demo", () => {
    render(<CharacterLandingPage character={amina} />)
    expect(new Set(addresses('Showcase'))).toEqual(new Set(['/demo/student']))
    expect(screen.getByRole('heading', { name: 'Get the student price' })).toBeTruthy()
    expect(screen.getByText('Given names')).toBeTruthy()
  })

  it('leads from the Confirmed Person page into its flow, by two buttons', () => {
    render(<ConfirmdPage />)
    expect(addresses('Get Confirmed Person')).toEqual(['/demo/confirmedPerson', '/demo/confirmedPerson'])
  })

  it("has 'Get to know us' once as a link that leaves the page, and once as plain text", () => {
    render(<LandingPage characters={[amina]} wallets={[]} />)
    const links = screen.getAllByRole('link', { name: /^Get to know us/ })
    expect(links.map((link) => [link.getAttribute('target'), link.getAttribute('rel')])).toEqual([
      ['_blank', 'noopener noreferrer'],
    ])
    expect(screen.getByText('Get to know us', { selector: 'p' })).toBeTruthy()
  })
})
