import { labCodePlaceholder, originPlaceholder } from '@lastmile/contracts/pages'
import { labPath } from '@lastmile/contracts/site'
import type { ReactNode } from 'react'
import { Hero } from '../blocks/hero.tsx'
import { Section } from '../blocks/section.tsx'
import { type Lesson, longLesson, shortLesson } from './lessons.ts'
import { guesses, preparations, questions, words } from './questions.ts'

/** The sheet for teachers: two lessons in the lab, step by step, with questions and answers. Three pages in print. */
export function LabTeachPage() {
  return (
    <div className="lesson-sheet relative">
      <Hero
        kicker="For teachers"
        title="Two lessons in the lab"
        lead="Your class tries to break digital cards, with real cryptography and a real verifier. Nobody needs an account, an app or a phone: a browser is enough. Print this page, and follow it step by step."
        actions={{ 'Open the lab': labPath }}
      >
        <LabAddress />
      </Hero>
      <Section tone="sand" title="Before you begin">
        <ul className="grid list-disc gap-x-12 gap-y-2 pl-5 md:grid-cols-2 print:grid-cols-2 print:gap-y-1">
          {preparations.map((text) => (
            <li key={text} className="max-w-[64ch]">
              {text}
            </li>
          ))}
        </ul>
      </Section>
      <LessonPlan title="In 20 minutes: compare notes" steps={shortLesson}>
        <Guesses />
      </LessonPlan>
      <div className="new-sheet">
        <LessonPlan title="In 45 minutes: cheat, and take the registry away" steps={longLesson} />
      </div>
      <div className="new-sheet">
        <Section tone="sand" title="Six words">
          <dl className="grid gap-x-12 gap-y-2 md:grid-cols-2 print:grid-cols-2 print:gap-y-1">
            {Object.entries(words).map(([word, meaning]) => (
              <div key={word} className="max-w-[64ch]">
                <dt className="inline font-semibold">{`${word}: `}</dt>
                <dd className="inline text-mute">{meaning}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title="Questions, and answers">
          <dl className="grid gap-6 print:gap-2">
            {Object.entries(questions).map(([question, answer]) => (
              <div key={question} className="break-inside-avoid">
                <dt className="font-semibold">{question}</dt>
                <dd className="mt-1 max-w-[64ch] text-mute print:mt-0 print:max-w-none">{answer}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
    </div>
  )
}

/** In words, to be written on a board, and as a code to scan. */
function LabAddress() {
  return (
    <div className="mt-8 flex w-fit max-w-full items-center gap-5 rounded-panel border border-line bg-paper p-4 print:absolute print:top-0 print:right-5 print:mt-0 print:w-56 print:flex-col print:items-start print:gap-2">
      <div className="shrink-0">{labCodePlaceholder}</div>
      <p className="min-w-0">
        Your class opens
        <strong className="block wrap-anywhere">{originPlaceholder + labPath}</strong>
      </p>
    </div>
  )
}

const columns = 'gap-x-8 md:grid-cols-[6rem_1.3fr_1fr] print:gap-x-4 print:grid-cols-[4rem_1.5fr_1fr]'

function LessonPlan({ title, steps, children }: { title: string; steps: readonly Lesson[]; children?: ReactNode }) {
  return (
    <Section title={title}>
      <div
        aria-hidden="true"
        className={`${columns} hidden pb-3 text-small font-semibold text-mute md:grid print:grid print:pb-1`}
      >
        <p>Minutes</p>
        <p>Your class</p>
        <p>Its finding</p>
      </div>
      <ol className="grid gap-5 print:gap-1">
        {steps.map(({ minutes, does, sees }) => (
          <li key={does} className={`${columns} grid break-inside-avoid gap-y-1 border-t border-line pt-4 print:pt-1`}>
            <p className="font-semibold text-forest">{minutes}</p>
            <p>{does}</p>
            <p className="text-mute">{sees}</p>
          </li>
        ))}
      </ol>
      {children}
    </Section>
  )
}

/** Room for them, on paper. */
const Guesses = () => (
  <table className="mt-4 hidden w-full text-left print:table">
    <caption className="pb-1 text-left font-semibold">
      Your guesses: can they find out that it was the same person?
    </caption>
    <thead>
      <tr>
        {['', 'Yes', 'No', 'It was so'].map((heading) => (
          <td key={heading} className="w-1/6 border border-edge px-2 first:w-1/2">
            {heading}
          </td>
        ))}
      </tr>
    </thead>
    <tbody>
      {guesses.map((guess) => (
        <tr key={guess}>
          <th className="border border-edge px-2 py-1 font-normal">{guess}</th>
          <td className="border border-edge" />
          <td className="border border-edge" />
          <td className="border border-edge" />
        </tr>
      ))}
    </tbody>
  </table>
)
