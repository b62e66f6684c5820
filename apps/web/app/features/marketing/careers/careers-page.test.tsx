// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { CareersPage, Position } from './careers-page.tsx'
import { jobListings } from './job-listings.ts'

afterEach(cleanup)

describe('the careers page', () => {
  it('lists a full-stack engineer with 5+ years and a DevOps engineer with 3+', () => {
    render(<CareersPage />)
    expect(screen.getByRole('heading', { level: 1, name: 'Join Our Team' })).toBeTruthy()
    expect(jobListings.map(({ title, experience }) => [title, experience])).toEqual([
      ['Full-stack Engineer', '5+ years'],
      ['DevOps Engineer', '3+ years'],
    ])
    for (const { title } of jobListings) expect(screen.getByRole('article', { name: title })).toBeTruthy()
  })

  it('leads everybody who wants to apply or write to the contact page', () => {
    render(<CareersPage />)
    const links = [
      ...screen.getAllByRole('link', { name: /^Apply Now/ }),
      screen.getByRole('link', { name: 'Get in Touch' }),
    ]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/contact', '/contact', '/contact'])
  })

  it('says of an example that it is one, and shows the first six responsibilities and benefits', () => {
    const [job] = jobListings
    if (!job) throw new Error('There is no position')
    render(<Position job={job} />)
    expect(screen.getByText('Example position')).toBeTruthy()
    const lists = screen.getAllByRole('list')
    expect(lists.map((list) => within(list).getAllByRole('listitem').length)).toEqual([6, job.requirements.length, 6])
    cleanup()
    render(<Position job={{ ...job, isExample: false }} />)
    expect(screen.queryByText('Example position')).toBeNull()
  })
})
