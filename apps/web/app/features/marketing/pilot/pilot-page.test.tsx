// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { measured } from './measured.ts'
import { PilotPage } from './pilot-page.tsx'

const documents = join(import.meta.dirname, '../../../../public/documents')
const quality = readFileSync(join(documents, 'quality.txt'), 'utf8')

afterEach(cleanup)

it.each(measured)('takes the figures of “%s” from docs/quality.md', (_, finding) => {
  const figures = finding.match(/\d+ of \d+|\d[\d,.]*\d( ×)?/g)?.filter((figure) => !['0.5', '1.7.0'].includes(figure))
  expect(figures?.length).toBeGreaterThan(0)
  for (const figure of figures ?? []) expect(quality).toContain(figure)
})

it('has each section that other pages link to, and links to documents that are served', () => {
  render(<PilotPage />)
  for (const id of ['weeks', 'keys', 'data', 'hosting', 'wallets', 'limits'])
    expect(document.getElementById(id), id).toBeTruthy()
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  const served = links.filter((href) => href.startsWith('/documents/'))
  expect(served.length).toBeGreaterThan(3)
  for (const href of served) expect(readFileSync(join(documents, '..', href), 'utf8')).toMatch(/^# /)
})
