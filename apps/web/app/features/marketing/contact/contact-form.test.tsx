// @vitest-environment happy-dom
import { contactAbout } from '@lastmile/contracts/contact'
import { errorTexts } from '@lastmile/contracts/specified-texts'
import { fireEvent, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enhanceContactForm } from '../../../site/contact-form.ts'
import { behaviorSession } from '../../../tracking/track.ts'
import { liveRegion } from '../../../ui/announce.ts'
import { ContactForm } from './contact-form.tsx'

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
const answer = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  document.body.innerHTML = renderToStaticMarkup(
    <>
      <ContactForm />
      <div {...liveRegion('polite')} />
    </>,
  )
  enhanceContactForm(form())
})
afterEach(() => {
  dispatchEvent(new Event('pagehide'))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const form = () => screen.getByRole<HTMLFormElement>('form', { name: 'Write to us' })
const written = { name: 'Amina Bello', email: 'amina@example.com', phone: '', subject: 'Pricing', message: 'How much?' }
const field = (name: keyof typeof written) =>
  document.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(`no field ${name}`)
const values = () => Object.fromEntries(Object.keys(written).map((name) => [name, field(name as 'name').value]))
const banner = () => screen.getByTestId('contact-banner')

function send() {
  for (const [name, value] of Object.entries(written)) fireEvent.change(field(name as 'name'), { target: { value } })
  fireEvent.submit(form())
}

describe('what can be entered', () => {
  it.each([
    [contactAbout('Product Demo'), 'Product Demo', ''],
    [contactAbout('Product Demo', 'pilot'), 'Product Demo', 'I would like to know more about a pilot.\n\n'],
    ['/contact?subject=anything&opening=anything', '', ''],
    ['/contact?opening=constructor', '', ''],
    ['/contact', '', ''],
  ])('has its subject chosen and its message begun by the address %s', (address, subject, message) => {
    history.replaceState(null, '', address)
    enhanceContactForm(form())
    expect([field('subject').value, field('message').value]).toEqual([subject, message])
    history.replaceState(null, '', '/')
  })

  it('keeps a message that was written before', () => {
    field('message').value = 'How much?'
    history.replaceState(null, '', contactAbout('Product Demo', 'pilot'))
    enhanceContactForm(form())
    expect(field('message').value).toBe('How much?')
    history.replaceState(null, '', '/')
  })

  it('leaves checking to the browser: four fields required, an email address, a subject of the list, no bounds', () => {
    const controls = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    expect(controls.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'name',
      'email',
      'subject',
      'message',
    ])
    expect(field('email').type).toBe('email')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Select a subject',
      'General Inquiry',
      'Product Demo',
      'Partnership',
      'Technical Support',
      'Pricing',
      'Other',
    ])
    expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Select a subject' }).value).toBe('')
    expect(field('message').getAttribute('rows')).toBe('5')
    expect(controls.filter((control) => control.hasAttribute('maxlength'))).toEqual([])
  })

  it('is posted by the browser itself without scripts', () => {
    expect(form().getAttribute('action')).toBe('/demo/contact/send-email')
    expect(form().getAttribute('method')).toBe('post')
  })
})

describe('sending', () => {
  it('says so, cannot be sent twice, and then clears every field', async () => {
    let respond = (_: Response) => {}
    fetched.mockReturnValue(new Promise((resolve) => (respond = resolve)))
    send()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sending...' }).disabled).toBe(true)
    respond(new Response(JSON.stringify({ success: true, message: 'Thank you.' })))
    expect((await screen.findByText('Thank you.')).closest('[role="status"]')).toBeTruthy()
    expect(document.activeElement).toBe(banner())
    expect(values()).toEqual({ name: '', email: '', phone: '', subject: '', message: '' })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send Message' }).disabled).toBe(false)
    expect(fetched).toHaveBeenCalledOnce()
    const [url, { method, body }] = fetched.mock.calls[0] ?? expect.fail('not sent')
    expect([url, method, JSON.parse(String(body))]).toEqual([
      '/demo/contact/send-email',
      'POST',
      { ...written, website: '' },
    ])
  })

  it('says that it has arrived where the answer has no words for it', async () => {
    fetched.mockImplementation(answer(200, { success: true }))
    send()
    const text = 'Thank you. We have received your message. Our team typically responds within 24 hours.'
    expect((await screen.findByText(text)).closest('[role="status"]')).toBeTruthy()
    expect(values().message).toBe('')
  })

  it('is announced, and leaves the focus on the page', () => {
    fetched.mockReturnValue(new Promise(() => {}))
    screen.getByRole('button', { name: 'Send Message' }).focus()
    send()
    expect(document.activeElement).toBe(banner())
    expect(document.querySelector('[aria-live]')?.textContent).toBe('Sending...')
  })

  it.each([
    [
      'the text of the server',
      400,
      { success: false, message: 'Please select a subject.' },
      'Please select a subject.',
    ],
    ['that of a success that is none', 200, { success: false, message: 'No.' }, 'No.'],
    ['a text of its own where the server has none', 500, { success: false, message: '' }, errorTexts.contactFailed],
    ['the same where a refusal has no text at all', 500, { success: false }, errorTexts.contactFailed],
    ['the same where a success is none and has no text', 200, { success: false }, errorTexts.contactFailed],
    ['that it may work later when the answer is none', 500, '<html>', errorTexts.contactFailedLater],
  ])('shows %s, and keeps what was written', async (_, status, body, text) => {
    fetched.mockImplementation(answer(status, body))
    send()
    expect((await screen.findByText(text)).closest('[role="alert"]')).toBeTruthy()
    expect(document.activeElement).toBe(banner())
    expect(values()).toEqual(written)
  })

  it('tries again by itself while the network is away, then says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    send()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(screen.getByText(/can’t take your message at the moment/).closest('[role="status"]')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sending...' }).disabled).toBe(true)
    await vi.advanceTimersByTimeAsync(40_000)
    expect((await screen.findByText(errorTexts.contactFailedLater)).closest('[role="alert"]')).toBeTruthy()
    expect(fetched.mock.calls.length).toBeGreaterThan(1)
    expect(screen.queryByText(/can’t take your message at the moment/)).toBeNull()
  })

  it('takes the old banner away with every new attempt', async () => {
    fetched.mockImplementationOnce(answer(400, { success: false, message: 'Not like this.' }))
    send()
    await screen.findByText('Not like this.')
    fetched.mockReturnValue(new Promise(() => {}))
    send()
    expect(banner().textContent).toBe('')
  })
})

describe('what is tracked', () => {
  const tracked = () =>
    behaviorSession()
      .events.filter(({ category }) => category === 'contact')
      .map(({ type, properties: { filled } }) => [type, filled])

  it('is that it was started, sent, started again and left, with how much was filled, and nothing that was', async () => {
    const before = tracked().length
    fetched.mockImplementation(answer(200, { success: true, message: 'Thank you.' }))
    fireEvent.input(field('name'), { target: { value: 'Amina Bello' } })
    send()
    await screen.findByText('Thank you.')
    fireEvent.input(field('message'), { target: { value: 'One more thing' } })
    dispatchEvent(new Event('pagehide'))
    expect(tracked().slice(before)).toEqual([
      ['contact_form_start', 1],
      ['contact_form_submit', 4],
      ['contact_form_start', 1],
      ['contact_form_abandon', 1],
    ])
    expect(JSON.stringify(behaviorSession())).not.toContain('Amina')
  })
})
