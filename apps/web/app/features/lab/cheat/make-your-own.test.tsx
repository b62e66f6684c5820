// @vitest-environment happy-dom
import type { Verdict } from '@lastmile/lab/exchanges'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { LabClient } from '../lab-client.ts'
import { MakeYourOwn } from './make-your-own.tsx'

afterEach(cleanup)

const offline = new ApiError({ code: 'network', message: '', status: 0, temporary: true })
const verdict = { sent: { presentation: 'x' }, proof: { verified: false, failed_check: 'proof' } } as unknown as Verdict

it('sends an edited answer again as it was edited, when the first time failed', async () => {
  const work = vi.fn().mockResolvedValueOnce({ proof: 1 }).mockRejectedValueOnce(offline).mockResolvedValueOnce(verdict)
  render(<MakeYourOwn lab={{ do: work } as unknown as LabClient} protocol="didcomm" />)
  fireEvent.click(screen.getByRole('button', { name: 'Prepare an answer' }))
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '{"proof":2}' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send it as it stands' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
  await screen.findByTestId('verdict-own')
  const edited = ['send', { protocol: 'didcomm', presentation: { proof: 2 } }]
  expect(work.mock.calls).toEqual([['draft', 'didcomm'], edited, edited])
})
