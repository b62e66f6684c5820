import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { NumberedPath } from '../blocks/numbered-path.tsx'
import { Questions } from '../blocks/questions.tsx'
import { Section } from '../blocks/section.tsx'
import { governmentQuestions } from './government-questions.ts'
import ministryHall from './ministry-hall.svg'
import { Principles } from './principles.tsx'
import { ThreeOffices } from './three-offices.tsx'

const beginnings = [
  {
    title: 'One record',
    text: 'Take the paper that people are sent home for most often, and the office that signs it anyway.',
  },
  {
    title: 'Two windows',
    text: 'Find one other office that asks for it every day. Write down the shortest question that would do.',
  },
  {
    title: 'A small circle',
    text: 'Offer it to those who want it, beside the paper. Sit with them, watch, and mend what confuses.',
  },
  {
    title: 'An open look',
    text: 'Publish what is asked, by whom and why. Let others check the keys, the lists and the code.',
  },
] as const

/** Government: one citizen, one credential, three offices. */
export function GovernmentPage() {
  return (
    <>
      <Hero
        title="Public records that people can carry"
        lead="One office knows the fact and signs it. The citizen carries it. Any other office can check it in seconds, with no certified copy, no second queue and no central file of who went where."
        actions={{ 'Talk to us': '/contact', 'Try Our Demo': '/demo' }}
      />
      <ThreeOffices picture={ministryHall} />
      <Principles />
      <Section tone="sand" title="Begin with one paper, not with a programme">
        <NumberedPath steps={beginnings} />
      </Section>
      <Section title="What an office may want to know first" beside={<Questions questions={governmentQuestions} />} />
      <CallToAction
        title="Which paper sends people home?"
        text="Tell us which, and we will sketch the shortest question that could take its place."
        actions={{ 'Talk to us': '/contact', 'Credentials in plain words': '/learn-more' }}
      />
    </>
  )
}
