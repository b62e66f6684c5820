import type { ReactNode } from 'react'

interface LegalFact {
  id: string
  name: ReactNode
  text: ReactNode
  /** For how long, so that it reads well after 'Kept'. */
  kept: string
}

/** What is kept, what for and for how long: reads like a table and fits a phone. */
export function LegalFacts({ facts }: { facts: readonly LegalFact[] }) {
  return (
    // Two columns need more than the measure of running text: as wide as there is room beside the contents.
    <dl className="md:max-lg:w-168 xl:w-192 divide-y divide-line border-y border-line">
      {facts.map(({ id, name, text, kept }) => (
        <div key={id} className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[11fr_9fr] sm:grid-rows-[auto_1fr]">
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
