// @vitest-environment happy-dom
import { contactAbout, contactOutcomes } from '@lastmile/contracts/contact'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AboutPage } from './about/about-page.tsx'
import { BusinessPage } from './business/business-page.tsx'
import { ContactOutcomePage } from './contact/contact-outcome-page.tsx'
import { TeamPage } from './team/team-page.tsx'

afterEach(cleanup)

it('leads from /business to the contact form with its subject chosen, and gives a link to a colleague', () => {
  render(<BusinessPage />)
  const talks = screen.getAllByRole('link', { name: /^Talk to us/ }).map((link) => link.getAttribute('href'))
  expect(talks).toEqual([contactAbout('Product Demo'), contactAbout('Product Demo')])
  expect(screen.getByText('Show it to a colleague')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Link to this site' })).toBeTruthy()
})

it.each([
  ['/team', TeamPage],
  ['/about', AboutPage],
])('%s says that it is illustrative, and who fills the roles', (_, Page) => {
  render(<Page />)
  expect(document.body.textContent).toMatch(/Illustrative/)
  expect(document.body.textContent).toContain('The organisation that runs this service fills them with its own people.')
})

it.each(contactOutcomes)('answers a message that is %s without words about how the server is set up', (outcome) => {
  render(<ContactOutcomePage outcome={outcome} />)
  expect(document.body.textContent).not.toMatch(/set ?up|config|SMTP|mail ?server|environment|database/i)
})
