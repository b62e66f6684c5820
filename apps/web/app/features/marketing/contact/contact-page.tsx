import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Questions } from '../blocks/questions.tsx'
import { Section } from '../blocks/section.tsx'
import { StreetPicture } from '../blocks/street-picture.tsx'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'
import { questions } from './contact-questions.ts'

const way = [
  {
    title: 'You send it',
    text: 'Your message is stored before anything else happens, so it cannot get lost on the way.',
  },
  {
    title: 'People read it',
    text: 'The subject tells us who knows most about it. No machine answers in our place.',
  },
  {
    title: 'You get an answer',
    text: 'By email, or by phone if you would rather talk. It typically takes no more than 24 hours.',
  },
] as const

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
      <Section title="Before you write" beside={<Questions questions={questions} />} />
      <CallToAction
        title="See it first, talk after."
        text="The demo takes about five minutes, and you will know better what to ask."
        actions={{ 'Try Our Demo': '/demo', 'Write to us': '/contact' }}
        picture={<StreetPicture />}
      />
    </>
  )
}
