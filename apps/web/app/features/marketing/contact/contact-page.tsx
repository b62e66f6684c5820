import { contactAddress } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import type { Faq } from '../../../metadata/structured-data.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Questions } from '../blocks/questions.tsx'
import { Section } from '../blocks/section.tsx'
import { StreetPicture } from '../blocks/street-picture.tsx'
import { ContactForm } from './contact-form.tsx'

/** Questions that people have before they write (docs/product.md, section 9). */
export const contactQuestions: Faq = {
  'How soon will I hear from you?':
    'Our team typically responds within 24 hours. If you leave a phone number and ask for a call, we call on Monday to Friday between 9am and 6pm WAT.',
  'How long does it take to set up?':
    'Setup takes 2 to 4 weeks. In that time we agree which credentials you issue or check, connect them with the systems you have, and try everything with your own people before your customers see it.',
  'Can I try it before I talk to anyone?':
    'Yes. The demo is free and needs no account: you pick a character, connect a wallet and receive credentials with real signatures. A wallet opens in your browser; wallet apps for iOS and Android that are made by others work too.',
  'What happens to what I write here?':
    'It is stored so that it cannot get lost, read by our team, and deleted from this server 30 days after it was mailed to them, or after you wrote it if it could not be mailed. We use it to answer you, and for nothing else.',
}

const way = {
  'You send it': 'Your message is stored before anything else happens, so it cannot get lost on the way.',
  'People read it': 'The subject tells us who knows most about it. No machine answers in our place.',
  'You get an answer': 'By email, or by phone if you would rather talk. It typically takes no more than 24 hours.',
}

/** Contact page (docs/product.md, section 2). */
export function ContactPage() {
  return (
    <>
      <Hero
        title="Talk to the people behind the wallet."
        lead="Ask a question, arrange a demo for your team, or tell us what does not work."
        align="start"
        picture={
          <div className="panel self-stretch shadow-lift sm:p-9">
            <ContactForm />
          </div>
        }
      >
        <ContactDetails />
        <img
          src="/illustrations/letter-on-its-way.svg"
          alt=""
          width={640}
          height={300}
          className="mt-10 w-full max-w-[32rem] max-lg:hidden"
        />
      </Hero>
      <Section tone="sand" title="What happens next">
        <NumberedPath steps={way} />
      </Section>
      <Section title="Before you write" beside={<Questions questions={contactQuestions} />} />
      <CallToAction
        title="See it first, talk after."
        text="The demo takes about five minutes, and you will know better what to ask."
        actions={{ 'Try Our Demo': '/demo', 'Write to us': '/contact' }}
        picture={<StreetPicture />}
      />
    </>
  )
}

const details: readonly { icon: IconName; name: string; text: ReactNode }[] = [
  {
    icon: 'mail',
    name: 'Email',
    text: (
      <a
        href={`mailto:${contactAddress}`}
        className="text-forest underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {contactAddress}
      </a>
    ),
  },
  {
    icon: 'phone',
    name: 'Phone',
    text: 'Monday to Friday, 9am to 6pm WAT. Ask for a call in the form and leave your number: we call you.',
  },
  { icon: 'clock', name: 'Answer', text: 'Our team typically responds within 24 hours.' },
]

/** Ways and times to reach the team (docs/product.md, section 9). */
function ContactDetails() {
  return (
    <dl className="mt-9 grid gap-y-5">
      {details.map(({ icon, name, text }) => (
        <div key={name} className="relative pl-15">
          <dt className="font-semibold leading-tight">
            <span className="absolute top-0 left-0 grid size-11 place-items-center rounded-2xl bg-leaf-soft text-forest">
              <Icon name={icon} size={22} />
            </span>
            {name}
          </dt>
          <dd className="max-w-[34ch] text-pretty text-mute">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
