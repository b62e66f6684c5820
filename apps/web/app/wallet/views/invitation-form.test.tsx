// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { walletClient } from '../wallet-client.ts'
import { InvitationForm } from './invitation-form.tsx'

vi.mock('../wallet-client.ts', () => ({ walletClient: { receive: vi.fn() } }))
afterEach(cleanup)

const field = () => screen.getByRole<HTMLInputElement>('textbox')
const connect = (link: string) => {
  fireEvent.change(field(), { target: { value: link } })
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }))
}

it('keeps a link that could not be taken, so that it can be tried again', async () => {
  vi.mocked(walletClient.receive).mockResolvedValueOnce(false)
  render(<InvitationForm isReceiving={false} />)
  connect(' https://site.example/i/1 ')
  expect(walletClient.receive).toHaveBeenCalledWith('https://site.example/i/1')
  await Promise.resolve()
  expect(field().value).toBe('https://site.example/i/1')
})

it('makes room for the next once a link was taken, unless that is being written', async () => {
  let take: (isTaken: boolean) => void = () => undefined
  vi.mocked(walletClient.receive).mockImplementation(() => new Promise((end) => (take = end)))
  render(<InvitationForm isReceiving={false} />)
  connect('https://site.example/i/1')
  take(true)
  await expect.poll(() => field().value).toBe('')
  connect('https://site.example/i/2')
  fireEvent.change(field(), { target: { value: 'https://site.example/i/3' } })
  take(true)
  await Promise.resolve()
  expect(field().value).toBe('https://site.example/i/3')
})
