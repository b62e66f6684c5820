import { apiRoutes } from '@lastmile/contracts/api-routes'
import { contactSubjects, contactTrap } from '@lastmile/contracts/contact'
import { type ContactBanner, contactFormId, contactMarks } from '../../../site/contact-form.ts'
import { trackedForm } from '../../../tracking/forms.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, fieldLooks } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice, type NoticeTone } from '../../../ui/notice.tsx'

/**
 * The message form (docs/product.md, sections 4 and 5). The browser can check and post it alone; `site/contact-form.ts`
 * sends it without leaving the page.
 */
export function ContactForm() {
  return (
    <form
      id={contactFormId}
      action={apiRoutes.sendEmail.path}
      method="post"
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
      <div
        {...{ [contactMarks.banner]: '' }}
        tabIndex={-1}
        data-testid="contact-banner"
        className="scroll-my-28 outline-none"
      />
      <BannerTemplate name="waiting" tone="info" />
      <BannerTemplate name="success" tone="success" />
      <BannerTemplate name="failure" tone="danger" />
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button type="submit" className="max-sm:w-full">
          Send Message
        </Button>
        <p className="min-w-[14rem] flex-1 text-small text-mute">
          Used to answer you, and for nothing else.{' '}
          <a href="/privacy#messages" className="text-forest underline decoration-1 underline-offset-4">
            Privacy Policy
          </a>
        </p>
      </div>
    </form>
  )
}

/** The banner for the result, or for the wait. */
function BannerTemplate({ name, tone }: { name: ContactBanner; tone: NoticeTone }) {
  return (
    <template {...{ [contactMarks.answer]: name }}>
      <Notice tone={tone} className="mt-5">
        <span {...{ [contactMarks.sentence]: '' }} />
      </Notice>
    </template>
  )
}
