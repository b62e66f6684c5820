import type { ReactNode } from 'react'

interface LegalFact {
  name: ReactNode
  text: string
  /** The period, worded to follow 'Kept'. */
  kept: string
}

/** Stored data with purpose and period: a table that fits a phone. */
export function LegalFacts({ facts }: { facts: readonly LegalFact[] }) {
  return (
    // Two columns exceed the measure of running text: they take the width beside the contents.
    <dl className="md:max-lg:w-168 xl:w-192 divide-y divide-line border-y border-line">
      {facts.map(({ name, text, kept }) => (
        <div key={text} className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[11fr_9fr] sm:grid-rows-[auto_1fr]">
          <dt className="min-w-0 font-semibold">{name}</dt>
          <dd className="text-pretty text-mute">{text}</dd>
          <dd className="text-pretty max-sm:mt-1 sm:col-start-2 sm:row-span-2 sm:row-start-1">
            <span className="text-mute">Kept </span>
            {kept}
          </dd>
        </div>
      ))}
    </dl>
  )
}
