// @vitest-environment happy-dom
import type { VerifierCheck } from '@lastmile/contracts/verifier-checks'
import type { Verdict } from '@lastmile/lab/exchanges'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AttemptResult } from './attempt-result.tsx'

afterEach(cleanup)

function rowsOf(failed_check: VerifierCheck, ...next: VerifierCheck[]): Record<string, string> {
  const verdict = {
    sent: { presentation: 'x' },
    proof: { verified: false, failed_check },
    next: next.length > 0 ? next : undefined,
  } as Verdict
  const { container } = render(<AttemptResult name="otherKind" verdict={verdict} />)
  const texts = (tag: string) => [...container.querySelectorAll(`dl > ${tag}`)].map((each) => each.textContent)
  const values = texts('dd')
  return Object.fromEntries(texts('dt').map((term, index) => [term, values[index] ?? '']))
}

it('counts the checks of AnonCreds, and names the one that would have refused it next', () => {
  expect(rowsOf('kind', 'proof')).toMatchObject({
    'Where it failed': 'Check 6 of 11',
    'What would have caught it, too': 'The mathematics',
  })
})

it('says of what no check catches why it is taken, and not that it should not be', () => {
  const verdict = { sent: { presentation: 'x' }, proof: { verified: true } } as Verdict
  const { container } = render(<AttemptResult name="twoPeople" verdict={verdict} />)
  expect(container.textContent).toContain('whether they are one person’s')
  expect(container.textContent).not.toContain('please tell us')
})

it('counts those of OpenID4VP, and names no next one where there is none', () => {
  const rows = rowsOf('expired')
  expect(rows).toMatchObject({ 'Where it failed': 'Check 5 of 17' })
  expect(Object.keys(rows)).not.toContain('What would have caught it, too')
})
