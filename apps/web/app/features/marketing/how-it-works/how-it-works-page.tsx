import { CallToAction } from '../blocks/call-to-action.tsx'
import { Hero } from '../blocks/hero.tsx'
import { Questions } from '../blocks/questions.tsx'
import { Section } from '../blocks/section.tsx'
import { Errand } from './errand.tsx'
import { howItWorksQuestions } from './how-it-works-questions.ts'
import { Predicate } from './predicate.tsx'
import { Revocation } from './revocation.tsx'
import { Travels } from './travels.tsx'
import { Trio } from './trio.tsx'

/** Explains verifiable credentials by one errand, and what each party learns at each step. */
export function HowItWorksPage() {
  return (
    <>
      <Hero
        title="Three take part. You stand in the middle."
        lead="Somebody signs what they know about you. You keep it. Somebody else asks, and you answer. Here is one errand from beginning to end: you buy a notebook at the student price."
      >
        <Trio />
      </Hero>
      <Section tone="sand" title="One errand, and who learns what">
        <Errand />
      </Section>
      <Section
        title="What travels, and what doesn’t"
        lead="The card crosses one connection, once. Across the other goes a proof. It is not a picture of the card with parts painted over, and it can’t be turned back into one. So it is with AnonCreds, which the demo begins with; with SD-JWT, which it offers too, a copy of the card is sent, and what isn’t asked for is covered on it."
      >
        <Travels />
      </Section>
      <Predicate />
      <Revocation />
      <Section title="Good questions" beside={<Questions questions={howItWorksQuestions} />} />
      <CallToAction
        title="Now send one yourself."
        text="Be Amina for five minutes: accept her card in your own wallet and take the notebook home."
        actions={{ 'Try Our Demo': '/demo', 'Learn what a credential is': '/learn-more' }}
      />
    </>
  )
}
