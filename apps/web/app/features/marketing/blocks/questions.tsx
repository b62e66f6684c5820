import type { Faq } from '../../../metadata/structured-data.ts'
import { Icon } from '../../../ui/icon.tsx'

/**
 * Questions that unfold their answers without JavaScript, `beside` a section's title.
 * Pass the same list to `faqPage` in the route's `meta`.
 */
export function Questions({ questions }: { questions: Faq }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {Object.entries(questions).map(([question, answer]) => (
        <details key={question} className="group">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-6 py-4 font-semibold text-balance [&::-webkit-details-marker]:hidden">
            {question}
            <Icon name="down" className="text-forest transition-transform duration-150 group-open:rotate-180" />
          </summary>
          <p className="measure pb-6 text-mute">{answer}</p>
        </details>
      ))}
    </div>
  )
}
