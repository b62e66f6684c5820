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
    <dl className="divide-y divide-line border-y border-line">
      {facts.map(({ id, name, text, kept }) => (
        <div key={id} className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[1fr_13rem]">
          <dt className="font-semibold sm:col-span-2">{name}</dt>
          <dd className="text-mute">{text}</dd>
          <dd className="max-sm:mt-1">
            <span className="text-mute">Kept </span>
            {kept}
          </dd>
        </div>
      ))}
    </dl>
  )
}
