import { apiRoutes } from '@lastmile/contracts/api-routes'
import { contactOutcomeTexts, contactSubjects, contactTrap } from '@lastmile/contracts/contact'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { contactLeft, contactSent, contactTyped } from '../../../tracking/contact-progress.ts'
import { trackedForm } from '../../../tracking/forms.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, fieldLooks } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { sendMessage } from './send-message.ts'

/** Nobody needs it who only reads, so it is loaded when the form is used. Undefined when it can't be. */
const loadSending = () => import('./send-message.ts').catch(() => undefined)

/**
 * The message form (specification, sections 4 and 5). It is a plain form that the browser checks and posts by itself; once
 * React is there, it is sent without leaving the page.
 */
export function ContactForm() {
  const [isSending, setIsSending] = useState(false)
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof sendMessage>>>()
  const banner = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (answer) banner.current?.focus()
  }, [answer])

  // Told before the next page is: its layout effects come after what this one leaves behind.
  useLayoutEffect(() => {
    // Before what is left is sent, which listens on the page's end as well.
    addEventListener('pagehide', contactLeft, { capture: true })
    return () => {
      removeEventListener('pagehide', contactLeft, { capture: true })
      contactLeft()
    }
  }, [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    // What was entered before React was there counts, too.
    contactTyped(form)
    const entered = new FormData(form)
    setAnswer(undefined)
    setIsSending(true)
    const sending = await loadSending()
    const given = (await sending?.sendMessage(entered)) ?? { success: false, message: contactOutcomeTexts['not-sent'] }
    if (given.success) {
      contactSent()
      form.reset()
    }
    setIsSending(false)
    setAnswer(given)
  }

  return (
    <form
      action={apiRoutes.sendEmail.path}
      method="post"
      onSubmit={submit}
      onFocus={loadSending}
      onInput={(event) => contactTyped(event.currentTarget)}
      aria-labelledby="form-title"
      {...trackedForm('contact')}
      className="flex h-full flex-col"
    >
      <h2 id="form-title" className="text-title">
        Write to us
      </h2>
      <div className="mt-6 grid flex-1 gap-x-4 gap-y-5 sm:grid-cols-2 sm:grid-rows-[auto_auto_auto_1fr]">
        <Field id="name" label="Full Name" className="sm:col-span-2">
          <input id="name" name="name" required autoComplete="name" className={fieldLooks} />
        </Field>
        <Field id="email" label="Email Address">
          <input id="email" name="email" type="email" required autoComplete="email" className={fieldLooks} />
        </Field>
        <Field id="phone" label="Phone" hint="optional">
          <input
            id="phone"
            name="phone"
            type="tel"
            autoComplete="tel"
            aria-describedby="phone-hint"
            className={fieldLooks}
          />
        </Field>
        <Field id="subject" label="Subject" className="sm:col-span-2">
          <div className="relative">
            <select
              id="subject"
              name="subject"
              required
              defaultValue=""
              autoComplete="off"
              className={`${fieldLooks} appearance-none pr-12`}
            >
              <option value="">Select a subject</option>
              {contactSubjects.map((subject) => (
                <option key={subject}>{subject}</option>
              ))}
            </select>
            <Icon name="down" className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-forest" />
          </div>
        </Field>
        <Field id="message" label="Message" className="flex flex-col sm:col-span-2">
          <textarea
            id="message"
            name="message"
            rows={5}
            required
            autoComplete="off"
            className={`${fieldLooks} flex-1 py-3`}
          />
        </Field>
        <div aria-hidden="true" className="sr-only">
          <label htmlFor={contactTrap}>Leave this empty</label>
          <input id={contactTrap} name={contactTrap} tabIndex={-1} autoComplete="off" />
        </div>
      </div>
      <div ref={banner} tabIndex={-1} data-testid="contact-banner" className="scroll-my-28 outline-none">
        {answer ? (
          <Notice tone={answer.success ? 'success' : 'danger'} className="mt-5">
            {answer.message}
          </Notice>
        ) : null}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button type="submit" disabled={isSending} className="max-sm:w-full">
          {isSending ? 'Sending...' : 'Send Message'}
        </Button>
        <p className="min-w-[14rem] flex-1 text-small text-mute">
          Used to answer you, and for nothing else.{' '}
          <Link to="/privacy#messages" className="text-forest underline decoration-1 underline-offset-4">
            Privacy Policy
          </Link>
        </p>
      </div>
    </form>
  )
}
