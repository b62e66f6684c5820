import { labPath } from '@lastmile/contracts/site'
import { Hero } from '../blocks/hero.tsx'
import { Section } from '../blocks/section.tsx'
import { type Lesson, longLesson, shortLesson } from './lessons.ts'
import { questions } from './questions.ts'

/** The sheet for teachers: two lessons in the lab, step by step, with questions and answers. It may be printed. */
export function LabTeachPage() {
  return (
    <>
      <Hero
        kicker="For teachers"
        title="Two lessons in the lab"
        lead="Your class tries to break digital cards, with real cryptography and a real verifier. Nobody needs an account, an app or a phone: a browser is enough. Print this page, and follow it step by step."
        actions={{ 'Open the lab': labPath }}
      />
      <Section
        tone="sand"
        title="Before you begin"
        lead="Open the lab once yourself: add /lab to the address of this site, or press “Try to break it” on the home page. A browser that is new here is asked about cookies for statistics; either answer will do. The lab itself needs one cookie, “visitor”, which stays for a year and tells the server whose cards are whose: where a school blocks cookies, the lab does not work, and says so. Each browser has a wallet of its own, in the page’s memory; a reload begins anew. A whole class may work at once, behind one network’s address. The person on the cards is made up, so no pupil types in anything of theirs."
      />
      <LessonPlan title="In 20 minutes: compare notes" steps={shortLesson} />
      <LessonPlan title="In 45 minutes: cheat, and take the registry away" steps={longLesson} />
      <Section tone="sand" title="Questions, and answers">
        <dl className="grid gap-6">
          {Object.entries(questions).map(([question, answer]) => (
            <div key={question} className="break-inside-avoid">
              <dt className="font-semibold">{question}</dt>
              <dd className="measure mt-1 text-mute">{answer}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}

const columns = 'gap-x-8 md:grid-cols-[6rem_1fr_1fr] print:gap-x-4 print:grid-cols-[4.5rem_1.2fr_1fr]'

function LessonPlan({ title, steps }: { title: string; steps: readonly Lesson[] }) {
  return (
    <Section title={title}>
      <div aria-hidden="true" className={`${columns} hidden pb-3 text-small text-mute md:grid print:grid`}>
        <p>Minutes</p>
        <p>Your class</p>
        <p>Its finding</p>
      </div>
      <ol className="grid gap-5">
        {steps.map(({ minutes, does, sees }) => (
          <li key={does} className={`${columns} grid break-inside-avoid gap-y-1 border-t border-line pt-4`}>
            <p className="font-semibold text-forest">{minutes}</p>
            <p>{does}</p>
            <p className="text-mute">{sees}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
