import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EndedInvitationPage } from '../features/marketing/invitation/ended-invitation-page.tsx'
import { OpenInvitationPage } from '../features/marketing/invitation/open-invitation-page.tsx'
import { copyMarks, enableCopying } from './copy-link.ts'

const one = <Kind extends Element>(selector: string) => {
  const element = document.querySelector<Kind>(selector)
  if (!element) throw new Error(`There is no ${selector}`)
  return element
}
const button = () => one<HTMLButtonElement>(`[${copyMarks.button}]`)
const writeText = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  document.body.innerHTML = renderToStaticMarkup(<OpenInvitationPage form="connect" wallets={[]} />)
  one<HTMLInputElement>('input').value = 'https://here.test/i/1'
  vi.stubGlobal('navigator', { clipboard: { writeText } })
})
afterEach(() => vi.unstubAllGlobals())

it('shows the button once it works, copies the link and says so', async () => {
  expect(button().hidden).toBe(true)
  enableCopying(one(`[${copyMarks.place}]`))
  expect(button().hidden).toBe(false)
  writeText.mockResolvedValueOnce()
  button().click()
  await vi.waitFor(() => expect(button().textContent).toBe('Copied'))
  expect(writeText).toHaveBeenCalledWith('https://here.test/i/1')
})

it('fills in the home page where the page names no address', () => {
  one<HTMLInputElement>('input').value = ''
  enableCopying(one(`[${copyMarks.place}]`))
  expect(one<HTMLInputElement>('input').value).toBe(`${location.origin}/`)
})

it('copies the address of the page itself where it is to be opened elsewhere', async () => {
  document.body.innerHTML = renderToStaticMarkup(<EndedInvitationPage form="elsewhere" />)
  enableCopying(one(`[${copyMarks.place}]`))
  button().click()
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(location.href))
})

it('selects the link where the browser refuses', async () => {
  enableCopying(one(`[${copyMarks.place}]`))
  writeText.mockRejectedValueOnce(new Error('refused'))
  button().click()
  await vi.waitFor(() => expect(document.activeElement).toBe(one('input')))
  expect(button().textContent).toBe('Copy the link')
})
